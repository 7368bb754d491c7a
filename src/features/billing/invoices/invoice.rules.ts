import { erasedEmail, type Recorded } from '../../../kernel/writing/events.ts';
import type { OrganizationProfile } from '../../accounts/organizations/organization.events.ts';
import { DEFAULT_INVOICE_SETTINGS } from '../../accounts/organizations/organization.events.ts';
import { addressOf } from '../address.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import type { OrderCreated } from '../orders/order.events.ts';
import type { Card, PaymentEvent } from '../payments/payment.events.ts';
import type { Buyer, DocumentKind, Seller } from './invoice.events.ts';

type Created = OrderCreated['data'];

const PREFIXES: Readonly<Record<DocumentKind, string>> = { invoice: 'INV', credit_note: 'CN' };
const DIGITS = 5;

/** `INV-2026-00001`, `CN-2026-00001`. */
export function documentNumber(kind: DocumentKind, year: number, sequence: number): string {
  return `${PREFIXES[kind]}-${year}-${String(sequence).padStart(DIGITS, '0')}`;
}

/** All or the beginning of a document's number as it is typed, such as `inv-2026-0`; undefined if it is none. */
export function documentNumberStart(text: string): string | undefined {
  const number = text.trim().replace(/^#/, '').toUpperCase();
  return /^(?:INV|CN)-\d{0,4}(?:-\d{0,9})?$/.test(number) ? number : undefined;
}

export function sellerOf(profile: OrganizationProfile, timeZone: string): Seller {
  const { legalName, address, taxId, email, footer } = profile.invoiceSettings ?? DEFAULT_INVOICE_SETTINGS;
  return { name: legalName ?? profile.name, address, taxId, email: email ?? profile.email, footer, timeZone };
}

/** As the order says, and where it says nothing, as the customer is known. */
export function buyerOf(
  order: Pick<Created, 'customerId' | 'billingName' | 'billingAddress'>,
  customer?: CustomerDocument,
): Buyer {
  const known = customer?.billing_address;
  const isErased = customer?.email === erasedEmail(order.customerId);
  return {
    name: order.billingName ?? customer?.name ?? null,
    email: isErased ? null : (customer?.email ?? null),
    address: order.billingAddress ?? (known ? addressOf(known) : null),
    taxId: customer?.tax_id ?? null,
  };
}

/** The card that a payment took its money from; null if that is not known. */
export function cardOf(payment: readonly Recorded<PaymentEvent>[]): Card | null {
  for (const { type, data } of payment) if (type === 'PaymentSucceeded') return data.card ?? null;
  return null;
}
