import { compile } from './compile.mjs';
import { buildServer, install } from './prepare.mjs';

/** `npm run bench [-- names]`: measures the built program, as it runs in earnest. */
install();
buildServer();
await compile('bench');
await import('../dist/bench/main.js');
