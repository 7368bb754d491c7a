import { pause } from '../coordination/waiting.ts';
import type { Instant } from '../ports/clock.ts';
import { upToEnd, type EventStore, type Position } from '../ports/event-store.ts';
import type { AnyProcess } from './process.ts';
import type { Vault, VaultEntry } from '../ports/vault.ts';

/** An event whose commands failed: retried with back-off, then parked until an operator retries it. Later events of its key wait, too. */
export interface WaitingEvent {
  id: string;
  stream: string;
  revision: number;
  attempts: number;
  /** Machine time of the next attempt; empty before the first, null once parked. */
  nextAt: Instant | null;
  error: string;
}

/** A process' checkpoint: the last handled event and its position in the log, undefined before the first. */
export interface Place {
  position: Position | undefined;
  eventId: string | undefined;
}

/** Prefix of Vault entries with checkpoints and waiting steps: a backup copies them before the log (docs/BACKUP.md#back-up). */
export const PROGRESS_PREFIX = 'process/';

export function progressEntry(process: string): string {
  return `${PROGRESS_PREFIX}${process}`;
}

const LOST = 'Its checkpoint is not in this log; choose where it resumes: tillbook processes resume';

/** Where a process continues, or why it is stopped. */
export interface Start {
  /** As the Vault has it. */
  stored: VaultEntry | undefined;
  place: Place;
  /** The log is a copy in which the event has another position. */
  moved: boolean;
  stopped: string | undefined;
}

/**
 * Where a process continues. Its checkpoint names an event by id: in a copy of the log the event has another position, and the process continues
 * after it; a log without the event was restored from an older backup, and its later commands may have been sent already, so the process stops
 * (docs/BACKUP.md#a-log-older-than-what-was-made-from-it).
 */
export async function startOf(process: AnyProcess, store: EventStore, vault: Vault): Promise<Start> {
  const entry = progressEntry(process.name);
  const stored = (await vault.getMany([entry])).get(entry);
  const known = stored ? (JSON.parse(stored.value) as Place) : { position: undefined, eventId: undefined };
  const place = await placeIn(store, known);
  if (!place) return { stored, place: known, moved: false, stopped: LOST };
  return { stored, place, moved: place.position !== known.position, stopped: undefined };
}

/** The checkpoint's event in this log; undefined if the log does not have it. */
export async function placeIn(store: EventStore, { position, eventId }: Place): Promise<Place | undefined> {
  if (position === undefined) return { position, eventId };
  const present = await store.at(position);
  if (present && (eventId === undefined || present.id === eventId)) return { position, eventId: present.id };
  const found = eventId === undefined ? undefined : await find(store, eventId);
  return found === undefined ? undefined : { position: found, eventId };
}

interface Search {
  wanted: Set<string>;
  found: Promise<Map<string, Position>>;
}

/** Searches that have not started yet. */
const searches = new WeakMap<EventStore, Search>();
const GATHER_MS = 20;

/** Reads the log. All processes search when they start, and share one pass. */
async function find(store: EventStore, eventId: string): Promise<Position | undefined> {
  let search = searches.get(store);
  if (!search) {
    const wanted = new Set<string>();
    const begin = async (): Promise<Map<string, Position>> => {
      await pause(GATHER_MS);
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
