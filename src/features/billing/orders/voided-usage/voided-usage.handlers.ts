import { Inject, type Type } from '@nestjs/common';
import { Commands, Handles } from '../../../../app/commands.ts';
import { caughtUp, Documents } from '../../../../app/reading/documents.ts';
import { Runtime } from '../../../../app/runtime.ts';
import { EVENT_STORE } from '../../../../app/tokens.ts';
import { sum } from '../../../../kernel/money.ts';
import type { EventStore } from '../../../../kernel/ports/event-store.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { SettleVoids } from '../../customer-accounts/account.commands.ts';
import { ReturnCredits } from '../../customer-meters/customer-meter.commands.ts';
import { customerMeterStream, type CustomerMeterEvent } from '../../customer-meters/customer-meter.events.ts';
import type { Decimal } from '../../pricing/decimal.ts';
import { billedPeriodProjection, type BilledPeriodDocument } from '../billed-period.projection.ts';
import { itemsOf } from '../metered-lines.rules.ts';
import { MeteredLines } from '../metered-lines.service.ts';
import { CreditVoidedUsage } from '../order.commands.ts';
import { orderStream, type OrderCreated, type OrderEvent } from '../order.events.ts';
import { OrderReader } from '../orders.queries.ts';
import {
  creditsUnused,
  mostCredited,
  periodsOf,
  reductionOf,
  remainingOf,
  type Remaining,
} from './voided-usage.rules.ts';

type Order = OrderCreated['data'];

/** May be repeated: it books what all that was voided comes to. */
@Handles(CreditVoidedUsage)
export class CreditVoidedUsageHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly documents: Documents,
    private readonly orders: OrderReader,
    private readonly lines: MeteredLines,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws DomainError 503 read models are behind: the process tries again */
  async execute({ data: { periodId }, context }: CreditVoidedUsage): Promise<void> {
    await caughtUp(this.runtime, this.store, 'usage');
    const period = await this.documents.get(billedPeriodProjection, periodId, 'any');
    if (!period || period.order_id === null || period.voids === 0) return;
    await caughtUp(this.runtime, this.store, 'billing');
    const [created, ...later] = await this.executor.load<OrderEvent>(orderStream(period.order_id), 'any');
    if (created?.type !== 'OrderCreated' || later.some(({ type }) => type === 'OrderVoided')) return;
    const scoped = { ...context, organizationId: created.data.organizationId };
    const periods = await this.documents.getMany(billedPeriodProjection, periodsOf(created), 'any');
    const remaining = await this.remaining(created.data, [...periods.values()]);
    const voids = sum([...periods.values()].map((one) => one.voids));
    await this.credit(created.data, remaining, voids, scoped);
    await this.returnCredits(created.data, remaining, periods.get(periodId)!, scoped);
  }

  /** Of all periods that the order has billed: discount, tax and caps are of the whole. */
  private async remaining(order: Order, periods: readonly BilledPeriodDocument[]): Promise<Remaining> {
    const remaining = new Map<string, Decimal>();
    for (const { id, func, voided } of periods) {
      if (func === null) continue;
      const known = remainingOf(order, id, func, voided);
      for (const [lineId, consumed] of known ?? []) remaining.set(lineId, consumed);
      if (known) continue;
      for (const item of itemsOf(order, id)) remaining.set(item.id, await this.lines.remaining(order, item));
    }
    return remaining;
  }

  private async credit(order: Order, remaining: Remaining, voids: number, context: Context): Promise<void> {
    const amount = reductionOf(order, remaining);
    const { orderId, organizationId, customerId, currency } = order;
    const { refunded_amount, refunded_tax_amount } = (await this.orders.find([orderId])).get(orderId)!;
    const most = mostCredited(order, amount, refunded_amount + refunded_tax_amount);
    const data = { orderId, organizationId, customerId, currency, voids, amount, most };
    await this.commands.execute(new SettleVoids(data, context, `SettleVoids:${orderId}`));
  }

  private async returnCredits(
    order: Order,
    remaining: Remaining,
    { id: periodId, voids }: BilledPeriodDocument,
    context: Context,
  ): Promise<void> {
    const { organizationId, customerId } = order;
    const { meterId } = itemsOf(order, periodId)[0]!.metered;
    const events = await this.executor.load<CustomerMeterEvent>(customerMeterStream(customerId, meterId), 'any');
    const closed = events.find(({ type, data }) => type === 'MeterPeriodClosed' && data.periodId === periodId);
    if (closed?.type !== 'MeterPeriodClosed') return;
    const units = creditsUnused(order, periodId, remaining, closed.data.credits);
    const data = { organizationId, customerId, meterId, periodId, voids, units };
    await this.commands.execute(new ReturnCredits(data, context, `ReturnCredits:${periodId}`));
  }
}

export const voidedUsageHandlers: Type[] = [CreditVoidedUsageHandler];
