import type { ComponentProps, ReactNode } from 'react';

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

/** What went wrong with the whole form, announced when it appears. */
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
