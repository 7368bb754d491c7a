import { Inject, Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/reading/documents.ts';
import { localDay, startOfDay } from '../../../app/time-zones.ts';
import { CLOCK } from '../../../app/tokens.ts';
import type { Clock, Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import { SubscriptionQueries } from '../../billing/subscriptions/subscriptions.queries.ts';
import { checkoutProjection } from '../../billing/checkouts/checkout.projection.ts';
import { figuresOf, periodsIn, spanBefore, usualInterval, usualSpan, weekFrom, type DaySpan } from './figure.rules.ts';
import type { CurrencyFigures, FigureCheckouts, Figures, FigureStanding } from './figures.dto.ts';
import type { FiguresRequest } from './figures.request.ts';
import type { Tally } from '../../billing/metrics/metric.projection.ts';
import { MetricQueries } from '../../billing/metrics/metrics.queries.ts';
import { joined, rangesBetween, rangesUntil } from '../../billing/metrics/tally-ranges.rules.ts';

const NOTHING: FigureStanding = {
  active_subscriptions: 0,
  monthly_recurring_revenue: 0,
  past_due_subscriptions: 0,
  past_due_amount: 0,
  upcoming_renewals: 0,
  upcoming_renewals_amount: 0,
};

interface Standing {
  organizationId: string;
  caller: TenantScope;
  /** Of what is upcoming. */
  from: Instant;
  to: Instant;
}

/** Figures of one organization, by the days of its time zone: each is the total of the list for the same days (docs/BILLING.md#figures). */
@Injectable()
export class FigureQueries {
  constructor(
    private readonly documents: Documents,
    private readonly metrics: MetricQueries,
    private readonly subscriptions: SubscriptionQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound if it is not one of the caller's organizations */
  async get({ organizationId, ...asked }: FiguresRequest, caller: TenantScope): Promise<Figures> {
    const within = narrowedTo([organizationId], caller);
    const { time_zone, currency } = await this.documents.demand(organizationProjection, organizationId, within);
    const now = this.clock.now();
    const firstSale = await this.metrics.firstSale(within);
    const first_sale_date = firstSale === undefined ? null : localDay(firstSale, time_zone);
    const today = localDay(now, time_zone);
    const span = asked.span ?? usualSpan(today, first_sale_date);
    const upcoming = weekFrom(today);
    const interval = asked.interval ?? usualInterval(span);
    const previous = spanBefore(span);
    const startOf = ({ start_date }: DaySpan) => startOfDay(start_date, time_zone);
    const endOf = ({ end_date }: DaySpan) => startOfDay(end_date, time_zone, 1);
    const periods = periodsIn(span, interval);
    const starts = [startOf(previous), ...periods.map(startOf)];
    const [checkouts, previous_checkouts, tallies, standing] = await Promise.all([
      this.checkouts(startOf(span), endOf(span), within),
      this.checkouts(startOf(previous), startOf(span), within),
      this.tallies(starts, endOf(span), within),
      this.standing({ organizationId, caller, from: startOf(upcoming), to: endOf(upcoming) }),
    ]);
    const is_running = (period: DaySpan) => startOf(period) <= now && now < endOf(period);
    return {
      ...span,
      time_zone,
      interval,
      first_sale_date,
      upcoming,
      previous,
      periods: periods.map((period) => ({ ...period, is_running: is_running(period) })),
      checkouts,
      previous_checkouts,
      currencies: currenciesOf(tallies, standing, starts, currency),
    };
  }

  /** Of the periods that begin at these instants, and of all time before them. */
  private tallies(starts: readonly Instant[], end: Instant, within: TenantScope): Promise<Tally[]> {
    const ranges = starts.flatMap((start, index) => rangesBetween(start, starts[index + 1] ?? end));
    return this.metrics.talliesIn([...rangesUntil(starts[0]!), ...joined(ranges)], within);
  }

  /** The totals of the lists of these subscriptions, by currency. */
  private async standing(asked: Standing): Promise<Map<string, FigureStanding>> {
    const { organizationId, caller, from, to } = asked;
    const total = async (...where: Where[]) =>
      (await this.subscriptions.totals({ where, organizationIds: [organizationId] }, caller)).totals;
    const active: Where = { eq: ['active', true] };
    const ends: Where[] = [{ gte: ['current_period_end', from] }, { lt: ['current_period_end', to] }];
    const [actives, pastDue, upcoming] = await Promise.all([
      total(active),
      total({ eq: ['status', 'past_due'] }),
      total(active, { eq: ['cancel_at_period_end', false] }, ...ends),
    ]);
    const found = new Map<string, FigureStanding>();
    const add = (currency: string, known: Partial<FigureStanding>) =>
      void found.set(currency, { ...(found.get(currency) ?? NOTHING), ...known });
    for (const { currency, count, monthly_recurring_revenue } of actives)
      add(currency, { active_subscriptions: count, monthly_recurring_revenue });
    for (const { currency, count, monthly_amount } of pastDue)
      add(currency, { past_due_subscriptions: count, past_due_amount: monthly_amount });
    for (const { currency, count, amount } of upcoming)
      add(currency, { upcoming_renewals: count, upcoming_renewals_amount: amount });
    return found;
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

/** The organization's own first. @param starts of the range before and of each period */
function currenciesOf(
  tallies: readonly Tally[],
  standing: ReadonlyMap<string, FigureStanding>,
  starts: readonly Instant[],
  ownCurrency: string,
): CurrencyFigures[] {
  const found = new Set([...tallies.map(({ currency }) => currency), ...standing.keys()]);
  found.delete(ownCurrency);
  return [ownCurrency, ...[...found].sort()].map((currency) => {
    const own = tallies.filter((tally) => tally.currency === currency);
    const [previous, totals] = figuresOf(own, starts.slice(0, 2));
    const periods = figuresOf(own, starts.slice(1));
    return { currency, now: standing.get(currency) ?? NOTHING, totals: totals!, previous: previous!, periods };
  });
}
