import { useState } from 'react';
import { moneyQuestion, parseMoney, typedMoney, understood } from '@/lib/amounts';
import { NumberInput, type NumberInputProps } from './NumberInput';

interface MoneyInputProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'understood' | 'question' | 'unit'> {
  /** Minor units (cents), or null while the text is empty or not an amount; NaN if it is optional and not an amount. */
  value: number | null;
  onChange: (value: number | null) => void;
  currency: string;
}

/** For react-hook-form's `Controller`: keeps the typed text, passes integer cents on. */
export function MoneyInput({ value, onChange, currency, ...field }: MoneyInputProps) {
  const [text, setText] = useState('');
  // The text stays as it is typed, unless the amount was changed from outside, as by a draft.
  const read = (entered: string) =>
    parseMoney(entered, currency) ?? (field.optional && entered.trim() !== '' ? NaN : null);
  const isTyped = Object.is(read(text), value);
  const isAmount = value !== null && !Number.isNaN(value);
  return (
    <NumberInput
      {...field}
      unit={currency.toUpperCase()}
      value={isTyped ? text : isAmount ? typedMoney(value, currency) : ''}
      understood={isAmount && understood(value, currency)}
      question={isTyped ? moneyQuestion(text, currency) : undefined}
      onChange={(entered) => {
        setText(entered);
        onChange(read(entered));
      }}
    />
  );
}
