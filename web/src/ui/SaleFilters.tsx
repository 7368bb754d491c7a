import type { ComponentProps } from 'react';
import { CurrencyFilter } from './CurrencyFilter';
import { PickFilter } from './PickFilter';

type Choices = Omit<ComponentProps<typeof PickFilter>, 'label' | 'any' | 'onPick'>;

interface SaleSearch {
  product: string;
  customer: string;
  currency: string;
}

interface SaleFiltersProps {
  products: Choices;
  customers: Choices;
  search: SaleSearch;
  onSearch: (change: Partial<SaleSearch>) => void;
  /** Of the rows that match. */
  currencies: readonly string[];
}

/** What was sold, to whom, and in which currency. */
export function SaleFilters({ products, customers, search, onSearch, currencies }: SaleFiltersProps) {
  return (
    <>
      <PickFilter label="Product" any="Any product" {...products} onPick={(product) => onSearch({ product })} />
      <PickFilter label="Customer" any="Any customer" {...customers} onPick={(customer) => onSearch({ customer })} />
      <CurrencyFilter value={search.currency} currencies={currencies} onChange={(currency) => onSearch({ currency })} />
    </>
  );
}
