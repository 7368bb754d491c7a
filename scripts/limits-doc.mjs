import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './load.mjs';
import { root } from './prepare.mjs';

/** `npm run limits-doc`: writes docs/LIMITS.md from the table of limits. */
const { limitsDoc } = await load('test/limits/limits-doc.ts');
writeFileSync(join(root, 'docs/LIMITS.md'), limitsDoc());
console.log('docs/LIMITS.md');
process.exit(0);
