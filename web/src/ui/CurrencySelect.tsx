import type { ComponentProps } from 'react';
import { currencies } from '@/lib/charges';
import { currencyLabel } from '@/lib/currencies';
import { Select } from './Field';

/** Every currency that can be charged: typing its code finds it. */
export function CurrencySelect(props: Omit<ComponentProps<typeof Select>, 'children'>) {
  return (
    <Select {...props}>
      {currencies.map((code) => (
        <option key={code} value={code}>
          {currencyLabel(code)}
        </option>
      ))}
    </Select>
  );
}
