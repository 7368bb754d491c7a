/** Where the contract knows states: rates may differ by them. */
const STATES: Readonly<Record<string, string>> = {
  US: 'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY',
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT',
};

export function statesOf(country: string): string[] {
  return STATES[country]?.split(' ') ?? [];
}

/** Today's day of UTC by a clock in milliseconds: the table counts in these. */
export function utcDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
