import { Slots } from '../coordination/slots.ts';
import type { Instant } from '../ports/clock.ts';
import type { EventStore, Position, StoredEvent } from '../ports/event-store.ts';
import type { Vault } from '../ports/vault.ts';
import { progressEntry, type WaitingEvent } from './progress.ts';

const PAGE = 500;
const READS_AT_ONCE = 32;

/** An event whose steps wait under their key; a row of its own in the Vault. */
export interface WaitingStep extends WaitingEvent {
  key: string;
  /** In the log, for the order within the key. */
  position: Position;
}

interface Row {
  step: WaitingStep;
  version: number;
}

/**
 * The waiting steps of one process. Their rows are in the Vault before the checkpoint passes their events, and are deleted once they are done.
 * They are named by their events, so that an event waits once, whoever adds it: another process may briefly believe that it leads.
 */
export class WaitingSteps {
  /** By key, in the order of the log. */
  private readonly queues = new Map<string, Row[]>();
  /** Rows of events after the checkpoint, by event: in use when the reader has reached them again. */
  private readonly ahead = new Map<string, Row>();

  constructor(
    private readonly process: string,
    private readonly vault: Vault,
  ) {}

  /** Reads the rows. @param isAhead whether an event is after the checkpoint */
  async load(isAhead: (position: Position) => boolean): Promise<void> {
    for (const row of await rowsOf(this.process, this.vault))
      if (isAhead(row.step.position)) this.ahead.set(row.step.id, row);
      else this.enqueue(row);
  }

  get all(): WaitingKey[] {
    return [...this.queues].map(([key, rows]) => ({
      process: this.process,
      key,
      events: rows.map(({ step }) => step),
    }));
  }

  has(key: string): boolean {
    return this.queues.has(key);
  }

  first(key: string): WaitingStep | undefined {
    return this.queues.get(key)?.[0]?.step;
  }

  /** Keys whose first step is to be tried now. */
  due(now: Instant): string[] {
    return [...this.queues].filter(([, [first]]) => isDue(first!.step, now)).map(([key]) => key);
  }

  /** The first step of a key may be tried at once. */
  retryNow(key: string, now: Instant): void {
    const row = this.queues.get(key)![0]!;
    row.step = { ...row.step, nextAt: now };
  }

  /** The step of an event that waits already, although the checkpoint is before it: to be enqueued in its turn. */
  takeAhead(eventId: string): Row | undefined {
    const row = this.ahead.get(eventId);
    this.ahead.delete(eventId);
    return row;
  }

  /** Puts a step at the end of its key's queue. */
  enqueue(row: Row): void {
    const queue = this.queues.get(row.step.key);
    if (queue) queue.push(row);
    else this.queues.set(row.step.key, [row]);
  }

  /** Adds a row; as stored if the event waits already. */
  async add(step: WaitingStep): Promise<void> {
    const name = rowEntry(this.process, step.id);
    const version = await this.vault.put(name, JSON.stringify(step), { ifAbsent: true });
    if (version === undefined) await this.adopt(step.id);
    else this.enqueue({ step, version });
  }

  /** Enqueues the step of an event that another process has stored, unless it is done by now. */
  async adopt(eventId: string): Promise<void> {
    const row = await this.stored(eventId);
    if (row) this.enqueue(row);
  }

  /** Replaces the first step of its key by its next state; if another process has changed it, by what that has stored. */
  async update(step: WaitingStep): Promise<void> {
    const row = this.queues.get(step.key)![0]!;
    row.step = step;
    const name = rowEntry(this.process, step.id);
    const version = await this.vault.put(name, JSON.stringify(step), { ifVersion: row.version });
    if (version !== undefined) return void (row.version = version);
    const stored = await this.stored(step.id);
    if (stored) Object.assign(row, stored);
    else this.shift(step.key);
  }

  /** Removes the first step of a key: it is done. */
  async remove({ key, id }: WaitingStep): Promise<void> {
    await this.vault.delete(rowEntry(this.process, id));
    this.shift(key);
  }

  private shift(key: string): void {
    const queue = this.queues.get(key)!;
    queue.shift();
    if (queue.length === 0) this.queues.delete(key);
  }

  private async stored(eventId: string): Promise<Row | undefined> {
    const name = rowEntry(this.process, eventId);
    const entry = (await this.vault.getMany([name])).get(name);
    return entry && { step: JSON.parse(entry.value) as WaitingStep, version: entry.version };
  }
}

/** The waiting steps of a key, in the order of the log. */
export interface WaitingKey {
  process: string;
  key: string;
  events: readonly WaitingEvent[];
}

/** The waiting steps of a process, as the Vault has them. */
export async function waitingOf(process: string, vault: Vault): Promise<WaitingKey[]> {
  const byKey = new Map<string, WaitingEvent[]>();
  for (const { step } of await rowsOf(process, vault)) {
    const known = byKey.get(step.key);
    if (known) known.push(step);
    else byKey.set(step.key, [step]);
  }
  return [...byKey].map(([key, events]) => ({ process, key, events }));
}

/** Gives rows the positions that their events have in a copy of the log. */
export async function relocateRows(
  process: string,
  { store, vault }: { store: EventStore; vault: Vault },
): Promise<void> {
  await inParallel(await rowsOf(process, vault), async ({ step, version }) => {
    const event = await eventOf(store, step);
    if (!event || event.position === step.position) return;
    const value = JSON.stringify({ ...step, position: event.position });
    await vault.put(rowEntry(process, step.id), value, { ifVersion: version });
  });
}

/** Deletes the rows whose events are not in the log up to a place: they are handled again, or lost with their events. */
export async function deleteRowsBeyond(
  process: string,
  { store, vault }: { store: EventStore; vault: Vault },
  place: StoredEvent | undefined,
): Promise<void> {
  await inParallel(await rowsOf(process, vault), async ({ step }) => {
    if (!(await isUpTo(store, step, place))) await vault.delete(rowEntry(process, step.id));
  });
}

/** Whether the log has the event of a waiting step, and not after a place. */
export async function isUpTo(store: EventStore, step: WaitingEvent, place: StoredEvent | undefined): Promise<boolean> {
  const event = await eventOf(store, step);
  return event !== undefined && place !== undefined && event.position <= place.position;
}

/**
 * The event of a waiting step; undefined if the log does not have it.
 * @param position where it should be: in a copy of the log it is elsewhere
 */
export async function eventOf(
  store: EventStore,
  { stream, revision, id, position }: WaitingEvent & { position?: Position },
): Promise<StoredEvent | undefined> {
  const there = position === undefined ? undefined : await store.at(position);
  if (there?.id === id) return there;
  const [event] = await store.read(stream, revision);
  return event?.id === id ? event : undefined;
}

/** Under the prefix of checkpoints, so that a backup copies both at the same moment. */
function rowEntry(process: string, eventId: string): string {
  return `${progressEntry(process)}/${eventId}`;
}

/** In the order of the log. */
async function rowsOf(process: string, vault: Vault): Promise<Row[]> {
  const rows: Row[] = [];
  // '0' is the character after '/', and a space is before all characters of an id.
  const [first, end] = [`${progressEntry(process)}/`, `${progressEntry(process)}0`];
  for (let from = first; ;) {
    const names = await vault.list(from, end, PAGE);
    for (const { value, version } of (await vault.getMany(names)).values())
      rows.push({ step: JSON.parse(value) as WaitingStep, version });
    if (names.length < PAGE) return rows.sort((one, other) => compare(one.step.position, other.step.position));
    from = `${names.at(-1)!} `;
  }
}

async function inParallel<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const slots = new Slots(READS_AT_ONCE);
  await Promise.all(items.map((item) => slots.run(() => task(item))));
}

/** An event that has not been tried yet has no time. */
export function isDue({ nextAt }: WaitingEvent, now: Instant): boolean {
  return nextAt !== null && nextAt <= now;
}

function compare(one: Position, other: Position): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
