import type { Leadership } from '../../kernel/coordination/leader.ts';
import { pause } from '../../kernel/coordination/waiting.ts';
import { lowestOf, type Position } from '../../kernel/ports/event-store.ts';
import { PROCESS_GROUPS, type ProcessGroup } from '../../kernel/reacting/groups.ts';
import { processGroupOf, type AnyProcess } from '../../kernel/reacting/process.ts';
import { ProcessRunner, type ProcessPorts } from '../../kernel/reacting/process-runner.ts';
import { waitingOf, type WaitingKey } from '../../kernel/reacting/waiting-steps.ts';
import { ProcessesElsewhere } from './processes-elsewhere.ts';

const LOOK_EVERY_MS = 100;
/** A group may change hands while somebody waits for it: then its new place is looked up. */
const ASKED_AGAIN_MS = 500;

/** The process managers of all groups, whichever processes run them (docs/PROCESSES.md#process-managers). */
export class ProcessGroups {
  /** Those that have process managers. */
  readonly all: readonly ProcessGroup[];
  /** The process managers that this process runs. */
  readonly led = new Map<ProcessGroup, readonly ProcessRunner[]>();
  private readonly managers: ReadonlyMap<ProcessGroup, readonly AnyProcess[]>;
  private readonly elsewhere: ReadonlyMap<ProcessGroup, ProcessesElsewhere>;

  constructor(
    private readonly ports: ProcessPorts,
    managers: readonly AnyProcess[],
  ) {
    const grouped = PROCESS_GROUPS.map(
      (group) => [group, managers.filter((one) => processGroupOf(one) === group)] as const,
    );
    this.managers = new Map(grouped.filter(([, own]) => own.length > 0));
    this.all = [...this.managers.keys()];
    this.elsewhere = new Map(
      [...this.managers].map(([group, own]) => [group, new ProcessesElsewhere(ports.vault, own)]),
    );
  }

  /** @param shared another process may run the group once this one has stopped; stopped process managers are reported per group */
  lead(group: ProcessGroup, shared: boolean): Leadership {
    const runners = this.managers.get(group)!.map((manager) => new ProcessRunner(manager, this.ports));
    this.led.set(group, runners);
    const started = Promise.all(runners.map((runner) => runner.start()));
    return {
      started: shared ? started.then(() => this.reportStopped(runners)) : started,
      stop: async () => {
        if (shared) this.led.delete(group);
        await Promise.all(runners.map((runner) => runner.stop()));
      },
    };
  }

  /** Of its process managers, whichever process runs them. */
  namesIn(group: string): string[] {
    return (this.managers.get(group as ProcessGroup) ?? []).map(({ name }) => name);
  }

  /** The process managers that this process runs, of all groups. */
  get running(): readonly ProcessRunner[] {
    return [...this.led.values()].flat();
  }

  /** True once all have passed the position, except those that are stopped here; false when time runs out. */
  async passed(position: Position, timeoutMs: number): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    return !(await Promise.all(this.all.map((group) => this.groupPassed(group, position, until)))).includes(false);
  }

  /** Position that all process managers of each group have passed, except those that are stopped here. */
  positions(): Promise<{ group: ProcessGroup; position: Position | undefined }[]> {
    return Promise.all(
      this.all.map(async (group) => {
        const led = this.led.get(group);
        return { group, position: led ? positionOf(led) : await this.elsewhere.get(group)!.position() };
      }),
    );
  }

  /** Steps that wait in groups that this process does not lead. */
  async waitingElsewhere(): Promise<WaitingKey[]> {
    return (await Promise.all(this.namesElsewhere().map((name) => waitingOf(name, this.ports.vault)))).flat();
  }

  /**
   * Waits for the lead of the groups of some process managers.
   * @param waitMs how long to wait
   * @returns the names of those that another process still runs
   */
  async notTakenOver(names: readonly string[], waitMs: number): Promise<string[]> {
    const missing = (): string[] => this.namesElsewhere().filter((name) => names.includes(name));
    for (let waited = 0; waited < waitMs && missing().length > 0; waited += LOOK_EVERY_MS) await pause(LOOK_EVERY_MS);
    return missing();
  }

  /** One line for all, because a restored log stops most processes at once. */
  reportStopped(runners = this.running): void {
    const stopped = runners.filter((runner) => runner.stopped !== undefined);
    if (stopped.length === 0) return;
    this.ports.log.error(
      'Processes are stopped because their checkpoints are not in this log: it was restored, or is another one. ' +
        'Choose where they resume, such as after all its events: tillbook processes resume --all --from end',
      { processes: stopped.map(({ process }) => process.name) },
    );
  }

  private async groupPassed(group: ProcessGroup, position: Position, until: number): Promise<boolean> {
    for (;;) {
      const left = Math.max(0, until - performance.now());
      const waitMs = Math.min(left, ASKED_AGAIN_MS);
      const own = this.led.get(group)?.filter(({ stopped }) => stopped === undefined);
      const readers = own ?? [this.elsewhere.get(group)!];
      const passed = await Promise.all(readers.map((reader) => reader.passed(position, waitMs)));
      if (!passed.includes(false)) return true;
      if (left <= ASKED_AGAIN_MS) return false;
    }
  }

  private namesElsewhere(): string[] {
    const groups = this.all.filter((group) => !this.led.has(group));
    return groups.flatMap((group) => this.namesIn(group));
  }
}

function positionOf(runners: readonly ProcessRunner[]): Position | undefined {
  return lowestOf(runners.filter(({ stopped }) => stopped === undefined).map(({ position }) => position));
}
