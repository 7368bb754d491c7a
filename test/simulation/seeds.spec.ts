import { beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiled } from '../support/compiled.ts';
import { seedOf, sized } from '../support/seed.ts';

/** Enough for every kind of trouble, alone and with others; the soak takes others. */
const SEEDS = sized({ gate: 10, soak: 60 });
const FIRST = seedOf(1);
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

describe('the product in simulated time', () => {
  const half = SEEDS / 2;
  let halves: { output: string; code: number }[];
  beforeAll(async () => {
    const from = (seed: number) => simulated('--seed', `${seed}`, '--seeds', `${half}`);
    halves = await Promise.all([from(FIRST), from(FIRST + half)]);
  }, TIMEOUT_MS);

  it(`breaks no rule in ${SEEDS} seeds from SEED=${FIRST}`, () => {
    for (const { output, code } of halves) {
      expect(output).not.toContain('FAILED');
      expect(code).toBe(0);
    }
  });

  it(
    'replays a seed exactly, whatever ran before it in the same program',
    async () => {
      const last = FIRST + half - 1;
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
