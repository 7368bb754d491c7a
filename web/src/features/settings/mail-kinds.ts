import type { MailSettings } from '@/api/types';

type Kind = MailSettings['off'][number];

/** The mails that a seller can turn off. */
export const optionalMails: readonly { value: Kind; label: string }[] = [
  { value: 'receipt', label: 'Receipts of purchases and renewals' },
  { value: 'payment-failed', label: 'A payment has failed' },
  { value: 'trial-ending', label: 'A trial is about to end' },
  { value: 'renewal-upcoming', label: 'A yearly subscription is about to renew' },
  { value: 'subscription-canceled', label: 'A subscription is canceled' },
  { value: 'subscription-resumed', label: 'A canceled subscription continues' },
  { value: 'subscription-changed', label: 'A subscription has another product' },
  { value: 'subscription-ended', label: 'A subscription has ended' },
  { value: 'refund', label: 'Refunds' },
  { value: 'license-key', label: 'License keys, new and replaced' },
];

const alwaysSent: readonly { value: string; label: string }[] = [
  { value: 'portal-code', label: 'A code to sign in to the portal' },
  { value: 'portal-email-code', label: 'A code for another e-mail address' },
  { value: 'portal-email-changed', label: 'The e-mail address was changed' },
  { value: 'erasure-refused', label: 'A request to be erased is refused' },
];

/** A kind in words; kinds that this page does not know are shown as they are. */
export function mailLabel(kind: string): string {
  return [...optionalMails, ...alwaysSent].find(({ value }) => value === kind)?.label ?? kind;
}
