import { Injectable, type StreamableFile } from '@nestjs/common';
import { csvFile, type CsvColumns } from '../../../app/http/lists/csv.ts';
import type { FilterRequest } from '../../../app/http/lists/list.ts';
import { localDay } from '../../../app/time-zones.ts';
import { decimalText } from '../../../kernel/money.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { SaleRows, type SaleRow } from '../customers/sale-rows.service.ts';
import type { SubscriptionDocument } from './subscription.projection.ts';
import { SubscriptionQueries } from './subscriptions.queries.ts';

type Row = SaleRow<SubscriptionDocument>;

/** The amount is a decimal in the subscription's currency; `_on` is a day of the organization, `_at` an instant in UTC. */
const COLUMNS: CsvColumns<Row> = {
  customer_email: ({ customer }) => customer?.email ?? null,
  customer_name: ({ customer }) => customer?.name ?? null,
  product: ({ product }) => product,
  status: ({ sale }) => sale.status,
  currency: ({ sale }) => sale.currency.toUpperCase(),
  amount: ({ sale }) => decimalText(sale),
  recurring_interval: ({ sale }) => sale.recurring_interval,
  started_on: dayOf('started_at'),
  current_period_ends_on: dayOf('current_period_end'),
  cancel_at_period_end: ({ sale }) => sale.cancel_at_period_end,
  ended_on: dayOf('ended_at'),
  cancellation_reason: ({ sale }) => sale.customer_cancellation_reason,
  started_at: ({ sale }) => sale.started_at,
  current_period_end: ({ sale }) => sale.current_period_end,
  canceled_at: ({ sale }) => sale.canceled_at,
  ended_at: ({ sale }) => sale.ended_at,
  id: ({ sale }) => sale.id,
  customer_id: ({ sale }) => sale.customer_id,
  product_id: ({ sale }) => sale.product_id,
};

/** The subscriptions of a list as a CSV file, oldest first. */
@Injectable()
export class SubscriptionCsv {
  constructor(
    private readonly subscriptions: SubscriptionQueries,
    private readonly rows: SaleRows,
  ) {}

  /** @throws InvalidInput if there are too many */
  async file(asked: FilterRequest, scope: TenantScope): Promise<StreamableFile> {
    const pages = await this.subscriptions.exported(asked, scope, 'started_at');
    return csvFile('subscriptions', COLUMNS, this.rows.of(pages, scope));
  }
}

function dayOf(field: 'started_at' | 'current_period_end' | 'ended_at'): (row: Row) => string | null {
  return ({ sale, zone }) => {
    const at: Instant | null = sale[field];
    return at && localDay(at, zone);
  };
}
