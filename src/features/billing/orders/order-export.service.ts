import { Injectable, type StreamableFile } from '@nestjs/common';
import { csvFile, type CsvColumns } from '../../../app/http/lists/csv.ts';
import type { FilterRequest } from '../../../app/http/lists/list.ts';
import { localDay } from '../../../app/time-zones.ts';
import { decimalText } from '../../../kernel/money.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { SaleRows, type SaleRow } from '../customers/sale-rows.service.ts';
import type { OrderDocument } from './order.projection.ts';
import { OrderQueries } from './orders.queries.ts';

type Row = SaleRow<OrderDocument>;

/** Amounts are decimals in the order's currency; `_on` is a day of the organization, `_at` an instant in UTC. */
const COLUMNS: CsvColumns<Row> = {
  number: ({ sale }) => sale.number,
  invoice_number: ({ sale }) => sale.invoice_number,
  created_on: ({ sale, zone }) => localDay(sale.created_at, zone),
  paid_on: ({ sale, zone }) => sale.paid_at && localDay(sale.paid_at, zone),
  status: ({ sale }) => sale.status,
  billing_reason: ({ sale }) => sale.billing_reason,
  customer_email: ({ customer }) => customer?.email ?? null,
  customer_name: ({ customer }) => customer?.name ?? null,
  billing_name: ({ sale }) => sale.billing_name,
  country: ({ sale }) => sale.billing_address?.country ?? null,
  product: ({ product }) => product,
  currency: ({ sale }) => sale.currency.toUpperCase(),
  subtotal: amountOf('subtotal_amount'),
  discount: amountOf('discount_amount'),
  net: amountOf('net_amount'),
  tax: amountOf('tax_amount'),
  total: amountOf('total_amount'),
  refunded_net: amountOf('refunded_amount'),
  refunded_tax: amountOf('refunded_tax_amount'),
  created_at: ({ sale }) => sale.created_at,
  paid_at: ({ sale }) => sale.paid_at,
  id: ({ sale }) => sale.id,
  customer_id: ({ sale }) => sale.customer_id,
  product_id: ({ sale }) => sale.product_id,
  subscription_id: ({ sale }) => sale.subscription_id,
  checkout_id: ({ sale }) => sale.checkout_id,
};

/** The orders of a list as a CSV file, oldest first. */
@Injectable()
export class OrderExport {
  constructor(
    private readonly orders: OrderQueries,
    private readonly rows: SaleRows,
  ) {}

  /** @throws InvalidInput if there are too many */
  async file(asked: FilterRequest, scope: TenantScope): Promise<StreamableFile> {
    const pages = await this.orders.exported(asked, scope, 'created_at');
    return csvFile('orders', COLUMNS, this.rows.of(pages, scope));
  }
}

type Amount = `${'subtotal' | 'discount' | 'net' | 'tax' | 'total' | 'refunded' | 'refunded_tax'}_amount`;

function amountOf(field: Amount): (row: Row) => string {
  return ({ sale }) => decimalText({ amount: sale[field], currency: sale.currency });
}
