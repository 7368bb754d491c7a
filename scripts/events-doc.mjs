import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './load.mjs';
import { root } from './prepare.mjs';

/** `npm run events-doc`: writes docs/EVENTS.md from the event catalogues and their golden examples. */
const { catalogues, eventsDoc, readGolden } = await load(
  'test/golden/catalogues.ts',
  'test/golden/events-doc.ts',
  'test/golden/golden.ts',
);
const document = eventsDoc(root, catalogues, readGolden(join(root, 'test/golden/events.jsonl')));
writeFileSync(join(root, 'docs/EVENTS.md'), document);
console.log('docs/EVENTS.md');
process.exit(0);
