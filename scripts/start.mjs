import { buildServer, buildWeb, install, loadEnvironment } from './prepare.mjs';

/** `npm start [-- --demo]`: installs and builds what is missing or stale, then runs the program in this process. */
install();
buildServer();
buildWeb();
loadEnvironment();
await import('../dist/server/main.js');
