import type { AnyAnnouncements, Announcement } from '../../../kernel/reacting/announcements.ts';
import type { DomainEvent } from '../../../kernel/writing/events.ts';

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

export const CUSTOMER_STATE_CHANGED = 'customer.state_changed';

/** What each type of event is announced as, put together from what the features declare (docs/BILLING.md#order-of-messages). */
export class WebhookCatalogue {
  private readonly announcements: ReadonlyMap<string, Announcement<never>>;

  constructor(declarations: readonly AnyAnnouncements[]) {
    const declared = declarations.flatMap((one) => Object.entries(one));
    this.announcements = new Map(
      declared.flatMap(([type, announcement]) => (announcement ? [[type, announcement]] : [])),
    );
  }

  /** Types of the events that are announced. */
  get eventTypes(): string[] {
    return [...this.announcements.keys()];
  }

  /**
   * The wire types of the messages that an event causes, in the order of sending. Of several events of one command, only the last that
   * changes an entity sends its `….updated`.
   * @param later events of the same command, behind this one in its stream
   */
  wireTypesOf(event: DomainEvent, later: readonly DomainEvent[] = []): readonly string[] {
    const repeated = later.flatMap((one) => this.declaredFor(one));
    return this.declaredFor(event).filter((type) => !(type.endsWith('.updated') && repeated.includes(type)));
  }

  /** The customer whose state an event changes. */
  customerOf({ type, data }: DomainEvent): string | undefined {
    return this.announcements.get(type)?.customer?.(data as never);
  }

  /** The stream of the entity that a message about an event shows; undefined for the event's own. */
  otherStreamOf({ type, data }: DomainEvent, wireType: string): string | undefined {
    return this.announcements.get(type)?.others?.[entityOf(wireType)]?.(data as never);
  }

  private declaredFor({ type, data }: DomainEvent): readonly string[] {
    const announcement = this.announcements.get(type);
    if (!announcement) return [];
    const { types, customer } = announcement;
    const declared = typeof types === 'function' ? types(data as never) : types;
    return customer?.(data as never) === undefined ? declared : [...declared, CUSTOMER_STATE_CHANGED];
  }
}

/** `order` of `order.refunded`. */
export function entityOf(wireType: string): string {
  return wireType.slice(0, wireType.indexOf('.'));
}
