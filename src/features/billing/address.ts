export interface Address {
  line1: string | null;
  line2: string | null;
  postalCode: string | null;
  city: string | null;
  state: string | null;
  /** ISO 3166 alpha-2. */
  country: string;
}

/** An address on the wire. */
export interface WireAddress {
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  city: string | null;
  state: string | null;
  country: string;
}

/** Where something was sold: nothing that tells who bought it, so a state only of countries whose states are known. */
export type Place = Pick<Address, 'country' | 'state'>;

export function placeOf(address: Address | null): Place | null {
  return address && { country: address.country, state: STATES[address.country] ? address.state : null };
}

const STATES: Readonly<Record<string, readonly string[]>> = {
  US: (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN ' +
    'TX UT VT VA WA WV WI WY AS GU MP PR UM VI AA AE AP'
  ).split(' '),
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '),
};

/** ISO 3166 alpha-2. */
export const COUNTRIES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI ' +
  'CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ ' +
  'GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
  'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG ' +
  'PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK ' +
  'TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');
const KNOWN = new Set(COUNTRIES);

export function isCountry(code: unknown): boolean {
  return typeof code === 'string' && KNOWN.has(code);
}

/** `ca` or `US-CA` → `US-CA`; unchanged outside the US and Canada; undefined if the country has no such state (docs/BILLING.md#customers). */
export function normalState(state: string, country: string): string | undefined {
  const states = STATES[country];
  if (!states) return state;
  const code = state.toUpperCase().replace(new RegExp(`^${country}-`), '');
  return states.includes(code) ? `${country}-${code}` : undefined;
}

export function wireAddress({ postalCode, ...address }: Address): WireAddress {
  const { line1, line2, city, state, country } = address;
  return { line1, line2, postal_code: postalCode, city, state, country };
}

/** From the wire, after its state was validated. */
export function addressOf({ line1, line2, postal_code, city, state, country }: Partial<WireAddress>): Address {
  return {
    line1: line1 || null,
    line2: line2 || null,
    postalCode: postal_code || null,
    city: city || null,
    state: state ? normalState(state, country!)! : null,
    country: country!,
  };
}
