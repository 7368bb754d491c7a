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

/** Calls `act` with the latest value once it has not changed for `after` milliseconds. */
export function useSettled<T>(act: (value: T) => void, after: number): (value: T) => void {
  const latest = useRef(act);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return (value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(value), after);
  };
}
