import type { DomainEvent, Recorded } from '../../../kernel/writing/events.ts';

/** What is computed from an event of the log, once: each of the many documents that a chunk changes asks. */
export function oncePerEvent<E extends DomainEvent, T extends object>(
  compute: (event: Recorded<E>) => T,
): (event: Recorded<E>) => T {
  const known = new WeakMap<object, T>();
  return (event) => {
    const data = event.data as object;
    const computed = known.get(data) ?? compute(event);
    known.set(data, computed);
    return computed;
  };
}
