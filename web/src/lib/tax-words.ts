import { countryName } from './countries';

interface Place {
  country: string;
  state: string | null;
}

/** "Germany", "Canada, QC". */
export function placeLabel({ country, state }: Place): string {
  return state ? `${countryName(country)}, ${state.slice(3)}` : countryName(country);
}

/** "VAT 19%, Germany", or "VAT 19%, Germany: reverse charge" if the buyer owes it to the state themselves. */
export function rateLabel(rate: Place & { name: string; percent: string }, reverseCharge: boolean): string {
  return `${rate.name} ${rate.percent}%, ${placeLabel(rate)}${reverseCharge ? ': reverse charge' : ''}`;
}
