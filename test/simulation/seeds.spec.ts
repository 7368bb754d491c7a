import { beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiled } from '../support/compiled.ts';
import { isSoak, seedOf } from '../support/seed.ts';

const FIRST = seedOf(1);
/**
 * For two programs side by side: six of the first twenty seeds, in which every action runs, and any two kinds of trouble occur together. The soak takes
 * sixty from another seed on.
 */
const SEEDS = (
  isSoak
    ? [range(0, 30), range(30, 60)]
    : [
        [19, 9, 18],
        [7, 0, 6],
      ]
).map((half) => half.map((n) => FIRST + n));
/** Long enough for the first renewals of monthly subscriptions. */
const SHORT = ['--days', '38', '--step', '12'];
const PROGRAM = compiled('test/simulation/simulate.program.ts');
const TIMEOUT_MS = 20 * 60_000;

async function runIn(env: NodeJS.ProcessEnv, program: string, ...given: string[]) {
  const child = spawn(process.execPath, [program, ...given], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const exited = once(child, 'exit');
  return { output: await text(child.stdout), code: ((await exited) as [number])[0] };
}

async function simulated(...given: string[]): Promise<{ output: string; code: number }> {
  return runIn(process.env, PROGRAM, ...given, ...SHORT);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => from + n);
}

describe('the product in simulated time', () => {
  let halves: { output: string; code: number }[];
  beforeAll(async () => {
    halves = await Promise.all(SEEDS.map((half) => simulated(...half.flatMap((seed) => ['--seed', `${seed}`]))));
  }, TIMEOUT_MS);

  it(`breaks no rule in ${SEEDS.flat().length} seeds from SEED=${FIRST}`, () => {
    for (const { output, code } of halves) {
      expect(output).not.toContain('FAILED');
      expect(code).toBe(0);
    }
  });

  it(
    'replays a seed exactly, whatever ran before it in the same program',
    async () => {
      const last = SEEDS[0]!.at(-1)!;
      const alone = await simulated('--seed', `${last}`);
      const digestOf = (output: string) => new RegExp(`seed ${last}: .* digest (\\w+)`).exec(output)?.[1];
      expect(digestOf(alone.output)).toMatch(/^\w{16}$/);
      expect(digestOf(halves[0]!.output)).toBe(digestOf(alone.output));
    },
    TIMEOUT_MS,
  );

  it(
    'ends when the program does not start',
    async () => {
      const env = { ...process.env, SIMULATED_FAILURE: 'start' };
      const { output, code } = await runIn(env, PROGRAM, '--seed', '1', ...SHORT);
      expect(output).toContain('It does not hold that the program starts');
      expect(code).toBe(1);
    },
    TIMEOUT_MS,
  );
});
