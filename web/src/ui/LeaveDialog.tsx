import type { LeaveQuestion } from '@/lib/unsaved';
import { Confirm } from './Confirm';

export function LeaveDialog({ question: { kept, answer } }: { question: LeaveQuestion }) {
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && answer(false)}
      title="Leave without saving?"
      description={
        kept
          ? 'What you entered is not saved. It is kept as a draft in this tab, for when you come back here.'
          : 'What you entered is not saved and will be lost.'
      }
      action="Leave"
      busy="Leaving"
      keep="Stay here"
      onConfirm={() => Promise.resolve(answer(true))}
    />
  );
}
