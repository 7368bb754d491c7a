import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from './query-client';

/** How often what is used is asked for while the page is visible. */
export const USED_MS = 2_000;
/** How often what meters measure of all customers is asked for: it is added up, which costs more than a document. */
export const MEASURED_MS = 5_000;

/** Loads a bill again once the lines that it is computed from have changed, which cost less to ask for. */
export function useBillOf(lines: object, billKey: QueryKey): void {
  // The cache keeps the object while what is in it stays the same.
  const known = useRef(lines);
  useEffect(() => {
    if (known.current === lines) return;
    known.current = lines;
    void queryClient.invalidateQueries({ queryKey: billKey });
  }, [lines]);
}
