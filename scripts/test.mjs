import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer, install, root } from './prepare.mjs';
import { keepFilesInMemory } from './temp-folder.mjs';

/**
 * `npm test [-- jest's arguments | --pure]`: runs all tests, the given ones, or those that load no Nest and start no process; the last line is
 * `N passed, N failed`, after a list of skipped tests.
 */
install();
const asked = process.argv.slice(2).filter((argument) => argument !== '--pure');
const onlyPure = process.argv.includes('--pure');
const RESULT = join(root, 'dist/test-result.json');
/** Contracts are about adapters, and others about what the build made. */
const IMPURE = /^(test\/contracts|web\/test\/built)\//;
/** Specs that reach one of them are not pure. */
const HEAVY = /^(@nestjs\/|node:child_process$|playwright-core$)/;

const specs = await compiled();
const pure = Object.keys(specs).filter((path) => specs[path].isPure);
// Crash and browser tests start the built program.
if (Object.keys(specs).length > pure.length && !onlyPure) await build();
keepFilesInMemory();
// What is interrupted ends by itself, and leaves no files.
process.on('SIGINT', () => undefined);
const { status, report } = run([...asked, ...(onlyPure ? ['--runTestsByPath', ...pure] : [])]);
print(report);
process.exit(status);

/** Compiles what is asked for, with the programs that specs start. */
async function compiled() {
  const { bundle } = await import('./bundle.mjs');
  const sources = ['test', 'web/test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  );
  const all = sources.filter((path) => path.endsWith('.spec.ts'));
  const matching = all.filter((path) => asked.some((pattern) => matches(join(root, path), pattern)));
  const wanted = matching.length > 0 ? matching : all;
  rmSync(join(root, 'dist/tests'), { recursive: true, force: true });
  const programs = sources.filter((path) => path.endsWith('.program.ts'));
  const built = await bundle([...wanted, ...programs], 'dist/tests', (id) => HEAVY.test(id));
  const isPure = (path) => !built.get(path).isHeavy && !IMPURE.test(path);
  const found = Object.fromEntries(wanted.map((path) => [path, { file: built.get(path).file, isPure: isPure(path) }]));
  writeFileSync(join(root, 'dist/tests/specs.json'), JSON.stringify(found));
  return found;
}

function matches(path, pattern) {
  try {
    return new RegExp(pattern, 'i').test(path);
  } catch {
    return false;
  }
}

/** The web meanwhile, in a process of its own. */
async function build() {
  const web = spawn(process.execPath, ['-e', "import('./scripts/prepare.mjs').then(({ buildWeb }) => buildWeb())"], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const built = once(web, 'exit');
  buildServer();
  if ((await built)[0] !== 0) process.exit(1);
}

/** Runs Jest with the given arguments; `report` is undefined if it wrote none. */
function run(jestArguments) {
  rmSync(RESULT, { force: true });
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${RESULT}`, ...jestArguments],
    // The result goes to a file: on stdout it would be thousands of lines of JSON.
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return { status, report: existsSync(RESULT) ? JSON.parse(readFileSync(RESULT, 'utf8')) : undefined };
}

function print(report) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const counted = (...statuses) => tests.filter(({ status: one }) => statuses.includes(one));
  // A file that does not load has no tests to count, but has failed.
  const broken = files.filter(
    ({ status: one, assertionResults }) =>
      one === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  for (const { fullName } of counted('pending', 'skipped', 'todo', 'disabled')) console.log(`skipped: ${fullName}`);
  const failed = counted('failed').length + broken.length + (report === undefined ? 1 : 0);
  const starts = join(root, 'dist/tests/starts.txt');
  if (existsSync(starts))
    console.log(`programs started in the tests' processes: ${readFileSync(starts, 'utf8').split('\n').length - 1}`);
  console.log(`${counted('passed').length} passed, ${failed} failed`);
}
