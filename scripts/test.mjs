import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer, install, root } from './prepare.mjs';

/** `npm test [-- jest's arguments]`: runs all tests; the last line is `N passed, N failed`, after a list of skipped tests. */
install();
// Crash and browser tests start the built program. The web is built meanwhile, in a process of its own.
const web = spawn(process.execPath, ['-e', "import('./scripts/prepare.mjs').then(({ buildWeb }) => buildWeb())"], {
  cwd: root,
  stdio: ['ignore', 2, 2],
});
const webBuilt = once(web, 'exit');
buildServer();
if ((await webBuilt)[0] !== 0) process.exit(1);

const asked = process.argv.slice(2);
// On two cores, browsers are too slow beside programs that are killed and rebuilt. Those of the engines often wait, for processes that start or
// take over, so that two run beside each other; the faults need the machine alone, because their requests must be answered in time.
const FAULTS = 'test/engines/faults';
const phases =
  asked.length > 0
    ? [asked]
    : [
        ['--testPathIgnorePatterns=test/(e2e|engines)/'],
        ['test/e2e/'],
        ['test/engines/', `--testPathIgnorePatterns=${FAULTS}`],
        ['--runInBand', FAULTS],
      ];
const runs = phases.map(run);
const files = runs.flatMap(({ report }) => report?.testResults ?? []);
const tests = files.flatMap(({ assertionResults }) => assertionResults);
const skipped = tests.filter(({ status: one }) => ['pending', 'skipped', 'todo', 'disabled'].includes(one));
// A file that does not load has no tests to count, but has failed.
const broken = files.filter(
  ({ status: one, assertionResults }) => one === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
);
const unreported = runs.filter(({ report }) => report === undefined);
const failed = tests.filter(({ status: one }) => one === 'failed').length + broken.length + unreported.length;
const passed = tests.filter(({ status: one }) => one === 'passed').length;
for (const { fullName } of skipped) console.log(`skipped: ${fullName}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || runs.some(({ status }) => status !== 0) ? 1 : 0);

/** Runs Jest with the given arguments; `report` is undefined if it wrote none. */
function run(jestArguments) {
  const result = join(root, 'dist/test-result.json');
  mkdirSync(join(root, 'dist'), { recursive: true });
  rmSync(result, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--json',
      `--outputFile=${result}`,
      ...jestArguments,
    ],
    // The result goes to a file: on stdout it would be thousands of lines of JSON.
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return { status, report: existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : undefined };
}
