import { useBlocker } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { hasUnsaved, leaveQuestion, mayLeave, onLeaveQuestion } from '@/lib/unsaved';
import { Confirm } from './Confirm';

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
  return (
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
  );
}
