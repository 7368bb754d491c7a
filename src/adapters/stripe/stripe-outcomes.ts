import Stripe from 'stripe';
import { ServiceUnavailable } from '../../kernel/errors.ts';
import type { Card } from '../../features/billing/payments/payment.events.ts';
import type {
  ChargeOutcome,
  MethodDetails,
  RefundOutcome,
  SetupOutcome,
} from '../../features/billing/payments/payment-processor.ts';

type Declined = Extract<ChargeOutcome, { outcome: 'declined' }>;
type Refusal = Partial<Record<'code' | 'decline_code' | 'message', string | undefined>> & {
  payment_method?: { card?: CardDetails | null } | null;
};
type CardDetails = Partial<Record<keyof Card, string | null>>;
type InvalidRequest = InstanceType<typeof Stripe.errors.StripeInvalidRequestError>;

const NOT_MADE = 'The payment could not be made. Try another way to pay.';
const ENTERED_AGAIN = 'The payment details are no longer valid. Please enter them again.';
const REFUND_FAILED = 'The bank did not accept the refund.';
const NOT_COMPLETED = 'The payment was not completed.';

/** Refusals that are about one payment, and stay what they are however often the request is repeated. Others are for the operator. */
const REFUSED = new Set([
  'amount_too_large',
  'amount_too_small',
  'country_unsupported',
  'currency_not_supported',
  'customer_max_payment_methods',
  'invalid_characters',
  'invalid_charge_amount',
  'invalid_charge_amount_no_decimal_compatible',
  'payment_intent_authentication_failure',
  'payment_intent_incompatible_payment_method',
  'payment_intent_mandate_invalid',
  'payment_intent_payment_attempt_failed',
  'payment_method_currency_mismatch',
  'payment_method_not_available',
  'payment_method_unactivated',
  'payment_method_unexpected_state',
  'payment_method_unsupported_type',
  'setup_attempt_failed',
  'setup_intent_authentication_failure',
]);

/** What was handed in by the customer, or saved for them: if Stripe does not know it any more, the payment can't be made with it. */
const HANDED_IN = ['confirmation_token', 'payment_method', 'customer'];

export function chargeOutcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  const { id: reference, status, amount_received: amount, currency, last_payment_error: error } = intent;
  const saved = intent.setup_future_usage === 'off_session' ? idOf(intent.payment_method) : undefined;
  const method = saved === undefined ? {} : { method: saved };
  switch (status) {
    case 'succeeded':
      return { outcome: 'succeeded', reference, amount, currency, ...method, ...cardOf(chargedCard(intent)) };
    case 'requires_action':
      return { outcome: 'requires_action', reference, ...method };
    case 'requires_payment_method':
      // Without an error it is only about to be confirmed.
      return error ? declinedBy(error) : { outcome: 'pending', reference };
    case 'canceled':
      return canceled();
    default:
      return { outcome: 'pending', reference, ...method };
  }
}

export function setupOutcomeOf(intent: Stripe.SetupIntent): SetupOutcome {
  const { id: reference, status, last_setup_error: error } = intent;
  switch (status) {
    case 'succeeded':
      return { outcome: 'succeeded', reference, method: idOf(intent.payment_method)! };
    case 'requires_action':
      return { outcome: 'requires_action', reference };
    case 'requires_payment_method':
      return error ? declinedBy(error) : { outcome: 'pending', reference };
    case 'canceled':
      return canceled();
    default:
      return { outcome: 'pending', reference };
  }
}

export function methodDetailsOf({ type, card }: Stripe.PaymentMethod): MethodDetails {
  if (!card) return { type, card: null };
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return { type, card: { brand, last4, expMonth, expYear } };
}

/** What Stripe knows; undefined if it knows no such object. */
export async function unlessMissing<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined;
    throw error;
  }
}

export function refundOutcomeOf({ id: reference, status, failure_reason }: Stripe.Refund): RefundOutcome {
  switch (status) {
    case 'succeeded':
      return { outcome: 'succeeded', reference };
    case 'failed':
      return { outcome: 'failed', code: failure_reason ?? 'refund_failed', message: REFUND_FAILED, reference };
    case 'canceled':
      return { outcome: 'canceled', reference };
    default:
      return { outcome: 'pending', reference };
  }
}

/** @returns undefined if the error leaves open whether money was taken, or is not about this payment: the caller throws it then */
export function declineOf(error: unknown): Declined | undefined {
  if (error instanceof Stripe.errors.StripeCardError) {
    return declinedBy(error);
  }
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined;
  if (isLost(error)) return { outcome: 'declined', code: error.code ?? 'details_invalid', message: ENTERED_AGAIN };
  return error.code !== undefined && REFUSED.has(error.code)
    ? { outcome: 'declined', code: error.code, message: NOT_MADE }
    : undefined;
}

/**
 * Does something that asks Stripe.
 * @throws ServiceUnavailable if the answer leaves open what happened, or Stripe has too much to do
 */
export async function asking<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (PASSING.some((type) => error instanceof type)) throw new ServiceUnavailable('Stripe', undefined, error);
    throw error;
  }
}

/** Stripe has too much to do, and has not looked at the request. */
export function isRefusedUnread(error: unknown): boolean {
  return error instanceof StripeRateLimitError && error.code === 'rate_limit';
}

const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;
const PASSING = [StripeAPIError, StripeConnectionError, StripeRateLimitError];

/** Stripe refuses a refund: nothing was refunded, and nothing will be. */
export function refusedRefund(error: unknown): RefundOutcome | undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined;
  return { outcome: 'failed', code: error.code ?? 'refund_refused', message: error.message };
}

/** Also for the codes that Stripe does not want customers to see, its message is fit for them. */
function declinedBy({ code, decline_code, message, payment_method: method }: Refusal): Declined {
  const decline = { code: decline_code ?? code ?? 'declined', message: message || NOT_MADE };
  return { outcome: 'declined', ...decline, ...cardOf(method?.card) };
}

/** Reports name the charge alone: then the card is not known. */
function chargedCard({ latest_charge: charge }: Stripe.PaymentIntent): CardDetails | null | undefined {
  return typeof charge === 'object' ? charge?.payment_method_details?.card : undefined;
}

function cardOf(details: CardDetails | null | undefined): { card?: Card } {
  return details?.brand && details.last4 ? { card: { brand: details.brand, last4: details.last4 } } : {};
}

function isLost({ param, code }: InvalidRequest): boolean {
  return HANDED_IN.includes(param ?? '') && (code === undefined || code === 'resource_missing');
}

function canceled(): Declined {
  return { outcome: 'declined', code: 'canceled', message: NOT_COMPLETED };
}

export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
