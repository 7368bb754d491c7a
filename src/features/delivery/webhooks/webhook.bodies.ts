import { Injectable } from '@nestjs/common';
import { EntityStates } from '../../../app/states.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { OrganizationPresenter } from '../../accounts/organizations/organizations.queries.ts';
import { BenefitPresenter } from '../../billing/benefits/benefits.queries.ts';
import { GrantPresenter } from '../../billing/grants/grants.queries.ts';
import { CheckoutPresenter } from '../../billing/checkouts/checkouts.queries.ts';
import {
  CustomerPresenter,
  CustomerReader,
  CustomerStatePresenter,
} from '../../billing/customers/customers.queries.ts';
import { OrderPresenter } from '../../billing/orders/orders.queries.ts';
import { ProductPresenter } from '../../billing/products/products.queries.ts';
import { SubscriptionPresenter } from '../../billing/subscriptions/subscriptions.queries.ts';
import type { WireType } from './webhook.catalogue.ts';

/** `subscription.created` → `subscription`. */
type Entity = WireType extends `${infer E}.${string}` ? E : never;

/**
 * What a message says: the entity folded from its own stream up to and including the event, its neighbours from documents, all by the
 * presenters that the API answers with (docs/PROCESSES.md#webhook-delivery).
 */
@Injectable()
export class WebhookBodies {
  private readonly present: Partial<Record<Entity, (document: never) => unknown>>;

  constructor(
    private readonly states: EntityStates,
    private readonly customers: CustomerReader,
    private readonly customerStates: CustomerStatePresenter,
    checkouts: CheckoutPresenter,
    orders: OrderPresenter,
    organizations: OrganizationPresenter,
    products: ProductPresenter,
    subscriptions: SubscriptionPresenter,
    customer: CustomerPresenter,
    benefits: BenefitPresenter,
    grants: GrantPresenter,
  ) {
    this.present = {
      checkout: (document) => checkouts.present(document),
      order: (document) => orders.present(document),
      organization: (document) => organizations.present(document),
      product: (document) => products.present(document),
      subscription: (document) => subscriptions.present(document),
      customer: (document) => customer.present(document),
      benefit: (document) => benefits.present(document),
      benefit_grant: (document) => grants.presentWebhook(document),
    };
  }

  /**
   * The body of one message as it is sent and signed; undefined where what it is about is gone.
   * @param events of the stream, the last being the one that is told of
   */
  async build(type: WireType, events: readonly Recorded[]): Promise<string | undefined> {
    const event = events.at(-1)!;
    const data = await this.dataOf(type, event, events);
    return data === undefined ? undefined : JSON.stringify({ type, timestamp: event.metadata.occurredAt, data });
  }

  private async dataOf(type: WireType, event: Recorded, events: readonly Recorded[]): Promise<unknown> {
    if (type === 'customer.state_changed') return this.stateOf((event.data as { customerId: string }).customerId);
    const document = this.states.after(events) as (Document & never) | undefined;
    const entity = type.slice(0, type.indexOf('.')) as Entity;
    return document && this.present[entity]?.(document);
  }

  private async stateOf(customerId: string): Promise<unknown> {
    const state = (await this.customers.states([customerId])).get(customerId);
    return state && this.customerStates.present(state);
  }
}
