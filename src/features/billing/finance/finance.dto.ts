import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID, ValidateBy } from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { BILLING_REASONS, type BillingReason } from '../orders/order.events.ts';
import { isDate, MAX_DATE, MIN_DATE } from '../metrics/metric.rules.ts';
import { FINANCE_INTERVALS, type FinanceInterval } from './finance-periods.rules.ts';
import { FINANCE_KINDS, TAX_TREATMENTS, type FinanceKind, type TaxTreatment } from './finance.rules.ts';

function IsFinanceDay(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isFinanceDay',
      validator: {
        validate: (day) => typeof day === 'string' && isDate(day) && day >= MIN_DATE && day <= MAX_DATE,
        defaultMessage: () => `Input should be a day from ${MIN_DATE} to ${MAX_DATE}, such as 2026-01-31`,
      },
    },
    { context: { schema: { type: 'string', format: 'date', example: '2026-01-31' } } },
  );
}

export class FinanceQuery {
  @IsUUID()
  organization_id: string;
  /** In the organization's time zone, like `end_date`; both inclusive. */
  @IsFinanceDay()
  start_date: string;
  @IsFinanceDay()
  end_date: string;
  /** `month` by default. */
  @IsOptional()
  @IsIn(FINANCE_INTERVALS)
  interval?: FinanceInterval;
}

/** The sums of entries of one currency, in minor units. */
export class FinanceSums {
  count: number;
  net_amount: number;
  tax_amount: number;
  total_amount: number;
  /** Charged to or refunded to cards; the rest is the customers' accounts. */
  payment_amount: number;
}

/** The sums of tax lines of one place and rate, in minor units. */
export class FinanceTax {
  /** The value of the list's filter `row`. */
  row: string;
  /** Of the rate, or of the sale if no rate applied to it. */
  country: string | null;
  state: string | null;
  name: string | null;
  percent: string | null;
  @ApiProperty({ enum: TAX_TREATMENTS })
  treatment: TaxTreatment;
  count: number;
  base_amount: number;
  tax_amount: number;
}

export class FinanceCurrency {
  currency: string;
  sales: FinanceSums;
  /** Below 0; refunds that were reversed are added again. */
  refunds: FinanceSums;
  taxes: FinanceTax[];
}

export class FinancePeriod {
  start_date: string;
  end_date: string;
  currencies: FinanceCurrency[];
}

/** What came in, was refunded and is owed in tax. */
export class FinanceOverview {
  start_date: string;
  end_date: string;
  @ApiProperty({ enum: FINANCE_INTERVALS })
  interval: FinanceInterval;
  time_zone: string;
  /** Of the whole range. */
  currencies: FinanceCurrency[];
  periods: FinancePeriod[];
}

class BookedRow {
  id: string;
  organization_id: string;
  @ApiProperty({ enum: FINANCE_KINDS })
  kind: FinanceKind;
  booked_at: string;
  order_id: string;
  number: string;
  refund_id: string | null;
  customer_id: string;
  customer_email: string | null;
  customer_name: string | null;
  currency: string;
  @ApiProperty({ enum: BILLING_REASONS })
  billing_reason: BillingReason;
  /** Where it was sold; null if the buyer gave no address. */
  country: string | null;
  /** Only of countries whose states are known. */
  state: string | null;
}

/** A paid order, a refund, or a refund that was reversed. Amounts in minor units, those of refunds below 0. */
export class FinanceEntry extends BookedRow {
  net_amount: number;
  tax_amount: number;
  total_amount: number;
  payment_amount: number;
  /** Of its invoice, or of the credit note, which a reversal cancels; null until that is issued. */
  document_number: string | null;
  /** The day of issue, or of the cancelation. */
  document_day: string | null;
}

/** What one rate made of a sale or a refund. Amounts in minor units, those of refunds below 0. */
export class TaxLine extends BookedRow {
  name: string | null;
  percent: string | null;
  @ApiProperty({ enum: TAX_TREATMENTS })
  treatment: TaxTreatment;
  row: string;
  base_amount: number;
  tax_amount: number;
}

export class FinanceEntryList {
  items: FinanceEntry[];
  pagination: Pagination;
}

export class TaxLineList {
  items: TaxLine[];
  pagination: Pagination;
}

export class FinanceEntryTotal extends FinanceSums {
  currency: string;
}

/** Sums over exactly the rows of the list with the same filters, one per currency. */
export class FinanceEntryTotals {
  count: number;
  totals: FinanceEntryTotal[];
}

export class TaxLineTotal {
  currency: string;
  count: number;
  base_amount: number;
  tax_amount: number;
}

export class TaxLineTotals {
  count: number;
  totals: TaxLineTotal[];
}
