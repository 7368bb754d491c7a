import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Address } from '../address.ts';
import type { Card } from '../payments/payment.events.ts';
import type { TaxId } from '../tax-id.ts';

export type DocumentKind = 'invoice' | 'credit_note';

/** `2026-11-25` */
export type Day = string;

/** The numbers of an organization's invoices, or credit notes, of one year: `invoices-{organization}_{yyyy}`, `creditnotes-…`. */
export const numbersStream = (kind: DocumentKind, organizationId: string, year: number): string =>
  `${kind === 'invoice' ? 'invoices' : 'creditnotes'}-${organizationId}_${year}`;

/** An order's invoice: `invoice-{order}`. */
export const invoiceStream = (orderId: string): string => `invoice-${orderId}`;
/** A refund's credit note: `creditnote-{refund}`. */
export const creditNoteStream = (refundId: string): string => `creditnote-${refundId}`;

/** Who sells, as the invoice says it. */
export interface Seller {
  name: string;
  /** In lines, as the seller writes it. */
  address: string | null;
  taxId: string | null;
  email: string | null;
  footer: string | null;
  /** The IANA name of the zone that the invoice's days are in. */
  timeZone: string;
}

/** Who buys. */
export interface Buyer {
  name: string | null;
  email: string | null;
  address: Address | null;
  taxId: TaxId | null;
}

export const documentNumberEvents = {
  DocumentNumberTaken: event<{
    organizationId: string;
    kind: DocumentKind;
    /** The order of an invoice, the refund of a credit note. */
    documentId: string;
    year: number;
    /** 1, 2, 3 … within the year. */
    sequence: number;
    /** Never before the day of an earlier number. */
    issuedOn: Day;
    /** Documents of earlier numbers that have been issued meanwhile. An event without it is of a time when all of them were. */
    issued?: readonly string[];
  }>({ internal: true }),
};

export const invoiceEvents = {
  /**
   * What the order's own event does not say for good: who sold to whom, by their details of that moment. The buyer is sealed with the
   * organization's retention key, and so outlasts the customer's erasure (docs/BILLING.md#invoices).
   */
  InvoiceIssued: event<{
    orderId: string;
    organizationId: string;
    customerId: string;
    /** Such as `INV-2026-00001`. */
    number: string;
    issuedOn: Day;
    paidAt: Instant;
    seller: Seller;
    buyer: Buyer | null;
    /** What it was paid with, if that is known. */
    card: Card | null;
  }>({
    personal: [
      { subject: ({ organizationId }) => subjectOf.retention(organizationId), fields: { buyer: null, card: null } },
    ],
  }),
};

interface AboutCreditNote {
  refundId: string;
  orderId: string;
  organizationId: string;
  customerId: string;
}

export const creditNoteEvents = {
  /** Buyer and seller are those of the order's invoice, which it corrects. */
  CreditNoteIssued: event<
    AboutCreditNote & {
      paymentId: string;
      /** Such as `CN-2026-00001`. */
      number: string;
      issuedOn: Day;
    }
  >(),
  /** The refund had succeeded, and failed later: the invoice is owed as it was. */
  CreditNoteCanceled: event<AboutCreditNote & { number: string; canceledOn: Day }>(),
};

export type DocumentNumberEvent = EventsOf<typeof documentNumberEvents>;
export type InvoiceEvent = EventsOf<typeof invoiceEvents>;
export type CreditNoteEvent = EventsOf<typeof creditNoteEvents>;
