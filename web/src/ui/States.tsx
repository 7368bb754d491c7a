import type { ReactNode } from 'react';
import { Button } from './Button';

/** What the page is for, and the first step. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid max-w-form justify-items-start gap-3 border-t border-ink py-8">
      <p className="text-lead font-semibold">{title}</p>
      <div className="text-soft">{children}</div>
      {action}
    </div>
  );
}

/** What happened and what to do; retrying loses no input. */
export function ErrorState({
  error,
  onRetry,
  title = 'This could not be shown',
  action,
}: {
  error: unknown;
  onRetry?: () => void;
  /** '' if the page's heading says it. */
  title?: string;
  /** Shown instead of "Try again", where that cannot help. */
  action?: ReactNode;
}) {
  return (
    <div role="alert" className="grid max-w-form justify-items-start gap-3 border-t-2 border-red py-6">
      {title && <p className="text-lead font-semibold">{title}</p>}
      <p className="text-soft">
        {error instanceof Error ? error.message : 'Tillbook did not answer. Try again in a moment.'}
      </p>
      {action ?? (onRetry && <Button onClick={onRetry}>Try again</Button>)}
    </div>
  );
}
