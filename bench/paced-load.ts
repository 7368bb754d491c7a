import { createRequire } from 'node:module';
import { percentile } from './measure.ts';
import type { Paced } from './overload.bench.ts';

/**
 * `node paced-load.js {url} {cookie} {requests per second} {seconds}`: many small autocannons, because each sends the requests of a second at
 * its beginning; they begin one after the other, so that together they send at a steady rate.
 */
const [url, cookie, rate, seconds] = process.argv.slice(2) as [string, string, string, string];
const CANNONS = 50;
const CONNECTIONS = 2;
/** Not counted: the program compiles its code, and notices the overload. */
const WARM_UP_SECONDS = 2;

interface Cannon extends Promise<unknown> {
  on(event: 'response', then: (client: unknown, status: number, bytes: number, ms: number) => void): void;
}
/** It comes without types. */
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Cannon;

const took = new Map<number, number[]>();
const startedAt = performance.now();
await Promise.all(Array.from({ length: CANNONS }, (_, n) => fire((n * 1_000) / CANNONS)));

const counted = (Number(seconds) - WARM_UP_SECONDS) * 1_000;
const [served, refused] = [took.get(200) ?? [], took.get(503) ?? []];
const report: Paced = {
  served: { perSecond: (served.length * 1_000) / counted, p99: percentile(served, 0.99) },
  refused: { perSecond: (refused.length * 1_000) / counted },
};
console.log(JSON.stringify(report));

/** @param delay milliseconds */
async function fire(delay: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delay));
  const cannon = autocannon({
    url,
    headers: { cookie },
    connections: CONNECTIONS,
    overallRate: Math.max(CONNECTIONS, Math.round(Number(rate) / CANNONS)),
    duration: Number(seconds),
  });
  cannon.on('response', (_client, status, _bytes, ms) => {
    const elapsed = performance.now() - startedAt;
    if (elapsed < WARM_UP_SECONDS * 1_000 || elapsed > Number(seconds) * 1_000) return;
    const known = took.get(status);
    if (known) known.push(ms);
    else took.set(status, [ms]);
  });
  await cannon;
}
