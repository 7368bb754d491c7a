import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { hasUnsaved, leaveQuestion, mayLeave, onLeaveQuestion } from '@/lib/unsaved';

// Loaded with the first question: most pages never ask it.
const LeaveDialog = lazy(() => import('./LeaveDialog').then((file) => ({ default: file.LeaveDialog })));

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
  return <Suspense>{question && <LeaveDialog question={question} />}</Suspense>;
}
