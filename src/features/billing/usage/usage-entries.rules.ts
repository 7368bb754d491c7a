import type { Instant } from '../../../kernel/ports/clock.ts';
import type { UsageEntry, UsageIngested } from './usage.events.ts';

type Chunk = UsageIngested['data'];

/** What is computed from a chunk, once: each of the many documents that it changes asks. */
export function oncePerChunk<T extends object>(compute: (chunk: Chunk) => T): (chunk: Chunk) => T {
  const known = new WeakMap<Chunk, T>();
  return (chunk) => {
    const computed = known.get(chunk) ?? compute(chunk);
    known.set(chunk, computed);
    return computed;
  };
}

/** When the first and the last of some events happened. @param events at least one */
export function timesOf(events: readonly UsageEntry[]): { first: Instant; last: Instant } {
  const times = events.map(({ at }) => at).sort();
  return { first: times[0]!, last: times.at(-1)! };
}
