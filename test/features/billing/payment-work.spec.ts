import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { FailingWork } from '../../../src/app/work/failing-work.ts';
import { JOBS } from '../../../src/app/tokens.ts';
import { Health } from '../../../src/app/health/health.ts';
import { run } from '../../../src/cli/run.ts';
import { ReversePayment } from '../../../src/features/billing/payments/payment.commands.ts';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import { Commands } from '../../../src/app/commands.ts';
import type { JobQueue } from '../../../src/kernel/ports/job-queue.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

/** Payments at a time, in one process. */
const AT_ONCE = 32;
const START = '2026-01-15T10:00:00.000Z';
const RENEWED = '2026-02-15T10:00:00.000Z';

let shop: Shop;
let jobs: JobQueue;
let monthly: string;
let buyers = 0;
/** Customers by the kind of their card. */
const customers = new Map<string, string>();
let original: Pick<Shop['processor'], 'chargeOffSession' | 'statusOf' | 'refund'>;

beforeAll(async () => {
  shop = await openShop({ ages: true, allowSeveral: true });
  shop.clock.set(START);
  jobs = shop.app.get<JobQueue>(JOBS);
  monthly = (await shop.product({ amount: 2_000, interval: 'month' })).id;
  const { processor } = shop;
  original = {
    chargeOffSession: processor.chargeOffSession.bind(processor),
    statusOf: processor.statusOf.bind(processor),
    refund: processor.refund.bind(processor),
  };
});

afterEach(async () => {
  Object.assign(shop.processor, original);
  await Promise.all((await all({ active: true })).map(({ id }) => shop.seller.subscriptions.revoke({ id })));
  await shop.settled();
  shop.clock.set(START);
});

afterAll(() => shop.close());

const all = async (query: { active?: boolean }): Promise<Subscription[]> =>
  (await shop.seller.subscriptions.list({ ...query, limit: 100 })).result.items;

/** So many subscriptions begin, of one customer with a card of the given kind. */
async function subscribe(count: number, kind = 'ok'): Promise<void> {
  let left = count;
  if (!customers.has(kind)) {
    const { customerId } = await shop.subscribe(monthly, `ctoken_${kind}`);
    customers.set(kind, customerId);
    left -= 1;
  }
  const headers = { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ product_id: monthly, customer_id: customers.get(kind) });
  const begin = () => fetch(`${shop.url}/v1/subscriptions/`, { method: 'POST', headers, body });
  const answers = await Promise.all(Array.from({ length: left }, begin));
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  await shop.settled();
}

/** Everybody's period ends; the ticker notices by itself. */
const renew = (): void => shop.clock.set(RENEWED);

/** How many orders renewals have created, with a status if one is given. */
async function renewals(status?: 'paid' | 'pending'): Promise<number> {
  const path = `/v1/orders/?limit=1&billing_reason=subscription_cycle${status ? `&status=${status}` : ''}`;
  const answer = await fetch(shop.url + path, { headers: { authorization: `Bearer ${shop.bearer}` } });
  return ((await answer.json()) as { pagination: { total_count: number } }).pagination.total_count;
}
const typesOf = async (paymentId: string) =>
  (await shop.events<PaymentEvent>(`payment-${paymentId}`)).map(({ type }) => type);

function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

it('delays neither steps nor due items, nor payments of others, while the processor does not answer', async () => {
  const { opened, open } = gate();
  await subscribe(AT_ONCE - 1, 'hanging');
  await subscribe(6);
  const before = await renewals();
  shop.processor.chargeOffSession = async (request) => {
    if (request.method.endsWith('hanging')) await opened;
    return original.chargeOffSession(request);
  };
  const abandoned = await shop.seller.checkouts.create({ products: [monthly] });
  renew();
  await until(async () => (await renewals('paid')) - before === 6, 'the other renewals to be paid');
  await until(
    async () => (await shop.seller.checkouts.get({ id: abandoned.id })).status === 'expired',
    'the abandoned checkout to expire',
  );
  const once = await shop.product({ amount: 500 });
  const { id, clientSecret } = await shop.seller.checkouts.create({ products: [once.id] });
  await shop.confirm(clientSecret, { email: `buyer${buyers++}@example.com` });
  await until(
    async () => (await shop.seller.checkouts.get({ id })).status === 'succeeded',
    'a checkout to be fulfilled',
  );
  expect((await renewals()) - before).toBe(AT_ONCE - 1 + 6);
  expect((await renewals('paid')) - before).toBe(6);
  open();
  await until(async () => (await renewals('paid')) - before === AT_ONCE - 1 + 6, 'all renewals to be paid');
});

it(`charges ${AT_ONCE} payments at a time, and creates all orders meanwhile`, async () => {
  const { opened, open } = gate();
  // More than a process takes steps of at once.
  const count = 66;
  await subscribe(count);
  const orders = async () => (await shop.seller.orders.list({ limit: 1 })).result.pagination.totalCount;
  const [before, taken] = [await orders(), await shop.processor.taken()];
  let [running, most] = [0, 0];
  shop.processor.chargeOffSession = async (request) => {
    most = Math.max(most, ++running);
    await opened;
    running -= 1;
    return original.chargeOffSession(request);
  };
  renew();
  await until(async () => running === AT_ONCE && (await orders()) === before + count, 'all orders');
  open();
  await until(async () => (await shop.processor.taken()) - taken === count, 'all to be charged');
  expect(most).toBe(AT_ONCE);
});

it('finds a payment whose wake-up was lost', async () => {
  await subscribe(1);
  const taken = await shop.processor.taken();
  const wake = jobs.wake.bind(jobs);
  jobs.wake = () => Promise.resolve();
  try {
    renew();
    await until(async () => (await renewals('pending')) === 1, 'the order to be created');
    await shop.settled();
    expect(await shop.processor.taken()).toBe(taken);
  } finally {
    jobs.wake = wake;
  }
  shop.clock.advance({ seconds: 10 });
  await until(async () => (await shop.processor.taken()) === taken + 1, 'the payment to be found');
});

it('asks what has become of a charge whose answer was lost, instead of charging again', async () => {
  await subscribe(1);
  const charged: string[] = [];
  const asked: string[] = [];
  shop.processor.chargeOffSession = async (request) => {
    charged.push(request.id);
    await original.chargeOffSession(request);
    throw new Error('The connection was lost');
  };
  shop.processor.statusOf = (id) => {
    asked.push(id);
    return original.statusOf(id);
  };
  renew();
  await until(async () => charged.length > 0 && (await typesOf(charged[0]!)).length === 2, 'the outcome');
  expect([charged.length, asked]).toEqual([1, charged]);
  expect(await typesOf(charged[0]!)).toEqual(['PaymentRequested', 'PaymentSucceeded']);
  await until(async () => (await shop.app.get(FailingWork).list()).length === 0, 'the failure to be removed');
});

it('shows an operator a refund that the processor refuses, and retries it when asked', async () => {
  await subscribe(1);
  let paymentId = '';
  shop.processor.chargeOffSession = (request) =>
    original.chargeOffSession({ ...request, id: (paymentId = request.id) });
  renew();
  await until(async () => paymentId !== '' && (await typesOf(paymentId)).length === 2, 'the renewal to be paid');
  shop.processor.refund = () =>
    Promise.resolve({ outcome: 'failed', code: 'account_closed', message: 'The account is closed' });
  const context = { ...shop.context(), organizationId: shop.organizationId };
  await shop.app.get(Commands).execute(new ReversePayment({ paymentId, reason: 'A spec' }, context));
  const env = { NODE_ENV: 'test', DATA_DIR: shop.config.dataDir };
  const tillbook = async (...words: string[]) => {
    const lines: string[] = [];
    const put = (line: string): void => void lines.push(line);
    await run(words, { env, out: put, err: put });
    return lines.join('\n');
  };
  const failing = shop.app.get(FailingWork);
  await until(async () => ((await failing.list())[0]?.attempts ?? 0) >= 3, 'a third attempt');
  expect(await tillbook('work', 'list')).toMatch(
    new RegExp(`payment/${paymentId}  next attempt \\S+  \\d attempts: The account is closed`),
  );
  expect(await shop.app.get(Health).exposition()).toContain('work_failing{kind="payment"} 1');
  expect(await tillbook('work', 'retry', `payment/${paymentId}`)).toMatch(/failed again: The account is closed/);
  shop.processor.refund = original.refund;
  expect(await tillbook('work', 'retry', '--all')).toBe(`payment/${paymentId}: done`);
  expect((await typesOf(paymentId)).slice(-2)).toEqual(['PaymentReversalRequested', 'PaymentReversed']);
  expect(await tillbook('work', 'list')).toBe('No failing work.');
  expect(await tillbook('work', 'retry', '--all')).toBe('No failing work found; see: work list');
});
