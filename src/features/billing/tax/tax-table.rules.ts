import { dayOf } from '../../../kernel/ports/clock.ts';
import type { Tax } from '../pricing/terms.ts';
import { EU_COUNTRIES, isTaxId, isVatNumberOf, type TaxId } from '../tax-id.ts';
import type { TaxedSale } from '../pricing/tax-calculator.ts';
import type { Day } from './tax-table.events.ts';

/** A row of the table. */
export interface TableRate {
  taxRateId: string;
  country: string;
  state: string | null;
  name: string;
  percent: string;
  appliesToBusinesses: boolean;
  startsOn: Day;
  /** The first day without it. */
  endsOn: Day | null;
}

export interface TaxTable {
  /** The country that the seller is established in. */
  origin: string | null;
  rates: readonly TableRate[];
}

/** By the rows in force on the day of the sale (docs/BILLING.md#tax). The results are those of `TaxCalculator.determine`. */
export function taxOf(table: TaxTable, sale: Omit<TaxedSale, 'organizationId'>): Tax | null | 'unknown_location' {
  if (table.rates.length === 0) return null;
  const { address, at } = sale;
  if (address === null) return 'unknown_location';
  const inCountry = table.rates.filter((rate) => rate.country === address.country && isInForce(rate, dayOf(at)));
  if (address.state === null && inCountry.some(({ state }) => state !== null)) return 'unknown_location';
  const due = inCountry.filter(({ state }) => state === null || state === address.state);
  const charged = isForeignBusiness(table, sale, address.country)
    ? due.filter(({ appliesToBusinesses }) => appliesToBusinesses)
    : due;
  const reverseCharge = charged.length === 0 && due.length > 0;
  const rates = (reverseCharge ? due : charged).map(({ name, percent, country, state }) => ({
    name,
    percent,
    country,
    state,
  }));
  return { rates, reverseCharge, calculator: 'table' };
}

/** Rates in force or to come: what one sale looks through. */
export function currentRates({ rates }: TaxTable, today: Day): TableRate[] {
  return rates.filter(({ endsOn }) => endsOn === null || endsOn > today);
}

export function isInForce({ startsOn, endsOn }: Pick<TableRate, 'startsOn' | 'endsOn'>, day: Day): boolean {
  return startsOn <= day && (endsOn === null || day < endsOn);
}

/** Whether businesses pay a new rate of a country unless the seller says so: not in the EU, where they owe it themselves. */
export function appliesToBusinessesByDefault(country: string): boolean {
  return !EU_COUNTRIES.includes(country);
}

/** Only if it is known where the seller is: who is taxed by mistake can be paid back, and who is not, cannot be asked any more. */
function isForeignBusiness(
  { origin }: TaxTable,
  { isBusiness, taxId }: Pick<TaxedSale, 'isBusiness' | 'taxId'>,
  country: string,
): boolean {
  return origin !== null && origin !== country && isBusiness && taxId !== null && isOfCountry(taxId, country);
}

/** Only of a number that is right. A VAT number of the EU begins with its country; others belong to the address that they were given with. */
function isOfCountry(taxId: TaxId, country: string): boolean {
  return EU_COUNTRIES.includes(country) ? isVatNumberOf(country, taxId) : isTaxId(taxId);
}
