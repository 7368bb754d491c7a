import { useEffect, useRef, useState } from 'react';

/** True once `active` has held for `after` milliseconds, so that short waits show no message. */
export function useLasting(active: boolean, after: number): boolean {
  const [lasted, setLasted] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLasted(true), after);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [active, after]);
  return active && lasted;
}

/** `settle` calls `act` with the latest value once it has not changed for `after` milliseconds; `flush` at once. */
export function useSettled<T>(
  act: (value: T) => void,
  after: number,
): { settle: (value: T) => void; flush: () => void } {
  const latest = useRef(act);
  const waiting = useRef<{ value: T; timer: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);

  function flush() {
    if (!waiting.current) return;
    const { value, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = undefined;
    latest.current(value);
  }
  function settle(value: T) {
    clearTimeout(waiting.current?.timer);
    waiting.current = { value, timer: setTimeout(flush, after) };
  }
  return { settle, flush };
}
