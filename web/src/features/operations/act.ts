import { useCallback } from 'react';
import { useOperatorAction, type OperatorAction } from '@/api/operator';
import type { OperatorRun } from '@/api/types';
import { announce } from '@/ui/Announcer';

/** Runs an action, and announces what it reports. */
export function useAct() {
  const { mutateAsync, isPending } = useOperatorAction();
  const act = useCallback(
    async (asked: OperatorAction): Promise<void> => {
      try {
        report(await mutateAsync(asked));
      } catch (error) {
        announce(error instanceof Error ? error.message : 'That did not work. Try again.', true);
      }
    },
    [mutateAsync],
  );
  return { act, isPending };
}

/** Runs an action for a dialog, which shows why it failed. */
export function useActInDialog() {
  const { mutateAsync } = useOperatorAction();
  return async (asked: OperatorAction): Promise<void> => report(await mutateAsync(asked));
}

function report({ action, state, lines }: OperatorRun): void {
  const last = lines.at(-1);
  if (state === 'running') announce(`“${action}” goes on: see the actions at the end of the page`);
  else announce(last ?? `“${action}” is done`, last?.includes('failed again') ?? false);
}
