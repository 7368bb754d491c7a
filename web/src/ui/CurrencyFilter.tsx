import { SelectFilter } from './FilterBar';

interface CurrencyFilterProps {
  /** A code such as "usd", or '' for any. */
  value: string;
  /** Of what matches. */
  currencies: readonly string[];
  onChange: (currency: string) => void;
}

/** Only where there are several currencies to choose from, or one has been chosen. */
export function CurrencyFilter({ value, currencies, onChange }: CurrencyFilterProps) {
  if (currencies.length < 2 && !value) return null;
  const known = [...new Set([...currencies, ...(value ? [value] : [])])].sort();
  const options = known.map((code) => ({ value: code, label: code.toUpperCase() }));
  return (
    <SelectFilter
      label="Currency"
      value={value}
      options={[{ value: '', label: 'Any currency' }, ...options]}
      onChange={onChange}
    />
  );
}
