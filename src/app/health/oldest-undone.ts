import { Inject, Injectable } from '@nestjs/common';
import { secondsBetween, type Clock, type Instant } from '../../kernel/ports/clock.ts';
import { CLOCK } from '../tokens.ts';
import { atMostEvery } from './metric.ts';

const EVERY_MS = 2_000;

/** Since when the oldest undone thing of a kind could have been done; undefined if there is none. */
type FindOldest = () => Promise<Instant | undefined>;

export interface Undone {
  kind: string;
  seconds: number;
  /** Why its last attempt failed; null if none did, or nobody knows. */
  reason: string | null;
}

/** How long the oldest undone thing of each kind has been waiting. Whoever does such things registers them. */
@Injectable()
export class OldestUndone {
  private readonly kinds = new Map<string, () => Promise<Omit<Undone, 'kind'>>>();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** @param now in the clock by which such things are due; machine time by default */
  register(
    kind: string,
    find: FindOldest,
    now: (clock: Clock) => Instant = (clock) => clock.machineNow(),
    why: () => Promise<string | null> | undefined = () => undefined,
  ): void {
    const oldest = atMostEvery(EVERY_MS, find);
    const reason = atMostEvery(EVERY_MS, async () => (await why()) ?? null);
    this.kinds.set(kind, async () => {
      const since = await oldest();
      if (since === undefined) return { seconds: 0, reason: null };
      return { seconds: Math.max(0, secondsBetween(since, now(this.clock))), reason: await reason() };
    });
  }

  /** In seconds; 0 if nothing of a kind is undone. Kinds that cannot be looked up now, such as without a server, are omitted. */
  async ages(): Promise<Undone[]> {
    const found = await Promise.allSettled([...this.kinds.values()].map((age) => age()));
    return [...this.kinds.keys()].flatMap((kind, at) => {
      const end = found[at]!;
      return end.status === 'fulfilled' ? [{ kind, ...end.value }] : [];
    });
  }
}
