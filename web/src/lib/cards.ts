import { word } from './format';

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** "Visa ending in 4242". */
export function cardWords({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brands[brand] ?? word(brand)} ending in ${last4}`;
}
