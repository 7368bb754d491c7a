import { useEffect, useState } from 'react';
import type { State } from './states';

type States = Readonly<Record<string, readonly State[] | undefined>>;

let loaded: States | undefined;

/** The states of a country whose states are known, once their names have loaded; undefined for all others. */
export function useStates(country: string): readonly State[] | undefined {
  const [states, setStates] = useState(loaded);
  const isNeeded = country === 'US' || country === 'CA';
  useEffect(() => {
    if (!isNeeded || loaded) return;
    let isUnmounted = false;
    void import('./states').then(
      (file) => {
        loaded = file.states;
        if (!isUnmounted) setStates(loaded);
      },
      // Without them the state is typed.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [isNeeded]);
  return (states ?? loaded)?.[country];
}
