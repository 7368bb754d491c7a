import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newUuid } from '../src/kernel/ids.ts';
import { format, median, type Row } from './measure.ts';
import { multiplyPurchases } from '../test/support/multiplied-shop.ts';
import { rssOf, untilIdle } from './process-figures.ts';
import { spawnProgram } from './program.ts';
import { DUE_SECONDS_EARLIER, openShop, renew } from './copied-shop.ts';
import type { Seller } from './seller.ts';

/** Subscriptions of one shop. */
const SIZES = [1_000, 10_000, 100_000];
/** Subscriptions that renew at one instant, if the shop has as many. */
const DUE = 10_000;
const WRITES = 200;
const READS = 100;
const PURCHASES = 20;
/** Before a measurement. */
const WARM_UP = 5;

/** What was measured in a shop of one size. */
type Measured = Record<keyof typeof FIGURES, number>;

interface Figure {
  name: string;
  unit: string;
  /** How often the smallest shop's figure the largest shop's may be; undefined where it is only reported. */
  growth?: number;
}

const FIGURES = {
  events: { name: 'events in the log', unit: '' },
  build: { name: 'read models built from nothing', unit: 's' },
  buildRate: { name: 'the same, events a second', unit: '/s' },
  restart: { name: 'start with everything built', unit: 's', growth: 1.5 },
  rssAtStart: { name: 'memory after that start', unit: 'MB', growth: 1.5 },
  edit: { name: 'PATCH of a customer, median', unit: 'ms', growth: 1.3 },
  purchase: { name: 'checkout, confirm and order, median', unit: 'ms', growth: 1.3 },
  orders: { name: 'first page of the orders, median', unit: 'ms', growth: 1.3 },
  sortedOrders: { name: 'orders sorted by customer, median', unit: 'ms' },
  search: { name: 'search by e-mail address, median', unit: 'ms', growth: 1.3 },
  figures: { name: "Home's figures of a month, median", unit: 'ms', growth: 1.3 },
  metrics: { name: 'metrics of a year by month, median', unit: 'ms', growth: 1.3 },
  renewal: { name: `a renewal, of up to ${format(DUE)} at one instant`, unit: 'ms', growth: 1.3 },
  rssAtEnd: { name: 'memory after all of this', unit: 'MB', growth: 2 },
  log: { name: 'log on disk, a subscription', unit: 'kB', growth: 1.1 },
  vault: { name: 'vault on disk, a subscription', unit: 'kB', growth: 1.1 },
  documents: { name: 'read models on disk, a subscription', unit: 'kB', growth: 1.1 },
} satisfies Record<string, Figure>;

/** What grows with the number of subscriptions, and how. */
export async function benchScale(): Promise<Row[]> {
  const measured: Measured[] = [];
  for (const size of SIZES) measured.push(await measureShop(size));
  return Object.entries<Figure>(FIGURES).map(([key, figure]) => {
    const values = measured.map((one) => one[key as keyof Measured]);
    const ratio = values.at(-1)! / values[0]!;
    const aim = figure.growth === undefined ? 'none' : `≤ ${figure.growth} ×`;
    const figures = `${values.map(format).join(' · ')} ${figure.unit}`.trimEnd();
    const met = figure.growth === undefined || ratio <= figure.growth;
    return { name: figure.name, figures: `${figures} = ${format(ratio)} ×`, aim, met };
  });
}

async function measureShop(size: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  try {
    const seller = await openShop(folder);
    const due = Math.min(DUE, size);
    const events = await multiplyPurchases({ DATA_DIR: folder }, seller.organizationId, size, (number) =>
      number < due ? -DUE_SECONDS_EARLIER : 0,
    );
    const built = await spawnProgram(folder);
    const build = built.startedInSeconds;
    await built.close();
    const disk = sizesOf(folder, size);
    const program = await spawnProgram(folder);
    const rssAtStart = rssOf(program.pid);
    await untilIdle(program.pid);
    const requests = await measureRequests(seller.at(program.url));
    const renewal = (1_000 * (await renew(seller.at(program.url), due))) / due;
    const rssAtEnd = rssOf(program.pid);
    await program.close();
    const start = { build, buildRate: events / build, restart: program.startedInSeconds, rssAtStart };
    return { events, ...start, ...requests, renewal, rssAtEnd, ...disk };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureRequests(seller: Seller) {
  const { organizationId } = seller;
  const get = (path: string) => () => seller.send('GET', path);
  const customers = await seller.send<{ items: { id: string }[] }>('GET', '/v1/customers/?limit=100');
  const of = (at: number) => customers.items[at % customers.items.length]!.id;
  const year = 'start_date=2026-01-01&end_date=2026-12-31&interval=month';
  return {
    edit: await medianMs(WRITES, (at) => seller.send('PATCH', `/v1/customers/${of(at)}`, { name: `Name ${at}` })),
    purchase: await medianMs(PURCHASES, () => seller.purchase(`${newUuid()}@example.com`)),
    orders: await medianMs(READS, get('/v1/orders/?limit=25')),
    sortedOrders: await medianMs(READS / 10, get('/v1/orders/?limit=25&sorting=customer')),
    search: await medianMs(READS / 10, get(`/api/dashboard/search?organization_id=${organizationId}&query=buyer-77`)),
    figures: await medianMs(READS, get(`/api/dashboard/figures?organization_id=${organizationId}`)),
    metrics: await medianMs(READS / 10, get(`/v1/metrics/?organization_id=${organizationId}&${year}`)),
  };
}

async function medianMs(times: number, run: (at: number) => Promise<unknown>): Promise<number> {
  for (let at = 0; at < WARM_UP; at++) await run(at);
  const taken: number[] = [];
  for (let at = 0; at < times; at++) {
    const began = performance.now();
    await run(at);
    taken.push(performance.now() - began);
  }
  return median(taken);
}

/** Kilobytes for each subscription. */
function sizesOf(folder: string, size: number) {
  const of = (name: string) => statSync(join(folder, `${name}.db`)).size / 1_024 / size;
  return { log: of('log'), vault: of('vault'), documents: of('documents') };
}
