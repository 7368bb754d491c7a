import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer, buildWeb, install, root } from './prepare.mjs';

/** `npm test [-- jest's arguments]`: everything; the last line is `N passed, N failed`, what was skipped stands above it. */
install();
// Crash and browser tests start the real program.
buildServer();
buildWeb();

const asked = process.argv.slice(2);
// Browsers starve on two cores beside programs that are killed and rebuilt; six processes and three servers take both for themselves.
const phases =
  asked.length > 0
    ? [asked]
    : [['--testPathIgnorePatterns=test/(e2e|engines)/'], ['test/e2e/'], ['--runInBand', 'test/engines/']];
const runs = phases.map(run);
const files = runs.flatMap(({ report }) => report?.testResults ?? []);
const tests = files.flatMap(({ assertionResults }) => assertionResults);
const skipped = tests.filter(({ status: one }) => ['pending', 'skipped', 'todo', 'disabled'].includes(one));
// A file that does not load has no tests to count, and has failed all the same.
const broken = files.filter(
  ({ status: one, assertionResults }) => one === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
);
const unread = runs.filter(({ report }) => report === undefined);
const failed = tests.filter(({ status: one }) => one === 'failed').length + broken.length + unread.length;
const passed = tests.filter(({ status: one }) => one === 'passed').length;
for (const { fullName } of skipped) console.log(`skipped: ${fullName}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || runs.some(({ status }) => status !== 0) ? 1 : 0);

/** Jest on what is wanted; `report` is missing where it came to none. */
function run(wanted) {
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
      ...wanted,
    ],
    // The result goes to the file; on stdout it would be thousands of lines of JSON.
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return { status, report: existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : undefined };
}
