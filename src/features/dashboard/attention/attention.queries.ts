import { Inject, Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/reading/documents.ts';
import { scopesIn, type Caller } from '../../../app/http/callers/caller.ts';
import type { Scope } from '../../../app/http/callers/scopes.ts';
import { localDay, startOfDay } from '../../../app/time-zones.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { addDays, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import { OrderQueries } from '../../billing/orders/orders.queries.ts';
import { paymentProjection } from '../../billing/payments/payment.projection.ts';
import {
  endpointProjection,
  type EndpointDocument,
} from '../../delivery/webhooks/endpoints/webhook-endpoint.projection.ts';
import { DeliveryQueries } from '../../delivery/webhooks/webhooks.queries.ts';
import { benefitProjection } from '../../billing/benefits/benefit.projection.ts';
import { accessProjection } from '../../billing/grants/access/access.projection.ts';
import { customerProjection } from '../../billing/customers/customer.projection.ts';
import type {
  Attention,
  ErasureRequest,
  FailedGrants,
  FailingEndpoint,
  PaymentInDoubt,
  UnpaidOrders,
} from './attention.dto.ts';

const DAYS = 7;
/** The screen names each one; more would not help. */
const MOST = 20;

@Injectable()
export class AttentionQueries {
  constructor(
    private readonly documents: Documents,
    private readonly orders: OrderQueries,
    private readonly deliveries: DeliveryQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound if it is not one of the caller's organizations */
  async get(organizationId: string, caller: Caller): Promise<Attention> {
    const within = narrowedTo([organizationId], caller);
    const { time_zone } = await this.documents.demand(organizationProjection, organizationId, within);
    const since = localDay(addDays(this.clock.machineNow(), 1 - DAYS), time_zone);
    const may = (scope: Scope) => scopesIn(caller, organizationId).has(scope);
    const [endpoints, payments, unpaid_orders, erasure_requests, failed_grants] = await Promise.all([
      may('webhooks:read') ? this.endpoints(startOfDay(since, time_zone), within) : [],
      may('payments:read') ? this.payments(within) : [],
      may('orders:read') ? this.unpaid(organizationId, caller) : [],
      may('customers:read') ? this.erasures(within) : [],
      may('benefits:read') ? this.grants(within) : [],
    ]);
    return { since, endpoints, payments, unpaid_orders, erasure_requests, failed_grants };
  }

  private async endpoints(since: Instant, within: TenantScope): Promise<FailingEndpoint[]> {
    const all = await this.documents.all(endpointProjection, {}, within);
    const found = await Promise.all(all.map((endpoint) => this.failing(endpoint, since, within)));
    return found
      .filter(({ disabled_at, undelivered_messages }) => disabled_at !== null || undelivered_messages > 0)
      .slice(0, MOST);
  }

  private async failing(
    { id, url, disabled_at }: EndpointDocument,
    since: Instant,
    within: TenantScope,
  ): Promise<FailingEndpoint> {
    const { messages, attempts } = await this.deliveries.failuresOf(id, since, within);
    return { id, url, disabled_at, undelivered_messages: messages, failed_attempts: attempts };
  }

  private async payments(within: TenantScope): Promise<PaymentInDoubt[]> {
    const found = await this.documents.all(paymentProjection, { where: { eq: ['mismatched', true] } }, within);
    const open = found.filter(({ status }) => status === 'mismatched' || status === 'reversing');
    return open
      .slice(0, MOST)
      .map(({ id, order_id, checkout_id, amount, currency, received_amount, received_currency }) => ({
        ...{ id, order_id, checkout_id, amount, currency, received_amount, received_currency },
      }));
  }

  private async erasures(within: TenantScope): Promise<ErasureRequest[]> {
    const where: Where = { and: [{ exists: ['erasure_requested_at', true] }, { eq: ['deleted_at', null] }] };
    const sort = [{ field: 'erasure_requested_at', direction: 'asc' }] as const;
    const { items } = await this.documents.find(customerProjection, { where, sort, limit: MOST }, within);
    return items.map(({ id, email, erasure_requested_at }) => ({
      customer_id: id,
      email,
      requested_at: erasure_requested_at!,
    }));
  }

  private async grants(within: TenantScope): Promise<FailedGrants[]> {
    const parked = await this.documents.all(accessProjection, { where: { eq: ['is_parked', true] } }, within);
    const counts = new Map<string, number>();
    for (const { benefit_id } of parked) counts.set(benefit_id, (counts.get(benefit_id) ?? 0) + 1);
    const benefits = await this.documents.getMany(benefitProjection, counts.keys(), within);
    return [...counts].slice(0, MOST).map(([benefit_id, count]) => {
      return { benefit_id, description: benefits.get(benefit_id)?.description ?? '', count };
    });
  }

  private async unpaid(organizationId: string, caller: Caller): Promise<UnpaidOrders[]> {
    const pending: Where = { eq: ['status', 'pending'] };
    const renewing: Where = { eq: ['billing_reason', 'subscription_cycle'] };
    const of = (where: Where[]) => this.orders.totals({ where, organizationIds: [organizationId] }, caller);
    const [all, renewals] = await Promise.all([of([pending]), of([pending, renewing])]);
    const renewed = new Map(renewals.totals.map(({ currency, count }) => [currency, count]));
    return all.totals.map(({ currency, count, unpaid_amount }) => ({
      ...{ currency, count, total_amount: unpaid_amount },
      renewals: renewed.get(currency) ?? 0,
    }));
  }
}
