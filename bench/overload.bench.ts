import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { load, signedUp } from './load.ts';
import { format, median, type Row } from './measure.ts';
import { spawnProgram } from './program.ts';

const ROUNDS = 3;
const SECONDS = 6;
const IDLE_SHARE = 0.1;
const OVERLOAD = 2;
/** Until an overload is over. */
const AFTER_MS = 1_500;

/** What `paced-load.ts` reports, of answers with status 200 and of refusals. */
export interface Paced {
  served: { perSecond: number; p99: number };
  refused: { perSecond: number };
}

/** The delay of answers while twice as many requests arrive as the program can answer, against its delay while hardly any do. */
export async function benchOverload(): Promise<Row[]> {
  const program = await spawnProgram();
  const cookie = await signedUp(program.url);
  const url = `${program.url}/api/auth/get-session`;
  await load(url, { cookie });
  const rounds: { capacity: number; idle: Paced; over: Paced }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await pause(AFTER_MS);
    const capacity = await load(url, { cookie });
    const idle = await paced(url, cookie, capacity * IDLE_SHARE);
    rounds.push({ capacity, idle, over: await paced(url, cookie, capacity * OVERLOAD) });
  }
  await program.close();
  const of = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure));
  const [idle, over] = [of((one) => one.idle.served.p99), of((one) => one.over.served.p99)];
  const share = of(({ over: { served, refused } }) => refused.perSecond / (served.perSecond + refused.perSecond));
  const served = of(({ over: { served }, capacity }) => served.perSecond / capacity);
  return [
    {
      name: `get-session at ${OVERLOAD} × capacity (${format(of((one) => one.capacity))}/s): p99 of answers ÷ p99 at ${IDLE_SHARE} ×`,
      figures: `${format(over)} ÷ ${format(idle)} ms = ${(over / idle).toFixed(2)}; ${format(100 * share)} % refused`,
      aim: '< 3',
      met: over < 3 * idle,
    },
    {
      name: 'the same: answers ÷ capacity',
      figures: served.toFixed(2),
      aim: '≥ 0.5',
      met: served >= 0.5,
    },
  ];
}

/** Load at a steady rate, in a separate process. */
async function paced(url: string, cookie: string, perSecond: number): Promise<Paced> {
  const options = [url, cookie, String(Math.round(perSecond)), String(SECONDS)];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/tools/bench/paced-load.js'), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  await once(child, 'close');
  return JSON.parse(said) as Paced;
}
