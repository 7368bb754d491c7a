/** What a buyer is asked for. */
export interface DemoField {
  slug: string;
  name: string;
  helpText: string | null;
  /** Options of a select, by value; a line of text without any. */
  options?: Readonly<Record<string, string>>;
}

/** What the demo sells, amounts in minor units. `share` is how many of a hundred buyers take it. */
export interface DemoProduct {
  key: string;
  name: string;
  description: string;
  interval: 'month' | 'year' | null;
  /** What the buyer chooses, within limits, or a fixed price; 0 is free. */
  amount: number | { minimum: number; preset: number; maximum: number };
  /** usd if there is none. */
  currency?: string;
  /** Free before the first period. */
  trialDays?: number;
  benefits: readonly string[];
  /** What each unit costs besides: a decimal number of minor units, and the most for a period. */
  metered?: { meter: string; unitAmount: string; capAmount: number };
  /** Keys of `FIELDS`, and whether they must be filled in. */
  fields?: Readonly<Record<string, boolean>>;
  /** The colour of its picture, in degrees. */
  hue: number;
  share: number;
}

export const ORGANIZATION = { name: 'Field Notes Press', slug: 'field-notes' };

/** At the pretend Discord and GitHub, by this name. */
export const PLACE = { id: 'pretend-field-notes', name: 'field-notes' };

/** What is counted: events with this name, each as one or with a number that they have. */
export const METERS: Readonly<Record<string, { name: string; event: string; property?: string }>> = {
  plants: { name: 'Plants identified', event: 'plant.identified' },
  megapixels: { name: 'Megapixels analysed', event: 'plant.identified', property: 'megapixels' },
};

/** A note, pictures to download, keys of an app, a role in a server, access to a repository, or units that a meter counts. */
export type DemoBenefit = { description: string } & (
  | { note: string }
  | { files: readonly { name: string; hue: number; isArchived?: boolean }[] }
  | { prefix: string; devices: number }
  | { roleId: string }
  | { repository: string }
  | { meter: string; units: number; rollover: boolean }
);

export const BENEFITS: Readonly<Record<string, DemoBenefit>> = {
  letters: { description: 'Weekly letters', note: 'A letter arrives every Thursday morning.' },
  archive: { description: 'The whole archive', note: 'Sign in with your address to read every past letter.' },
  office: {
    description: 'Monthly office hours',
    note: 'Bring a question; the link is in the first letter of the month.',
  },
  atlas: {
    description: 'The field atlas, to print',
    files: [
      { name: 'meadows.png', hue: 90 },
      { name: 'shores.png', hue: 200 },
      { name: 'meadows-first-edition.png', hue: 25, isArchived: true },
    ],
  },
  app: { description: 'Plant finder, the app', prefix: 'FIELD', devices: 3 },
  // Supporter, of the pretend Discord's roles.
  club: { description: 'The readers’ club at Discord', roleId: '2' },
  sources: { description: 'The letters as plain text', repository: 'docs' },
  plants: { description: '200 plants a month', meter: 'plants', units: 200, rollover: true },
};

export const FIELDS: Readonly<Record<string, DemoField>> = {
  cover: {
    slug: 'cover',
    name: 'Cover',
    helpText: 'Both are bound by hand.',
    options: { linen: 'Linen', paper: 'Paper' },
  },
  dedication: { slug: 'dedication', name: 'Dedication', helpText: 'A line that we write on the first page.' },
};

export const DEDICATIONS = ['For the long walks', 'To the gardener', 'Happy birthday', 'From one collector to another'];

/** What is sold into these places is taxed, from the first day on. */
export const TAX = {
  origin: 'NL',
  rates: [
    { country: 'DE', state: null, name: 'MwSt.', percent: '19' },
    { country: 'FR', state: null, name: 'TVA', percent: '20' },
    { country: 'NL', state: null, name: 'btw', percent: '21' },
    { country: 'SE', state: null, name: 'Moms', percent: '25' },
    { country: 'GB', state: null, name: 'VAT', percent: '20' },
    { country: 'US', state: 'US-NY', name: 'Sales tax', percent: '8.875' },
    { country: 'CA', state: null, name: 'GST', percent: '5' },
    { country: 'CA', state: 'CA-QC', name: 'QST', percent: '9.975' },
  ],
};

/** A German company that buys for its staff: with this number, it owes the tax itself. */
export const COMPANY = { name: 'Blattwerk GmbH', taxNumber: 'DE136695976', country: 'DE' };

/** `share` is how many of a hundred buyers of its products enter the code. */
export const DISCOUNTS = [
  {
    key: 'spring',
    name: 'First month in spring',
    code: 'SPRING20',
    value: { type: 'percentage', basisPoints: 2_000 },
    duration: 'once',
    maxRedemptions: 40,
    products: ['reader', 'naturalist'],
    share: 16,
  },
  {
    key: 'friends',
    name: 'Friends of the press',
    code: 'FRIENDS',
    value: { type: 'fixed', amount: 400, currency: 'usd' },
    duration: { months: 3 },
    maxRedemptions: null,
    products: ['naturalist'],
    share: 8,
  },
  {
    key: 'fair',
    name: 'Book fair',
    code: null,
    value: { type: 'percentage', basisPoints: 1_000 },
    duration: 'once',
    maxRedemptions: null,
    products: ['atlas'],
    share: 0,
  },
] as const;

/** Links to share; the first product is selected. */
export const LINKS = [
  { label: 'Newsletter', products: ['reader', 'naturalist', 'patron'], discount: null },
  { label: 'Book fair', products: ['atlas', 'meadow'], discount: 'fair' },
] as const;

export const PRODUCTS: readonly DemoProduct[] = [
  {
    key: 'reader',
    name: 'Reader',
    description: 'A letter a week about the land around us.',
    interval: 'month',
    amount: 900,
    benefits: ['letters'],
    hue: 150,
    share: 40,
  },
  {
    key: 'naturalist',
    name: 'Naturalist',
    description: 'Letters, the archive and office hours.',
    interval: 'month',
    amount: 2_400,
    trialDays: 14,
    benefits: ['letters', 'archive', 'office', 'club'],
    hue: 200,
    share: 25,
  },
  {
    key: 'patron',
    name: 'Patron, by the year',
    description: 'Everything, for a year at a time.',
    interval: 'year',
    amount: 24_000,
    currency: 'eur',
    benefits: ['letters', 'archive', 'office', 'atlas', 'app', 'club', 'sources'],
    hue: 265,
    share: 9,
  },
  {
    key: 'atlas',
    name: 'The field atlas',
    description: 'Two hundred plants, drawn from life.',
    interval: null,
    amount: 3_900,
    currency: 'eur',
    benefits: ['atlas', 'app'],
    fields: { cover: true, dedication: false },
    hue: 25,
    share: 14,
  },
  {
    key: 'meadow',
    name: 'A piece of the meadow',
    description: 'Pay what you want towards the land that we keep wild.',
    interval: null,
    amount: { minimum: 300, preset: 1_000, maximum: 20_000 },
    benefits: [],
    hue: 90,
    share: 7,
  },
  {
    key: 'sampler',
    name: 'Sampler',
    description: 'One letter a month, free.',
    interval: 'month',
    amount: 0,
    benefits: [],
    hue: 330,
    share: 5,
  },
  {
    key: 'finder',
    name: 'Plant finder for programs',
    description: 'Tells your program what grows in a picture.',
    interval: 'month',
    amount: 1_900,
    metered: { meter: 'plants', unitAmount: '4.5', capAmount: 2_000 },
    benefits: ['plants'],
    hue: 45,
    // Nobody finds it by chance: `PROGRAMS` are its buyers.
    share: 0,
  },
];

/** Where buyers install the app, in this order. */
export const DEVICES = ['Phone', 'Laptop', 'Office'];

/** What buyers give if they may choose. */
export const GIFTS = [300, 500, 1_000, 1_000, 1_500, 2_500, 5_000];

/** What becomes of a purchase, some days later. */
export type Sequel = { days: number } & (
  | { does: 'change plan'; to: string; behavior: 'invoice' | 'prorate' | 'next_period' }
  | { does: 'update card' }
  | { does: 'refund'; amount: number; reason: 'customer_request' | 'satisfaction_guarantee' }
);

export interface Story {
  product: string;
  /** Of the sandbox's cards; one that is accepted if there is none. */
  card?: 'renewal_declined';
  code?: string;
  sequel?: Sequel;
}

/** Of so many buyers, the first ones have a story; the others do as they please. */
export const STORIES_EVERY = 24;

/** What every such shop goes through, in the order of the buyers: even the past of a few weeks has all of it. */
export const STORIES: readonly Story[] = [
  // Their first renewal is declined; a week later they enter another card, which is charged at once.
  { product: 'reader', card: 'renewal_declined', sequel: { does: 'update card', days: 38 } },
  { product: 'reader', sequel: { does: 'change plan', to: 'naturalist', behavior: 'invoice', days: 12 } },
  { product: 'naturalist' },
  { product: 'reader', code: 'SPRING20' },
  { product: 'atlas', sequel: { does: 'refund', amount: 1_000, reason: 'customer_request', days: 6 } },
  {
    product: 'naturalist',
    code: 'FRIENDS',
    sequel: { does: 'change plan', to: 'reader', behavior: 'next_period', days: 20 },
  },
  // Nobody rescues these: after four attempts, the subscription ends.
  { product: 'reader', card: 'renewal_declined' },
  { product: 'meadow', sequel: { does: 'refund', amount: 300, reason: 'satisfaction_guarantee', days: 3 } },
  { product: 'naturalist', sequel: { does: 'change plan', to: 'reader', behavior: 'prorate', days: 24 } },
];

/** Programs that ask for plants, with how many a day. The last one comes to the most that a period costs. */
export const PROGRAMS = [{ perDay: 3 }, { perDay: 9 }, { perDay: 28 }];
/** How long before today the first of them begins. */
export const PROGRAM_DAYS = 66;
/** What their pictures have. */
export const MODELS = ['meadow', 'forest', 'garden'];
