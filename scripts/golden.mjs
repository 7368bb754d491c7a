import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './load.mjs';
import { root } from './prepare.mjs';

/**
 * `npm run golden < example.jsonl`: seals examples `{ "type", "stream", "data" }`, one per line, as this release stores them, and adds them
 * to test/golden/events.jsonl. Existing examples are never overwritten.
 */
const { catalogues, formOf, lineOf, readGolden } = await load('test/golden/catalogues.ts', 'test/golden/golden.ts');
const file = join(root, 'test/golden/events.jsonl');
const known = new Set(readGolden(file).map(formOf));
for (const text of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const line = await lineOf(JSON.parse(text), catalogues);
  const form = formOf(line);
  if (known.has(form)) console.log(`${form} has an example already`);
  else appendFileSync(file, `${JSON.stringify(line)}\n`);
  known.add(form);
}
process.exit(0);
