import { ReleaseClaim } from '../../../kernel/writing/claim.ts';
import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import type { EventsOf } from '../../../kernel/writing/events.ts';
import type { organizationEvents } from '../../accounts/organizations/organization.events.ts';
import { CompleteRedemption, ReleaseRedemption } from '../discounts/discount.commands.ts';
import type { DiscountEvent } from '../discounts/discount.events.ts';
import type { PaymentEvent } from '../payments/payment.events.ts';
import {
  CheckRedemption,
  CloseCheckoutsOf,
  CompleteConfirm,
  ContinueConfirm,
  FulfilCheckout,
  ReopenCheckout,
} from './checkout.commands.ts';
import { checkoutStream, type CheckoutEvent } from './checkout.events.ts';

/** Open again. */
type Opened = Extract<CheckoutEvent, { type: 'CheckoutConfirmFailed' | 'CheckoutReopened' }>['data'];

/**
 * From confirm to subscription and order: continues a confirm that a crash cut off, fulfils what is paid, and reopens what was declined
 * after all. FulfilCheckout itself refunds what it cannot fulfil (docs/PROCESSES.md#payments).
 */
export const checkoutProcess = reactingTo<CheckoutEvent | PaymentEvent>()({
  name: 'checkout',
  key: ({ data, stream }) =>
    'purpose' in data && data.purpose.kind === 'checkout' ? checkoutStream(data.purpose.checkoutId) : stream,
  on: {
    CheckoutConfirmStarted: ({ checkoutId }) => [send(ContinueConfirm, { checkoutId })],
    CheckoutConfirmed: ({ checkoutId, paymentId }) =>
      paymentId === null ? [send(FulfilCheckout, { checkoutId, payment: null })] : [],
    PaymentPending: ({ purpose, paymentId }) =>
      purpose.kind === 'checkout' ? [send(CompleteConfirm, { checkoutId: purpose.checkoutId, paymentId })] : [],
    PaymentSucceeded({ purpose, paymentId, amount, currency }) {
      if (purpose.kind !== 'checkout') return [];
      return [send(FulfilCheckout, { checkoutId: purpose.checkoutId, payment: { paymentId, amount, currency } })];
    },
    PaymentDeclined({ purpose, paymentId, message: reason }) {
      if (purpose.kind !== 'checkout') return [];
      return [send(ReopenCheckout, { checkoutId: purpose.checkoutId, paymentId, reason })];
    },
    PaymentMismatched({ purpose, paymentId }) {
      if (purpose.kind !== 'checkout') return [];
      const reason = 'The payment did not match';
      return [send(ReopenCheckout, { checkoutId: purpose.checkoutId, paymentId, reason })];
    },
  },
});

/**
 * Uses the redemption of a checkout that has succeeded, and releases that of one that is open again, in case its handler could not, and those
 * that were reserved too late.
 */
export const checkoutRedemptionsProcess = reactingTo<CheckoutEvent | DiscountEvent>()({
  name: 'checkout-redemptions',
  key: ({ data: { checkoutId } }) => checkoutStream(checkoutId),
  on: {
    CheckoutConfirmFailed: releaseRedemption,
    CheckoutReopened: releaseRedemption,
    CheckoutSucceeded: ({ discountId, checkoutId, customerId, orderId }) =>
      discountId ? [send(CompleteRedemption, { discountId, checkoutId, customerId, orderId })] : [],
    RedemptionReserved: ({ discountId, checkoutId, attempt }, { position }) => [
      send(CheckRedemption, { discountId, checkoutId, attempt, position }),
    ],
  },
});

function releaseRedemption({ checkoutId, releasedRedemption: held }: Opened): Step[] {
  return held ? [send(ReleaseRedemption, { ...held, checkoutId, reason: 'payment_failed' })] : [];
}

/** Releases the claim of a reopened checkout, in case its handler could not (docs/EVENTS_AND_STREAMS.md#claims). */
export const checkoutClaimsProcess = reactingTo<CheckoutEvent>()({
  name: 'checkout-claims',
  on: { CheckoutConfirmFailed: releaseClaim, CheckoutReopened: releaseClaim },
});

function releaseClaim({ released }: Opened): Step[] {
  return released ? [send(ReleaseClaim, released)] : [];
}

/** Closes the open checkouts of a deleted organization. */
export const checkoutClosingProcess = reactingTo<EventsOf<typeof organizationEvents>>()({
  name: 'checkout-closing',
  on: { OrganizationDeleted: ({ organizationId }) => [send(CloseCheckoutsOf, { organizationId })] },
});
