import type { DomainEvent, Recorded } from '../../../kernel/writing/events.ts';
import { categoryOf, idOf, type StoredEvent } from '../../../kernel/ports/event-store.ts';
import { organizationIdOf } from '../../audit/ledger/ledger.projection.ts';

/** Any of these scopes lets a caller follow changes of the entity. */
export const SCOPES_OF_ENTITY = {
  benefit: ['benefits:read', 'benefits:write'],
  checkout: ['checkouts:read', 'checkouts:write'],
  'custom-field': ['custom_fields:read', 'custom_fields:write'],
  customer: ['customers:read', 'customers:write'],
  delivery: ['webhooks:read', 'webhooks:write'],
  discount: ['discounts:read', 'discounts:write'],
  endpoint: ['webhooks:read', 'webhooks:write'],
  ledger: ['ledger:read'],
  meter: ['meters:read', 'meters:write'],
  order: ['orders:read'],
  payment: ['payments:read'],
  organization: ['organizations:read', 'organizations:write'],
  product: ['products:read', 'products:write'],
  subscription: ['subscriptions:read', 'subscriptions:write'],
} as const;
export type ChangedEntity = keyof typeof SCOPES_OF_ENTITY;

const ENTITY_OF_CATEGORY: Readonly<Record<string, ChangedEntity>> = {
  account: 'order',
  benefit: 'benefit',
  checkout: 'checkout',
  customer: 'customer',
  customfield: 'custom-field',
  discount: 'discount',
  grants: 'benefit',
  meter: 'meter',
  order: 'order',
  payment: 'payment',
  refunds: 'order',
  organization: 'organization',
  product: 'product',
  subscription: 'subscription',
  webhook: 'delivery',
  webhookmessages: 'delivery',
  webhookoutcomes: 'delivery',
  webhookendpoint: 'endpoint',
};

/** Fields of events that name other entities, whose pages show the change too. */
const NAMED = [
  'benefitId',
  'checkoutId',
  'customerId',
  'customFieldId',
  'discountId',
  'endpointId',
  'meterId',
  'orderId',
  'productId',
  'subscriptionId',
];

/** Streams whose events may end someone's right to follow changes. */
const DECIDING = ['session', 'user', 'organization', 'accesstoken', 'apikey'];

/** What one event changed: only kinds and ids. */
export interface Change {
  organizationId: string;
  entities: readonly ChangedEntity[];
  ids: readonly string[];
}

/** undefined if the event is in no organization's log. */
export function changeOf(event: StoredEvent): Change | undefined {
  // Ids are never sealed, so a stored event names its organization.
  const organizationId = organizationIdOf(event as unknown as Recorded<DomainEvent>);
  if (organizationId === undefined) return undefined;
  const { stream, data } = event;
  const entity = ENTITY_OF_CATEGORY[categoryOf(stream)];
  const named = NAMED.map((field) => data[field]).filter((id): id is string => typeof id === 'string');
  return {
    organizationId,
    entities: entity ? [entity, 'ledger'] : ['ledger'],
    ids: [...new Set([idOf(stream), ...named])],
  };
}

/** The id of the session, user, organization, token or key whose rights an event may have changed. */
export function decidedBy({ stream }: StoredEvent): string | undefined {
  return DECIDING.includes(categoryOf(stream)) ? idOf(stream) : undefined;
}
