import type { Instant } from '../../../kernel/ports/clock.ts';
import { typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { grantEvents, type GrantEvent } from '../grants/grant.events.ts';
import { grantedAtAfter } from '../grants/grants-state.rules.ts';
import type { CustomFieldValues } from '../custom-fields/custom-field-values.rules.ts';
import type { Metadata } from '../metadata.ts';
import { meteredIn, type SubscriptionEvent, type SubscriptionItems } from '../subscriptions/subscription.events.ts';
import { standingAfter, standingAtStart, type LiveChange } from '../subscriptions/subscription.projection.ts';
import { liveStatusAfter, type LiveStatus } from '../subscriptions/subscription-status.rules.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import { customerProjection, type CustomerDocument } from '../customers/customer.projection.ts';

/** A subscription that has not ended. */
export interface StateSubscription {
  id: string;
  created_at: Instant;
  modified_at: Instant | null;
  /** By the field's id. */
  custom_field_values: CustomFieldValues;
  metadata: Metadata;
  status: LiveStatus;
  amount: number;
  currency: string;
  recurring_interval: 'month' | 'year';
  current_period_start: Instant;
  current_period_end: Instant | null;
  cancel_at_period_end: boolean;
  canceled_at: Instant | null;
  started_at: Instant | null;
  trial_start: Instant | null;
  trial_end: Instant | null;
  ends_at: Instant | null;
  product_id: string;
  discount_id: string | null;
  /** Those that its prices charge for. */
  meter_ids: string[];
}

/** Revoked grants are kept, because they keep their creation date when they are granted again. */
export interface StateGrant {
  id: string;
  created_at: Instant;
  modified_at: Instant | null;
  granted_at: Instant | null;
  benefit_id: string;
  benefit_type: string;
  properties: Record<string, unknown>;
}

export interface CustomerStateDocument extends CustomerDocument {
  subscriptions: StateSubscription[];
  grants: StateGrant[];
}

type FoldedCustomerEvent = Exclude<CustomerEvent, { type: 'ClaimForfeited' }>;
type FoldedSubscriptionEvent = Extract<
  SubscriptionEvent,
  { type: LiveChange['type'] | 'SubscriptionCreated' | 'SubscriptionRevoked' | 'SubscriptionEnded' }
>;
type StateEvent = FoldedCustomerEvent | FoldedSubscriptionEvent | GrantEvent;

const CUSTOMER_TYPES: readonly string[] = customerProjection.handles;
const GRANT_TYPES: readonly string[] = typesOf(grantEvents);

/** Customers with their current subscriptions and grants. Spans the streams of all three. */
export const customerStateProjection: Projection<CustomerStateDocument, StateEvent> = {
  name: 'customer_states',
  version: 9,
  indexes: [],
  maps: ['custom_field_values', 'metadata', 'properties'],
  handles: [
    'CustomerCreated',
    'CustomerUpdated',
    'CustomerDeleted',
    'SubscriptionCreated',
    'SubscriptionUpgraded',
    'SubscriptionProductChanged',
    'SubscriptionRenewed',
    'SubscriptionRenewalFailed',
    'SubscriptionRecovered',
    'SubscriptionMarkedUnpaid',
    'SubscriptionCanceled',
    'SubscriptionUncanceled',
    'SubscriptionRevoked',
    'SubscriptionEnded',
    'BenefitGrantRequested',
    'BenefitGranted',
    'BenefitGrantUpdated',
    'BenefitGrantFailed',
    'BenefitGrantSuspended',
    'BenefitGrantCycled',
    'BenefitGrantRevoked',
  ],
  targets: (event) => [event.data.customerId],

  evolve(document, event, id) {
    if (isOfCustomer(event)) {
      const customer = customerProjection.evolve(document, event, id);
      return customer && { ...customer, subscriptions: document?.subscriptions ?? [], grants: document?.grants ?? [] };
    }
    if (!document) return undefined;
    if (isOfGrant(event)) return { ...document, grants: withGrant(document.grants, event) };
    return { ...document, subscriptions: withSubscription(document.subscriptions, event) };
  },

  blank(document, subject) {
    const { subscriptions, grants } = document;
    const blanked = subscriptions.map((subscription) => ({ ...subscription, custom_field_values: {}, metadata: {} }));
    return { ...customerProjection.blank!(document, subject), subscriptions: blanked, grants };
  },
};

function isOfCustomer(event: Recorded<StateEvent>): event is Recorded<FoldedCustomerEvent> {
  return CUSTOMER_TYPES.includes(event.type);
}

function isOfGrant(event: Recorded<StateEvent>): event is Recorded<GrantEvent> {
  return GRANT_TYPES.includes(event.type);
}

function withGrant(grants: StateGrant[], { type, data, metadata }: Recorded<GrantEvent>): StateGrant[] {
  const at = metadata.occurredAt;
  const known = grants.find(({ id }) => id === data.grantId);
  if (!known) {
    if (type !== 'BenefitGranted' && type !== 'BenefitGrantRequested') return grants;
    const { grantId: id, benefitId: benefit_id, benefitType: benefit_type, properties } = data;
    const granted_at = grantedAtAfter(type, null, at);
    return [...grants, { id, created_at: at, modified_at: null, granted_at, benefit_id, benefit_type, properties }];
  }
  const granted_at = grantedAtAfter(type, known.granted_at, at);
  const held = (type === 'BenefitGranted' || type === 'BenefitGrantUpdated' || type === 'BenefitGrantCycled') &&
    data.properties && { properties: data.properties };
  return grants.map((grant) => (grant === known ? { ...grant, modified_at: at, granted_at, ...held } : grant));
}

function startOf(event: Parameters<typeof standingAtStart>[0]): StateSubscription {
  return { ...standingAtStart(event), custom_field_values: event.data.customFieldData, ...metersOf(event.data) };
}

function metersOf({ items }: { items: SubscriptionItems }): Pick<StateSubscription, 'meter_ids'> {
  return { meter_ids: meteredIn(items).map(({ price }) => price.meterId) };
}

function withSubscription(
  subscriptions: StateSubscription[],
  event: Recorded<FoldedSubscriptionEvent>,
): StateSubscription[] {
  if (event.type === 'SubscriptionCreated') return [...subscriptions, startOf(event)];
  const { subscriptionId } = event.data;
  if (event.type === 'SubscriptionRevoked' || event.type === 'SubscriptionEnded')
    return subscriptions.filter(({ id }) => id !== subscriptionId);
  const entered = event.type === 'SubscriptionUpgraded' && { custom_field_values: event.data.customFieldData };
  const sold = 'items' in event.data && metersOf(event.data);
  const changes = { modified_at: event.metadata.occurredAt, ...standingAfter(event), ...entered, ...sold };
  return subscriptions.map((subscription) =>
    subscription.id === subscriptionId
      ? { ...subscription, ...changes, status: liveStatusAfter(subscription.status, event) }
      : subscription,
  );
}
