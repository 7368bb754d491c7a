import { checkStream, encodeEvents } from '../kernel/writing/append-limits.ts';
import { AppendRefused, WrongExpectedRevision } from '../kernel/errors.ts';
import {
  BATCH_SIZE,
  MAX_APPEND_BYTES,
  MAX_APPEND_EVENTS,
  upToEnd,
  type EventStore,
  type StoredEvent,
} from '../kernel/ports/event-store.ts';
import { CopyRefused } from './errors.ts';

export interface CopyProgress {
  /** Events that were in the target already. */
  there: number;
  copied: number;
  /** The last event looked at or copied. */
  last: StoredEvent | undefined;
}

interface Run {
  stream: string;
  events: StoredEvent[];
  bytes: number;
}

/**
 * Copies a log up to where it ends now, in its order, events as they are stored: ids, revisions, types, data and metadata stay; positions are
 * the target's own. What the target has must be how the source begins, so a copy that was broken off goes on, and one of a log that grew
 * brings what is new.
 * @param atOnce appends that the target takes at a time and stores in their order
 * @throws CopyRefused the target holds something else than a beginning of the source, or the source what no log of ours holds
 */
export async function copyLog(
  from: EventStore,
  to: EventStore,
  atOnce: number,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<CopyProgress> {
  const progress: CopyProgress = { there: 0, copied: 0, last: undefined };
  const present = eventsOf(to);
  let next = await present.next();
  for await (const batch of pagesOf(from)) {
    let matched = 0;
    for (; matched < batch.length && !next.done; matched++, next = await present.next())
      refuseOther(batch[matched]!, next.value);
    progress.there += matched;
    progress.copied += await append(to, batch.slice(matched), atOnce);
    progress.last = batch.at(-1);
    onProgress(progress);
  }
  if (!next.done) throw new CopyRefused(`The target holds ${nameOf(next.value)}, and the source ends before it`);
  return progress;
}

/** A server hands over what has come, often little: appends are made of more. */
async function* pagesOf(store: EventStore): AsyncIterable<StoredEvent[]> {
  let page: StoredEvent[] = [];
  for await (const batch of upToEnd(store)) {
    page.push(...batch);
    if (page.length < BATCH_SIZE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function* eventsOf(store: EventStore): AsyncGenerator<StoredEvent, undefined> {
  for await (const batch of upToEnd(store)) yield* batch;
  return undefined;
}

async function append(to: EventStore, events: readonly StoredEvent[], atOnce: number): Promise<number> {
  const runs = runsOf(events);
  for (let first = 0; first < runs.length; first += atOnce)
    await Promise.all(runs.slice(first, first + atOnce).map((run) => appendRun(to, run)));
  return events.length;
}

async function appendRun(to: EventStore, { stream, events }: Run): Promise<void> {
  const { revision } = events[0]!;
  try {
    await to.append(stream, events, revision === 0 ? 'none' : revision - 1);
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    throw new CopyRefused(`The target has another ${nameOf(events[0]!)}: somebody else writes there`);
  }
}

/** Neighbours of one stream, as many as one append takes. Checked before any is appended, so that the order has no holes. */
function runsOf(events: readonly StoredEvent[]): Run[] {
  const runs: Run[] = [];
  for (const event of events) {
    const bytes = bytesOf(event);
    const run = runs.at(-1);
    if (run?.stream === event.stream && fits(run, bytes)) {
      run.events.push(event);
      run.bytes += bytes;
    } else runs.push({ stream: event.stream, events: [event], bytes });
  }
  return runs;
}

function fits({ events, bytes }: Run, more: number): boolean {
  return events.length < MAX_APPEND_EVENTS && bytes + more <= MAX_APPEND_BYTES;
}

function bytesOf(event: StoredEvent): number {
  try {
    checkStream(event.stream);
    if (!isEnvelope(event.metadata)) throw new AppendRefused('it has not the envelope of our events');
    const { data, metadata } = encodeEvents([event])[0]!;
    return Buffer.byteLength(data) + Buffer.byteLength(metadata);
  } catch (error) {
    if (!(error instanceof AppendRefused)) throw error;
    throw new CopyRefused(`The source holds ${nameOf(event)}, which is not Tillbook's: ${error.reason}`);
  }
}

/** Of another program's events it may be anything. */
function isEnvelope(metadata: unknown): boolean {
  return typeof (metadata as { recordedAt?: unknown } | null | undefined)?.recordedAt === 'string';
}

function refuseOther(wanted: StoredEvent, there: StoredEvent): void {
  if (contentOf(wanted) === contentOf(there)) return;
  throw new CopyRefused(
    `The target is not a beginning of the source: it holds ${nameOf(there)} where the source has ${nameOf(wanted)}`,
  );
}

function contentOf({ id, stream, revision, type, data, metadata }: StoredEvent): string {
  return JSON.stringify([id, stream, revision, type, data, metadata]);
}

function nameOf({ stream, revision, id }: StoredEvent): string {
  return `${stream}@${revision} (${id})`;
}
