import { Injectable, type StreamableFile } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { csvFile, type CsvColumns } from '../../../app/http/lists/csv.ts';
import type { FilterRequest } from '../../../app/http/lists/list.ts';
import { localDay } from '../../../app/time-zones.ts';
import { decimalText } from '../../../kernel/money.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { zonesOf } from '../customers/sale-rows.service.ts';
import type { PaymentDocument } from './payment.projection.ts';
import type { Payment } from './payments.dto.ts';
import { PaymentPresenter, PaymentQueries } from './payments.queries.ts';

type Row = Payment & { zone: string };

/** Amounts are decimals in the payment's currency; `_on` is a day of the organization, `_at` an instant in UTC. */
const COLUMNS: CsvColumns<Row> = {
  created_on: ({ created_at, zone }) => localDay(created_at, zone),
  status: ({ status }) => status,
  customer_email: ({ customer_email }) => customer_email,
  customer_name: ({ customer_name }) => customer_name,
  currency: ({ currency }) => currency.toUpperCase(),
  amount: ({ amount, currency }) => decimalText({ amount, currency }),
  method: ({ method }) => method,
  card_brand: ({ method_metadata }) => method_metadata?.brand ?? null,
  card_last4: ({ method_metadata }) => method_metadata?.last4 ?? null,
  decline_reason: ({ decline_reason }) => decline_reason,
  decline_message: ({ decline_message }) => decline_message,
  created_at: ({ created_at }) => created_at,
  id: ({ id }) => id,
  order_id: ({ order_id }) => order_id,
  checkout_id: ({ checkout_id }) => checkout_id,
  customer_id: ({ customer_id }) => customer_id,
};

/** The payments of a list as a CSV file, oldest first. */
@Injectable()
export class PaymentExport {
  constructor(
    private readonly documents: Documents,
    private readonly payments: PaymentQueries,
    private readonly presenter: PaymentPresenter,
  ) {}

  /** @throws InvalidInput if there are too many */
  async file(asked: FilterRequest, scope: TenantScope): Promise<StreamableFile> {
    const pages = await this.payments.exported(asked, scope, 'created_at');
    return csvFile('payments', COLUMNS, this.rows(pages, scope));
  }

  private async *rows(pages: AsyncIterable<PaymentDocument[]>, scope: TenantScope): AsyncIterable<Row[]> {
    for await (const page of pages) {
      const [payments, zoneOf] = await Promise.all([
        this.presenter.presentAll(page),
        zonesOf(this.documents, page, scope),
      ]);
      yield payments.map((payment) => ({ ...payment, zone: zoneOf(payment) }));
    }
  }
}
