import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventCatalogue } from '../src/kernel/events.ts';
import { catalogues } from './golden/catalogues.ts';
import { eventsDoc } from './golden/events-doc.ts';
import { decode, formOf, presentForms, readGolden } from './golden/golden.ts';

/** DESIGN §4, Versions: what was stored once must be read for ever. A new form gets its line by `npm run golden`. */
const ROOT = join(import.meta.dirname, '..');
const golden = readGolden(join(ROOT, 'test/golden/events.jsonl'));

describe('golden events', () => {
  it('have an example of every form that is stored', () => {
    const forms = golden.map(formOf);
    expect(presentForms(catalogues).filter((form) => !forms.includes(form))).toEqual([]);
  });

  it('hold each form once, with every personal field sealed', () => {
    expect(new Set(golden.map(formOf)).size).toBe(golden.length);
    const definitions = Object.assign({}, ...catalogues) as EventCatalogue;
    for (const { event } of golden.filter(({ event }) => event.metadata.version === definitions[event.type]?.version))
      for (const field of definitions[event.type]!.personal.flatMap(({ fields }) => Object.keys(fields)))
        expect([event.type, field, event.data[field] ?? { $sealed: [] }]).toEqual([
          event.type,
          field,
          { $sealed: expect.any(Array) },
        ]);
  });

  it.each(golden.map((line) => [formOf(line), line] as const))('decode for ever: %s', async (_, line) => {
    expect(await decode(line, catalogues)).toEqual(line.expect);
  });
});

describe('docs/EVENTS.md', () => {
  it('is what the catalogues say; else npm run events-doc', () => {
    expect(readFileSync(join(ROOT, 'docs/EVENTS.md'), 'utf8')).toBe(eventsDoc(ROOT, catalogues, golden));
  });
});
