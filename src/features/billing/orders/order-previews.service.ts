import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../kernel/errors.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { AccountReader } from '../customer-accounts/accounts.queries.ts';
import { balanceAfter, dueOf } from '../customer-accounts/account.rules.ts';
import { UsagePreviews } from '../customer-meters/usage-previews.service.ts';
import { ProductChanges } from '../subscriptions/product-changes.service.ts';
import {
  subscriptionStream,
  type ChangeBehavior,
  type SubscriptionEvent,
} from '../subscriptions/subscription.events.ts';
import {
  orderCausedBy,
  stateOf,
  withChange,
  withRenewal,
  type Previewed,
} from '../subscriptions/subscription-preview.rules.ts';
import { billedIn, owesNothing } from '../subscriptions/subscriptions.queries.ts';
import { OrderDrafts, orderOf, settlementOf } from './order-drafts.service.ts';
import type { CreateOrder } from './order.commands.ts';
import type { OrderPreview, OrderPreviews } from './orders.dto.ts';

export interface UpcomingOrder {
  order: CreateOrder['data'];
  at: Instant;
}

/** What a subscription would be charged, computed as its orders are (docs/BILLING.md#previews). */
@Injectable()
export class OrderPreviewer {
  constructor(
    private readonly executor: Executor,
    private readonly changes: ProductChanges,
    private readonly accounts: AccountReader,
    private readonly drafts: OrderDrafts,
    private readonly usage: UsagePreviews,
  ) {}

  /** The next order of a subscription. @throws NotFound */
  async next(subscriptionId: string, scope: TenantScope): Promise<OrderPreviews> {
    const events = await this.eventsOf(subscriptionId, scope);
    return { now: null, next: await this.renewal(events, 0), proration_behavior: null };
  }

  /** The same as the order that would be created then; undefined if there is none. @throws NotFound */
  async upcoming(subscriptionId: string, scope: TenantScope): Promise<UpcomingOrder | undefined> {
    return this.renewed(await this.eventsOf(subscriptionId, scope), 0);
  }

  /** What a change of product would cost now, and with the next order. @throws as the change would */
  async change(
    subscriptionId: string,
    to: { productId: string; behavior: ChangeBehavior | null },
    scope: TenantScope,
    now: Instant,
  ): Promise<OrderPreviews> {
    const events = await this.eventsOf(subscriptionId, scope);
    const change = await this.changes.to(to.productId, to.behavior, stateOf(events), scope);
    const changed = withChange(events, { subscriptionId, ...change }, now);
    const order = changed.length > events.length ? await this.orderOf(changed, 0) : undefined;
    const moved = order ? balanceAfter(order) : 0;
    const next = await this.renewal(changed, moved);
    return { now: order ? previewOf(order, now) : null, next, proration_behavior: change.behavior };
  }

  private async renewal(events: Previewed, moved: number): Promise<OrderPreview | null> {
    const renewed = await this.renewed(events, moved);
    return renewed ? previewOf(renewed.order, renewed.at) : null;
  }

  private async renewed(events: Previewed, moved: number): Promise<UpcomingOrder | undefined> {
    const renewed = withRenewal(events);
    const order = renewed && (await this.orderOf(renewed, moved));
    return order && { order, at: renewed.at(-1)!.metadata.occurredAt };
  }

  /** @param moved what another order would change of the customer's balance before, in minor units */
  private async orderOf(events: Previewed, moved: number): Promise<CreateOrder['data'] | undefined> {
    const orderId = orderCausedBy(events);
    if (orderId === null) return undefined;
    const billed = billedIn(await this.usage.measured(events, orderId), orderId);
    if (!billed || owesNothing(billed)) return undefined;
    const draft = await this.drafts.of(orderId, billed);
    const balance = moved + (await this.accounts.balance(draft.customerId, draft.currency));
    return orderOf(draft, dueOf(settlementOf(draft), balance).applied);
  }

  private async eventsOf(subscriptionId: string, scope: TenantScope): Promise<Previewed> {
    const events = await this.executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId), scope);
    if (events.length === 0) throw new NotFound();
    return events;
  }
}

function previewOf({ totals, items, ...order }: CreateOrder['data'], at: Instant): OrderPreview {
  return {
    at,
    billing_reason: order.billingReason,
    currency: order.currency,
    period: order.period!,
    items: items.map(({ label, priceId, amount, discountAmount, taxAmount, proration }) => ({
      label,
      product_price_id: priceId,
      amount,
      discount_amount: discountAmount,
      tax_amount: taxAmount,
      proration,
    })),
    subtotal_amount: totals.subtotalAmount,
    discount_amount: totals.discountAmount,
    net_amount: totals.netAmount,
    tax_amount: totals.taxAmount,
    total_amount: totals.totalAmount,
    applied_balance_amount: order.appliedBalanceAmount,
    due_amount: order.status === 'pending' ? order.dueAmount : 0,
  };
}
