import type { CheckoutPublic } from '@/api/types';

type Seller = CheckoutPublic['organization'];

/** After a decline: nothing was charged, the reason, and what to try. `reason` comes from the server. */
export function declineWords(reason: string): string {
  const why = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `You were not charged. ${why} ${adviceOn(reason)}`;
}

function adviceOn(reason: string): string {
  if (/insufficient/i.test(reason)) return 'Try another card, or try again once there is enough money.';
  if (/expired/i.test(reason)) return 'Check the date on it, or try another card.';
  if (/confirm|authenticat/i.test(reason)) return 'Approve the payment when your bank asks, or try another card.';
  if (/not set up/i.test(reason)) return 'Ask the seller how to pay.';
  if (/card|bank|declined/i.test(reason)) return 'Try another card, or ask your bank.';
  return 'Try again in a moment.';
}

/** The seller's page to go back to: the checkout's success address, else their website. */
export function shopOf({ website }: Pick<Seller, 'website'>, page: string | undefined): string | undefined {
  if (page !== undefined) return page;
  const url = website && URL.canParse(website) ? new URL(website) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** At most two letters for a seller without a picture: "Field Notes Press" → "FN". */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words
    .slice(0, 2)
    .map(([first = '']) => first.toUpperCase())
    .join('');
}
