import { Inject, Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/documents.ts';
import { localDay, startOfDay } from '../../../app/time-zones.ts';
import { CLOCK } from '../../../app/tokens.ts';
import type { Clock, Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import { roundHalfAwayFromZero } from '../../../kernel/money.ts';
import { subscriptionProjection } from '../subscriptions/subscription.projection.ts';
import { checkoutProjection } from '../checkouts/checkout.projection.ts';
import { figuresOf, periodsIn, spanBefore, usualInterval, usualSpan, type DaySpan } from './figure.rules.ts';
import type { CurrencyFigures, FigureCheckouts, Figures, FigureStanding } from './figures.dto.ts';
import type { FiguresRequest } from './figures.request.ts';
import { MetricQueries } from './metrics.queries.ts';
import { OWN_CURRENCY } from './metrics.request.ts';
import { joined, rangesBetween, rangesUntil } from './tally-ranges.rules.ts';

const NOTHING: FigureStanding = {
  active_subscriptions: 0,
  monthly_recurring_revenue: 0,
  past_due_subscriptions: 0,
  past_due_amount: 0,
};

type Standing = Record<'active' | 'past_due', { count: number; twelfths: number }>;

/** Figures of one organization, by the days of its time zone: each is the sum of the list of the same days (docs/BILLING.md#figures). */
@Injectable()
export class FigureQueries {
  constructor(
    private readonly documents: Documents,
    private readonly metrics: MetricQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound the caller has no such organization */
  async get({ organizationId, ...asked }: FiguresRequest, caller: TenantScope): Promise<Figures> {
    const within = narrowedTo([organizationId], caller);
    const { time_zone } = await this.documents.demand(organizationProjection, organizationId, within);
    const now = this.clock.now();
    const firstSale = await this.metrics.firstSale(within);
    const first_sale_date = firstSale === undefined ? null : localDay(firstSale, time_zone);
    const span = asked.span ?? usualSpan(localDay(now, time_zone), first_sale_date);
    const interval = asked.interval ?? usualInterval(span);
    const previous = spanBefore(span);
    const startOf = ({ start_date }: DaySpan) => startOfDay(start_date, time_zone);
    const endOf = ({ end_date }: DaySpan) => startOfDay(end_date, time_zone, 1);
    const periods = periodsIn(span, interval);
    const starts = [startOf(previous), ...periods.map(startOf)];
    const [checkouts, previous_checkouts, currencies] = await Promise.all([
      this.checkouts(startOf(span), endOf(span), within),
      this.checkouts(startOf(previous), startOf(span), within),
      this.currencies(starts, endOf(span), within),
    ]);
    const is_running = (period: DaySpan) => startOf(period) <= now && now < endOf(period);
    return {
      ...span,
      time_zone,
      interval,
      first_sale_date,
      previous,
      periods: periods.map((period) => ({ ...period, is_running: is_running(period) })),
      checkouts,
      previous_checkouts,
      currencies,
    };
  }

  /** @param starts of the range before and of each period */
  private async currencies(starts: readonly Instant[], end: Instant, within: TenantScope): Promise<CurrencyFigures[]> {
    const [before, first] = starts as [Instant, Instant];
    const ranges = starts.flatMap((start, index) => rangesBetween(start, starts[index + 1] ?? end));
    const [tallies, standing] = await Promise.all([
      this.metrics.talliesIn([...rangesUntil(before), ...joined(ranges)], within),
      this.standing(within),
    ]);
    return currenciesOf([...tallies.map(({ currency }) => currency), ...standing.keys()]).map((currency) => {
      const own = tallies.filter((tally) => tally.currency === currency);
      const [previous, totals] = figuresOf(own, [before, first]);
      const periods = figuresOf(own, starts.slice(1));
      return { currency, now: standing.get(currency) ?? NOTHING, totals: totals!, previous: previous!, periods };
    });
  }

  private async standing(within: TenantScope): Promise<Map<string, FigureStanding>> {
    const live: Where = { in: ['status', ['active', 'past_due']] };
    const sums = new Map<string, Standing>();
    for await (const page of this.documents.pages(subscriptionProjection, { where: live }, within))
      for (const { currency, status, amount, recurring_interval } of page) {
        const sum = sums.get(currency) ?? { active: { count: 0, twelfths: 0 }, past_due: { count: 0, twelfths: 0 } };
        const one = sum[status as keyof Standing];
        one.count += 1;
        one.twelfths += recurring_interval === 'month' ? amount * 12 : amount;
        sums.set(currency, sum);
      }
    return new Map([...sums].map(([currency, sum]) => [currency, standingOf(sum)]));
  }

  private async checkouts(from: Instant, to: Instant, within: TenantScope): Promise<FigureCheckouts> {
    const opened: Where[] = [{ gte: ['created_at', from] }, { lt: ['created_at', to] }];
    const count = async (...conditions: Where[]) =>
      (await this.documents.find(checkoutProjection, { where: { and: conditions }, limit: 1, counted: true }, within))
        .total;
    const [all, succeeded] = await Promise.all([count(...opened), count({ eq: ['status', 'succeeded'] }, ...opened)]);
    return { opened: all, succeeded };
  }
}

function standingOf({ active, past_due }: Standing): FigureStanding {
  return {
    active_subscriptions: active.count,
    monthly_recurring_revenue: roundHalfAwayFromZero(active.twelfths / 12),
    past_due_subscriptions: past_due.count,
    past_due_amount: roundHalfAwayFromZero(past_due.twelfths / 12),
  };
}

function currenciesOf(found: readonly string[]): string[] {
  const others = new Set(found.filter((currency) => currency !== OWN_CURRENCY));
  return [OWN_CURRENCY, ...[...others].sort()];
}
