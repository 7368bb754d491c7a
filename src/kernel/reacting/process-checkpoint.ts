import type { EventStore, Position, StoredEvent } from '../ports/event-store.ts';
import { readVault, type Vault, type VaultEntry } from '../ports/vault.ts';
import type { AnyProcess } from './process.ts';
import { progressEntry, startOf, type Place, type Start } from './progress.ts';
import { deleteRowsBeyond, relocateRows } from './waiting-steps.ts';

interface Ports {
  store: EventStore;
  vault: Vault;
}

/** The checkpoint of one process, in the Vault. A frozen former leader does not move it back: it changes only by compare-and-set. */
export class ProcessCheckpoint {
  /** As last read or written. */
  private stored: VaultEntry | undefined;

  constructor(
    private readonly process: AnyProcess,
    private readonly ports: Ports,
  ) {}

  /** Where the process continues. In a copy of the log, its place and those of its waiting steps are brought up to date first. */
  async start(): Promise<Start> {
    const { store, vault } = this.ports;
    const start = await startOf(this.process, store, vault);
    this.stored = start.stored;
    if (!start.moved) return start;
    await relocateRows(this.process.name, this.ports);
    return (await this.put(start.place)) ? start : this.start();
  }

  /** Does nothing if another process is further ahead. */
  async save(place: Place & { position: Position }): Promise<void> {
    while (!this.isFurther(place.position) && !(await this.put(place))) await this.read();
  }

  /** Whether a process has saved it at or after a position by now. */
  async hasPassed(position: Position): Promise<boolean> {
    const stored = await readVault(this.ports.vault, this.entry);
    return stored !== undefined && (positionIn(stored) ?? '') >= position;
  }

  /** Whether anybody has changed it since it was last read or written here. */
  async hasChanged(): Promise<boolean> {
    return (await readVault(this.ports.vault, this.entry)) !== this.stored?.value;
  }

  private get entry(): string {
    return progressEntry(this.process.name);
  }

  private isFurther(position: Position): boolean {
    return this.stored !== undefined && (positionIn(this.stored.value) ?? '') > position;
  }

  private async read(): Promise<void> {
    this.stored = (await this.ports.vault.getMany([this.entry])).get(this.entry);
  }

  private async put({ position, eventId }: Place): Promise<boolean> {
    const value = JSON.stringify({ position, eventId } satisfies Place);
    const condition = this.stored ? { ifVersion: this.stored.version } : { ifAbsent: true };
    const version = await this.ports.vault.put(this.entry, value, condition);
    if (version !== undefined) this.stored = { value, version };
    return version !== undefined;
  }
}

function positionIn(checkpoint: string): Position | undefined {
  return (JSON.parse(checkpoint) as Place).position;
}

/**
 * Moves the checkpoint of a stopped process after an event, or before the first. Waiting steps of earlier events in this log stay; the others
 * are handled again, or are lost with their events. The process that runs it notices the new checkpoint.
 */
export async function resumeBehind(process: AnyProcess, ports: Ports, event: StoredEvent | undefined): Promise<void> {
  await deleteRowsBeyond(process.name, ports, event);
  const resumed: Place = { position: event?.position, eventId: event?.id };
  await ports.vault.put(progressEntry(process.name), JSON.stringify(resumed));
}
