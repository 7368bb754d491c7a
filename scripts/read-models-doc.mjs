import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './load.mjs';
import { root } from './prepare.mjs';

/** `npm run read-models-doc`: writes docs/READ_MODEL_COLLECTIONS.md from the projections and the types of their documents. */
const { collections, documentTypesIn, readModelsDoc } = await load(
  'test/read-models/collections.ts',
  'test/read-models/document-types.ts',
  'test/read-models/read-models-doc.ts',
);
const document = readModelsDoc(collections, documentTypesIn(root));
writeFileSync(join(root, 'docs/READ_MODEL_COLLECTIONS.md'), document);
console.log('docs/READ_MODEL_COLLECTIONS.md');
process.exit(0);
