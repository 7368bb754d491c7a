import { useState } from 'react';
import { moneyQuestion, readAmount, typedMoney, understood, type TypedAmount } from '@/lib/amounts';
import { NumberInput, type NumberInputProps } from './NumberInput';

interface MoneyInputProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'understood' | 'question' | 'unit'> {
  value: TypedAmount;
  onChange: (value: TypedAmount) => void;
  currency: string;
}

/** For react-hook-form's `Controller`: passes on integer cents, or what was typed instead. */
export function MoneyInput({ value, onChange, currency, ...field }: MoneyInputProps) {
  const [text, setText] = useState('');
  // The text stays as it is typed, unless the amount was changed from outside, as by a draft.
  const shown =
    readAmount(text, currency) === value
      ? text
      : typeof value === 'number'
        ? typedMoney(value, currency)
        : (value ?? '');
  return (
    <NumberInput
      {...field}
      unit={currency.toUpperCase()}
      value={shown}
      understood={typeof value === 'number' && understood(value, currency)}
      question={moneyQuestion(shown, currency)}
      onChange={(entered) => {
        setText(entered);
        onChange(readAmount(entered, currency));
      }}
    />
  );
}
