import { compile } from './load.mjs';
import { buildServer, install } from './prepare.mjs';

/** `npm run bench [-- names]`: measures the built program, as it runs in production. */
install();
buildServer();
// The others are started by the first, in processes and threads of their own.
const files = await compile(
  'bench/main.ts',
  'bench/better-auth.ts',
  'bench/crowd.ts',
  'bench/paced-load.ts',
  'bench/delay-proxy.ts',
);
await import(files.get('bench/main.ts'));
