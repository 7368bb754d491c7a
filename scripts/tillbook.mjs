import { buildServer, install, loadEnvironment } from './prepare.mjs';

/** `npm run tillbook -- <command>`: operator commands. */
install();
buildServer();
loadEnvironment();
await import('../dist/server/cli.js');
