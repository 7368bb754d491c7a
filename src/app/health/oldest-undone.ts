import { Inject, Injectable } from '@nestjs/common';
import { secondsBetween, type Clock, type Instant } from '../../kernel/ports/clock.ts';
import { CLOCK } from '../tokens.ts';
import { atMostEvery } from './metric.ts';

const EVERY_MS = 2_000;

/** Since when the oldest undone thing of a kind could have been done; undefined if there is none. */
type FindOldest = () => Promise<Instant | undefined>;

/** How long the oldest undone thing of each kind has been waiting. Whoever does such things registers them. */
@Injectable()
export class OldestUndone {
  private readonly kinds = new Map<string, () => Promise<number>>();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** @param now in the clock by which such things are due; machine time by default */
  register(kind: string, find: FindOldest, now: (clock: Clock) => Instant = (clock) => clock.machineNow()): void {
    const oldest = atMostEvery(EVERY_MS, find);
    this.kinds.set(kind, async () => {
      const since = await oldest();
      return since === undefined ? 0 : Math.max(0, secondsBetween(since, now(this.clock)));
    });
  }

  /** In seconds; 0 if nothing of a kind is undone. Kinds that cannot be looked up now, such as without a server, are omitted. */
  async ages(): Promise<{ kind: string; seconds: number }[]> {
    const found = await Promise.allSettled([...this.kinds.values()].map((age) => age()));
    return [...this.kinds.keys()].flatMap((kind, at) => {
      const end = found[at]!;
      return end.status === 'fulfilled' ? [{ kind, seconds: end.value }] : [];
    });
  }
}
