import { Injectable, type StreamableFile } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import { csvFile, type CsvColumns } from '../../../app/http/csv.ts';
import type { FilterRequest } from '../../../app/http/list.ts';
import { localDay } from '../../../app/time-zones.ts';
import { decimalText } from '../../../kernel/money.ts';
import { UTC } from '../../../kernel/ports/clock.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { ProductReader } from '../products/products.queries.ts';
import type { OrderDocument } from './order.projection.ts';
import { OrderQueries } from './orders.queries.ts';

interface Row {
  order: OrderDocument;
  customer: CustomerDocument | undefined;
  product: string | null;
  /** The organization's time zone. */
  zone: string;
}

/** Amounts are decimals in the order's currency; `_on` is a day of the organization, `_at` an instant in UTC. */
const COLUMNS: CsvColumns<Row> = {
  number: ({ order }) => order.number,
  created_on: ({ order, zone }) => localDay(order.created_at, zone),
  paid_on: ({ order, zone }) => order.paid_at && localDay(order.paid_at, zone),
  status: ({ order }) => order.status,
  billing_reason: ({ order }) => order.billing_reason,
  customer_email: ({ customer }) => customer?.email ?? null,
  customer_name: ({ customer }) => customer?.name ?? null,
  billing_name: ({ order }) => order.billing_name,
  country: ({ order }) => order.billing_address?.country ?? null,
  product: ({ product }) => product,
  currency: ({ order }) => order.currency.toUpperCase(),
  subtotal: amountOf('subtotal_amount'),
  discount: amountOf('discount_amount'),
  net: amountOf('net_amount'),
  tax: amountOf('tax_amount'),
  total: amountOf('total_amount'),
  refunded: amountOf('refunded_amount'),
  created_at: ({ order }) => order.created_at,
  paid_at: ({ order }) => order.paid_at,
  id: ({ order }) => order.id,
  customer_id: ({ order }) => order.customer_id,
  product_id: ({ order }) => order.product_id,
  subscription_id: ({ order }) => order.subscription_id,
  checkout_id: ({ order }) => order.checkout_id,
};

/** The orders of a list as a CSV file, oldest first. */
@Injectable()
export class OrderExport {
  constructor(
    private readonly documents: Documents,
    private readonly orders: OrderQueries,
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
  ) {}

  /** @throws InvalidInput if there are too many */
  async file(asked: FilterRequest, scope: TenantScope): Promise<StreamableFile> {
    const pages = await this.orders.exported(asked, scope, 'created_at');
    return csvFile('orders', COLUMNS, this.rows(pages, scope));
  }

  private async *rows(pages: AsyncIterable<OrderDocument[]>, scope: TenantScope): AsyncIterable<Row[]> {
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
      yield page.map((order) => {
        const product = products.get(order.product_id)?.name ?? null;
        const zone = organizations.get(order.organization_id)?.time_zone ?? UTC;
        return { order, customer: customers.get(order.customer_id), product, zone };
      });
    }
  }
}

type Amount = 'subtotal_amount' | 'discount_amount' | 'net_amount' | 'tax_amount' | 'total_amount' | 'refunded_amount';

function amountOf(field: Amount): (row: Row) => string {
  return ({ order }) => decimalText({ amount: order[field], currency: order.currency });
}
