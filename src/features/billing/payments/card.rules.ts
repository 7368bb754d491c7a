import type { Card } from './payment.events.ts';

const BRANDS: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

/** A card as documents and mails name it. */
export function cardText({ brand, last4 }: Card): string {
  return `${BRANDS[brand] ?? brand} ending in ${last4}`;
}
