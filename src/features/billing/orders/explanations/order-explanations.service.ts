import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../../kernel/errors.ts';
import type { Recorded } from '../../../../kernel/writing/events.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../../kernel/writing/scope.ts';
import { accountStream, type AccountEvent } from '../../customer-accounts/account.events.ts';
import {
  customerMeterStream,
  type CustomerMeterEvent,
  type MeterPeriodClosed,
} from '../../customer-meters/customer-meter.events.ts';
import { causeOf } from '../../subscriptions/subscription-bill.rules.ts';
import { subscriptionStream, type SubscriptionEvent } from '../../subscriptions/subscription.events.ts';
import { explanationOf, type ExplainedAmount } from './order-explanation.rules.ts';
import { orderStream, type OrderEvent } from '../order.events.ts';
import type { OrderExplanation } from '../orders.dto.ts';

type Explaining =
  Recorded<SubscriptionEvent> | Recorded<CustomerMeterEvent> | Recorded<AccountEvent> | Recorded<OrderEvent>;

/** How an order's amounts were made, from its own event and those that caused it. */
@Injectable()
export class OrderExplanations {
  constructor(private readonly executor: Executor) {}

  /** @throws NotFound */
  async of(orderId: string, scope: TenantScope): Promise<OrderExplanation> {
    const [created] = await this.executor.load<OrderEvent>(orderStream(orderId), scope);
    if (created?.type !== 'OrderCreated') throw new NotFound();
    const { currency, subscriptionId, customerId, appliedBalanceAmount } = created.data;
    const subscription =
      subscriptionId === null
        ? []
        : await this.executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId), scope);
    const account =
      appliedBalanceAmount === 0 ? [] : await this.executor.load<AccountEvent>(accountStream(customerId), scope);
    const applied = account.filter(
      ({ type, data }) => data.orderId === orderId && (type === 'CreditApplied' || type === 'DebtApplied'),
    );
    const cause = subscription[causeOf(subscription, orderId)];
    const metered = created.data.items.flatMap(({ id, metered: line }) => (line ? [{ id, ...line }] : []));
    const periods = new Map(metered.map(({ id, periodId }) => [id, periodId]));
    const cuts = await this.cutsOf(customerId, new Set(metered.map(({ meterId }) => meterId)), scope);
    const explained = explanationOf(created.data).map((amount) => ({
      amount,
      events: eventsOf(amount, { subscription, cause, cuts, periods, applied, created }),
    }));
    const causes = explained.flatMap(({ events }) => events).filter((event) => event !== created);
    const all = [...new Set<Explaining>(causes), created];
    return {
      order_id: orderId,
      currency,
      amounts: explained.map(({ amount: { itemId, ...amount }, events }) => ({
        ...amount,
        item_id: itemId,
        event_ids: events.map(({ id }) => id),
      })),
      events: all
        .map(({ id, type, metadata }) => ({ id, type, at: metadata.occurredAt }))
        .sort((one, other) => one.at.localeCompare(other.at)),
    };
  }

  private async cutsOf(
    customerId: string,
    meterIds: Iterable<string>,
    scope: TenantScope,
  ): Promise<Recorded<MeterPeriodClosed>[]> {
    const histories = await Promise.all(
      [...meterIds].map((meterId) =>
        this.executor.load<CustomerMeterEvent>(customerMeterStream(customerId, meterId), scope),
      ),
    );
    return histories.flat().filter((event): event is Recorded<MeterPeriodClosed> => event.type === 'MeterPeriodClosed');
  }
}

interface Causes {
  subscription: readonly Recorded<SubscriptionEvent>[];
  cause: Recorded<SubscriptionEvent> | undefined;
  /** Of the meters that have lines. */
  cuts: readonly Recorded<MeterPeriodClosed>[];
  /** By line. */
  periods: ReadonlyMap<string, string>;
  applied: readonly Recorded<AccountEvent>[];
  created: Recorded<OrderEvent>;
}

/** A line that waited for the order was made by the change of product, or the usage, that it is for; what the account pays, by the account's own event. */
function eventsOf(
  { kind, itemId }: ExplainedAmount,
  { subscription, cause, cuts, periods, applied, created }: Causes,
): Explaining[] {
  switch (kind) {
    case 'item': {
      const maker = subscription.find(
        ({ type, data }) =>
          (type === 'SubscriptionProductChanged' && data.entries.some(({ id }) => id === itemId)) ||
          (type === 'SubscriptionUsageMeasured' && data.usage.some(({ id }) => id === itemId)),
      );
      const cut = cuts.filter(({ data }) => periods.get(itemId!) === data.periodId);
      return [...cut, ...[maker ?? cause ?? []].flat(), created];
    }
    case 'balance':
      return [...applied, created];
    default:
      return [created];
  }
}
