import { useId, type ComponentProps, type ReactNode, type Ref } from 'react';
import { FieldError } from './Field';

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'id'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
}

export function Checkbox({ label, hint, error, ...rest }: ChoiceProps) {
  return <Choice type="checkbox" {...{ label, hint, error }} {...rest} />;
}

function Choice({ type, label, hint, error, ...rest }: ChoiceProps & { type: 'checkbox' | 'radio' }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="grid grid-cols-[16px_1fr] gap-x-2 gap-y-0.5">
      <input
        {...rest}
        id={id}
        type={type}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className="mt-0.5 size-4 accent-green"
      />
      <label htmlFor={id} className="tap">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="col-start-2 text-note text-faint">
          {hint}
        </p>
      )}
      <div className="col-start-2">
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </div>
  );
}

interface CheckboxListProps {
  legend: string;
  options: readonly { value: string; label: ReactNode; hint?: ReactNode }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string;
}

/** A controlled group of checkboxes, one below the other. */
export function CheckboxList({ legend, options, value, onChange, error }: CheckboxListProps) {
  const id = useId();
  const chosen = (box: string, on: boolean) =>
    options.map((option) => option.value).filter((one) => (one === box ? on : value.includes(one)));
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
      className="grid gap-2"
    >
      <legend className="mb-2 font-medium">{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          hint={option.hint}
          checked={value.includes(option.value)}
          onChange={(event) => onChange(chosen(option.value, event.target.checked))}
        />
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

interface RadioGroupProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'value' | 'ref'> {
  legend: string;
  error?: string;
  options: { value: string; label: ReactNode; hint?: ReactNode }[];
  ref?: Ref<HTMLInputElement>;
}

/** For react-hook-form's `register`; for a controlled group, pass `checkedValue`. */
export function RadioGroup({
  legend,
  error,
  options,
  checkedValue,
  ...rest
}: RadioGroupProps & { checkedValue?: string }) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
      className="grid gap-2"
    >
      <legend className="mb-2 font-medium">{legend}</legend>
      {options.map((option) => (
        <Choice
          key={option.value}
          type="radio"
          {...rest}
          value={option.value}
          label={option.label}
          hint={option.hint}
          {...(checkedValue === undefined ? {} : { checked: checkedValue === option.value })}
        />
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
