import { Injectable, type StreamableFile } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { csvFile, type CsvColumns } from '../../../app/http/lists/csv.ts';
import type { FilterRequest } from '../../../app/http/lists/list.ts';
import { localDay } from '../../../app/time-zones.ts';
import { decimalText } from '../../../kernel/money.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { zonesOf } from '../customers/sale-rows.service.ts';
import { BookedPresenter, FinanceEntryQueries, TaxLineQueries } from './finance-lists.queries.ts';
import type { FinanceEntry, FinanceOverview, FinancePeriod, FinanceTax, TaxLine } from './finance.dto.ts';
import type { Booked } from './finance.rules.ts';

type Zoned<Row> = Row & { zone: string };

interface TaxRow {
  period: FinancePeriod;
  currency: string;
  tax: FinanceTax;
}

/** Amounts are decimals in the row's currency; `_on` is a day of the organization, `_at` an instant in UTC. */
const BOOKED: CsvColumns<Zoned<FinanceEntry | TaxLine>> = {
  booked_on: ({ booked_at, zone }) => localDay(booked_at, zone),
  kind: ({ kind }) => kind,
  order: ({ number }) => number,
  customer_email: ({ customer_email }) => customer_email,
  customer_name: ({ customer_name }) => customer_name,
  country: ({ country }) => country,
  state: ({ state }) => state,
  currency: ({ currency }) => currency.toUpperCase(),
};

const IDS: CsvColumns<FinanceEntry | TaxLine> = {
  booked_at: ({ booked_at }) => booked_at,
  order_id: ({ order_id }) => order_id,
  refund_id: ({ refund_id }) => refund_id,
  customer_id: ({ customer_id }) => customer_id,
};

const ENTRIES: CsvColumns<Zoned<FinanceEntry>> = {
  document_number: ({ document_number }) => document_number,
  document_on: ({ document_day }) => document_day,
  ...BOOKED,
  net: ({ net_amount: amount, currency }) => decimalText({ amount, currency }),
  tax: ({ tax_amount: amount, currency }) => decimalText({ amount, currency }),
  total: ({ total_amount: amount, currency }) => decimalText({ amount, currency }),
  card: ({ payment_amount: amount, currency }) => decimalText({ amount, currency }),
  ...IDS,
};

const TAX_LINES: CsvColumns<Zoned<TaxLine>> = {
  ...BOOKED,
  treatment: ({ treatment }) => treatment,
  tax_name: ({ name }) => name,
  percent: ({ percent }) => percent,
  base: ({ base_amount: amount, currency }) => decimalText({ amount, currency }),
  tax: ({ tax_amount: amount, currency }) => decimalText({ amount, currency }),
  ...IDS,
};

const TAXES: CsvColumns<TaxRow> = {
  start_date: ({ period }) => period.start_date,
  end_date: ({ period }) => period.end_date,
  currency: ({ currency }) => currency.toUpperCase(),
  country: ({ tax }) => tax.country,
  state: ({ tax }) => tax.state,
  treatment: ({ tax }) => tax.treatment,
  tax_name: ({ tax }) => tax.name,
  percent: ({ tax }) => tax.percent,
  base: ({ tax, currency }) => decimalText({ amount: tax.base_amount, currency }),
  tax: ({ tax, currency }) => decimalText({ amount: tax.tax_amount, currency }),
};

/** Rows as CSV files, oldest first. */
@Injectable()
export class FinanceExport {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: BookedPresenter,
    private readonly entryQueries: FinanceEntryQueries,
    private readonly taxLineQueries: TaxLineQueries,
  ) {}

  /** @throws InvalidInput if there are too many */
  async entries(asked: FilterRequest, scope: TenantScope): Promise<StreamableFile> {
    const pages = await this.entryQueries.exported(asked, scope, 'booked_at');
    return csvFile('finance', ENTRIES, this.rows(pages, scope));
  }

  /** @throws InvalidInput if there are too many */
  async taxLines(asked: FilterRequest, scope: TenantScope): Promise<StreamableFile> {
    const pages = await this.taxLineQueries.exported(asked, scope, 'booked_at');
    return csvFile('tax-lines', TAX_LINES, this.rows(pages, scope));
  }

  /** The tax table: a row for each period, place and rate. */
  taxes({ periods, start_date, end_date }: FinanceOverview): StreamableFile {
    const rows = periods.flatMap((period) =>
      period.currencies.flatMap(({ currency, taxes }) => taxes.map((tax) => ({ period, currency, tax }))),
    );
    return csvFile(`taxes-${start_date}-${end_date}`, TAXES, onePage(rows));
  }

  private async *rows<D extends Booked>(pages: AsyncIterable<D[]>, scope: TenantScope) {
    for await (const page of pages) {
      const [rows, zoneOf] = await Promise.all([this.presenter.presentAll(page), zonesOf(this.documents, page, scope)]);
      yield rows.map((row) => ({ ...row, zone: zoneOf(row) }));
    }
  }
}

/** What is known already, as a file's only page. */
async function* onePage<Row>(rows: Row[]): AsyncIterable<Row[]> {
  yield rows;
}
