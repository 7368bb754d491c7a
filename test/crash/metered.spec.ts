import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, addSeconds, type Instant } from '../../src/kernel/ports/clock.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';
import { createOrganization, post, signUp } from '../support/accounts.ts';
import { Random } from '../support/contract-tools.ts';
import { freePort } from '../support/ports.ts';
import { buildIfMissing, Program } from '../support/program.ts';
import { until } from '../support/until.ts';
import { Folder } from './folder.ts';

/** To reproduce a failure: CRASH_SEED=… */
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const KILLS = 4;
const BATCH = 7;
/** A month and a day: each move ends a period of both subscriptions. */
const MOVE_DAYS = 32;
const WITHIN_MS = 120_000;
const PRICES = { usd: '2.5', jpy: '0.5' };

interface Line {
  metered?: { consumed: string };
}

const random = new Random(SEED);
const folder = new Folder(mkdtempSync(join(tmpdir(), 'tillbook-metered-')));

let program: Program;
let cookie: string;
let organization_id: string;
let customers: string[];

beforeAll(async () => {
  buildIfMissing();
  program = new Program({ PORT: String(await freePort()), DATA_DIR: folder.path });
  await program.start();
  ({ cookie } = await signUp(program));
  organization_id = (await createOrganization(program, cookie)).id;
  const clauses = [{ property: 'name', operator: 'eq', value: 'call' }];
  const meter = {
    organization_id,
    name: 'Calls',
    filter: { conjunction: 'and', clauses },
    aggregation: { func: 'count' },
  };
  const { id: meter_id } = await created('/v1/meters/', meter);
  for (const [price_currency, unit_amount] of Object.entries(PRICES))
    await subscribe({ price_currency, unit_amount, meter_id });
  // Answers once the periods of the meter have begun.
  await advanceTo(addSeconds(await clock(), 1));
  const { items } = (await (await fetch(`${program.url}/v1/customers/`, { headers: { cookie } })).json()) as {
    items: { id: string }[];
  };
  customers = items.map(({ id }) => id);
}, WITHIN_MS);

afterAll(async () => {
  await program.kill();
  rmSync(folder.path, { recursive: true });
});

describe(`usage that is reported while periods end, killed ${KILLS} times (CRASH_SEED=${SEED})`, () => {
  let reported = 0;
  let isOver = false;

  it(
    'is accepted again after every kill',
    async () => {
      const reporting = report();
      for (let kill = 0; kill < KILLS; kill++) {
        const enough = reported + BATCH * (1 + random.int(12));
        void advanceTo(addDays(await clock(), MOVE_DAYS)).catch(() => undefined);
        await until(() => Promise.resolve(reported >= enough), 'reports', WITHIN_MS, 1);
        await program.kill();
        await program.start();
      }
      isOver = true;
      await reporting;
      await advanceTo(addDays(await clock(), MOVE_DAYS));
      expect(reported).toBeGreaterThan(KILLS * BATCH);
    },
    3 * WITHIN_MS,
  );

  it('is billed once, every event of it', async () => {
    const log = (await folder.events()) as readonly Recorded<DomainEvent<string, Record<string, unknown>>>[];
    const of = (type: string) => log.filter((event) => event.type === type).map(({ data }) => data);
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    const stored = of('UsageIngested').map(({ events }) => (events as unknown[]).length);
    const measured = of('SubscriptionUsageMeasured').flatMap(({ usage }) => usage as { consumed: string }[]);
    const lines = of('OrderCreated').flatMap(({ items }) => (items as Line[]).flatMap(({ metered }) => metered ?? []));
    const units = (some: { consumed: string }[]) => sum(some.map(({ consumed }) => Number(consumed)));
    expect([sum(stored), units(measured), units(lines)]).toEqual([reported, reported, reported]);
  });

  /** One call after the other, each repeated until it is answered. */
  async function report(): Promise<void> {
    for (let first = 0; !isOver; first += BATCH) {
      const events = Array.from({ length: BATCH }, (_, n) => ({
        organization_id,
        name: 'call',
        customer_id: customers[(first + n) % customers.length],
        external_id: `call ${first + n}`,
      }));
      while (!(await isAccepted(events)));
      reported += BATCH;
    }
  }

  async function isAccepted(events: object[]): Promise<boolean> {
    try {
      return (await post(program, '/v1/events/ingest', { events }, cookie)).status === 200;
    } catch {
      return new Promise((resolve) => setTimeout(resolve, 20, false));
    }
  }
});

async function subscribe(metered: Record<string, string> & { price_currency: string }): Promise<void> {
  const { price_currency } = metered;
  const fixed = { amount_type: 'fixed', price_amount: 1_000, price_currency };
  const prices = [fixed, { amount_type: 'metered_unit', ...metered }];
  const product = { organization_id, name: price_currency, recurring_interval: 'month', prices };
  const { id } = await created('/v1/products/', product);
  const { client_secret } = await created('/v1/checkouts/', { products: [id] });
  await created(`/v1/checkouts/client/${client_secret}/confirm`, {
    customer_email: `${price_currency}@example.com`,
    customer_name: 'Ada',
    customer_billing_address: { country: 'DE' },
    confirmation_token_id: 'ctoken_ok',
  });
}

async function created(path: string, body: object): Promise<{ id: string; client_secret: string }> {
  return (await (await post(program, path, body, cookie)).json()) as { id: string; client_secret: string };
}

async function clock(): Promise<Instant> {
  return ((await (await fetch(`${program.url}/sandbox/clock`)).json()) as { now: Instant }).now;
}

async function advanceTo(to: Instant): Promise<void> {
  await post(program, '/sandbox/clock', { advance_to: to });
}
