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
  /** Events that the target already had. */
  present: number;
  copied: number;
  /** The last event compared or copied. */
  last: StoredEvent | undefined;
}

interface Run {
  stream: string;
  events: StoredEvent[];
  bytes: number;
}

/**
 * Copies a log up to its current end, in order. Ids, revisions, types, data and metadata stay; positions are the target's own. The target's
 * events must be the first events of the source, so an interrupted copy continues, and a later one adds the new events.
 * @param atOnce concurrent appends that the target stores in the order of the calls
 * @throws CopyRefused the target's events are not the first of the source, or the source holds events that are not Tillbook's
 */
export async function copyLog(
  from: EventStore,
  to: EventStore,
  atOnce: number,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<CopyProgress> {
  const progress: CopyProgress = { present: 0, copied: 0, last: undefined };
  const existing = eventsOf(to);
  let next = await existing.next();
  for await (const batch of pagesOf(from)) {
    let matched = 0;
    for (; matched < batch.length && !next.done; matched++, next = await existing.next())
      refuseOther(batch[matched]!, next.value);
    progress.present += matched;
    progress.copied += await append(to, batch.slice(matched), atOnce);
    progress.last = batch.at(-1);
    onProgress(progress);
  }
  if (!next.done) throw new CopyRefused(`The target holds ${nameOf(next.value)}, but the source ends before it`);
  return progress;
}

/** Servers deliver small batches; larger pages make fewer appends. */
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
    throw new CopyRefused(`The target has another ${nameOf(events[0]!)}: another process writes there`);
  }
}

/** Consecutive events of one stream, as many as fit one append. Checked before the first append, so that a refusal leaves no gaps. */
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
    if (!isEnvelope(event.metadata)) throw new AppendRefused('its envelope is not that of our events');
    const { data, metadata } = encodeEvents([event])[0]!;
    return Buffer.byteLength(data) + Buffer.byteLength(metadata);
  } catch (error) {
    if (!(error instanceof AppendRefused)) throw error;
    throw new CopyRefused(`The source holds ${nameOf(event)}, which is not Tillbook's: ${error.reason}`);
  }
}

/** Another program's events may have any metadata. */
function isEnvelope(metadata: unknown): boolean {
  return typeof (metadata as { recordedAt?: unknown } | null | undefined)?.recordedAt === 'string';
}

function refuseOther(wanted: StoredEvent, present: StoredEvent): void {
  if (contentOf(wanted) === contentOf(present)) return;
  throw new CopyRefused(
    `The target is not a beginning of the source: it holds ${nameOf(present)} where the source has ${nameOf(wanted)}`,
  );
}

function contentOf({ id, stream, revision, type, data, metadata }: StoredEvent): string {
  return JSON.stringify([id, stream, revision, type, data, metadata]);
}

function nameOf({ stream, revision, id }: StoredEvent): string {
  return `${stream}@${revision} (${id})`;
}
