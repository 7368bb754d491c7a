import { useState, type Ref } from 'react';
import { figure, parseMoney } from '@/lib/format';
import { Field, type FieldProps } from './Field';

interface MoneyInputProps extends FieldProps {
  /** Minor units (cents), or null while the text is empty or not an amount; NaN if it is optional and not an amount. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  currency: string;
  name?: string;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** For react-hook-form's `Controller`: keeps the typed text, passes integer cents on. */
export function MoneyInput({ value, onChange, onBlur, currency, name, disabled, ref, ...field }: MoneyInputProps) {
  const [text, setTyped] = useState('');
  // The text stays as it is typed, unless the amount was changed from outside, as by a draft.
  const read = (entered: string) =>
    parseMoney(entered, currency) ?? (field.optional && entered.trim() !== '' ? NaN : null);
  const typed = Object.is(read(text), value)
    ? text
    : value === null || Number.isNaN(value)
      ? ''
      : figure(value, currency);
  return (
    <Field {...field}>
      {(ids) => (
        <span className="relative block">
          <input
            {...ids}
            ref={ref}
            name={name}
            disabled={disabled}
            inputMode="decimal"
            autoComplete="off"
            className="control pr-14 text-right"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange(read(event.target.value));
            }}
            onBlur={() => {
              const amount = parseMoney(typed, currency);
              if (amount !== null) setTyped(figure(amount, currency));
              onBlur?.();
            }}
          />
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-faint">
            {currency.toUpperCase()}
          </span>
        </span>
      )}
    </Field>
  );
}
