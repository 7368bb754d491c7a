import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { root } from './prepare.mjs';

/**
 * `npm run soak [-- --minutes 60 --seed N --only NAME]`: runs with random seeds, and for longer, what `npm test` runs with fixed ones, round after
 * round until the time is over (docs/SIMULATION.md#soak). `--seed` is that of the first round; with it, but without `--minutes`, there is one round.
 */
const SEEDS = 1_000_000_000;
/** Ends within a few minutes, but longer than any seed in the gate. */
const SIMULATED = ['--years', '1', '--seeds', '2'];

/** What a round consists of, by name; each is run with the round's seed. */
const PARTS = {
  simulation: (seed) => ['scripts/simulate.mjs', '--seed', seed, ...SIMULATED],
  seeds: () => ['scripts/test.mjs', 'test/simulation/seeds.spec.ts'],
  histories: () => ['scripts/test.mjs', 'billing/subscription-histories', 'billing/metered-histories'],
  crash: () => ['scripts/test.mjs', '--runInBand', 'test/crash/'],
  engines: () => ['scripts/test.mjs', '--runInBand', 'test/engines/'],
  lists: () => ['scripts/test.mjs', '--runInBand', 'test/app/lists.spec.ts', 'test/contracts/sqlite-files.spec.ts'],
  input: () => [
    'scripts/test.mjs',
    'test/app/foreign-json',
    'test/features/accounts/routes',
    'test/features/billing/catalog-bad',
  ],
};

const { values: asked } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const isOnce = asked.seed !== undefined && asked.minutes === undefined;
const minutes = positive('minutes', asked.minutes ?? '60');
const first = asked.seed === undefined ? randomInt(SEEDS) : wholeNumber('seed', asked.seed);
const names = Object.keys(PARTS).filter((name) => asked.only === undefined || name === asked.only);
if (names.length === 0) refuse(`--only ${asked.only} is none of ${Object.keys(PARTS).join(', ')}`);

const end = Date.now() + minutes * 60_000;
const isOver = () => !isOnce && Date.now() >= end;
const failed = [];
let rounds = 0;
do {
  const seed = rounds === 0 ? first : randomInt(SEEDS);
  rounds += 1;
  console.log(`Round ${rounds}, seed ${seed}`);
  for (const name of names) {
    if (!(await passes(name, String(seed)))) failed.push(repeating(name, seed));
    if (isOver()) break;
  }
} while (!isOnce && !isOver());

console.log(`${rounds} ${rounds === 1 ? 'round' : 'rounds'}, ${failed.length} failed`);
for (const command of failed) console.log(`Repeat it: ${command}`);
process.exit(failed.length > 0 ? 1 : 0);

/** Prints the output of a part that fails. */
async function passes(name, seed) {
  const began = Date.now();
  const child = spawn(process.execPath, PARTS[name](seed), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SEED: seed, SOAK: '1' },
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const seconds = ((Date.now() - began) / 1_000).toFixed(0);
  console.log(`  ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (code === 0) return true;
  console.log(`${errors}${output}Repeat it: ${repeating(name, seed)}`);
  return false;
}

function repeating(name, seed) {
  return `npm run soak -- --only ${name} --seed ${seed}`;
}

function positive(option, given) {
  const value = Number(given);
  return value > 0 && Number.isFinite(value) ? value : refuse(`--${option} must be a number above 0, not ${given}`);
}

function wholeNumber(option, given) {
  const value = Number(given);
  return Number.isSafeInteger(value) && value >= 0 ? value : refuse(`--${option} must be a whole number, not ${given}`);
}

function refuse(problem) {
  console.error(problem);
  process.exit(1);
}
