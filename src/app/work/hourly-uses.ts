import { closeHour, endOf, type CountedHour, type HourlyUse } from '../../kernel/hourly-use.ts';
import type { Clock } from '../../kernel/ports/clock.ts';
import type { JobQueue } from '../../kernel/ports/job-queue.ts';
import type { VaultCells } from '../vault-cells.ts';
import { jobOf } from './workers.ts';

const PAGE = 500;

interface UsePorts {
  cells: VaultCells;
  clock: Clock;
  jobs: JobQueue;
}

/** Counts in one entry of the Vault each: changed by compare-and-set, and recorded by the hour by a worker. */
export class HourlyUses<H extends CountedHour, U extends HourlyUse<H>> {
  /**
   * @param work the kind of the worker's wake-ups
   * @param entries the kind of the entries
   */
  constructor(
    private readonly work: string,
    private readonly entries: string,
    protected readonly ports: UsePorts,
  ) {}

  async of(ids: readonly string[]): Promise<Map<string, U>> {
    const found = await this.ports.cells.getMany<U>(ids.map((id) => this.entryOf(id)));
    return new Map(
      ids.flatMap((id) => {
        const use = found.get(this.entryOf(id));
        return use ? [[id, use] as const] : [];
      }),
    );
  }

  /** Those with hours that are not recorded yet. */
  async unrecorded(ids: AsyncIterable<string>): Promise<string[]> {
    const found: string[] = [];
    const page: string[] = [];
    const look = async (): Promise<void> => {
      const uses = await this.of(page);
      found.push(...page.splice(0).filter((id) => uses.get(id)?.open || uses.get(id)?.closed.length));
    };
    for await (const id of ids) if (page.push(id) === PAGE) await look();
    await look();
    return found;
  }

  /** Closes the hour if it is over, or `last`; answers the hours to be recorded. */
  async close(id: string, last = false): Promise<readonly H[]> {
    const now = this.ports.clock.machineNow();
    const use = await this.change(id, (stored) => stored && closeHour<H, U>(stored, now, last));
    // What is closed is being recorded; the next hour may have begun.
    if (use?.open) await this.wakeAfter(id, use.open);
    return use?.closed ?? [];
  }

  /** Removes hours that were recorded; `last`: removes the entry. */
  async recorded(id: string, hours: readonly H[], last = false): Promise<void> {
    if (last) return this.ports.cells.delete(this.entryOf(id));
    const isRecorded = ({ hour }: H) => hours.some((one) => one.hour === hour);
    await this.change(id, (stored) => stored && { ...stored, closed: stored.closed.filter((one) => !isRecorded(one)) });
  }

  /** @returns what is stored now; undefined if `next` stores nothing */
  protected change(id: string, next: (stored: U | undefined) => U | undefined): Promise<U | undefined> {
    return this.ports.cells.change(this.entryOf(id), next);
  }

  /** Has what is over recorded now, and the open hour once it is. @param isFirst whether it has just been opened */
  protected async wakeFor(id: string, { open, closed }: U, isFirst: boolean): Promise<void> {
    if (closed.length > 0) await this.ports.jobs.wake(jobOf(this.work, id));
    // Once an hour: later uses find it scheduled.
    else if (open && isFirst) await this.wakeAfter(id, open);
  }

  private wakeAfter(id: string, open: H): Promise<void> {
    return this.ports.jobs.wake(jobOf(this.work, id), endOf(open));
  }

  private entryOf(id: string): string {
    return `${this.entries}/${id}`;
  }
}
