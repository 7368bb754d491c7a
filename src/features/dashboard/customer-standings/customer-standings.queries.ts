import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/reading/documents.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { customerStateProjection } from '../../billing/customer-states/customer-state.projection.ts';
import { OrderQueries } from '../../billing/orders/orders.queries.ts';
import { subscriptionProjection } from '../../billing/subscriptions/subscription.projection.ts';
import type { CustomerStanding, CustomerStandingsQuery } from './customer-standings.dto.ts';
import { standingOf } from './customer-standing.rules.ts';

const PAID: Where = { in: ['status', ['paid', 'partially_refunded', 'refunded']] };

/** What a page of customers has bought: each sum is that of the list of the customer's paid orders. */
@Injectable()
export class CustomerStandingQueries {
  constructor(
    private readonly documents: Documents,
    private readonly orders: OrderQueries,
  ) {}

  /** Customers of others are omitted. */
  async of({ organization_id, customer_id }: CustomerStandingsQuery, caller: TenantScope): Promise<CustomerStanding[]> {
    const within = narrowedTo([organization_id], caller);
    const customers = await this.documents.getMany(customerStateProjection, customer_id, within);
    const standings: CustomerStanding[] = [];
    // One after the other: they are a page of a list, which must not keep others waiting.
    for (const { id, subscriptions } of customers.values()) {
      const own: Where = { eq: ['customer_id', id] };
      const asked = { where: [own, PAID], organizationIds: [organization_id] };
      const { count, totals } = await this.orders.totals(asked, caller);
      const hasEnded = subscriptions.length === 0 && (await this.documents.exists(subscriptionProjection, own, within));
      const subscription = standingOf(subscriptions, hasEnded);
      standings.push({ customer_id: id, subscription, orders: count, spent: totals });
    }
    return standings;
  }
}
