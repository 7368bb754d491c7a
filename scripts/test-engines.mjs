import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * `npm run test:engines`: runs the server tests (contracts, the main job on several processes, and its crash test) on the servers that
 * EVENTSTORE_URL, MONGODB_URL and REDIS_URL name, which may have other data, and on test doubles where one is not set.
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
