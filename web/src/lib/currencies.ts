export const DEFAULT_CURRENCY = 'usd';

const NO_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf';
const THREE_DECIMALS = 'bhd jod kwd omr tnd';

/** Digits after the point: 2 for usd, 0 for jpy, 3 for bhd; Intl differs for some. */
export function minorDigits(currency: string): number {
  const code = currency.toLowerCase();
  return NO_DECIMALS.includes(code) ? 0 : THREE_DECIMALS.includes(code) ? 3 : 2;
}

/** An amount in one currency's minor units with the same digits in another's: 1900 usd → 19 jpy. It converts no money: the number stays as typed. */
export function rescaled<T extends string | null>(amount: number | T, from: string, to: string): number | T {
  return typeof amount !== 'number' ? amount : Math.round(amount * 10 ** (minorDigits(to) - minorDigits(from)));
}

let names: Intl.DisplayNames | undefined;

/** "USD, US Dollar". */
export function currencyLabel(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
  const [upper, name] = [code.toUpperCase(), names.of(code.toUpperCase())];
  return name ? `${upper}, ${name}` : upper;
}
