import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export interface Recorded {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
  stream: string;
  revision: number;
  /** Commit and prepare alike. */
  position: bigint;
}

export type Expected = 'any' | 'none' | 'exists' | number;

export type Outcome = { revision: number; position: bigint } | { wrong: number | 'none' };

/** An EventStoreDB server's log, by its rules (docs/DRIVERS.md#eventstoredb): in memory, or in a file that outlives its process. */
export class ServerLog {
  readonly all: Recorded[] = [];
  private readonly streams = new Map<string, Recorded[]>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly file?: string) {
    if (file && existsSync(file))
      for (const line of readFileSync(file, 'utf8').split('\n')) if (line) this.take(parse(line));
  }

  stream(name: string): readonly Recorded[] {
    return this.streams.get(name) ?? [];
  }

  append(
    stream: string,
    events: readonly Omit<Recorded, 'stream' | 'revision' | 'position'>[],
    expected: Expected,
  ): Outcome {
    const there = this.stream(stream);
    const again = this.stored(there, events, expected);
    if (again) return again;
    const head = there.length - 1;
    const fits =
      expected === 'any' || (expected === 'none' ? head < 0 : expected === 'exists' ? head >= 0 : head === expected);
    if (!fits) return { wrong: head < 0 ? 'none' : head };
    for (const event of events) {
      // Gaps, so that no caller mistakes positions for counts.
      const position = (this.all.at(-1)?.position ?? 0n) + 97n;
      const recorded = { ...event, stream, revision: this.stream(stream).length, position };
      this.take(recorded);
      if (this.file) appendFileSync(this.file, `${format(recorded)}\n`);
    }
    for (const listener of this.listeners) listener();
    return { revision: head + events.length, position: this.all.at(-1)!.position };
  }

  /** Adds the events of another node that this one lacks. */
  replicate(from: ServerLog): void {
    for (const event of from.all.slice(this.all.length)) this.take({ ...event });
    for (const listener of this.listeners) listener();
  }

  /** Removes events, which a real server does not offer: for tests of what detects it. */
  remove(first: number, count: number): void {
    this.all.splice(first, count);
    this.streams.clear();
    for (const event of this.all.splice(0)) this.take(event);
  }

  /** Calls back after each append until the answer is called. */
  onAppend(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The same ids with the same expectation are answered as before, whatever came after. */
  private stored(
    there: readonly Recorded[],
    events: readonly { id: string }[],
    expected: Expected,
  ): { revision: number; position: bigint } | undefined {
    if (expected !== 'none' && typeof expected !== 'number') return undefined;
    const first = expected === 'none' ? 0 : expected + 1;
    const found = there.slice(first, first + events.length);
    const same = found.length === events.length && found.every(({ id }, index) => id === events[index]!.id);
    return same && found.length > 0
      ? { revision: found.at(-1)!.revision, position: found.at(-1)!.position }
      : undefined;
  }

  private take(event: Recorded): void {
    this.all.push(event);
    const stream = this.streams.get(event.stream);
    if (stream) stream.push(event);
    else this.streams.set(event.stream, [event]);
  }
}

function format({ data, metadata, position, ...rest }: Recorded): string {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return JSON.stringify({ ...rest, data: text(data), metadata: text(metadata), position: String(position) });
}

function parse(line: string): Recorded {
  const { data, metadata, position, ...rest } = JSON.parse(line) as Record<string, string>;
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'));
  return {
    ...rest,
    data: bytes(data!),
    metadata: bytes(metadata!),
    position: BigInt(position!),
  } as unknown as Recorded;
}
