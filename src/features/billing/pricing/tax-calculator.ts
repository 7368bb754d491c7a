import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Address } from '../address.ts';
import type { TaxId } from '../tax-id.ts';
import type { Tax } from './terms.ts';

/** A sale, as far as its tax depends on it. */
export interface TaxedSale {
  organizationId: string;
  /** When it is made: rates change. */
  at: Instant;
  /** Where the buyer is; null if that is not known yet. */
  address: Address | null;
  taxId: TaxId | null;
  isBusiness: boolean;
  currency: string;
  /** Net amounts in minor units, after discount. */
  lines: readonly { amount: number }[];
}

/** The port to whoever knows tax rates: the seller's own table, or a provider. It determines rates; `billOf` computes amounts. */
export interface TaxCalculator {
  /** @returns null: the seller collects no tax; `unknown_location`: it depends on a country or state that the address does not say */
  determine(sale: TaxedSale): Promise<Tax | null | 'unknown_location'>;
}
