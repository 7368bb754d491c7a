import { DomainError } from '../../../kernel/errors.ts';
import type { Money } from '../../../kernel/money.ts';
import type { Card } from './payment.events.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';

/** A charge as the processor reports it. Amounts in minor units. */
export type ChargeOutcome =
  | { outcome: 'succeeded'; reference: string; amount: number; currency: string; method?: SavedMethod; card?: Card }
  /** `requires_action`: the customer has to confirm it, for example with their bank. */
  | { outcome: 'pending' | 'requires_action'; reference: string; method?: SavedMethod }
  | Declined;

export type SetupOutcome =
  | { outcome: 'succeeded'; reference: string; method: SavedMethod }
  | { outcome: 'pending' | 'requires_action'; reference: string }
  | Declined;

export type RefundOutcome =
  | { outcome: 'succeeded' | 'pending' | 'canceled'; reference: string }
  | { outcome: 'failed'; code: string; message: string; reference?: string };

interface Declined {
  outcome: 'declined';
  code: string;
  /** For the customer. */
  message: string;
  card?: Card;
}

/** The processor's reference of a payment method that it may charge again for its customer. */
export type SavedMethod = string;

interface Charge extends Money {
  id: string;
  /** The processor's reference. */
  customer: string;
}

/** What a customer is shown of a method. */
export interface MethodDetails {
  /** In the processor's words, such as `card`. */
  type: string;
  card: (Card & { expMonth: number; expYear: number }) | null;
}

/** The customer is present and has just filled in a payment method. */
export interface OnSessionCharge extends Charge {
  confirmationToken: string;
  /** Whether the method is charged again later; the outcome then says its reference. */
  saveMethod: boolean;
}

/** Nobody is present to confirm anything: a renewal. */
export interface OffSessionCharge extends Charge {
  method: SavedMethod;
}

export interface Refund {
  id: string;
  chargeId: string;
  /** Part of the charge in its currency, or whatever of it has not been refunded. */
  money: Money | 'all';
}

/** What a processor reports by itself. Amounts in minor units. */
export type ProcessorReport =
  | { type: 'charge'; id: string; outcome: ChargeOutcome }
  | { type: 'setup'; id: string; outcome: SetupOutcome }
  | { type: 'refund'; id: string; chargeId: string; outcome: RefundOutcome }
  | ({ type: 'dispute'; chargeId: string; reference: string; reason: string; status: 'open' | 'won' | 'lost' } & Money)
  /** About nothing of ours, or nothing that changes anything here; `about` says what, for the log. */
  | { type: 'other'; about: string };

/** A report as it was delivered: possibly twice, late, and out of order. */
export interface Delivery {
  /** The processor's id of what it reports; the same when it delivers the report again. */
  id: string;
  /** When it happened. */
  at: Instant;
  report: ProcessorReport;
}

/** The processor did not sign a report that was sent to us. */
export class UnsignedReport extends DomainError {
  constructor() {
    super('InvalidSignature', 'The signature does not match the body, or is too old', 400);
  }
}

/** Which processor it is, for those who set it up. */
export interface ProcessorKind {
  name: 'sandbox' | 'stripe';
  /** Whether it moves real money. */
  isLive: boolean;
  /** Whether its reports can be verified; false if it sends none. */
  verifiesWebhooks: boolean;
}

/**
 * Takes and refunds money. Ids are ours, and idempotency keys: the same id again answers as before and moves no money again. A call may fail
 * with any error; its outcome is unknown then, and the call is repeated under the same id. Every call ends within a minute, so that a
 * processor which does not answer cannot hold a worker for ever.
 */
export interface PaymentProcessor {
  readonly kind: ProcessorKind;
  /** How many payments it lets us settle in a second, each with a few calls; undefined: any number. */
  readonly paymentsPerSecond?: number;
  /** Known to the processor by our id alone. */
  createCustomer(customer: { id: string }): Promise<{ reference: string }>;
  /** Saves a payment method without charging it. */
  setUpMethod(setup: { id: string; customer: string; confirmationToken: string }): Promise<SetupOutcome>;
  /** What has become of a setup; undefined if the processor does not know it. */
  setupStatusOf(id: string): Promise<SetupOutcome | undefined>;
  /** What a saved method is; undefined if the processor does not know it any more. */
  methodOf(method: SavedMethod): Promise<MethodDetails | undefined>;
  /** Forgets a saved method, which is not charged again; repeated, it changes nothing. */
  forgetMethod(method: SavedMethod): Promise<void>;
  charge(charge: OnSessionCharge): Promise<ChargeOutcome>;
  chargeOffSession(charge: OffSessionCharge): Promise<ChargeOutcome>;
  /** What has become of a charge; undefined if the processor does not know it. */
  statusOf(id: string): Promise<ChargeOutcome | undefined>;
  refund(refund: Refund): Promise<RefundOutcome>;
  /**
   * Reads a report that was sent to us.
   * @param body as it was received
   * @throws UnsignedReport
   */
  read(body: string, signature: string): Promise<Delivery>;
  /**
   * What the customer's browser needs to pay, or to confirm a charge or setup that requires it: the contract's `payment_processor_metadata`.
   * @param id of the charge or setup, if there is one
   */
  forBrowser(id: string | null): Promise<Record<string, string>>;
}

/** What goes to the processor's server. */
export const PROCESSOR_CALLS = [
  'createCustomer',
  'setUpMethod',
  'setupStatusOf',
  'methodOf',
  'forgetMethod',
  'charge',
  'chargeOffSession',
  'statusOf',
  'refund',
] as const satisfies readonly (keyof PaymentProcessor)[];
