import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/reading/documents.ts';
import { startOfDay } from '../../../app/time-zones.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import { FinanceEntryQueries, TaxLineQueries, type TaxSums } from './finance-lists.queries.ts';
import { financePeriodsOf, MAX_FINANCE_PERIODS, type Days } from './finance-periods.rules.ts';
import type { FinanceCurrency, FinanceOverview, FinanceQuery, FinanceSums, FinanceTax } from './finance.dto.ts';
import { taxRowOf } from './finance.rules.ts';

/** What came in, was refunded and is owed in tax: each figure is the total of a list for the same days (docs/BILLING.md#finance). */
@Injectable()
export class FinanceQueries {
  constructor(
    private readonly documents: Documents,
    private readonly entries: FinanceEntryQueries,
    private readonly taxLines: TaxLineQueries,
  ) {}

  /** @throws NotFound if it is not one of the caller's organizations · InvalidInput the range is empty or too long */
  async overview(query: FinanceQuery, caller: TenantScope): Promise<FinanceOverview> {
    const { start_date, end_date, interval = 'month' } = query;
    const organizationId = query.organization_id.toLowerCase();
    const range = { start_date, end_date };
    const days = financePeriodsOf(range, interval);
    if (days.length === 0) throw InvalidInput.at('query', 'The start date is after the end date.');
    if (days.length > MAX_FINANCE_PERIODS)
      throw InvalidInput.at('query', `The range is too long: at most ${MAX_FINANCE_PERIODS} periods.`, 'too_long');
    const within = narrowedTo([organizationId], caller);
    const { time_zone } = await this.documents.demand(organizationProjection, organizationId, within);
    const periods = [];
    for (const period of days) periods.push({ ...period, currencies: await this.booked(period, time_zone, within) });
    return { ...range, interval, time_zone, currencies: await this.booked(range, time_zone, within), periods };
  }

  private async booked({ start_date, end_date }: Days, zone: string, within: TenantScope): Promise<FinanceCurrency[]> {
    const from: Where = { gte: ['booked_at', startOfDay(start_date, zone)] };
    const to: Where = { lt: ['booked_at', startOfDay(end_date, zone, 1)] };
    const ofKind = (kind: Where) => this.entries.sumsOf({ and: [from, to, kind] }, within);
    return currenciesOf({
      sales: await ofKind({ eq: ['kind', 'sale'] }),
      refunds: await ofKind({ in: ['kind', ['refund', 'refund_reversal']] }),
      taxes: await this.taxLines.rowsOf({ and: [from, to] }, within),
    });
  }
}

/** What a range of days holds: by currency, and by row of the tax table. */
interface RangeSums {
  sales: ReadonlyMap<string, FinanceSums>;
  refunds: ReadonlyMap<string, FinanceSums>;
  taxes: ReadonlyMap<string, TaxSums>;
}

const NO_SUMS: FinanceSums = { count: 0, net_amount: 0, tax_amount: 0, total_amount: 0, payment_amount: 0 };

/** Sorted by code; currencies in which nothing was booked are left out. */
function currenciesOf({ sales, refunds, taxes }: RangeSums): FinanceCurrency[] {
  const rows = [...taxes].map(([row, sums]) => ({ ...taxRowOf(row), row, ...sums }));
  return [...new Set([...sales.keys(), ...refunds.keys()])].sort().map((currency) => ({
    currency,
    sales: sales.get(currency) ?? NO_SUMS,
    refunds: refunds.get(currency) ?? NO_SUMS,
    taxes: rows
      .filter((row) => row.currency === currency)
      .map(({ currency: _, ...tax }): FinanceTax => tax)
      .sort((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1)),
  }));
}

/** By place, a whole country before its states; what was not taxed comes last. */
function sortKeyOf({ country, state, row }: FinanceTax): string {
  return [country ?? '~', state ?? '', row].join(' ');
}
