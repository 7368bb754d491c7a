import { ReleaseClaim } from '../../../kernel/writing/claim.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
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

/**
 * From confirm to subscription and order: continues a confirm that a crash cut off, fulfils what is paid, and reopens what was declined
 * after all. FulfilCheckout itself refunds what it cannot fulfil (docs/PROCESSES.md#payments).
 */
export const checkoutProcess: ProcessManager<CheckoutEvent | PaymentEvent> = {
  name: 'checkout',
  handles: ['CheckoutConfirmStarted', 'CheckoutConfirmed', 'PaymentPending', 'PaymentSucceeded', 'PaymentDeclined'],

  react(event) {
    switch (event.type) {
      case 'CheckoutConfirmStarted':
        return [send(ContinueConfirm, { checkoutId: event.data.checkoutId })];
      case 'CheckoutConfirmed': {
        const { checkoutId, paymentId } = event.data;
        return paymentId === null ? [send(FulfilCheckout, { checkoutId, payment: null })] : [];
      }
      case 'PaymentPending': {
        const { purpose, paymentId } = event.data;
        if (purpose.kind !== 'checkout') return [];
        return [send(CompleteConfirm, { checkoutId: purpose.checkoutId, paymentId })];
      }
      case 'PaymentSucceeded': {
        const { purpose, paymentId, amount, currency } = event.data;
        if (purpose.kind !== 'checkout') return [];
        return [send(FulfilCheckout, { checkoutId: purpose.checkoutId, payment: { paymentId, amount, currency } })];
      }
      case 'PaymentDeclined': {
        const { purpose, paymentId, message } = event.data;
        if (purpose.kind !== 'checkout') return [];
        return [send(ReopenCheckout, { checkoutId: purpose.checkoutId, paymentId, reason: message })];
      }
      default:
        return [];
    }
  },

  key(event) {
    const about = event.data;
    return 'purpose' in about && about.purpose.kind === 'checkout'
      ? checkoutStream(about.purpose.checkoutId)
      : event.stream;
  },
};

/**
 * Uses the redemption of a checkout that has succeeded, and releases that of one that is open again, in case its handler could not, and those
 * that were reserved too late.
 */
export const checkoutRedemptionsProcess: ProcessManager<CheckoutEvent | DiscountEvent> = {
  name: 'checkout-redemptions',
  handles: ['CheckoutConfirmFailed', 'CheckoutReopened', 'CheckoutSucceeded', 'RedemptionReserved'],

  react(event) {
    switch (event.type) {
      case 'RedemptionReserved': {
        const { discountId, checkoutId, attempt } = event.data;
        return [send(CheckRedemption, { discountId, checkoutId, attempt, position: event.position })];
      }
      case 'CheckoutConfirmFailed':
      case 'CheckoutReopened': {
        const { checkoutId, releasedRedemption: held } = event.data;
        return held ? [send(ReleaseRedemption, { ...held, checkoutId, reason: 'payment_failed' })] : [];
      }
      case 'CheckoutSucceeded': {
        const { discountId, checkoutId, customerId, orderId } = event.data;
        return discountId ? [send(CompleteRedemption, { discountId, checkoutId, customerId, orderId })] : [];
      }
      default:
        return [];
    }
  },

  key: ({ data, stream }) => ('checkoutId' in data ? checkoutStream(data.checkoutId) : stream),
};

/** Releases the claim of a reopened checkout, in case its handler could not (docs/EVENTS_AND_STREAMS.md#claims). */
export const checkoutClaimsProcess: ProcessManager<CheckoutEvent> = {
  name: 'checkout-claims',
  handles: ['CheckoutConfirmFailed', 'CheckoutReopened'],

  react(event) {
    if (event.type !== 'CheckoutConfirmFailed' && event.type !== 'CheckoutReopened') return [];
    return event.data.released ? [send(ReleaseClaim, event.data.released)] : [];
  },
};

/** Closes the open checkouts of a deleted organization. */
export const checkoutClosingProcess: ProcessManager<
  Extract<EventsOf<typeof organizationEvents>, { type: 'OrganizationDeleted' }>
> = {
  name: 'checkout-closing',
  handles: ['OrganizationDeleted'],
  react: ({ data: { organizationId } }) => [send(CloseCheckoutsOf, { organizationId })],
};
