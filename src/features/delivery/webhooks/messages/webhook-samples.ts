import { entityOf, type WireType } from '../webhook.catalogue.ts';

/** Ids of nothing that exists: whoever looks one up gets 404. */
const sampleId = (kind: number): string => `00000000-0000-7000-8000-${String(kind).padStart(12, '0')}`;
const [PRODUCT, PRICE, BENEFIT, CUSTOMER, CHECKOUT, SUBSCRIPTION, ORDER, GRANT, REFUND, PAYMENT] = Array.from(
  { length: 10 },
  (_, index) => sampleId(index + 1),
) as [string, string, string, string, string, string, string, string, string, string];
const AT = '2026-01-31T10:00:00.000Z';
const END = '2026-02-28T10:00:00.000Z';
const created = { created_at: AT, modified_at: null };
const address = { line1: null, line2: null, postal_code: null, city: null, state: null, country: 'DE' };
const money = { amount: 1_000, currency: 'usd' };

const CUSTOMER_MAILS = [
  ...['order_confirmation', 'subscription_cancellation', 'subscription_confirmation', 'subscription_cycled'],
  ...['subscription_cycled_after_trial', 'subscription_past_due', 'subscription_renewal_reminder'],
  ...['subscription_revoked', 'subscription_trial_conversion_reminder', 'subscription_uncanceled'],
  'subscription_updated',
];

/** The data of a test message: what the API shows of an entity, with the fields that a real message always has. */
export function sampleOf(type: WireType, organizationId: string): object {
  const samples = samplesIn({ organization_id: organizationId });
  if (type === 'customer.state_changed') return samples.customerState;
  if (type === 'order.refunded')
    return { ...samples.order, status: 'refunded', refunded_amount: 1_000, refundable_amount: 0 };
  if (type === 'order.created')
    return { ...samples.order, status: 'pending', paid: false, paid_at: null, ...uninvoiced, refundable_amount: 0 };
  if (type === 'customer.deleted') return { ...samples.customer, deleted_at: AT };
  if (type === 'subscription.canceled') return { ...samples.subscription, ...canceled };
  if (type === 'subscription.revoked') return { ...samples.subscription, ...canceled, ...ended };
  if (type === 'benefit_grant.revoked') return { ...samples.benefit_grant, ...revoked };
  return samples[entityOf(type) as keyof typeof samples];
}

const uninvoiced = { invoice_number: null, is_invoice_generated: false };
const canceled = { cancel_at_period_end: true, canceled_at: AT, ends_at: END };
const ended = { status: 'canceled', cancel_at_period_end: false, ended_at: END };
const revoked = { granted_at: null, is_granted: false, revoked_at: AT, is_revoked: true };

function samplesIn(tenant: { organization_id: string }) {
  const price = {
    ...created,
    ...{ id: PRICE, product_id: PRODUCT, is_archived: false, type: 'recurring', recurring_interval: 'month' },
    ...{
      source: 'catalog',
      tax_behavior: null,
      amount_type: 'fixed',
      price_amount: money.amount,
      price_currency: money.currency,
    },
  };
  const benefit = {
    ...{ id: BENEFIT, ...created, ...tenant, type: 'custom', description: 'Sample benefit' },
    ...{ selectable: true, deletable: true, is_deleted: false, metadata: {}, properties: { note: null } },
    ...{ visibility: 'public', visibility_configurable: false },
  };
  const noTrial = { trial_interval: null, trial_interval_count: null };
  const bare = {
    ...{ id: PRODUCT, ...created, ...tenant, name: 'Sample product', description: null },
    ...{ recurring_interval: 'month', is_recurring: true, is_archived: false, visibility: 'public', metadata: {} },
    ...{ recurring_interval_count: 1, meter_interval: null, meter_interval_count: null, ...noTrial },
  };
  const content = { prices: [price], medias: [], benefits: [benefit], attached_custom_fields: [] };
  const product = { ...bare, is_deletable: false, ...content };
  const customer = {
    ...{ id: CUSTOMER, ...created, ...tenant, external_id: null, email: 'sample@example.com', email_verified: false },
    ...{ type: 'individual', name: 'Sample customer', billing_name: 'Sample customer', billing_address: address },
    ...{ tax_id: null, metadata: {} },
    ...{ erasure_requested_at: null, deleted_at: null, first_user_event_at: null },
    avatar_url: 'https://www.gravatar.com/avatar/00000000000000000000000000000000?d=404',
  };
  const period = { current_period_start: AT, current_period_end: END, started_at: AT };
  const notCanceled = {
    ...{ cancel_at_period_end: false, canceled_at: null, ends_at: null, ended_at: null },
    ...{ customer_cancellation_reason: null, customer_cancellation_comment: null },
  };
  const subscription = {
    ...{ id: SUBSCRIPTION, ...created, ...money, status: 'active', recurring_interval: 'month', ...period },
    ...{ recurring_interval_count: 1, trial_start: null, trial_end: null, pending_update: null },
    ...{ seats: null, units: null, current_meter_period_start: null, current_meter_period_end: null },
    ...{ pause_at_period_end: false, paused_at: null, resumes_at: null },
    ...notCanceled,
    ...{ product_id: PRODUCT, discount_id: null, customer_id: CUSTOMER, checkout_id: CHECKOUT },
    ...{ metadata: {}, custom_field_data: {}, customer, product, discount: null, prices: [price], meters: [] },
  };
  const totals = {
    ...{ subtotal_amount: 1_000, discount_amount: 0, net_amount: 1_000, amount: 1_000, tax_amount: 0 },
    ...{ applied_balance_amount: 0, from_balance_amount: 0, due_amount: 1_000, platform_fee_amount: 0 },
    ...{
      platform_fee_currency: null,
      total_amount: 1_000,
      refunded_amount: 0,
      refunded_tax_amount: 0,
      refundable_amount: 1_000,
      refundable_tax_amount: 0,
      currency: 'usd',
    },
  };
  const item = { label: 'Sample product', amount: 1_000, tax_amount: 0, proration: false, product_price_id: PRICE };
  const unperiodic = { start_timestamp: null, end_timestamp: null };
  const order = {
    ...{ id: ORDER, ...created, status: 'paid', paid: true, paid_at: AT, ...totals, description: 'Sample product' },
    ...{ invoice_number: 'INV-2026-00001', is_invoice_generated: true },
    ...{ billing_reason: 'purchase', billing_address: address, billing_name: null, customer_id: CUSTOMER },
    ...{ product_id: PRODUCT, discount_id: null, subscription_id: null, checkout_id: CHECKOUT, metadata: {} },
    ...{ voided_at: null, receipt_number: null, seats: null, units: null },
    ...{
      items: [{ id: sampleId(11), ...created, ...item, ...unperiodic }],
      custom_field_data: {},
      customer,
      user_id: CUSTOMER,
    },
    ...{ product: bare, discount: null, subscription: null },
  };
  return {
    ...{ product, benefit, customer, subscription, order },
    organization: {
      ...{ id: tenant.organization_id, ...created, name: 'Sample organization', slug: 'sample', avatar_url: null },
      ...{ email: null, website: null, socials: [], details_submitted_at: null, status: 'active', account_id: null },
      ...{ payout_account_id: null, sso_enforced: false, onboarding_resubmission_requested_at: null },
      ...{ dispute_settings: { auto_accept_below_amount: null }, embed_hosts: [] },
      capabilities: {
        ...{ checkout_payments: true, subscription_renewals: true, payouts: false },
        ...{ refunds: true, api_access: true, dashboard_access: true },
      },
      ...{ allow_customer_updates: true, proration_behavior: 'prorate' },
      ...{ default_presentment_currency: 'usd', default_tax_behavior: 'exclusive' },
      notification_settings: { new_order: false, new_subscription: false },
      customer_email_settings: {
        ...Object.fromEntries(CUSTOMER_MAILS.map((mail) => [mail, true])),
        ...{ subscription_paused: false, subscription_resumed: false, payment_method_expiration_reminder: false },
      },
      customer_portal_settings: { usage: { show: true }, subscription: { update_seats: false, update_plan: true } },
      feature_settings: { issue_funding_enabled: false, usage_based_billing_enabled: false },
      subscription_settings: {
        ...{ allow_multiple_subscriptions: false, allow_customer_updates: true },
        ...{ benefit_revocation_grace_period: 0, prevent_trial_abuse: false },
        proration_behavior: 'prorate',
      },
    },
    customerState: { ...customer, active_subscriptions: [], granted_benefits: [], active_meters: [] },
    checkout: { ...tenant, ...checkoutOf(customer.email, { product, price }) },
    benefit_grant: {
      ...{ id: GRANT, ...created, granted_at: AT, is_granted: true, revoked_at: null, is_revoked: false },
      ...{ subscription_id: SUBSCRIPTION, order_id: null, customer_id: CUSTOMER, benefit_id: BENEFIT, error: null },
      ...{ properties: {}, customer, benefit, previous_properties: {} },
    },
    refund: {
      ...{
        id: REFUND,
        ...created,
        ...tenant,
        status: 'succeeded',
        reason: 'customer_request',
        ...money,
        tax_amount: 0,
      },
      ...{ order_id: ORDER, payment_id: PAYMENT, subscription_id: null, customer_id: CUSTOMER },
      ...{ revoke_benefits: false, dispute: null, metadata: {} },
    },
  };
}

function checkoutOf(email: string, { product, price }: { product: object; price: object }) {
  const url = 'https://example.com/checkout/sample';
  return {
    ...{ id: CHECKOUT, ...created, status: 'open', expires_at: END, client_secret: 'sample', url, success_url: url },
    ...{ embed_origin: null, payment_processor: 'stripe', payment_processor_metadata: {}, metadata: {} },
    ...{ allow_discount_codes: true, require_billing_address: false, is_discount_applicable: true },
    ...{ is_free_product_price: false, is_payment_required: true, is_payment_setup_required: true },
    ...{ is_payment_form_required: true, is_business_customer: false, custom_field_data: {}, customer_metadata: {} },
    ...{ ...money, discount_amount: 0, net_amount: 1_000, tax_amount: 0, total_amount: 1_000, discount_id: null },
    ...{ customer_id: null, customer_name: null, customer_email: email, customer_ip_address: null },
    ...{ customer_billing_name: null, customer_billing_address: null, customer_tax_id: null },
    ...{ customer_external_id: null, subscription_id: null, product_id: PRODUCT, product_price_id: PRICE },
    ...{ product, product_price: price, products: [product], discount: null, attached_custom_fields: [] },
    ...{ prices: { [PRODUCT]: [price] }, return_url: null, external_customer_id: null, allow_trial: true },
    ...{ trial_interval: null, trial_interval_count: null, active_trial_interval: null },
    ...{ active_trial_interval_count: null, trial_end: null, tax_behavior: 'exclusive', payment_method_type: null },
    ...{ units: null, min_units: null, max_units: null },
    billing_address_fields: {
      ...{ country: 'required', state: 'disabled', city: 'disabled', postal_code: 'disabled' },
      ...{ line1: 'disabled', line2: 'disabled' },
    },
    customer_billing_address_fields: {
      ...{ country: true, state: false, city: false, postal_code: false, line1: false, line2: false },
    },
  };
}
