import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * `npm run test:engines`: what is tested on servers, on those that EVENTSTORE_URL, MONGODB_URL and REDIS_URL name, which may hold others'
 * data too, and on doubles for the rest: contracts, the main job on several processes, and its crash test.
 */
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'scripts/test.mjs'),
    '--runInBand',
    'test/contracts/(eventstoredb|mongodb|bullmq|request-counts).spec.ts',
    'test/engines/',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, REQUIRE_SERVERS: '1' } },
);
process.exit(status ?? 1);
