import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compile.mjs';
import { buildServer, install, root } from './prepare.mjs';

/** `npm run read-models-doc`: writes docs/READ_MODEL_COLLECTIONS.md from the projections and the types of their documents. */
install();
buildServer();
await compile('test/read-models');

const { collections } = await import('../dist/test/read-models/collections.js');
const { documentTypesIn } = await import('../dist/test/read-models/document-types.js');
const { readModelsDoc } = await import('../dist/test/read-models/read-models-doc.js');
const document = readModelsDoc(collections, documentTypesIn(root));
writeFileSync(join(root, 'docs/READ_MODEL_COLLECTIONS.md'), document);
console.log('docs/READ_MODEL_COLLECTIONS.md');
process.exit(0);
