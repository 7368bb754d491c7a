import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '../src/kernel/coordination/waiting.ts';
import { multiplyPurchases } from '../test/support/multiplied-shop.ts';
import { openShop } from './copied-shop.ts';
import { format, median, percentile, type Row } from './measure.ts';
import { peakRssOf, untilIdle } from './process-figures.ts';
import { spawnProgram } from './program.ts';
import type { Seller } from './seller.ts';

/** Holders of the product, to compare with. */
const FEW = 1_000;
/** In MB: with gigabytes to spare, V8 lets garbage lie, and a peak says nothing of what is kept. */
const HEAP = 256;
/** What as many as are asked for may need of memory, compared with a thousand. */
const GROWTH = 1.5;
/** Of the request itself, in milliseconds: it only records the change. */
const ANSWERED = 1_000;
/** Of other requests meanwhile, in milliseconds. */
const OTHERS = 500;
const LOOKED_EVERY_MS = 100;
/** Requests of an idle program, to compare with. */
const IDLE_REQUESTS = 50;
/** Changed in turn, because each can be changed 500 times a day. */
const CHANGED_CUSTOMERS = 20;

interface Measured {
  size: number;
  answeredMs: number;
  seconds: number;
  /** Milliseconds of other requests: of an idle program, and meanwhile. */
  idle: number[];
  meanwhile: number[];
  peakRss: number;
}

/**
 * A benefit is added to a product that many have: the request, the grants in the background, and what else is served meanwhile.
 * @param many holders, besides the thousand to compare with
 */
export async function benchGrants(many: number): Promise<Row[]> {
  const measured = [await measureGrants(FEW), await measureGrants(many)];
  const growth = measured.at(-1)!.peakRss / measured[0]!.peakRss;
  return [
    ...measured.flatMap(({ size, answeredMs, seconds, idle, meanwhile }) => [
      {
        name: `a benefit for ${format(size)} holders: the request`,
        figures: `${format(answeredMs)} ms; granted ${format(size / seconds)}/s after it`,
        aim: `≤ ${ANSWERED} ms`,
        met: answeredMs <= ANSWERED,
      },
      {
        name: `  ${format(meanwhile.length)} changes of customers meanwhile, 99 %`,
        figures: `${format(percentile(meanwhile, 0.99))} ms, median ${format(median(meanwhile))}; idle ${format(median(idle))} ms`,
        aim: `≤ ${OTHERS} ms`,
        met: percentile(meanwhile, 0.99) <= OTHERS,
      },
    ]),
    {
      name: `most memory, with a heap of ${HEAP} MB`,
      figures: `${measured.map(({ peakRss }) => format(peakRss)).join(' · ')} MB = ${format(growth)} ×`,
      aim: `≤ ${GROWTH} ×`,
      met: growth <= GROWTH,
    },
  ];
}

async function measureGrants(size: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  try {
    const shop = await openShop(folder);
    // All of them have the product: the original is one.
    await multiplyPurchases({ DATA_DIR: folder }, shop.organizationId, size - 1, () => 0);
    await (await spawnProgram(folder)).close();
    const program = await spawnProgram(folder, { NODE_OPTIONS: `--max-old-space-size=${HEAP}` });
    const seller = shop.at(program.url);
    await untilIdle(program.pid);
    const customers = await Promise.all(Array.from({ length: CHANGED_CUSTOMERS }, () => seller.customer()));
    const changeOf = (n: number): Promise<number> => change(seller, customers[n % CHANGED_CUSTOMERS]!);
    const idle: number[] = [];
    for (let n = 0; n < IDLE_REQUESTS; n++) idle.push(await changeOf(n));
    const benefitId = await seller.benefit('Letters');
    const began = performance.now();
    await seller.give(benefitId);
    const answeredMs = performance.now() - began;
    const meanwhile: number[] = [];
    while ((await grantsOf(seller, benefitId)) < size) {
      meanwhile.push(await changeOf(meanwhile.length));
      await pause(LOOKED_EVERY_MS);
    }
    const seconds = (performance.now() - began) / 1_000;
    const peakRss = peakRssOf(program.pid);
    await program.close();
    return { size, answeredMs, seconds, idle, meanwhile, peakRss };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In milliseconds. */
async function change(seller: Seller, customerId: string): Promise<number> {
  const began = performance.now();
  await seller.send('PATCH', `/v1/customers/${customerId}`, { name: `Ada ${began}` });
  return performance.now() - began;
}

async function grantsOf(seller: Seller, benefitId: string): Promise<number> {
  const path = `/v1/benefits/${benefitId}/grants?limit=1&is_granted=true`;
  return (await seller.send<{ pagination: { total_count: number } }>('GET', path)).pagination.total_count;
}
