import { createHash } from 'node:crypto';
import type { Log } from '../ports/log.ts';
import type { Vault } from '../ports/vault.ts';

/** How a decider's state is stored. It must hold nothing personal: a snapshot is not erased with a person. */
export interface SnapshotForm<S> {
  /** Snapshots of another version are ignored: a change of the state or of what `evolve` makes of events needs a new one. */
  version: number;
  /** As JSON; the state itself unless said otherwise. */
  encode?(state: S): unknown;
  decode?(stored: unknown): S;
}

/** The state of a stream at one of its events, at which the log is compared with it. */
export interface Snapshot {
  revision: number;
  eventId: string;
  organizationId: string | undefined;
  /** The latest commands up to there, by which a repeated one is recognized. */
  commands: readonly string[];
  state: unknown;
  /** Of the state as JSON, in characters. */
  size: number;
}
type About = Omit<Snapshot, 'state' | 'size'>;

/** The row that names a snapshot. Snapshots alternate between two places, so that one is always whole while the other is written. */
interface Head extends About {
  version: number;
  place: 0 | 1;
  parts: number;
  digest: string;
}

/** A stream is snapshotted after this many events more. */
const EVERY = 1_000;
/** Characters of one Vault row: servers take no rows of any size. */
const PART_LENGTH = 1_000_000;

/** Snapshots of streams, in the Vault under `snapshot/{stream}`. They may be deleted at any time: the log is the truth. */
export class Snapshots {
  private readonly saving = new Map<string, Promise<void>>();

  constructor(
    private readonly vault: Pick<Vault, 'getMany' | 'put'>,
    private readonly log: Log,
    readonly every = EVERY,
  ) {}

  /** The last one that is whole; undefined: there is none of this form. */
  async load<S>(stream: string, form: SnapshotForm<S>): Promise<Snapshot | undefined> {
    const head = await this.head(stream);
    if (head?.version !== form.version) return undefined;
    const keys = Array.from({ length: head.parts }, (_, part) => partKey(stream, head.place, part));
    const rows = await this.vault.getMany(keys);
    const text = keys.map((key) => rows.get(key)?.value ?? '').join('');
    if (digestOf(text) !== head.digest) return undefined;
    const stored: unknown = JSON.parse(text);
    return { ...head, state: form.decode ? form.decode(stored) : stored, size: text.length };
  }

  /** In the background, one at a time per stream. @param text of the encoded state, as JSON */
  save(stream: string, version: number, snapshot: About, text: string): void {
    if (this.saving.has(stream)) return;
    const saved = this.write(stream, version, snapshot, text)
      .catch((error: unknown) => this.log.warn('A snapshot could not be saved', { stream, error: String(error) }))
      .finally(() => this.saving.delete(stream));
    this.saving.set(stream, saved);
  }

  /** Waits for snapshots that are being saved. */
  async settled(): Promise<void> {
    await Promise.all(this.saving.values());
  }

  private async write(stream: string, version: number, snapshot: About, text: string): Promise<void> {
    const place = (await this.head(stream))?.place === 0 ? 1 : 0;
    const parts = Math.ceil(text.length / PART_LENGTH);
    for (let part = 0; part < parts; part++)
      await this.vault.put(partKey(stream, place, part), text.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH));
    const head: Head = { ...snapshot, version, place, parts, digest: digestOf(text) };
    await this.vault.put(headKey(stream), JSON.stringify(head));
  }

  private async head(stream: string): Promise<Head | undefined> {
    const row = (await this.vault.getMany([headKey(stream)])).get(headKey(stream));
    return row && (JSON.parse(row.value) as Head);
  }
}

function headKey(stream: string): string {
  return `snapshot/${stream}`;
}

function partKey(stream: string, place: 0 | 1, part: number): string {
  return `snapshot/${stream}/${place}.${part}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
