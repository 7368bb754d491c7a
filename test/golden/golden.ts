import { readFileSync } from 'node:fs';
import { Codec } from '../../src/kernel/writing/codec.ts';
import { SubjectKeys } from '../../src/kernel/secrets/subject-keys.ts';
import type { NewStoredEvent, StoredEvent } from '../../src/kernel/ports/event-store.ts';
import type { EventCatalogue } from '../../src/kernel/writing/events.ts';
import { uuidV5 } from '../../src/kernel/ids.ts';
import type { Vault } from '../../src/kernel/ports/vault.ts';
import { SkippedEvents } from '../../src/kernel/writing/skipped-events.ts';

const nothingSkipped = new SkippedEvents({ read: () => Promise.resolve([]) });

/** An example of a stored event, and the data it must always decode to. Lines are added, never changed. */
export interface GoldenLine {
  event: NewStoredEvent & { stream: string };
  /** The keys of the subjects its personal fields are sealed for, base64. */
  keys: Record<string, string>;
  /** The data after opening and upcasting. */
  expect: Record<string, unknown>;
}

/** The input of `npm run golden`. */
export interface Example {
  type: string;
  stream: string;
  data: Record<string, unknown>;
}

export function readGolden(file: string): GoldenLine[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as GoldenLine);
}

/** The event type and form that a line is an example of. */
export function formOf({ event }: GoldenLine): string {
  return `${event.type} v${event.metadata.version}`;
}

/** The forms that this release writes. */
export function presentForms(catalogues: readonly EventCatalogue[]): string[] {
  return catalogues.flatMap((catalogue) =>
    Object.entries(catalogue).map(([type, { version }]) => `${type} v${String(version)}`),
  );
}

/** The line's data as this release reads it. */
export async function decode(line: GoldenLine, catalogues: readonly EventCatalogue[]): Promise<unknown> {
  const stored: StoredEvent = { ...line.event, revision: 0, position: '0'.repeat(20) };
  const [event] = await new Codec(catalogues, keysIn(line.keys), nothingSkipped).open([stored]);
  return event!.data;
}

/** A line with what this release would store, random where sealed. */
export async function lineOf(example: Example, catalogues: readonly EventCatalogue[]): Promise<GoldenLine> {
  const { type, stream, data } = example;
  const keys: Record<string, string> = {};
  const codec = new Codec(catalogues, keysIn(keys), nothingSkipped);
  const at = '2026-01-31T10:00:00.000Z';
  const commandId = `${uuidV5('golden', type)}:Golden`;
  const metadata = {
    version: codec.versionOf(type),
    occurredAt: at,
    recordedAt: at,
    actor: { kind: 'operator', id: 'golden' } as const,
    correlationId: commandId,
    causationId: commandId,
    commandId,
  };
  const [event] = await codec.seal([{ id: uuidV5('golden', type, String(metadata.version)), type, data, metadata }]);
  return { event: { ...event!, stream }, keys, expect: data };
}

/** Keys stored in the line itself; new ones are added to it. */
function keysIn(keys: Record<string, string>): SubjectKeys {
  const subjectIn = (entry: string) => entry.slice('subject-key/'.length);
  const vault: Pick<Vault, 'getMany' | 'put'> = {
    getMany: async (entries) =>
      new Map(
        entries.flatMap((entry) => {
          const value = keys[subjectIn(entry)];
          return value === undefined ? [] : [[entry, { value, version: 1 }] as const];
        }),
      ),
    put: async (entry, value) => {
      keys[subjectIn(entry)] ??= value;
      return 1;
    },
  };
  return new SubjectKeys(vault as Vault);
}
