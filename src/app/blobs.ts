import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { BlobPart, BlobStore, ByteRange } from '../kernel/ports/blob-store.ts';
import { addSeconds, type Clock, type Instant } from '../kernel/ports/clock.ts';
import type { EventStore } from '../kernel/ports/event-store.ts';
import type { JobQueue } from '../kernel/ports/job-queue.ts';
import { readVault, type Vault } from '../kernel/ports/vault.ts';
import { BLOB_STORE, CLOCK, EVENT_STORE, JOBS, VAULT } from './tokens.ts';
import { jobOf, Workers, type Work } from './work/workers.ts';

/** Longer than links to upload a part are valid, and than a request can be repeated under its Idempotency-Key. */
export const UNNAMED_BLOB_SECONDS = 25 * 3_600;
const NOTES = 'blob-sweep';
const PAGE = 500;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 900_000;

/** From when on a blob is to be deleted: always, or unless an event of `stream` names it. */
interface Note {
  stream?: string;
}

/**
 * Writes blobs before the event that names them. A note is written first, with the stream that will name the blob, if any; `BlobSweeper` deletes
 * what no event has named a day later. It decides by the log alone, as for rows of the Vault (`VaultRows`).
 */
@Injectable()
export class Blobs {
  constructor(
    @Inject(BLOB_STORE) private readonly blobs: BlobStore,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  /** Stores bytes that nothing names for good, such as a part of an upload: they are deleted after a day. */
  async putForADay(id: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    const note = noteOf(this.inADay(), id);
    await this.vault.put(note, JSON.stringify({} satisfies Note));
    try {
      await this.blobs.put(id, bytes, size);
    } catch (error) {
      // Nothing is stored; a note that stays finds that.
      await this.vault.delete(note).catch(() => undefined);
      throw error;
    }
  }

  /** Stores bytes that an event of `stream` will name. */
  async put(id: string, bytes: Buffer, stream: string): Promise<void> {
    await this.vault.put(noteOf(this.inADay(), id), JSON.stringify({ stream } satisfies Note));
    await this.blobs.put(id, Readable.from([bytes]), bytes.length);
  }

  /** Joins parts to a blob that an event of `stream` will name. @throws BlobMissing */
  async join(id: string, parts: readonly BlobPart[], stream: string): Promise<void> {
    await this.vault.put(noteOf(this.inADay(), id), JSON.stringify({ stream } satisfies Note));
    await this.blobs.join(id, parts);
  }

  read(id: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.blobs.read(id, range);
  }

  /** Deletes a blob now; its note, if it has one, then finds nothing. */
  delete(id: string): Promise<void> {
    return this.blobs.delete(id);
  }

  /** Has a worker delete a blob that nothing needs any more. @param at repeats have the same */
  async discard(id: string, at: Instant): Promise<void> {
    const note = noteOf(at, id);
    await this.vault.put(note, JSON.stringify({} satisfies Note));
    await this.jobs.wake(jobOf(NOTES, note.slice(NOTES.length + 1)));
  }

  private inADay(): Instant {
    return addSeconds(this.clock.machineNow(), UNNAMED_BLOB_SECONDS);
  }
}

@Injectable()
export class BlobSweeper implements Work, OnApplicationBootstrap {
  readonly kind = NOTES;
  readonly atOnce = 4;

  constructor(
    private readonly workers: Workers,
    @Inject(BLOB_STORE) private readonly blobs: BlobStore,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  /** The oldest notes whose time has come. */
  async due(): Promise<string[]> {
    const keys = await this.vault.list(`${NOTES}/`, `${NOTES}/${this.clock.machineNow()}`, PAGE);
    return keys.map((key) => key.slice(NOTES.length + 1));
  }

  retryAfter(attempt: number): number {
    return Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS);
  }

  async handle(note: string): Promise<void> {
    const text = await readVault(this.vault, `${NOTES}/${note}`);
    if (text === undefined) return;
    const { stream } = JSON.parse(text) as Note;
    const id = note.slice(note.indexOf('~') + 1);
    if (stream === undefined || !(await this.isNamed(stream, id))) await this.blobs.delete(id);
    await this.vault.delete(`${NOTES}/${note}`);
  }

  private async isNamed(stream: string, id: string): Promise<boolean> {
    return (await this.store.read(stream)).some(({ data }) => JSON.stringify(data).includes(id));
  }
}

function noteOf(at: Instant, id: string): string {
  return `${NOTES}/${at}~${id}`;
}
