import module from 'node:module';
import { join } from 'node:path';
import { buildServer, buildWeb, install, loadEnvironment, root } from './prepare.mjs';

/** `npm start [-- --demo]`: installs and builds what is missing or stale, then runs the program in this process. */
install();
buildServer();
buildWeb();
loadEnvironment();
// From Node 22.1 on, and for a third of a second at each start but the first.
module.enableCompileCache?.(join(root, 'dist/compile-cache'));
await import('../dist/server/main.js');
