import { pause } from '../../kernel/coordination/waiting.ts';
import { lowestOf, type Position } from '../../kernel/ports/event-store.ts';
import type { AnyProcess } from '../../kernel/reacting/process.ts';
import { progressEntry, type Place } from '../../kernel/reacting/progress.ts';
import type { Vault } from '../../kernel/ports/vault.ts';

const LOOK_EVERY_MS = 50;

/** Process managers that another process runs: their checkpoints in the Vault show their positions. */
export class ProcessesElsewhere {
  constructor(
    private readonly vault: Vault,
    private readonly processes: readonly AnyProcess[],
  ) {}

  /** True once all have passed the position; false when time runs out. */
  async passed(position: Position, timeoutMs: number): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    while (((await this.position()) ?? '') < position) {
      if (performance.now() > until) return false;
      await pause(LOOK_EVERY_MS);
    }
    return true;
  }

  /** Position that all have passed. */
  async position(): Promise<Position | undefined> {
    const keys = this.processes.map(({ name }) => progressEntry(name));
    const entries = await this.vault.getMany(keys);
    const positions = keys.map((key) => {
      const entry = entries.get(key);
      return entry && (JSON.parse(entry.value) as Place).position;
    });
    return lowestOf(positions);
  }
}
