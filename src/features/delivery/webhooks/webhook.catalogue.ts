import type { DomainEvent } from '../../../kernel/writing/events.ts';
import type { OrganizationEvent } from '../../accounts/organizations/organization.events.ts';
import type { BenefitEvent } from '../../billing/benefits/benefit.events.ts';
import type { GrantEvent } from '../../billing/grants/grant.events.ts';
import type { CheckoutEvent } from '../../billing/checkouts/checkout.events.ts';
import type { CustomerEvent } from '../../billing/customers/customer.events.ts';
import type { OrderEvent } from '../../billing/orders/order.events.ts';
import type { ProductEvent } from '../../billing/products/product.events.ts';
import type { SubscriptionEvent } from '../../billing/subscriptions/subscription.events.ts';

/** The contract's 27 types (docs/BILLING.md#webhook-types). */
export const WIRE_TYPES = [
  'checkout.created',
  'checkout.updated',
  'order.created',
  'order.updated',
  'order.paid',
  'order.refunded',
  'organization.updated',
  'product.created',
  'product.updated',
  'refund.created',
  'refund.updated',
  'subscription.created',
  'subscription.active',
  'subscription.canceled',
  'subscription.uncanceled',
  'subscription.revoked',
  'subscription.updated',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.state_changed',
  'benefit.created',
  'benefit.updated',
  'benefit_grant.created',
  'benefit_grant.updated',
  'benefit_grant.cycled',
  'benefit_grant.revoked',
] as const;
export type WireType = (typeof WIRE_TYPES)[number];

/** Events that others may hear of. */
export type ToldEvent =
  | CheckoutEvent
  | OrderEvent
  | OrganizationEvent
  | ProductEvent
  | SubscriptionEvent
  | CustomerEvent
  | BenefitEvent
  | GrantEvent;

type Told = { [E in ToldEvent as E['type']]: (data: E['data']) => readonly WireType[] };

const nothing = (): readonly WireType[] => [];
const always =
  (...types: WireType[]) =>
  (): readonly WireType[] =>
    types;

const STATE = 'customer.state_changed';

/** What each event is told as, in the order of sending; `customer.state_changed` comes last (docs/BILLING.md#order-of-messages). */
const CATALOGUE: Told = {
  CheckoutCreated: always('checkout.created'),
  CheckoutUpdated: always('checkout.updated'),
  CheckoutConfirmStarted: nothing,
  CheckoutConfirmFailed: nothing,
  CheckoutConfirmed: always('checkout.updated'),
  CheckoutReopened: always('checkout.updated'),
  CheckoutSucceeded: always('checkout.updated'),
  CheckoutExpired: nothing,

  OrderCreated: ({ status }) =>
    status === 'paid' ? ['order.created', 'order.updated', 'order.paid'] : ['order.created'],
  OrderPaid: always('order.updated', 'order.paid'),
  OrderPaymentFailed: nothing,
  OrderVoided: always('order.updated'),

  OrganizationCreated: nothing,
  OrganizationUpdated: always('organization.updated'),
  OrganizationDeletionStarted: nothing,
  OrganizationDeletionRefused: nothing,
  OrganizationDeleted: nothing,
  MemberAdded: nothing,
  MemberRoleChanged: nothing,
  MemberRemoved: nothing,
  InvitationCreated: nothing,
  InvitationAccepted: nothing,
  InvitationRejected: nothing,
  InvitationCanceled: nothing,
  TeamCreated: nothing,
  TeamUpdated: nothing,
  TeamRemoved: nothing,
  TeamMemberAdded: nothing,
  TeamMemberRemoved: nothing,

  ProductCreated: always('product.created'),
  ProductUpdated: always('product.updated'),
  ProductPricesChanged: always('product.updated'),
  ProductBenefitsChanged: always('product.updated'),
  ProductArchived: always('product.updated'),
  ProductUnarchived: always('product.updated'),

  SubscriptionCreated: always('subscription.created', 'subscription.active', 'subscription.updated', STATE),
  SubscriptionRenewed: always('subscription.updated', STATE),
  SubscriptionRenewalFailed: always('subscription.updated', 'subscription.revoked', STATE),
  SubscriptionCanceled: always('subscription.updated', 'subscription.canceled', STATE),
  SubscriptionUncanceled: always('subscription.updated', 'subscription.uncanceled', STATE),
  SubscriptionRevoked: ({ wasCanceled }) =>
    wasCanceled
      ? ['subscription.updated', 'subscription.revoked', STATE]
      : ['subscription.updated', 'subscription.canceled', 'subscription.revoked', STATE],
  SubscriptionEnded: always('subscription.updated', 'subscription.revoked', STATE),

  CustomerCreated: always('customer.created', STATE),
  CustomerUpdated: always('customer.updated', STATE),
  CustomerDeleted: always('customer.deleted', STATE),

  BenefitCreated: always('benefit.created'),
  BenefitUpdated: always('benefit.updated'),
  BenefitDeleted: always('benefit.updated'),

  BenefitGranted: always('benefit_grant.created', STATE),
  BenefitGrantCycled: always('benefit_grant.cycled', STATE),
  BenefitGrantRevoked: always('benefit_grant.revoked', STATE),

  ClaimForfeited: nothing,
};

/** Types of the events that are told. */
export const TOLD_EVENTS = (Object.keys(CATALOGUE) as ToldEvent['type'][]).filter(
  (type) => CATALOGUE[type] !== nothing,
);

/**
 * The messages that an event causes, in order. Of several events of one command, the last that changes an entity sends its `….updated`.
 * @param later events of the same command, behind this one in its stream
 */
export function wireTypesOf(event: DomainEvent, later: readonly DomainEvent[] = []): readonly WireType[] {
  const said = later.flatMap(typesOf);
  return typesOf(event).filter((type) => !(type.endsWith('.updated') && said.includes(type)));
}

function typesOf({ type, data }: DomainEvent): readonly WireType[] {
  const told = CATALOGUE[type as ToldEvent['type']] as ((data: object) => readonly WireType[]) | undefined;
  return told?.(data) ?? [];
}
