import { MongoBulkWriteError, type Collection as MongoCollection } from 'mongodb';
import { pause } from '../../kernel/coordination/waiting.ts';
import { isReplacedBy, type Checkpoint, type CheckpointPlace } from '../../kernel/ports/document-store.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { answered, DUPLICATE_KEY, isDuplicate } from './mongo-connection.ts';

const RETRIED_EVERY_MS = 1_000;

export interface CheckpointRow {
  _id: string;
  position: Position;
  body: Checkpoint;
}

/**
 * Checkpoints are saved behind the documents that they vouch for, so that no reader waits for them: all that wait in one command, and of those
 * of one name only the last. Those that a crash loses are as if their batches had not been done, which are then repeated.
 */
export class MongoCheckpoints {
  /** Saved here, but perhaps not yet in MongoDB. */
  private readonly latest = new Map<string, Checkpoint>();
  /** The present attempt to save them; a failed one until the next. */
  private attempt: Promise<void> | undefined;
  /** Names that are asked for at the same time are read together. */
  private asked: { names: Set<string>; rows: Promise<Map<string, Checkpoint>> } | undefined;
  private readonly closing = new AbortController();

  /** @param rows their collection; not kept, because the client may be replaced */
  constructor(
    private readonly rows: () => MongoCollection<CheckpointRow>,
    private readonly log?: Log,
  ) {}

  async get(name: string): Promise<Checkpoint | undefined> {
    const { names, rows } = (this.asked ??= this.ask());
    names.add(name);
    const stored = (await rows).get(name);
    const latest = this.latest.get(name);
    return latest && isReplacedBy(stored, latest) ? latest : stored;
  }

  save(name: string, value: Checkpoint): void {
    this.latest.set(name, value);
    if (!this.attempt) void this.run();
  }

  /** See `DocumentStore.moveCheckpoint`. */
  async move(name: string, from: CheckpointPlace | undefined, value: Checkpoint | undefined): Promise<boolean> {
    while (this.attempt && this.latest.has(name)) await this.attempt;
    if (from === undefined) {
      if (!value) return (await this.get(name)) === undefined;
      return !(await isDuplicate(this.rows().insertOne({ _id: name, position: value.position, body: value })));
    }
    const at = { _id: name, position: from.position, ...ledBy(from) };
    if (!value) return (await answered(this.rows().deleteOne(at))).deletedCount === 1;
    const row = { position: value.position, body: value };
    return (await answered(this.rows().replaceOne(at, row))).matchedCount === 1;
  }

  /** Saves what waits, unless MongoDB is unavailable. */
  async close(): Promise<void> {
    try {
      while (this.attempt && this.latest.size > 0) await this.attempt;
    } catch {
      // They are as if lost in a crash.
    }
    this.closing.abort();
  }

  private ask() {
    const names = new Set<string>();
    const rows = Promise.resolve().then(async () => {
      this.asked = undefined;
      const found = await answered(
        this.rows()
          .find({ _id: { $in: [...names] } })
          .toArray(),
      );
      return new Map(found.map(({ _id, body }) => [_id, body]));
    });
    return { names, rows };
  }

  private async run(): Promise<void> {
    while (this.latest.size > 0 && !this.closing.signal.aborted) {
      const some = [...this.latest];
      this.attempt = this.put(some);
      try {
        await this.attempt;
        for (const [name, value] of some) if (this.latest.get(name) === value) this.latest.delete(name);
      } catch (error) {
        this.log?.warn('Checkpoints of read models could not be saved: retrying', { error });
        await pause(RETRIED_EVERY_MS, this.closing.signal);
      }
    }
    this.attempt = undefined;
  }

  /** See `isReplacedBy`: a process that was frozen may write late. */
  private async put(some: readonly (readonly [string, Checkpoint])[]): Promise<void> {
    const operations = some.map(([name, body]) => ({
      replaceOne: {
        filter: { _id: name, position: { $lte: body.position }, ...ledBy(body) },
        replacement: { position: body.position, body },
        upsert: body.leader === undefined,
      },
    }));
    try {
      await answered(this.rows().bulkWrite(operations, { ordered: false }));
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || !areAhead(error)) throw error;
    }
  }
}

function ledBy({ leader = null }: { leader?: string | null }): { 'body.leader': string | null } {
  return { 'body.leader': leader };
}

/** Whether all that were not saved are ahead already, or another leader's. */
function areAhead({ writeErrors }: MongoBulkWriteError): boolean {
  const errors = Array.isArray(writeErrors) ? writeErrors : [writeErrors];
  return errors.every(({ code }) => code === DUPLICATE_KEY);
}
