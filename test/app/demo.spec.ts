import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule, features } from '../../src/app.module.ts';
import { OffsetClock } from '../../src/app/clock.ts';
import { createHttpApp } from '../../src/app/http/edge.ts';
import { JsonLog } from '../../src/app/log.ts';
import { readEvents } from '../../src/app/operator/events.ts';
import { compareProjections, projectionsOf } from '../../src/app/operator/projections.ts';
import { Runtime } from '../../src/app/runtime.ts';
import { VAULT } from '../../src/app/tokens.ts';
import { readConfig, type Config } from '../../src/config.ts';
import { DEMO_ACCOUNT } from '../../src/demo/account.ts';
import type { DemoScript } from '../../src/demo/demo.ts';
import { Demo } from '../../src/demo/stage.ts';
import { openScratch } from '../../src/installation/data-folder.ts';
import { openForReading } from '../../src/installation/open-for-operators.ts';
import { openPorts, type OpenPorts } from '../../src/installation/open-ports.ts';
import { addDays, dayOf, msOf } from '../../src/kernel/ports/clock.ts';
import { Codec } from '../../src/kernel/writing/codec.ts';
import type { StoredEvent } from '../../src/kernel/ports/event-store.ts';
import type { Recorded } from '../../src/kernel/writing/events.ts';
import type { Vault } from '../../src/kernel/ports/vault.ts';
import { compareFigures, contradictions } from '../support/home-figures.ts';
import { freePort } from '../support/ports.ts';

/** A short past in an empty folder; `npm start -- --demo` plays a longer one. */
const PLAY: DemoScript = { days: 75, buyers: 16, seed: 32 };
/** With buyers whom chance decides, and renewals. */
const SHORT: DemoScript = { days: 35, buyers: 14, seed: 32 };

interface Person {
  name: string;
  email: string;
  billingAddress: { line1: string };
}

interface OrderData {
  currency: string;
  totals: { discountAmount: number; taxAmount: number };
  customFieldData: object;
}

interface Metered {
  consumed: string;
  credited: string;
}

interface MeteredItem {
  amount: number;
  metered?: Metered;
}

type Told = Recorded<{ type: string; data: Record<string, unknown> }>;

interface Filled {
  url: string;
  app: NestFastifyApplication;
  config: Config;
  ports: OpenPorts;
  folder: string;
  /** All events, as stored and opened. */
  stored: string;
  events: Told[];
  close(): Promise<void>;
}

async function fill(play: DemoScript): Promise<Filled> {
  const folder = await mkdtemp(join(tmpdir(), 'tillbook-demo-'));
  const config = readConfig({ NODE_ENV: 'test', PORT: String(await freePort()), DATA_DIR: folder });
  const log = new JsonLog({ write: () => undefined });
  const ports = await openPorts(config, { features, log });
  const demo = await Demo.open(ports.clock as OffsetClock, () => undefined, play);
  const app = await createHttpApp(AppModule.with(features, ports, config), config, log, join(folder, 'web'));
  await app.init();
  await app.get(Runtime).start();
  await ports.relaxed(() => demo.fill(app));
  await app.get(Runtime).settled();
  await app.listen(config.port, config.host);
  const stored: StoredEvent[] = [];
  for await (const event of readEvents(ports.store)) stored.push(event);
  return {
    url: `http://127.0.0.1:${config.port}`,
    app,
    config,
    ports,
    folder,
    stored: JSON.stringify(stored),
    events: await app.get(Codec).open<Told>(stored),
    async close() {
      await app.close();
      await ports.close();
      await rm(folder, { recursive: true });
    },
  };
}

const of = ({ events }: Filled, type: string): Told[] => events.filter((event) => event.type === type);

/** What was sold to whom, without ids and times. */
function sales(filled: Filled): string[] {
  const names = new Map(of(filled, 'ProductCreated').map(({ data }) => [data['productId'], data['name']]));
  const people = new Map(of(filled, 'CustomerCreated').map(({ data }) => [data['customerId'], data['email']]));
  return of(filled, 'OrderCreated')
    .map(({ data }) => [people.get(data['customerId']), names.get(data['productId']), data['billingReason']].join(' '))
    .sort();
}

/** For the sales of one demo, on a busy machine. */
const FILL_MS = 120_000;

let demo: Filled;
beforeAll(async () => {
  demo = await fill(PLAY);
}, FILL_MS);
afterAll(() => demo.close());

describe('the demo', () => {
  it('creates a shop with customers, one-time sales and renewals, over all the days', () => {
    expect(of(demo, 'ProductCreated').length).toBeGreaterThanOrEqual(4);
    expect(of(demo, 'CustomerCreated').length).toBeGreaterThanOrEqual(10);
    const reasons = new Set(of(demo, 'OrderCreated').map(({ data }) => data['billingReason']));
    expect(reasons).toEqual(new Set(['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update']));
    const [first, last] = [demo.events[0]!, demo.events.at(-1)!].map(({ metadata }) => msOf(metadata.occurredAt));
    expect((last! - first!) / 86_400_000).toBeGreaterThan(PLAY.days - 15);
    expect(of(demo, 'CustomerCreated').every(({ data }) => String(data['email']).endsWith('@example.com'))).toBe(true);
  });

  it('sells with pictures, discounts, tax, chosen amounts and answers, and shares links', () => {
    const products = of(demo, 'ProductCreated').map(({ data }) => data as { mediaIds?: string[] });
    const pictures = new Set(of(demo, 'FileUploaded').map(({ data }) => data['fileId']));
    expect(products.flatMap(({ mediaIds = [] }) => mediaIds).filter((id) => pictures.has(id))).toHaveLength(
      products.length,
    );
    expect(of(demo, 'CheckoutLinkCreated')).toHaveLength(2);
    expect(of(demo, 'DiscountRedeemed').length).toBeGreaterThan(0);
    const orders = of(demo, 'OrderCreated').map(({ data }) => data as unknown as OrderData);
    expect(orders.some(({ totals }) => totals.discountAmount > 0)).toBe(true);
    expect(orders.some(({ totals }) => totals.taxAmount > 0)).toBe(true);
    expect(new Set(orders.map(({ currency }) => currency))).toEqual(new Set(['usd', 'eur']));
    expect(orders.some(({ customFieldData }) => Object.keys(customFieldData).length > 0)).toBe(true);
    const amounts = of(demo, 'ProductCreated').find(({ data }) => String(data['name']).includes('meadow'))!.data;
    expect(amounts).toMatchObject({ prices: [{ amountType: 'custom', minimumAmount: 300 }] });
  });

  it('has trials, plan changes, discounts that run out, declined and rescued renewals, and refunds', () => {
    const trials = of(demo, 'SubscriptionCreated').filter(({ data }) => data['trial']);
    expect(trials.length).toBeGreaterThan(0);
    expect(of(demo, 'SubscriptionRenewed').some(({ data }) => data['endsTrial'])).toBe(true);
    const behaviors = of(demo, 'SubscriptionProductChanged').map(({ data }) => data['behavior']);
    expect(new Set(behaviors)).toEqual(new Set(['invoice', 'prorate', 'next_period']));
    expect(of(demo, 'SubscriptionRenewed').some(({ data }) => data['endedDiscount'])).toBe(true);
    const failed = of(demo, 'SubscriptionRenewalFailed').map(({ data }) => data['subscriptionId']);
    const rescued = of(demo, 'SubscriptionRecovered').map(({ data }) => data['subscriptionId']);
    expect(new Set(failed).size).toBeGreaterThan(new Set(rescued).size);
    expect(rescued.length).toBeGreaterThan(0);
    const refunded = of(demo, 'RefundSucceeded').map(({ data }) => data['currency']);
    expect(new Set(refunded)).toEqual(new Set(['usd', 'eur']));
  });

  it('gives files, one of them archived, and license keys that are activated', () => {
    const given = of(demo, 'BenefitCreated').map(({ data }) => data['properties'] as Record<string, object>);
    const downloads = given.find(({ type }) => String(type) === 'downloadables')!;
    expect([downloads['files'], Object.values(downloads['archived']!)]).toEqual([expect.anything(), [true]]);
    const held = of(demo, 'BenefitGranted').flatMap(({ data }) => Object.keys(data['properties'] as object));
    expect(held).toContain('files');
    const keys = new Set(of(demo, 'LicenseKeyIssued').map(({ data }) => data['licenseKeyId']));
    const activated = of(demo, 'LicenseKeyActivated').map(({ data }) => data['licenseKeyId']);
    expect(activated.length).toBeGreaterThan(1);
    expect(activated.filter((id) => !keys.has(id))).toEqual([]);
  });

  it('sells usage by the unit, which credits pay for first and a cap limits, and shows a month of it', () => {
    const sold = of(demo, 'ProductCreated').find(({ data }) => String(data['name']).includes('for programs'))!.data;
    expect(sold['prices']).toMatchObject([{}, { amountType: 'metered_unit', unitAmount: '4.5', capAmount: 2_000 }]);
    const [first, last] = [of(demo, 'UsageIngested')[0]!, of(demo, 'UsageIngested').at(-1)!];
    expect((msOf(last.metadata.occurredAt) - msOf(first.metadata.occurredAt)) / 86_400_000).toBeGreaterThan(31);
    const lines = of(demo, 'OrderCreated')
      .flatMap(({ data }) => data['items'] as unknown as MeteredItem[])
      .flatMap(({ amount, metered }) => (metered ? [{ ...metered, amount }] : []));
    expect(lines.length).toBeGreaterThan(2);
    const units = ({ consumed, credited }: Metered) => Math.max(0, Number(consumed) - Number(credited));
    for (const line of lines) {
      expect(Number(line.credited)).toBeGreaterThanOrEqual(200);
      expect(line.amount).toBe(Math.min(2_000, Math.round(units(line) * 4.5)));
    }
    const charged = lines.filter(({ amount }) => amount > 0 && amount < 2_000);
    const capped = lines.filter((line) => units(line) * 4.5 > 2_000);
    expect([charged.length > 0, capped.length > 0]).toEqual([true, true]);
  });

  it('gives roles at the pretend Discord and a repository at GitHub, to those who have linked an account', () => {
    const given = of(demo, 'BenefitCreated').map(({ data }) => (data['properties'] as { type: string }).type);
    expect(given).toEqual(expect.arrayContaining(['discord', 'github_repository']));
    expect(of(demo, 'RemoteInstallationConnected').map(({ data }) => data['platform'])).toEqual(['discord', 'github']);
    const linked = new Set(of(demo, 'CustomerAccountLinked').map(({ data }) => data['customerId']));
    const held = of(demo, 'BenefitGranted').filter(({ data }) => data['benefitType'] === 'discord');
    expect(held.length).toBeGreaterThan(0);
    expect(held.filter(({ data }) => !linked.has(data['customerId']))).toEqual([]);
  });

  it('records for every event who caused it by which command, at a past business time', () => {
    for (const { metadata } of demo.events) {
      expect(metadata.actor).toMatchObject({ kind: expect.stringMatching(/^(user|system)$/), id: expect.any(String) });
      expect(metadata.commandId).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}:\S+/);
      expect(msOf(metadata.occurredAt)).toBeLessThanOrEqual(msOf(metadata.recordedAt));
    }
  });

  it('stores no plain personal data in the log', () => {
    const people = of(demo, 'CustomerCreated').map(({ data }) => data as unknown as Person);
    const words = people.flatMap(({ name, email, billingAddress }) => [name, email, billingAddress.line1]);
    expect(words.every((word) => word.length > 5)).toBe(true);
    expect(words.filter((word) => demo.stored.includes(word))).toEqual([]);
  });

  it('links every paid checkout to its customer, subscription and order', () => {
    const succeeded = of(demo, 'CheckoutSucceeded');
    expect(succeeded.length).toBeGreaterThanOrEqual(10);
    const made = (type: string, field: string) => new Map(of(demo, type).map(({ data }) => [data[field], data]));
    const [customers, orders] = [made('CustomerCreated', 'customerId'), made('OrderCreated', 'orderId')];
    const [subscriptions, paid] = [
      made('SubscriptionCreated', 'subscriptionId'),
      made('PaymentSucceeded', 'paymentId'),
    ];
    for (const { data } of succeeded) {
      const { checkoutId, customerId, orderId, subscriptionId } = data;
      expect(customers.has(customerId)).toBe(true);
      expect(orders.get(orderId)).toMatchObject({ checkoutId, customerId, subscriptionId, status: 'paid' });
      if (subscriptionId !== null) expect(subscriptions.get(subscriptionId)).toMatchObject({ checkoutId, customerId });
    }
    for (const { data } of of(demo, 'OrderPaid')) expect(paid.has(data['paymentId'])).toBe(true);
  });

  it('ends with business time equal to machine time, also for the next start', async () => {
    for (const clock of [demo.ports.clock, await OffsetClock.open(demo.app.get<Vault>(VAULT))])
      expect(Math.abs(msOf(clock.now()) - msOf(clock.machineNow()))).toBeLessThan(1_000);
  });

  it('leaves read models that match the log', async () => {
    const reading = await openForReading(demo.config, features, new JsonLog({ write: () => undefined }));
    const [taken, rebuilt] = [openScratch(join(demo.folder, 'taken')), openScratch(join(demo.folder, 'rebuilt'))];
    const found = await compareProjections(reading, projectionsOf(features), taken, rebuilt);
    await Promise.all([reading, taken, rebuilt].map((stores) => stores.close()));
    expect(found).toMatchObject({ differences: [], skipped: [] });
    expect(found.documents).toBeGreaterThan(100);
  });

  it('lets its seller sign in', async () => {
    const { email, password } = DEMO_ACCOUNT;
    const answer = await fetch(`${demo.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([200, { user: { email } }]);
  });

  it.each(['UTC', 'Asia/Kolkata'])('shows figures that are the totals of the lists they open, in %s', async (zone) => {
    const { email, password } = DEMO_ACCOUNT;
    const json = { 'content-type': 'application/json', origin: demo.url };
    const post = { method: 'POST', headers: json, body: JSON.stringify({ email, password }) };
    const signedIn = await fetch(`${demo.url}/api/auth/sign-in/email`, post);
    const headers = {
      ...json,
      cookie: signedIn.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; '),
    };
    const get = async (path: string) => {
      const answer = await fetch(`${demo.url}${path}`, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.json();
    };
    const { items } = (await get('/v1/organizations/')) as { items: { id: string }[] };
    const { id } = items[0]!;
    const body = JSON.stringify({ time_zone: zone });
    await fetch(`${demo.url}/v1/organizations/${id}`, { method: 'PATCH', headers, body });
    await demo.app.get(Runtime).settled();
    const days = (from: number, to: number) => [from, to].map((back) => dayOf(addDays(demo.ports.clock.now(), -back)));
    for (const range of ['', days(20, 0), days(45, 12), days(0, 0)]) {
      const query = range ? `start_date=${range[0]}&end_date=${range[1]}` : '';
      const { figures, compared, nonzero, wrong } = await compareFigures(get, id, query);
      expect([wrong, contradictions(figures)]).toEqual([[], []]);
      expect(figures.time_zone).toBe(zone);
      expect(figures.currencies.map(({ currency }) => currency)).toEqual(['usd', 'eur']);
      expect(compared).toBeGreaterThan(20);
      if (range[0] !== range[1]) expect(nonzero).toBeGreaterThan(15);
    }
  });

  it(
    'creates the same shop from the same seed',
    async () => {
      const [one, same] = [await fill(SHORT), await fill(SHORT)];
      expect(sales(same)).toEqual(sales(one));
      await Promise.all([one.close(), same.close()]);
    },
    2 * FILL_MS,
  );
});
