import { Inject, Injectable } from '@nestjs/common';
import { resource } from '../../../app/reading/documents.ts';
import { readOrganizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { CLOCK, TAX_CALCULATOR } from '../../../app/tokens.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { normalState } from '../address.ts';
import { billOf } from '../pricing/bill.ts';
import { taxIdFormat } from '../tax-id.ts';
import type { TaxCalculator, TaxedSale } from '../pricing/tax-calculator.ts';
import { taxRateProjection, type TaxRateDocument } from './tax-rate.projection.ts';
import { taxTableDecider } from './tax-table.decider.ts';
import { taxTableStream } from './tax-table.events.ts';
import { taxOf, type TaxTable } from './tax-table.rules.ts';
import type { TaxOrigin, TaxPreview, TaxPreviewQuery, TaxRate } from './tax.dto.ts';

@Injectable()
export class TaxRatePresenter {
  present({ place, name_lower, ...rate }: TaxRateDocument): TaxRate {
    return rate;
  }

  presentAll(documents: readonly TaxRateDocument[]): TaxRate[] {
    return documents.map((document) => this.present(document));
  }
}

@Injectable()
export class TaxRateQueries extends resource(taxRateProjection, TaxRatePresenter) {}

/** Tables as they are now, folded from their streams. */
@Injectable()
export class TaxTables {
  constructor(private readonly executor: Executor) {}

  async of(organizationId: string): Promise<TaxTable> {
    const { state } = await this.executor.state(taxTableDecider, taxTableStream(organizationId), {
      organizationIds: [organizationId],
    });
    return state;
  }
}

/** By the table that each seller keeps. */
@Injectable()
export class TableTaxCalculator implements TaxCalculator {
  constructor(private readonly tables: TaxTables) {}

  async determine({ organizationId, ...sale }: TaxedSale): ReturnType<TaxCalculator['determine']> {
    return taxOf(await this.tables.of(organizationId), sale);
  }
}

@Injectable()
export class TaxQueries {
  constructor(
    private readonly tables: TaxTables,
    @Inject(TAX_CALCULATOR) private readonly calculator: TaxCalculator,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async origin(organizationId: string | undefined, caller: Caller): Promise<TaxOrigin> {
    const { origin } = await this.tables.of(readable(organizationId, caller));
    return { country: origin };
  }

  /** What a buyer would pay, by the calculator that sales are taxed by. */
  async preview(query: TaxPreviewQuery, caller: Caller): Promise<TaxPreview> {
    const organizationId = readable(query.organization_id, caller);
    const { country, currency } = query;
    const [amount, number] = [Number(query.amount), query.tax_id?.trim() || null];
    const state = query.state ? normalState(query.state, country)! : null;
    const tax = await this.calculator.determine({
      organizationId,
      at: this.clock.now(),
      address: { line1: null, line2: null, postalCode: null, city: null, state, country },
      taxId: number === null ? null : [number, taxIdFormat(country) ?? 'us_ein'],
      isBusiness: number !== null,
      currency,
      lines: [{ amount }],
    });
    const known = tax === 'unknown_location' ? null : tax;
    const bill = billOf([{ amount, proration: false }], currency, { discount: null, tax: known });
    const { netAmount, taxAmount, totalAmount } = bill.totals;
    return {
      needs_state: tax === 'unknown_location',
      reverse_charge: bill.tax?.reverseCharge ?? false,
      rates: [...(bill.tax?.rates ?? [])],
      currency,
      net_amount: netAmount,
      tax_amount: taxAmount,
      total_amount: totalAmount,
    };
  }
}

/** @throws NotFound it is not one of the caller's organizations */
function readable(organizationId: string | undefined, caller: Caller): string {
  const readable = readOrganizationOf(caller, organizationId);
  if (readable === undefined) throw new NotFound();
  return readable;
}
