import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { hasUnsaved, leaveQuestion, mayLeave, onLeaveQuestion } from '@/lib/unsaved';

// Few visits ask it.
const Confirm = lazy(() => import('./Confirm').then((module) => ({ default: module.Confirm })));

interface Way {
  current: { pathname: string };
  next: { pathname: string };
}

// Filters and tabs change the search only; the page and its forms stay.
async function isBlocked({ current, next }: Way): Promise<boolean> {
  return current.pathname !== next.pathname && !(await mayLeave());
}

const isDirty = () => hasUnsaved();

/** Asks before a page or a dialog is left with input that is not saved. */
export function LeaveQuestion() {
  useBlocker({ shouldBlockFn: isBlocked, enableBeforeUnload: isDirty });
  const question = useSyncExternalStore(onLeaveQuestion, leaveQuestion);
  const [used, setUsed] = useState(false);
  if (question && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <Confirm
        open={Boolean(question)}
        onOpenChange={(open) => !open && question?.answer(false)}
        title="Leave without saving?"
        description={
          question?.kept
            ? 'What you entered is not saved. It is kept as a draft in this tab, for when you come back here.'
            : 'What you entered is not saved and will be lost.'
        }
        action="Leave"
        busy="Leaving"
        keep="Stay here"
        onConfirm={() => Promise.resolve(question?.answer(true))}
      />
    </Suspense>
  );
}
