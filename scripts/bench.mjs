import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer, install, root } from './prepare.mjs';

/** `npm run bench [-- names]`: measures the built program, as it runs in earnest. */
install();
buildServer();

const { transformFile } = await import('@swc/core');
const target = join(root, 'dist/bench');
mkdirSync(target, { recursive: true });
for (const file of readdirSync(join(root, 'bench')).filter((name) => name.endsWith('.ts'))) {
  const { code } = await transformFile(join(root, 'bench', file), {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
    module: { type: 'es6' },
  });
  // Node 20 runs no TypeScript: imports of sources become imports of what was built of them.
  const runnable = code.replace(
    /(['"])(\.[^'"]+)\.ts\1/g,
    (_, quote, path) => quote + path.replace(/^\.\.\/src\//, '../server/') + '.js' + quote,
  );
  writeFileSync(join(target, file.replace(/\.ts$/, '.js')), runnable);
}
await import('../dist/bench/main.js');
