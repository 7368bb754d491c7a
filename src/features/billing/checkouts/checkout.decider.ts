import { isDeepStrictEqual } from 'node:util';
import { msOf, type Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { subscriptionStream } from '../subscriptions/subscription.events.ts';
import type {
  CloseCheckout,
  CompleteConfirm,
  ConfirmCheckout,
  CreateCheckout,
  ExpireCheckout,
  FailConfirm,
  ReopenCheckout,
  SucceedCheckout,
  UpdateCheckout,
} from './checkout.commands.ts';
import {
  CheckoutNotConfirmed,
  ExpiredCheckoutError,
  NotOpenCheckout,
  TooManyCheckoutUpdates,
} from './checkout.errors.ts';
import type {
  CheckoutBilling,
  CheckoutCustomer,
  CheckoutEvent,
  CheckoutSelection,
  CheckoutTerms,
} from './checkout.events.ts';
import { STATUS_AFTER } from './checkout-status.rules.ts';
import { LIMITS } from '../../../limits.ts';

type CheckoutIntent =
  | IntentWith<CreateCheckout, CheckoutCreation>
  | IntentWith<UpdateCheckout, CheckoutChange>
  | IntentWith<ConfirmCheckout, CheckoutConfirmation>
  | IntentOf<FailConfirm | CompleteConfirm | ReopenCheckout | SucceedCheckout | ExpireCheckout | CloseCheckout>;

type DataOf<T extends CheckoutEvent['type']> = Extract<CheckoutEvent, { type: T }>['data'];

export type CheckoutCreation = DataOf<'CheckoutCreated'>;
export type CheckoutChange = Pick<UpdateCheckout['data'], 'by'> & DataOf<'CheckoutUpdated'>;
export type CheckoutConfirmation = Omit<DataOf<'CheckoutConfirmStarted'>, 'organizationId'>;

const MAX_UPDATES = LIMITS.object.checkoutUpdates.most;
/** Declined cards are tried again, but not all that somebody has stolen. */
const MAX_CONFIRMS = LIMITS.object.checkoutConfirms.most;

/** What is offered, and what has been filled in so far. */
export interface Offer {
  checkoutId: string;
  organizationId: string;
  productIds: readonly string[];
  /** Named by the seller, or whose subscription is upgraded. */
  customerId: string | null;
  /** The free subscription that is upgraded. */
  subscriptionId: string | null;
  openedBy: 'seller' | 'buyer';
  expiresAt: Instant;
  subject: string;
  updates: number;
  selection: CheckoutSelection;
  customer: CheckoutCustomer;
  terms: CheckoutTerms;
  billing: CheckoutBilling;
}

/** What confirming has fixed. */
export type Confirmation = Omit<CheckoutConfirmation, keyof CheckoutCustomer | 'checkoutId' | 'subject'>;

export type CheckoutState =
  | { status: 'absent' }
  | { status: 'open' | 'expired'; offer: Offer }
  | { status: 'confirming' | 'confirmed' | 'succeeded'; offer: Offer; confirmation: Confirmation };

export const checkoutDecider: Decider<CheckoutIntent, CheckoutState, CheckoutEvent> = {
  category: 'checkout',
  initial: { status: 'absent' },
  edits: { types: ['CheckoutConfirmStarted'], perDay: MAX_CONFIRMS },

  decide(intent, state) {
    switch (intent.type) {
      case 'CreateCheckout':
        return state.status === 'absent' ? [{ type: 'CheckoutCreated', data: intent.data }] : [];
      case 'UpdateCheckout':
        return update(intent, state);
      case 'ConfirmCheckout':
        return confirm(intent, state);
      case 'FailConfirm':
        return failConfirm(intent.data, state);
      case 'CompleteConfirm':
        return completeConfirm(intent.data, state);
      case 'ReopenCheckout':
        return reopen(intent.data, state);
      case 'SucceedCheckout':
        return succeed(intent.data, state);
      case 'ExpireCheckout':
        return expire(intent, state);
      case 'CloseCheckout':
        return state.status === 'open' ? [{ type: 'CheckoutExpired', data: intent.data }] : [];
    }
  },

  evolve(state, event) {
    if (event.type === 'CheckoutCreated') return { status: STATUS_AFTER[event.type], offer: offerOf(event.data) };
    if (state.status === 'absent') return state;
    const { offer } = state;
    switch (event.type) {
      case 'CheckoutUpdated':
        return { ...state, offer: updated(offer, event.data) };
      case 'CheckoutConfirmStarted': {
        const { subject, ...data } = event.data;
        const confirmed = { ...offer, subject, customer: customerOf(data) };
        return { status: STATUS_AFTER[event.type], offer: confirmed, confirmation: data };
      }
      case 'CheckoutConfirmFailed':
      case 'CheckoutReopened':
      case 'CheckoutExpired':
        return { status: STATUS_AFTER[event.type], offer };
      case 'CheckoutConfirmed':
      case 'CheckoutSucceeded':
        return 'confirmation' in state ? { ...state, status: STATUS_AFTER[event.type] } : state;
    }
  },
};

type Known = Exclude<CheckoutState, { status: 'absent' }>;

function update({ data, now }: IntentWith<UpdateCheckout, CheckoutChange>, state: CheckoutState): CheckoutEvent[] {
  const { checkoutId, by, subject, ...changes } = data;
  const offer = openOffer(state, now, by);
  const { selection, customer, terms, billing } = offer;
  const present: Record<string, unknown> = { ...selection, ...customer, ...terms, ...billing };
  const changed = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, present[field]),
  );
  // One that changes nothing is announced, too (docs/BILLING.md#checkout-states).
  if (offer.updates >= MAX_UPDATES) throw new TooManyCheckoutUpdates(MAX_UPDATES);
  return [{ type: 'CheckoutUpdated', data: { checkoutId, subject, ...Object.fromEntries(changed) } }];
}

function confirm(
  { data, now }: IntentWith<ConfirmCheckout, CheckoutConfirmation>,
  state: CheckoutState,
): CheckoutEvent[] {
  const { organizationId } = openOffer(state, now, 'buyer');
  return [{ type: 'CheckoutConfirmStarted', data: { ...data, organizationId } }];
}

function failConfirm({ orderId, reason }: FailConfirm['data'], state: CheckoutState): CheckoutEvent[] {
  if (state.status !== 'confirming' || state.confirmation.orderId !== orderId) return [];
  return [reopened('CheckoutConfirmFailed', state, reason)];
}

function completeConfirm({ paymentId }: CompleteConfirm['data'], state: CheckoutState): CheckoutEvent[] {
  if (state.status !== 'confirming' || state.confirmation.paymentId !== paymentId) return [];
  const { customerId } = state.confirmation;
  return [{ type: 'CheckoutConfirmed', data: { checkoutId: state.offer.checkoutId, customerId, paymentId } }];
}

/** Only the confirm that this payment was for: a later one has another. */
function reopen({ paymentId, reason }: ReopenCheckout['data'], state: CheckoutState): CheckoutEvent[] {
  if (state.status !== 'confirming' && state.status !== 'confirmed') return [];
  if (state.confirmation.paymentId !== paymentId) return [];
  return [reopened(state.status === 'confirming' ? 'CheckoutConfirmFailed' : 'CheckoutReopened', state, reason)];
}

function succeed({ orderId, subscriptionId }: SucceedCheckout['data'], state: CheckoutState): CheckoutEvent[] {
  if (state.status === 'succeeded') return [];
  if (state.status !== 'confirmed') throw new CheckoutNotConfirmed();
  const { checkoutId } = state.offer;
  const { customerId, discount } = state.confirmation;
  const redeemed = discount ? { discountId: discount.discountId } : {};
  return [{ type: 'CheckoutSucceeded', data: { checkoutId, customerId, orderId, subscriptionId, ...redeemed } }];
}

function expire({ now }: IntentOf<ExpireCheckout>, state: CheckoutState): CheckoutEvent[] {
  if (state.status !== 'open' || !isPast(state.offer, now)) return [];
  return [{ type: 'CheckoutExpired', data: { checkoutId: state.offer.checkoutId } }];
}

/**
 * @throws NotFound · ExpiredCheckoutError for the buyer · NotOpenCheckout for the seller, expired or not (docs/BILLING.md#checkout-states)
 */
export function openOffer(state: CheckoutState, now: Instant, by: 'buyer' | 'seller'): Offer {
  if (state.status === 'absent') throw new NotFound();
  const expired = state.status === 'expired' || (state.status === 'open' && isPast(state.offer, now));
  if (expired && by === 'buyer') throw new ExpiredCheckoutError();
  if (expired || state.status !== 'open') throw new NotOpenCheckout();
  return state.offer;
}

function isPast({ expiresAt }: Offer, now: Instant): boolean {
  return msOf(expiresAt) <= msOf(now);
}

function reopened(
  type: 'CheckoutConfirmFailed' | 'CheckoutReopened',
  {
    offer: { checkoutId, expiresAt },
    confirmation: { activeClaim: claim, subscriptionId, discount, orderId },
  }: Extract<Known, { confirmation: unknown }>,
  reason: string,
): CheckoutEvent {
  const released = claim && subscriptionId ? { claim, owner: subscriptionStream(subscriptionId) } : null;
  const held = discount && { releasedRedemption: { discountId: discount.discountId, attempt: orderId } };
  return { type, data: { checkoutId, reason, expiresAt, released, ...held } };
}

function offerOf(created: CheckoutCreation): Offer {
  const { checkoutId, organizationId, productIds, customerId, expiresAt, subject } = created;
  const { subscriptionId = null } = created;
  const openedBy: Offer['openedBy'] = created.openedBy ?? 'seller';
  const about = { checkoutId, organizationId, productIds, customerId, subscriptionId, expiresAt, subject };
  return { ...about, openedBy, updates: 0, ...partsOf(created) };
}

function updated(offer: Offer, data: DataOf<'CheckoutUpdated'>): Offer {
  const { selection, customer, terms, billing, updates } = offer;
  return {
    ...offer,
    ...partsOf({ ...selection, ...customer, ...terms, ...billing, ...data }),
    subject: data.subject,
    updates: updates + 1,
  };
}

function partsOf(
  filled: CheckoutSelection & CheckoutCustomer & CheckoutTerms & CheckoutBilling,
): Pick<Offer, 'selection' | 'customer' | 'terms' | 'billing'> {
  const { productId, priceId, meteredPriceIds, amount, currency, recurringInterval, productTrial } = filled;
  const { allowDiscountCodes, requireBillingAddress, allowTrial, trial, successUrl, embedOrigin, metadata } = filled;
  return {
    selection: { productId, priceId, meteredPriceIds, amount, currency, recurringInterval, productTrial },
    customer: customerOf(filled),
    billing: { discount: filled.discount, tax: filled.tax },
    terms: { allowDiscountCodes, requireBillingAddress, allowTrial, trial, successUrl, embedOrigin, metadata },
  };
}

function customerOf(filled: CheckoutCustomer): CheckoutCustomer {
  return {
    isBusinessCustomer: filled.isBusinessCustomer,
    customerName: filled.customerName,
    customerEmail: filled.customerEmail,
    customerIpAddress: filled.customerIpAddress,
    customerBillingName: filled.customerBillingName,
    customerBillingAddress: filled.customerBillingAddress,
    customerTaxId: filled.customerTaxId,
    customerExternalId: filled.customerExternalId,
    customerMetadata: filled.customerMetadata,
    customFieldData: filled.customFieldData,
  };
}
