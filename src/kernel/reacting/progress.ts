import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '../ports/clock.ts';
import { upToEnd, type EventStore, type Position, type StoredEvent } from '../ports/event-store.ts';
import type { AnyProcess } from './process.ts';
import type { Vault, VaultEntry } from '../ports/vault.ts';

/** An event whose commands failed: retried with back-off, then parked until an operator says so. Later events of its key wait behind it. */
export interface WaitingEvent {
  id: string;
  stream: string;
  revision: number;
  attempts: number;
  /** Machine time of the next attempt; null once parked. */
  nextAt: Instant | null;
  error: string;
}

/** The last event that was handled, by its id, and where it lies in the log: undefined before the first. */
export interface Place {
  position: Position | undefined;
  eventId: string | undefined;
}

/** A process' checkpoint, and what waits. */
export interface Progress extends Place {
  waiting: Record<string, WaitingEvent[]>;
}

/** Vault entries that say how far a reader has come begin so: a backup takes them before the log (docs/BACKUP.md#back-up). */
export const PROGRESS_PREFIX = 'process/';

export function progressEntry(process: string): string {
  return `${PROGRESS_PREFIX}${process}`;
}

export const LOST = 'Its checkpoint is not in this log; say where it goes on: tillbook processes resume';

/** What a process starts with: where it goes on, or why it does not. */
export interface Start {
  /** As the Vault has it. */
  stored: VaultEntry | undefined;
  progress: Progress;
  /** The log holds the event elsewhere, because it was copied. */
  moved: boolean;
  stopped: string | undefined;
}

/**
 * Where a process goes on. Its checkpoint names an event by its id: in a copy of the log that event lies elsewhere, and the process goes on
 * behind it; a log that has lost it was put back from before, and what follows may have been sent already, so it stops
 * (docs/BACKUP.md#a-log-older-than-what-was-made-from-it).
 */
export async function startOf(process: AnyProcess, store: EventStore, vault: Vault): Promise<Start> {
  const entry = progressEntry(process.name);
  const stored = (await vault.getMany([entry])).get(entry);
  const progress = stored ? (JSON.parse(stored.value) as Progress) : await firstProgress(process, store);
  const place = await placeIn(store, progress);
  if (!place) return { stored, progress, moved: false, stopped: LOST };
  const moved = place.position !== progress.position;
  return { stored, progress: { ...progress, ...place }, moved, stopped: undefined };
}

/**
 * Puts the checkpoint of a process that is stopped behind an event, or before the first. Steps that wait stay where their events lie in this
 * log before that; the others come again by themselves, or are gone with their events. Whoever runs the process goes on by himself.
 */
export async function resumeBehind(
  process: AnyProcess,
  { store, vault }: { store: EventStore; vault: Vault },
  event: StoredEvent | undefined,
): Promise<void> {
  const { progress } = await startOf(process, store, vault);
  const waiting: Progress['waiting'] = {};
  for (const [key, events] of Object.entries(progress.waiting)) {
    const kept: WaitingEvent[] = [];
    for (const each of events) if (await isBehind(store, each, event)) kept.push(each);
    if (kept.length > 0) waiting[key] = kept;
  }
  const resumed: Progress = { position: event?.position, eventId: event?.id, waiting };
  await vault.put(progressEntry(process.name), JSON.stringify(resumed));
}

/** Where the event of a checkpoint lies in this log; undefined where it does not. */
export async function placeIn(store: EventStore, { position, eventId }: Place): Promise<Place | undefined> {
  if (position === undefined) return { position, eventId };
  const there = await store.at(position);
  if (there && (eventId === undefined || there.id === eventId)) return { position, eventId: there.id };
  const found = eventId === undefined ? undefined : await find(store, eventId);
  return found === undefined ? undefined : { position: found, eventId };
}

async function firstProgress({ from }: AnyProcess, store: EventStore): Promise<Progress> {
  const end = from === 'end' ? await store.end() : undefined;
  return { position: end, eventId: undefined, waiting: {} };
}

async function isBehind(store: EventStore, waiting: WaitingEvent, event: StoredEvent | undefined): Promise<boolean> {
  const [there] = await store.read(waiting.stream, waiting.revision);
  return there !== undefined && there.id === waiting.id && event !== undefined && there.position <= event.position;
}

interface Search {
  wanted: Set<string>;
  found: Promise<Map<string, Position>>;
}

/** Searches that have not begun yet. */
const searches = new WeakMap<EventStore, Search>();
const GATHER_MS = 20;

/** Walks the log. All processes look for theirs when they start, and share one walk. */
async function find(store: EventStore, eventId: string): Promise<Position | undefined> {
  let search = searches.get(store);
  if (!search) {
    const wanted = new Set<string>();
    const begin = async (): Promise<Map<string, Position>> => {
      await sleep(GATHER_MS);
      searches.delete(store);
      return positionsOf(store, wanted);
    };
    search = { wanted, found: begin() };
    searches.set(store, search);
  }
  search.wanted.add(eventId);
  return (await search.found).get(eventId);
}

async function positionsOf(store: EventStore, wanted: ReadonlySet<string>): Promise<Map<string, Position>> {
  const found = new Map<string, Position>();
  for await (const batch of upToEnd(store)) {
    for (const { id, position } of batch) if (wanted.has(id)) found.set(id, position);
    if (found.size === wanted.size) break;
  }
  return found;
}
