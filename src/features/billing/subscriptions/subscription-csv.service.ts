import { Injectable, type StreamableFile } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import { csvFile, type CsvColumns } from '../../../app/http/csv.ts';
import type { FilterRequest } from '../../../app/http/list.ts';
import { localDay } from '../../../app/time-zones.ts';
import { decimalText } from '../../../kernel/money.ts';
import { UTC, type Instant } from '../../../kernel/ports/clock.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { ProductReader } from '../products/products.queries.ts';
import type { SubscriptionDocument } from './subscription.projection.ts';
import { SubscriptionQueries } from './subscriptions.queries.ts';

interface Row {
  subscription: SubscriptionDocument;
  customer: CustomerDocument | undefined;
  product: string | null;
  /** The organization's time zone. */
  zone: string;
}

/** The amount is a decimal in the subscription's currency; `_on` is a day of the organization, `_at` an instant in UTC. */
const COLUMNS: CsvColumns<Row> = {
  customer_email: ({ customer }) => customer?.email ?? null,
  customer_name: ({ customer }) => customer?.name ?? null,
  product: ({ product }) => product,
  status: ({ subscription }) => subscription.status,
  currency: ({ subscription }) => subscription.currency.toUpperCase(),
  amount: ({ subscription }) => decimalText(subscription),
  recurring_interval: ({ subscription }) => subscription.recurring_interval,
  started_on: dayOf('started_at'),
  current_period_ends_on: dayOf('current_period_end'),
  cancel_at_period_end: ({ subscription }) => subscription.cancel_at_period_end,
  ended_on: dayOf('ended_at'),
  cancellation_reason: ({ subscription }) => subscription.customer_cancellation_reason,
  started_at: ({ subscription }) => subscription.started_at,
  current_period_end: ({ subscription }) => subscription.current_period_end,
  canceled_at: ({ subscription }) => subscription.canceled_at,
  ended_at: ({ subscription }) => subscription.ended_at,
  id: ({ subscription }) => subscription.id,
  customer_id: ({ subscription }) => subscription.customer_id,
  product_id: ({ subscription }) => subscription.product_id,
};

/** The subscriptions of a list as a CSV file, oldest first. */
@Injectable()
export class SubscriptionCsv {
  constructor(
    private readonly documents: Documents,
    private readonly subscriptions: SubscriptionQueries,
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
  ) {}

  /** @throws InvalidInput if there are too many */
  async file(asked: FilterRequest, scope: TenantScope): Promise<StreamableFile> {
    const pages = await this.subscriptions.exported(asked, scope, 'started_at');
    return csvFile('subscriptions', COLUMNS, this.rows(pages, scope));
  }

  private async *rows(pages: AsyncIterable<SubscriptionDocument[]>, scope: TenantScope): AsyncIterable<Row[]> {
    for await (const page of pages) {
      const [customers, products, organizations] = await Promise.all([
        this.customers.find(page.map(({ customer_id }) => customer_id)),
        this.products.find(page.map(({ product_id }) => product_id)),
        this.documents.getMany(
          organizationProjection,
          page.map(({ organization_id }) => organization_id),
          scope,
        ),
      ]);
      yield page.map((subscription) => {
        const product = products.get(subscription.product_id)?.name ?? null;
        const zone = organizations.get(subscription.organization_id)?.time_zone ?? UTC;
        return { subscription, customer: customers.get(subscription.customer_id), product, zone };
      });
    }
  }
}

function dayOf(field: 'started_at' | 'current_period_end' | 'ended_at'): (row: Row) => string | null {
  return ({ subscription, zone }) => {
    const at: Instant | null = subscription[field];
    return at && localDay(at, zone);
  };
}
