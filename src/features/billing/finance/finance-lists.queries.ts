import { Injectable } from '@nestjs/common';
import { resource } from '../../../app/reading/documents.ts';
import type { FilterRequest } from '../../../app/http/lists/list.ts';
import type { Search } from '../../../app/reading/related-search.ts';
import { sum } from '../../../kernel/money.ts';
import type { Summed, Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { CustomerReader, searchedCustomers } from '../customers/customers.queries.ts';
import { documentNumberStart } from '../invoices/invoice.rules.ts';
import { orderNumberStart } from '../orders/order-number.rules.ts';
import { financeEntryProjection } from './finance-entry.projection.ts';
import type {
  FinanceEntry,
  FinanceEntryTotals,
  FinanceSums,
  TaxLine,
  TaxLineTotal,
  TaxLineTotals,
} from './finance.dto.ts';
import type { Booked } from './finance.rules.ts';
import { taxLineProjection } from './tax-line.projection.ts';

/** An order that is not paid is not booked. */
const BOOKED: Where = { exists: ['booked_at', true] };

function byOrder(text: string): Where[] {
  const start = orderNumberStart(text);
  return start === undefined ? [] : [{ contains: ['number', start] }];
}

function byDocument(text: string): Where[] {
  const start = documentNumberStart(text);
  return start === undefined ? byOrder(text) : [{ contains: ['document_number', start] }];
}

const related = [searchedCustomers] satisfies Search['related'];

/** Rows with the customer that they are about. */
@Injectable()
export class BookedPresenter {
  constructor(private readonly customers: CustomerReader) {}

  async presentAll<D extends Booked>(documents: readonly D[]) {
    const customers = await this.customers.find(documents.map(({ customer_id }) => customer_id));
    return documents.map((document) => {
      const customer = customers.get(document.customer_id);
      const about = { customer_email: customer?.email ?? null, customer_name: customer?.name ?? null };
      return { ...document, booked_at: document.booked_at ?? '', ...about };
    });
  }
}

@Injectable()
export class FinanceEntryQueries extends resource<typeof financeEntryProjection, FinanceEntry>(
  financeEntryProjection,
  BookedPresenter,
  { where: BOOKED, search: { own: byDocument, related } },
) {
  async totals(asked: FilterRequest, scope: TenantScope): Promise<FinanceEntryTotals> {
    const [sums] = await this.sums(asked, scope, ENTRY_SUMS, [{ and: [] }]);
    const totals = [...sums!].map(([currency, summed]) => ({ currency, ...entrySumsOf(summed) }));
    return { count: sum(totals.map(({ count }) => count)), totals };
  }

  /** By currency. @param where in addition to being booked */
  async sumsOf(where: Where, scope: TenantScope): Promise<Map<string, FinanceSums>> {
    const [sums] = await this.sums({ where: [where], organizationIds: undefined }, scope, ENTRY_SUMS, [{ and: [] }]);
    return new Map([...sums!].map(([currency, summed]) => [currency, entrySumsOf(summed)]));
  }
}

@Injectable()
export class TaxLineQueries extends resource<typeof taxLineProjection, TaxLine>(taxLineProjection, BookedPresenter, {
  where: BOOKED,
  search: { own: byOrder, related },
}) {
  async totals(asked: FilterRequest, scope: TenantScope): Promise<TaxLineTotals> {
    const [sums] = await this.sums(asked, scope, TAX_SUMS, [{ and: [] }]);
    const totals = [...sums!].map(([currency, summed]) => ({ currency, ...taxSumsOf(summed) }));
    return { count: sum(totals.map(({ count }) => count)), totals };
  }

  /** By row of the tax table. */
  async rowsOf(where: Where, scope: TenantScope): Promise<Map<string, TaxSums>> {
    const all = await this.whereOf({ where: [where], organizationIds: undefined }, scope);
    const sums = await this.documents.sumBy(taxLineProjection, all, 'row', TAX_SUMS, scope);
    return new Map([...sums].map(([row, summed]) => [row, taxSumsOf(summed)]));
  }
}

const ENTRY_SUMS = ['net_amount', 'tax_amount', 'total_amount', 'payment_amount'] as const;
const TAX_SUMS = ['base_amount', 'tax_amount'] as const;

export type TaxSums = Omit<TaxLineTotal, 'currency'>;

function entrySumsOf({ count, sums }: Summed): FinanceSums {
  return {
    count,
    net_amount: sums['net_amount']!,
    tax_amount: sums['tax_amount']!,
    total_amount: sums['total_amount']!,
    payment_amount: sums['payment_amount']!,
  };
}

function taxSumsOf({ count, sums }: Summed): TaxSums {
  return { count, base_amount: sums['base_amount']!, tax_amount: sums['tax_amount']! };
}
