import { useEffect, useMemo, useRef } from 'react';
import { useCommands } from '@/ui/commands';

/** The command that stops acting as another user, on every page. */
export function useActingCommand(stop: () => void): void {
  const latest = useRef(stop);
  useEffect(() => {
    latest.current = stop;
  });
  const commands = useMemo(
    () => [{ id: 'stop acting', label: 'Stop acting as this user', group: 'Do', run: () => latest.current() }],
    [],
  );
  useCommands(commands);
}
