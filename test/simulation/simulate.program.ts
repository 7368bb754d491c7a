import { parseArgs } from 'node:util';
import { virtualize } from './virtual-machine.ts';

/** `npm run simulate -- [--seed N]… [--seeds N] [--years N | --days N] [--step DAYS]`; `--seeds` from each `--seed` on */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true, default: ['1'] },
    seeds: { type: 'string', default: '1' },
    years: { type: 'string' },
    days: { type: 'string', default: '70' },
    step: { type: 'string', default: '3' },
    verbose: { type: 'boolean', default: false },
  },
});
const days = values.years === undefined ? Number(values.days) : Math.round(Number(values.years) * 365.25);
const step = Number(values.step);
const seeds = values.seed.flatMap((first) => Array.from({ length: Number(values.seeds) }, (_, n) => Number(first) + n));

virtualize();
// Only now, so that the program gets virtual time.
const { simulate } = await import('./simulation.ts');

let failed = 0;
for (const seed of seeds) {
  const began = process.hrtime.bigint();
  const { digest, events, tasks, actions, failure } = await simulate({ seed, days, step, checkedEvery: 30 });
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  const result = failure === undefined ? 'passed' : 'FAILED';
  console.log(
    `seed ${seed}: ${result}, ${events} events, ${tasks} tasks, ${seconds.toFixed(1)} s, digest ${digest.slice(0, 16)}`,
  );
  if (values.verbose) for (const [name, times] of actions) console.log(`  ${String(times).padStart(5)} ${name}`);
  if (failure === undefined) continue;
  failed += 1;
  console.log(`${failure}\nReplay it: npm run simulate -- --seed ${seed} --days ${days} --step ${step}`);
}
process.exit(failed > 0 ? 1 : 0);
