import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { features } from '../../src/app.module.ts';
import { categoryOf, upToEnd } from '../../src/kernel/ports/event-store.ts';
import { createOrganization, signUp, tokenOf } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { operated } from '../support/operator.ts';
import { until } from '../support/until.ts';
import type { Deployment } from '../support/deployment.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { polar } from '../support/sellers.ts';
import { messagesIn } from '../support/sent.ts';

/**
 * The main job, requested at several processes in turn. A month passes while they are down. The result must equal that of one process on a data folder.
 */
const MONTH_MS = 31 * 86_400_000;
/** Enough on a busy machine. */
const WITHIN_MS = 60_000;
/** Six processes start twice, and each wait may take its time. */
const TEST_MS = 10 * WITHIN_MS;
const SCOPES = [
  ...['products', 'customers', 'checkouts', 'subscriptions', 'webhooks', 'benefits'].map((s) => `${s}:write`),
  'orders:read',
];
const SUBSCRIBED_TYPES = [
  'order.created',
  'order.paid',
  'subscription.created',
  'subscription.canceled',
  'subscription.revoked',
];
/** Stream categories of the program's own bookkeeping; how many batches of outcomes there are depends on when they come in. */
const BOOKKEEPING = ['claim', 'seal', 'seals', 'webhook', 'webhookoutcomes', 'email', 'emailoutcomes'];

/** @param deployed started, and new */
export function describeMainJob(deployed: () => Deployment): void {
  describe('do the main job, and', () => {
    const opened: { close(): Promise<void> }[] = [];
    let split: Outcome;
    let single: Outcome;

    beforeAll(async () => {
      split = await runMainJob(ofProcesses(deployed()), opened);
      const one = await startApp({ features, own: true });
      opened.push(one);
      single = await runMainJob(ofOne(one), opened);
    }, TEST_MS);
    afterAll(async () => {
      for (const each of opened.reverse()) await each.close();
    });

    it('write the same events, stream by stream', () => {
      expect(split.streams).toEqual(single.streams);
      expect(split.streams.length).toBeGreaterThan(10);
    });

    it('send the same webhooks, none twice, and to each endpoint in log order', () => {
      expect(split.webhooks.map(({ type }) => type)).toEqual(single.webhooks.map(({ type }) => type));
      const ids = split.webhooks.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('show each write at every process at once', () => {
      expect(split.unseen).toEqual([]);
    });

    it('leave read models that match the log', () => {
      expect(split.compared).toMatch(/ read models compared: 0 differ$/m);
    });
  });
}

interface Outcome {
  /** Types of the events of each stream of the business, by category, sorted. */
  streams: string[];
  webhooks: { id: string; type: string }[];
  /** Writes that another process did not show. */
  unseen: string[];
  compared: string;
}

interface Api {
  url: string;
}

interface Logged {
  stream: string;
  type: string;
  data: Record<string, unknown>;
}

/** Where the main job is done. */
interface Installation {
  /** One for each process that answers requests. */
  apis: readonly Api[];
  passMonth(): Promise<void>;
  /** Until all processes have seen the end of the log. */
  settled(): Promise<void>;
  events(): Promise<Logged[]>;
  /** The read models with the log. */
  compare(): Promise<string>;
}

function ofProcesses(deployment: Deployment): Installation {
  return {
    apis: deployment.withRole('api'),
    // While nothing runs.
    async passMonth() {
      await deployment.stop();
      await deployment.moveClock(MONTH_MS);
      await deployment.start();
    },
    settled: () => deployment.caughtUp(WITHIN_MS),
    events: () => deployment.events(),
    compare: async () => (await deployment.programs[0]!.operate('projections', 'compare')).output,
  };
}

function ofOne(app: TestApp): Installation {
  return {
    apis: [app],
    passMonth: async () => app.clock.advance({ seconds: MONTH_MS / 1_000 }),
    settled: () => app.runtime.settled(),
    async events() {
      const events: Logged[] = [];
      for await (const batch of upToEnd(app.ports.store)) events.push(...batch);
      return events;
    },
    compare: () => operated(app.config.dataDir, 'projections', 'compare'),
  };
}

/** @param opened collects what is closed at the end */
async function runMainJob(at: Installation, opened: { close(): Promise<void> }[]): Promise<Outcome> {
  const receiver = await startReceiver();
  opened.push(receiver);
  const [here, there] = [at.apis[0]!, at.apis.at(-1)!];
  const { cookie } = await signUp(here, { email: 'olga@shop.example', name: 'Olga' });
  const { id: organizationId } = await createOrganization(there, cookie, { slug: 'olga' });
  const { token } = await tokenOf(here, cookie, organizationId, ...SCOPES);
  const [atOne, atOther] = [polar(here.url, token), polar(there.url, token)];
  const unseen = await visibility(here, there, token);
  await listen(there, token, receiver);
  const product = await atOne.products.create({
    name: 'Paper',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 2_000 }],
  });
  await buy(atOther, atOne, product.id, 'leaving@example.com');
  await until(async () => (await subscriptions(atOne)).length === 1, 'the subscription', WITHIN_MS);
  const { id } = (await subscriptions(atOther))[0]!;
  const { isShown } = await ask(here, token, 'PATCH', `/v1/subscriptions/${id}`, { cancel_at_period_end: true });
  if (isShown && !(await atOther.subscriptions.get({ id })).cancelAtPeriodEnd) unseen.push('the cancellation');
  await buy(atOne, atOther, product.id, 'staying@example.com');
  await until(async () => (await subscriptions(atOne)).length === 2, 'both subscriptions', WITHIN_MS);
  await allArrived(at, receiver);
  await at.passMonth();
  await until(
    async () => (await orders(atOther)).filter(({ paid }) => paid).length === 3,
    'the order of the renewal to be paid',
    WITHIN_MS,
  );
  const isCanceled = async () => (await atOne.subscriptions.get({ id })).status === 'canceled';
  await until(isCanceled, 'the other subscription to be canceled', WITHIN_MS);
  await allArrived(at, receiver);
  const compared = await at.compare();
  const events = await at.events();
  const byStream = new Map<string, string[]>();
  for (const { stream, type } of events.filter((event) => !BOOKKEEPING.includes(categoryOf(event.stream))))
    byStream.set(stream, [...(byStream.get(stream) ?? [categoryOf(stream)]), type]);
  return {
    streams: [...byStream.values()].map((types) => types.join(' ')).sort(),
    webhooks: receiver.received.map(({ headers, body }) => ({
      id: String(headers['webhook-id']),
      type: (JSON.parse(body) as { type: string }).type,
    })),
    unseen,
    compared,
  };
}

/** Creates customers at one process and reads them at the other at once; returns those that were missing. */
async function visibility(one: Api, other: Api, token: string): Promise<string[]> {
  const unseen: string[] = [];
  let shown = 0;
  for (let n = 0; n < 20; n++) {
    const email = `customer-${n}@example.com`;
    const [writes, reads] = n % 2 === 0 ? [one, other] : [other, one];
    const { isShown } = await ask(writes, token, 'POST', '/v1/customers/', { email });
    const { body } = await ask(reads, token, 'GET', `/v1/customers/?email=${encodeURIComponent(email)}`);
    shown += Number(isShown);
    if (isShown && (body.items as unknown[]).length !== 1) unseen.push(email);
  }
  expect(shown).toBeGreaterThan(0);
  return unseen;
}

/** A request, and whether every process shows what it wrote: one that is too busy for that says so. */
async function ask({ url }: Api, token: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return {
    body: (await answer.json()) as Record<string, unknown>,
    isShown: !answer.headers.has('projection-pending'),
  };
}

async function listen({ url: api }: Api, token: string, { url }: Receiver): Promise<void> {
  await fetch(`${api}/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ url, format: 'raw', events: SUBSCRIBED_TYPES }),
  });
}

async function buy(seller: Polar, confirming: Polar, productId: string, customerEmail: string): Promise<void> {
  const { clientSecret } = await seller.checkouts.create({ products: [productId] });
  await confirming.checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerEmail,
      customerName: 'Ada',
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: 'ctoken_ok',
    },
  });
}

async function subscriptions(seller: Polar): Promise<{ id: string; status: string }[]> {
  return (await seller.subscriptions.list({})).result.items;
}

async function orders(seller: Polar): Promise<{ paid: boolean }[]> {
  return (await seller.orders.list({})).result.items;
}

/** Whether they were accepted, the log says some seconds later. */
async function allArrived(at: Installation, receiver: Receiver): Promise<void> {
  await at.settled();
  const scheduled = messagesIn(await at.events());
  const isThere = () => scheduled.every(({ webhookId }) => receiver.ids().includes(webhookId));
  await until(isThere, 'every webhook to arrive', WITHIN_MS);
}
