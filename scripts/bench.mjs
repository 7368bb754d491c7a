import { compile } from './compile.mjs';
import { buildServer, install } from './prepare.mjs';

/** `npm run bench [-- names]`: measures the built program, as it runs in production. */
install();
buildServer();
for (const folder of ['bench', ...['', '/eventstoredb', '/mongodb', '/redis'].map((part) => `test/support${part}`)])
  await compile(folder);
await import('../dist/bench/main.js');
