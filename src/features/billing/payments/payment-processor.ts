/** What a processor says of a charge. Amounts in cents. */
export type ChargeOutcome =
  | { outcome: 'succeeded'; reference: string; amount: number; currency: string }
  | { outcome: 'pending' | 'requires_action'; reference: string }
  | { outcome: 'declined'; code: string; message: string };

export interface ChargeRequest {
  /** The payment's id: the idempotency key. The same id again answers as before and takes no money again. */
  id: string;
  amount: number;
  currency: string;
  /** The processor's own reference of the card, from a confirmation token. */
  method: string;
  /** Nobody is there to answer questions: a renewal. */
  offSession: boolean;
}

/** Takes money. Calls may fail with any error: the outcome is unknown then, and asked for again under the same id. */
export interface PaymentProcessor {
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** What has become of a charge; undefined where the processor never heard of it. */
  enquire(id: string): Promise<ChargeOutcome | undefined>;
  /** Gives the whole charge back; the same id again gives nothing back again. */
  reverse(id: string): Promise<{ reference: string }>;
}
