import type { LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Button, ButtonLink } from './Button';

/** One column, at most 36 rem; the browser's own bubbles are off because errors show at their fields. */
export function Form({ children, ...rest }: ComponentProps<'form'>) {
  return (
    <form noValidate {...rest} className="grid max-w-form gap-6">
      {children}
    </form>
  );
}

export function FormSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <div className="grid gap-0.5">
        <h2 className="text-lead font-semibold">{title}</h2>
        {hint && <p className="text-soft">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

/** The error of the whole form, announced when it appears. */
export function FormError({ message }: { message?: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && <p className="border-l-2 border-red bg-red-wash px-3 py-2">{message}</p>}
    </div>
  );
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2 border-t border-line pt-4">{children}</div>;
}

export interface FormFrameProps {
  /** The error of the whole form. */
  error: string | undefined;
  /** The verb on the button: "Create user". */
  action: string;
  /** The pending action: "Creating". */
  busy: string | false;
  /** Where Cancel leads: a page, or out of the dialog. */
  cancel: LinkProps | (() => void);
  onSubmit: ComponentProps<'form'>['onSubmit'];
  /** The fields. */
  children: ReactNode;
}

/** A form with its error, its fields, and buttons to submit and to cancel. */
export function FormFrame({ error, action, busy, cancel, onSubmit, children }: FormFrameProps) {
  return (
    <Form onSubmit={onSubmit}>
      <FormError message={error} />
      {children}
      <FormActions>
        <Button type="submit" kind="primary" busy={busy}>
          {action}
        </Button>
        {typeof cancel === 'function' ? (
          <Button kind="quiet" onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <ButtonLink {...cancel} kind="quiet">
            Cancel
          </ButtonLink>
        )}
      </FormActions>
    </Form>
  );
}
