import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useLostAt } from '@/lib/connection';
import { forms } from '@/lib/unsaved';
import { useNewRelease } from '@/lib/release';
import { Button } from './Button';

/** At the foot of every page: that the connection is lost, or that there is a new release. */
export function Notices() {
  const lostAt = useLostAt();
  return (
    <div role="status" aria-live="polite" className="fixed inset-x-0 bottom-0 z-40">
      {lostAt === undefined ? <Release /> : <Lost at={lostAt} />}
    </div>
  );
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function Lost({ at }: { at: number }) {
  return (
    <Bar>
      <p>
        <strong className="font-medium text-amber">No connection since {time.format(at)}.</strong> What you see is from
        then. Tillbook keeps trying, and goes on by itself.
      </p>
    </Bar>
  );
}

/** Asks once, and never beside a form or a dialog: reloading would interrupt them. */
function Release() {
  const isNew = useNewRelease();
  const [answered, setAnswered] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    if (isNew) setBusy(forms.size > 0 || document.querySelector('[data-modal]') !== null);
  }, [isNew, pathname]);
  if (!isNew || answered || isBusy) return null;
  return (
    <Bar>
      <p className="min-w-0 flex-1">A new version of Tillbook is ready.</p>
      <Button onClick={() => window.location.reload()}>Reload</Button>
      <Button kind="quiet" onClick={() => setAnswered(true)}>
        Later
      </Button>
    </Bar>
  );
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t border-edge bg-slip px-4 py-2 sm:px-8">
      {children}
    </div>
  );
}
