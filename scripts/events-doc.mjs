import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compile.mjs';
import { buildServer, install, root } from './prepare.mjs';

/** `npm run events-doc`: writes docs/EVENTS.md from the event catalogues and their golden examples. */
install();
buildServer();
await compile('test/golden');

const { catalogues } = await import('../dist/test/golden/catalogues.js');
const { eventsDoc } = await import('../dist/test/golden/events-doc.js');
const { readGolden } = await import('../dist/test/golden/golden.js');
const document = eventsDoc(root, catalogues, readGolden(join(root, 'test/golden/events.jsonl')));
writeFileSync(join(root, 'docs/EVENTS.md'), document);
console.log('docs/EVENTS.md');
process.exit(0);
