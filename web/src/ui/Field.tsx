import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Icon } from './Icon';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
}

interface Ids {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label above, hint below; an error takes the hint's place. Both are linked to the control, for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional,
  className,
  children,
}: FieldProps & { className?: string; children: (ids: Ids) => ReactNode }) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={cx('grid content-start gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-faint"> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-note text-faint">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error?: ReactNode }) {
  if (!error) return null;
  return (
    <p id={id} className="text-note font-medium text-red">
      {error}
    </p>
  );
}

type Control<T extends 'input' | 'textarea' | 'select'> = FieldProps & Omit<ComponentProps<T>, 'id'>;

export function Input({ label, hint, error, optional, className, ...rest }: Control<'input'>) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(ids) => <input {...rest} {...ids} className="control" />}
    </Field>
  );
}

export function Textarea({ label, hint, error, optional, className, rows = 4, ...rest }: Control<'textarea'>) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(ids) => <textarea {...rest} {...ids} rows={rows} className="control resize-y" />}
    </Field>
  );
}

export function Select({ label, hint, error, optional, className, children, ...rest }: Control<'select'>) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(ids) => (
        <SelectBox {...rest} {...ids}>
          {children}
        </SelectBox>
      )}
    </Field>
  );
}

/** The bare select, for callers that label it themselves. */
export function SelectBox({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select {...rest} className="control appearance-none pr-8" />
      <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-soft">
        <Icon name="down" />
      </span>
    </span>
  );
}
