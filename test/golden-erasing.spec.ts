import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { features } from '../src/app.module.ts';
import { projectionsOf } from '../src/app/operator/projections.ts';
import type { Document } from '../src/kernel/ports/document-store.ts';
import { ERASED } from '../src/kernel/secrets/subject-keys.ts';
import { isList, type AnyProjection } from '../src/kernel/reading/projection.ts';
import type { Recorded } from '../src/kernel/writing/events.ts';
import { catalogues } from './golden/catalogues.ts';
import { decode, readGolden, type GoldenLine } from './golden/golden.ts';

/**
 * A read model that blanks a person is the same as one that is rebuilt from what is left of them in the log: nothing in it may depend on whether
 * something personal was there (docs/EVENTS_AND_STREAMS.md#erasing-a-person). Every example of a stored event is folded both ways.
 */
const golden = readGolden(join(import.meta.dirname, 'golden/events.jsonl'));
const blanking = projectionsOf(features).filter(({ blank }) => blank !== undefined);

interface Both {
  line: GoldenLine;
  /** As it is read before and after everybody in it is erased. */
  full: Recorded;
  erased: Recorded;
}

async function read(line: GoldenLine): Promise<Both> {
  const recorded = async (keys: Record<string, string>) =>
    ({ ...line.event, revision: 0, position: '1', data: await decode({ ...line, keys }, catalogues) }) as never;
  const nobody = Object.fromEntries(Object.keys(line.keys).map((subject) => [subject, ERASED]));
  return { line, full: await recorded(line.keys), erased: await recorded(nobody) };
}

/** Without those for whom the events are sealed, and everybody else that the document is about. */
function blanked(projection: AnyProjection, document: Document | undefined, ...lines: GoldenLine[]): unknown {
  const listed = (document as { subjects?: string[] } | undefined)?.subjects ?? [];
  const subjects = new Set([...lines.flatMap(({ keys }) => Object.keys(keys)), ...listed]);
  const without = (one: Document | undefined, subject: string) => one && projection.blank!(one as never, subject);
  return [...subjects].reduce(without, document);
}

describe.each(blanking.map((projection) => [projection.name, projection] as const))('%s', (_, projection) => {
  const handled = golden.filter(({ event }) => projection.handles.includes(event.type));

  it('that are blanked are the same as from the events of an erased person', async () => {
    const both = await Promise.all(handled.map(read));
    const created: { document: Document; of: Both }[] = [];
    for (const of of both) {
      const targets = projection.targets(of.full);
      const [id] = isList(targets) ? targets : [];
      const document = id === undefined ? undefined : evolved(projection, undefined, of.full, id);
      if (!document) continue;
      created.push({ document, of });
      expect([of.line.event.type, evolved(projection, undefined, of.erased, id!)]).toEqual([
        of.line.event.type,
        blanked(projection, document, of.line),
      ]);
    }
    expect(created.length).toBeGreaterThan(0);
    // What comes later finds the document as it is after that.
    for (const { document, of: first } of created)
      for (const { line, full, erased } of both) {
        const after = evolved(projection, document, full, document.id);
        const before = evolved(projection, undefined, first.erased, document.id);
        const rebuilt = evolved(projection, before, erased, document.id);
        const types = [first.line.event.type, line.event.type];
        expect([types, rebuilt]).toEqual([types, blanked(projection, after, first.line, line)]);
      }
  });
});

/** Undefined where the event is about another document than such an example makes. */
function evolved(
  projection: AnyProjection,
  document: Document | undefined,
  event: Recorded,
  id: string,
): Document | undefined {
  try {
    return projection.evolve(document, event, id) as Document | undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
