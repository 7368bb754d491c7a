import type { Tax } from '../pricing/terms.ts';
import type { TaxedSale } from './tax-table.rules.ts';

/** The port to whoever knows tax rates: the seller's own table, or a provider. It determines rates; `billOf` computes amounts. */
export interface TaxCalculator {
  /** @returns null: the seller collects no tax; `unknown_location`: it depends on a country or state that the address does not say */
  determine(sale: TaxedSale): Promise<Tax | null | 'unknown_location'>;
}
