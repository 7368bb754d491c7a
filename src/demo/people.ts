/** Names are put together from words for plants and landscapes; addresses are at example.com. */
const FIRST = [
  'Alder', 'Ash', 'Aspen', 'Basil', 'Birch', 'Briar', 'Clover', 'Dahlia', 'Fern', 'Flora', 'Hazel', 'Heather',
  'Iris', 'Ivy', 'Jasmine', 'Juniper', 'Laurel', 'Lily', 'Linden', 'Myrtle', 'Olive', 'Poppy', 'Reed', 'Rosemary',
  'Rowan', 'Saffron', 'Sage', 'Sorrel', 'Violet', 'Willow',
]; // prettier-ignore
const LAST = [
  'Banks', 'Beck', 'Brook', 'Cliff', 'Cove', 'Dale', 'Delta', 'Fell', 'Field', 'Fjord', 'Glade', 'Glen', 'Grove',
  'Heath', 'Hill', 'Lake', 'Marsh', 'Meadow', 'Moor', 'Peak', 'Pond', 'Reef', 'Ridge', 'Shore', 'Stone', 'Strand',
  'Tarn', 'Vale', 'Wood',
]; // prettier-ignore
const PLACES = [
  { country: 'US', state: 'US-CA', city: 'Oakland', postalCode: '94607' },
  { country: 'US', state: 'US-NY', city: 'Albany', postalCode: '12207' },
  { country: 'CA', state: 'CA-QC', city: 'Laval', postalCode: 'H7S 1M5' },
  { country: 'DE', state: null, city: 'Kassel', postalCode: '34117' },
  { country: 'FR', state: null, city: 'Nantes', postalCode: '44000' },
  { country: 'GB', state: null, city: 'Leeds', postalCode: 'LS1 4AP' },
  { country: 'NL', state: null, city: 'Utrecht', postalCode: '3511 CE' },
  { country: 'SE', state: null, city: 'Uppsala', postalCode: '753 20' },
];

export interface Person {
  name: string;
  email: string;
  address: {
    line1: string;
    line2: null;
    postalCode: string;
    city: string;
    state: string | null;
    country: string;
  };
}

/** The n-th of 870 people, everyone once. */
export function person(n: number): Person {
  const first = FIRST[n % FIRST.length]!;
  const last = LAST[n % LAST.length]!;
  const place = PLACES[n % PLACES.length]!;
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}@example.com`.toLowerCase(),
    address: { line1: `${(n % 180) + 1} ${LAST[(n * 7) % LAST.length]} Street`, line2: null, ...place },
  };
}
