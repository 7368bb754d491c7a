import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { folded } from '../../../kernel/folding.ts';
import { wireAddress, type WireAddress } from '../address.ts';
import type { CustomFieldValues } from '../custom-fields/custom-field-values.rules.ts';
import type { Metadata } from '../metadata.ts';
import type { LastingDiscount, Tax } from '../pricing/terms.ts';
import type { Trial } from '../products/product.events.ts';
import { trialOf as ownTrialOf } from '../products/product.projection.ts';
import {
  checkoutEvents,
  type CheckoutBilling,
  type CheckoutCustomer,
  type CheckoutEvent,
  type CheckoutSelection,
  type CheckoutTerms,
} from './checkout.events.ts';
import { totalsOf, trialOf, type TrialTerms } from './checkout.rules.ts';
import { STATUS_AFTER, type CheckoutStatus } from './checkout-status.rules.ts';

/** A checkout in its wire form, without what is computed (secret, url) and its related entities (products). Amounts in minor units. */
export interface CheckoutDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  status: Exclude<CheckoutStatus, 'confirming'>;
  expires_at: Instant;
  success_url: string | null;
  embed_origin: string | null;
  amount: number;
  discount_id: string | null;
  discount_amount: number;
  net_amount: number;
  tax_amount: number | null;
  total_amount: number;
  currency: string;
  product_id: string;
  product_price_id: string;
  allow_discount_codes: boolean;
  require_billing_address: boolean;
  allow_trial: boolean;
  /** Its own; both null if it has none. */
  trial_interval: Trial['interval'] | null;
  trial_interval_count: number | null;
  /** The one that confirming begins. */
  active_trial_interval: Trial['interval'] | null;
  active_trial_interval_count: number | null;
  is_payment_required: boolean;
  is_payment_setup_required: boolean;
  customer_id: string | null;
  is_business_customer: boolean;
  customer_name: string | null;
  customer_email: string | null;
  customer_ip_address: string | null;
  customer_billing_name: string | null;
  customer_billing_address: WireAddress | null;
  customer_tax_id: string | null;
  customer_external_id: string | null;
  customer_metadata: Metadata;
  metadata: Metadata;
  organization_id: string;
  recurring_interval: 'month' | 'year' | null;
  metered_price_ids: string[];
  product_trial: Trial | null;
  discount_terms: LastingDiscount | null;
  tax: Tax | 'unknown_location' | null;
  /** By the field's id. */
  custom_field_values: CustomFieldValues;
  /** Offered, in order. */
  product_ids: string[];
  /** Being confirmed: it accepts no second confirm, and shows as open until it is confirmed. */
  confirming: boolean;
  named_customer_id: string | null;
  payment_id: string | null;
  /** Why the last payment was declined, in words for the buyer; null if none was, or while another is pending. */
  decline_reason: string | null;
  order_id: string | null;
  /** The checkout link that opened it. */
  checkout_link_id: string | null;
  /** Upgraded, or created once it has succeeded. */
  subscription_id: string | null;
  customer_name_lower: string | null;
  customer_email_lower: string | null;
  customer_billing_name_lower: string | null;
  subjects: string[];
}

/** The folded texts that checkouts are found by. */
export const CHECKOUT_SEARCH = ['customer_name_lower', 'customer_email_lower', 'customer_billing_name_lower'] as const;

export const checkoutProjection: Projection<CheckoutDocument, CheckoutEvent> = {
  name: 'checkouts',
  version: 8,
  indexes: [
    ['organization_id', 'customer_id', 'created_at'],
    ['organization_id', 'product_id', 'created_at'],
    ['organization_id', 'checkout_link_id', 'created_at'],
    ['organization_id', 'status', 'created_at'],
    ['organization_id', 'confirming'],
    ['organization_id'],
  ],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at', 'expires_at', 'status'],
    filters: ['customer_id', 'product_id', 'checkout_link_id', ...CHECKOUT_SEARCH],
  },
  maps: ['custom_field_values', 'customer_metadata', 'metadata'],
  handles: typesOf(checkoutEvents),
  targets: (event) => [event.data.checkoutId],

  evolve(document, event) {
    if (event.type === 'CheckoutCreated') return created(event);
    return document && { ...changed(document, event), ...shownAfter(event), modified_at: event.metadata.occurredAt };
  },

  blank(document, subject) {
    if (!document.subjects.includes(subject)) return document;
    return {
      ...document,
      customer_name: null,
      customer_email: null,
      customer_ip_address: null,
      customer_billing_name: null,
      customer_billing_address: null,
      customer_tax_id: null,
      customer_external_id: null,
      customer_metadata: {},
      custom_field_values: {},
      metadata: {},
      customer_name_lower: null,
      customer_email_lower: null,
      customer_billing_name_lower: null,
    };
  },
};

/** While it is confirmed, it shows as open. */
function shownAfter({ type }: CheckoutEvent): Partial<Pick<CheckoutDocument, 'status' | 'confirming'>> {
  if (type === 'CheckoutUpdated') return {};
  const status = STATUS_AFTER[type];
  const confirming = status === 'confirming';
  return { status: confirming ? 'open' : status, confirming };
}

function created({ data, metadata }: Recorded<Extract<CheckoutEvent, { type: 'CheckoutCreated' }>>): CheckoutDocument {
  return {
    id: data.checkoutId,
    created_at: metadata.occurredAt,
    modified_at: null,
    status: STATUS_AFTER.CheckoutCreated,
    expires_at: data.expiresAt,
    customer_id: data.customerId,
    organization_id: data.organizationId,
    product_ids: data.productIds,
    confirming: false,
    named_customer_id: data.customerId,
    payment_id: null,
    decline_reason: null,
    order_id: null,
    checkout_link_id: data.checkoutLinkId ?? null,
    subscription_id: data.subscriptionId ?? null,
    subjects: [data.subject],
    ...termsFields(data),
    ...customerFields(data),
    ...billingFields(data),
    ...selectionFields(data),
    ...amountFields(data, data, { ...data, subscriptionId: data.subscriptionId ?? null }),
  };
}

function changed(
  document: CheckoutDocument,
  event: Exclude<CheckoutEvent, { type: 'CheckoutCreated' }>,
): CheckoutDocument {
  switch (event.type) {
    case 'CheckoutUpdated': {
      const next = {
        ...document,
        ...termsFields(event.data),
        ...customerFields(event.data),
        ...selectionFields(event.data),
        ...billingFields(event.data),
      };
      return { ...next, ...recomputed(next), subjects: withSubject(document, event.data.subject) };
    }
    case 'CheckoutConfirmStarted': {
      const { paymentId, subject } = event.data;
      const { discount, tax } = event.data;
      const next = { ...document, ...customerFields(event.data), ...billingFields({ discount, tax }) };
      return {
        ...next,
        ...recomputed(next),
        payment_id: paymentId,
        decline_reason: null,
        subjects: withSubject(document, subject),
      };
    }
    case 'CheckoutConfirmFailed':
    case 'CheckoutReopened':
      return {
        ...document,
        payment_id: null,
        decline_reason: event.data.reason,
        customer_id: document.named_customer_id,
      };
    case 'CheckoutConfirmed':
      return { ...document, customer_id: event.data.customerId };
    case 'CheckoutSucceeded': {
      const { orderId, subscriptionId } = event.data;
      return { ...document, order_id: orderId, subscription_id: subscriptionId };
    }
    case 'CheckoutExpired':
      return document;
  }
}

function selectionFields(data: Partial<CheckoutSelection>) {
  return given({
    product_id: data.productId,
    product_price_id: data.priceId,
    metered_price_ids: data.meteredPriceIds,
    amount: data.amount,
    currency: data.currency,
    recurring_interval: data.recurringInterval,
    product_trial: data.productTrial,
  });
}

/** The amounts of a checkout that has changed. */
function recomputed(document: Omit<CheckoutDocument, 'subjects'>) {
  const { product_id: productId, product_price_id: priceId, metered_price_ids: meteredPriceIds } = document;
  const { amount, currency, recurring_interval: recurringInterval, product_trial: productTrial } = document;
  const selection = { productId, priceId, meteredPriceIds, amount, currency, recurringInterval, productTrial };
  const billing = { discount: document.discount_terms, tax: document.tax };
  const { allow_trial: allowTrial, subscription_id: subscriptionId } = document;
  const terms = { allowTrial, trial: ownTrialOf(document), subscriptionId };
  return amountFields(selection, billing, terms);
}

function amountFields(selection: CheckoutSelection, billing: CheckoutBilling, terms: TrialTerms) {
  const trial = trialOf(selection, terms);
  const totals = totalsOf(selection, billing, trial);
  return {
    discount_id: totals.discountId,
    discount_amount: totals.discountAmount,
    net_amount: totals.netAmount,
    tax_amount: totals.taxAmount,
    total_amount: totals.totalAmount,
    is_payment_required: totals.paymentRequired,
    is_payment_setup_required: totals.setupRequired,
    active_trial_interval: trial?.interval ?? null,
    active_trial_interval_count: trial?.count ?? null,
  };
}

function billingFields({ discount, tax }: Partial<CheckoutBilling>) {
  return given({ discount_terms: discount, tax });
}

function termsFields(data: Partial<CheckoutTerms>) {
  return given({
    allow_discount_codes: data.allowDiscountCodes,
    require_billing_address: data.requireBillingAddress,
    allow_trial: data.allowTrial,
    trial_interval: data.trial && data.trial.interval,
    trial_interval_count: data.trial && data.trial.count,
    success_url: data.successUrl,
    embed_origin: data.embedOrigin,
    metadata: data.metadata,
  });
}

function customerFields(data: Partial<CheckoutCustomer>) {
  const { customerName: name, customerEmail: email, customerBillingName: billingName } = data;
  const { customerBillingAddress: address, customerTaxId: taxId } = data;
  return given({
    is_business_customer: data.isBusinessCustomer,
    customer_name: name,
    customer_email: email,
    customer_ip_address: data.customerIpAddress,
    customer_billing_name: billingName,
    customer_billing_address: address && wireAddress(address),
    customer_tax_id: taxId && taxId[0],
    customer_external_id: data.customerExternalId,
    customer_metadata: data.customerMetadata,
    custom_field_values: data.customFieldData,
    customer_name_lower: name && folded(name),
    customer_email_lower: email && folded(email),
    customer_billing_name_lower: billingName && folded(billingName),
  });
}

/** Without the fields that an event does not have: the document keeps its own. */
function given<T extends object>(fields: T) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

function withSubject({ subjects }: CheckoutDocument, subject: string): string[] {
  return subjects.includes(subject) ? subjects : [...subjects, subject];
}
