import { type ReactNode, type Ref } from 'react';
import { Field, type FieldProps } from './Field';

export interface NumberInputProps extends FieldProps {
  /** As typed. */
  value: string;
  onChange: (typed: string) => void;
  onBlur?: () => void;
  /** What it is read as, shown below. */
  understood?: ReactNode;
  /** Which of two numbers is meant, in place of any other error. */
  question?: string;
  /** After the number: its unit. */
  unit: string;
  className?: string;
  name?: string;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A decimal number as people write it, with what was understood; the text stays as it is typed. */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, onBlur, understood, question, unit, name, disabled, ref, hint, error, ...field } = props;
  const note = (understood || hint) && (
    <>
      {understood && (
        <span aria-live="polite" className="block text-soft">
          {understood}
        </span>
      )}
      {hint}
    </>
  );
  return (
    <Field {...field} hint={note} error={question ?? error}>
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
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onBlur={onBlur}
          />
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-faint">{unit}</span>
        </span>
      )}
    </Field>
  );
}
