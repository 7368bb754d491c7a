import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCommands } from '@/ui/commands';
import { accountAreas } from './areas';

/** The commands that lead to the user's account, on every page behind the sign-in. */
export function AccountCommands() {
  const router = useRouter();
  const commands = useMemo(
    () =>
      accountAreas.flatMap(({ command, link }) =>
        command === undefined
          ? []
          : {
              id: `account ${command}`,
              label: command,
              group: 'Your account',
              run: () => void router.navigate(link),
            },
      ),
    [router],
  );
  useCommands(commands);
  return null;
}
