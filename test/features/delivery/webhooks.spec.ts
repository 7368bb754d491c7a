import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { Polar } from '@polar-sh/sdk';
import { validateEvent } from '@polar-sh/sdk/webhooks.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { SqliteVault } from '../../../src/adapters/sqlite/sqlite-vault.ts';
import { productStream } from '../../../src/features/billing/products/product.events.ts';
import { WIRE_TYPES } from '../../../src/features/delivery/webhooks/webhook.catalogue.ts';
import { ScheduleDeliveries } from '../../../src/features/delivery/webhooks/webhook.commands.ts';
import {
  attemptCollection,
  type AttemptDocument,
} from '../../../src/features/delivery/webhooks/webhook-attempts.projection.ts';
import { WebhookAttempts } from '../../../src/features/delivery/webhooks/webhook-attempts.service.ts';
import {
  messagesStream,
  progressEntry,
  webhookIdOf,
  webhookStream,
  type EndpointEvent,
  type WebhookEvent,
  type WebhookOutcome,
} from '../../../src/features/delivery/webhooks/webhook.events.ts';
import { addDays, addSeconds } from '../../../src/kernel/ports/clock.ts';
import { upToEnd, type StoredEvent } from '../../../src/kernel/ports/event-store.ts';
import { webhookProjection, type WebhookDocument } from '../../../src/features/delivery/webhooks/webhook.projection.ts';
import { WebhookWorker } from '../../../src/features/delivery/webhooks/webhook.worker.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { readVault, type Vault } from '../../../src/kernel/ports/vault.ts';
import type { EndpointProgress } from '../../../src/features/delivery/webhooks/webhook-progress.rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { organizationToken, tokenOf } from '../../support/accounts.ts';
import { happen, polar } from '../../support/sellers.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';

interface Endpoint {
  id: string;
  url: string;
  secret: string | null;
  former_secret_until: string | null;
  events: string[];
}
interface Delivery {
  id: string;
  http_code: number | null;
  succeeded: boolean;
  created_at: string;
  response: string | null;
  duration_ms: number | null;
  request_headers: Record<string, string> | null;
  webhook_event: {
    id: string;
    type: string;
    is_test: boolean;
    payload: string;
    succeeded: boolean | null;
    last_http_code: number | null;
  };
}
const SCOPES = [
  'webhooks:read',
  'webhooks:write',
  'products:read',
  'products:write',
  'benefits:write',
  'organizations:write',
  'customers:write',
  'checkouts:write',
  'subscriptions:write',
  'orders:read',
];

let app: TestApp;
const receivers: Receiver[] = [];

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

async function seller(running = app) {
  const { token, organizationId, cookie } = await organizationToken(running, ...SCOPES);
  return { token, organizationId, cookie, client: polar(running.url, token) };
}

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  receivers.push(started);
  return started;
}

async function call(token: string, method: string, path: string, body?: object, running = app) {
  const answer = await fetch(`${running.url}/v1/webhooks/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as never) };
}

async function listen(token: string, url: string, events: string[], secret?: string, running = app): Promise<Endpoint> {
  const { status, body } = await call(token, 'POST', 'endpoints', { url, format: 'raw', events, secret }, running);
  expect(status).toBe(201);
  return body!;
}

/** Created as by earlier releases, which had no limit. */
async function endpointOf(organizationId: string, running = app): Promise<void> {
  const [endpointId, secretId] = [newUuid(), newUuid()];
  const data = { endpointId, organizationId, url: 'http://127.0.0.1:9/', format: 'raw', events: ['product.created'] };
  const created = { type: 'WebhookEndpointCreated', data: { ...data, secretId } } as EndpointEvent;
  await happen(running, `webhookendpoint-${endpointId}`, created);
}

async function deliveriesOf(token: string, endpointId: string, running = app): Promise<Delivery[]> {
  const { body } = await call(token, 'GET', `deliveries?limit=100&endpoint_id=${endpointId}`, undefined, running);
  return (body as unknown as { items: Delivery[] }).items;
}

const product = (client: Polar, name = 'Ledger Pro') =>
  client.products.create({
    name,
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 1000, priceCurrency: 'usd' }],
  });

describe('webhook endpoints', () => {
  it('are created with a secret, shown to callers who may write, updated and deleted', async () => {
    const { token } = await seller();
    const created = await listen(token, 'http://127.0.0.1:9/a', ['product.created']);
    expect(created).toMatchObject({ url: 'http://127.0.0.1:9/a', format: 'raw', events: ['product.created'] });
    expect(created.secret).toMatch(/^whsec_/);
    expect((await call(token, 'GET', `endpoints/${created.id}`)).body).toEqual(created);
    expect((await call(token, 'GET', 'endpoints')).body).toMatchObject({
      items: [created],
      pagination: { total_count: 1 },
    });
    const changed = await call(token, 'PATCH', `endpoints/${created.id}`, { secret: 'mine', events: ['order.paid'] });
    expect(changed.body).toMatchObject({ url: created.url, secret: 'mine', events: ['order.paid'] });
    expect((await call(token, 'DELETE', `endpoints/${created.id}`)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await call(token, method, `endpoints/${created.id}`, method === 'PATCH' ? {} : undefined)).status).toBe(
        404,
      );
  });

  it('are limited to 100 per organization, also when several are created at once', async () => {
    const { token, organizationId } = await seller();
    const create = async (key = newUuid()) => {
      const answer = await fetch(`${app.url}/v1/webhooks/endpoints`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ url: 'http://127.0.0.1:9/a', format: 'raw', events: ['product.created'] }),
      });
      return { status: answer.status, body: (await answer.json()) as { id: string; detail: { msg: string }[] } };
    };
    for (let n = 0; n < 98; n++) await endpointOf(organizationId);
    const key = newUuid();
    const last = await create(key);
    expect(last.status).toBe(201);
    const racing = await Promise.all([create(), create(), create()]);
    expect(racing.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect((await create()).body.detail).toMatchObject([
      {
        loc: ['body'],
        msg: 'An organization can have at most 100 webhook endpoints: delete one that is no longer used',
      },
    ]);
    await call(token, 'DELETE', `endpoints/${last.body.id}`);
    expect((await create()).status).toBe(201);
  });

  it('do not show secrets to callers who may only read', async () => {
    const { token, organizationId, cookie } = await seller();
    const { secret, id } = await listen(token, 'http://127.0.0.1:9/a', ['product.created']);
    expect(secret).not.toBeNull();
    const { token: reading } = await tokenOf(app, cookie, organizationId, 'webhooks:read');
    expect((await call(reading, 'GET', `endpoints/${id}`)).body).toMatchObject({ id, secret: null });
    expect((await call(reading, 'POST', 'endpoints', {})).status).toBe(403);
  });

  it('reject unsupported formats and malformed addresses at their field', async () => {
    const { token } = await seller();
    const refused = async (changes: object) => {
      const body = { url: 'https://a.example', format: 'raw', events: ['order.paid'], ...changes };
      const answer = await call(token, 'POST', 'endpoints', body);
      expect(answer.status).toBe(422);
      return (answer.body as unknown as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'));
    };
    expect(await refused({ format: 'teams' })).toEqual(['body.format']);
    expect(await refused({ events: ['order.exploded'] })).toEqual(['body.events']);
    expect(await refused({ url: 'ftp://a.example' })).toEqual(['body.url']);
    expect(await refused({ url: 'https://user:password@a.example' })).toEqual(['body.url']);
    expect(await refused({ secret: '' })).toEqual(['body.secret']);
  });

  it('do not exist for another tenant, nor do their messages', async () => {
    const [mine, other] = [await seller(), await seller()];
    const hook = await receiver();
    const { id } = await listen(mine.token, hook.url, ['product.created']);
    await product(mine.client);
    await until(async () => (await deliveriesOf(mine.token, id)).length === 1, 'the delivery');
    const [{ webhook_event }] = (await deliveriesOf(mine.token, id)) as [Delivery];
    for (const path of [`endpoints/${id}`]) expect((await call(other.token, 'GET', path)).status).toBe(404);
    expect((await call(other.token, 'PATCH', `endpoints/${id}`, { secret: 'x' })).status).toBe(404);
    expect((await call(other.token, 'DELETE', `endpoints/${id}`)).status).toBe(404);
    expect((await call(other.token, 'POST', `events/${webhook_event.id}/redeliver`)).status).toBe(404);
    expect(await deliveriesOf(other.token, id)).toEqual([]);
    expect((await call(other.token, 'GET', 'endpoints')).body).toMatchObject({ items: [] });
  });
});

describe('a rotated secret', () => {
  it('and the former one both verify messages for a day, with both libraries', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    const { id, secret: former } = await listen(token, hook.url, ['product.created']);
    const rotated = (await call(token, 'PATCH', `endpoints/${id}/secret`)).body as unknown as Endpoint;
    expect(Date.parse(rotated.former_secret_until!) - Date.now()).toBeGreaterThan(86_000_000);
    expect(rotated.secret).not.toBe(former);
    const verified = async () => {
      const before = hook.received.length;
      await product(client);
      await until(() => hook.received.length > before, 'the webhook');
      const { headers, body } = hook.received.at(-1)! as { headers: Record<string, string>; body: string };
      const accepts = (check: () => unknown) => {
        try {
          return check() !== undefined;
        } catch {
          return false;
        }
      };
      return [rotated.secret!, former!].map((secret) => [
        accepts(() => new Webhook(secret).verify(body, headers)),
        accepts(() => validateEvent(body, headers, secret)),
      ]);
    };
    expect(await verified()).toEqual([
      [true, true],
      [true, true],
    ]);
    const set = await call(token, 'PATCH', `endpoints/${id}`, { secret: rotated.secret! });
    expect(set.body).toMatchObject({ former_secret_until: null });
    expect(await verified()).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('is alone once the day is over', async () => {
    const running = await startApp();
    const { token, client } = await seller(running);
    const hook = await receiver();
    const { id } = await listen(token, hook.url, ['product.created'], undefined, running);
    const signatures = async () => {
      await product(client);
      const { length } = hook.received;
      await until(() => hook.received.length > 0, `webhook ${length}`);
      return String(hook.received.splice(0)[0]!.headers['webhook-signature']).split(' ').length;
    };
    expect(await signatures()).toBe(2);
    await call(token, 'PATCH', `endpoints/${id}/secret`, undefined, running);
    expect(await signatures()).toBe(4);
    running.clock.advanceMachine(86_401);
    expect(await signatures()).toBe(2);
    await running.close();
  });
});

describe('a test event', () => {
  it('is a signed sample, marked in the list of deliveries, and the same for a repeated request', async () => {
    const { token } = await seller();
    const hook = await receiver();
    const { id, secret } = await listen(token, hook.url, []);
    const { status, body } = await call(token, 'POST', `endpoints/${id}/test`, { type: 'order.paid' });
    expect(status).toBe(202);
    await until(async () => (await deliveriesOf(token, id)).length === 1, 'the delivery');
    const [delivery] = await deliveriesOf(token, id);
    expect(body).toEqual({ webhook_event_id: delivery!.webhook_event.id });
    expect(delivery).toMatchObject({ succeeded: true, webhook_event: { type: 'order.paid', is_test: true } });
    const [{ headers, body: text }] = hook.received as unknown as [{ headers: Record<string, string>; body: string }];
    expect(headers['webhook-id']).toBe(delivery!.webhook_event.id);
    expect(validateEvent(text, headers, secret!).type).toBe('order.paid');
    expect((await call(token, 'POST', `endpoints/${id}/test`, { type: 'order.exploded' })).status).toBe(422);
  });

  it('is in the version of the client that created its endpoint, until another is chosen', async () => {
    const { token } = await seller();
    const hook = await receiver();
    const body = JSON.stringify({ url: hook.url, format: 'raw', events: [] });
    const listenAs = async (agent: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': agent };
      const answer = await fetch(`${app.url}/v1/webhooks/endpoints`, { method: 'POST', headers, body });
      return (await answer.json()) as Endpoint & { api_version: string };
    };
    const test = async (id: string) => {
      const count = hook.received.length;
      expect((await call(token, 'POST', `endpoints/${id}/test`, { type: 'order.created' })).status).toBe(202);
      await until(() => hook.received.length > count, 'the test');
      return JSON.parse(String(hook.received.at(-1)!.body)) as {
        api_version?: string;
        data: { invoice_number: unknown };
      };
    };
    const first = await listenAs('speakeasy-sdk/typescript 0.32.16 2.558.4 0.1.0 @polar-sh/sdk');
    const later = await listenAs('speakeasy-sdk/typescript 0.40.3 2.674.3 0.1.0 @polar-sh/sdk');
    expect([first.api_version, later.api_version]).toEqual(['0.32', '0.35']);
    expect((await test(first.id)).data.invoice_number).toBeNull();
    expect(await test(later.id)).toMatchObject({ api_version: '0.35', data: { invoice_number: '' } });
    await until(async () => (await deliveriesOf(token, later.id)).length === 1, 'the delivery');
    const [{ webhook_event }] = (await deliveriesOf(token, later.id)) as [Delivery];
    expect(webhook_event).toMatchObject({
      api_version: '0.35',
      payload: String(hook.received.at(-1)!.body),
      skipped: false,
    });
    await call(token, 'PATCH', `endpoints/${later.id}`, { api_version: '2027-01' });
    expect(await test(later.id)).toMatchObject({ api_version: '2027-01', data: { invoice_number: null } });
    expect((await call(token, 'PATCH', `endpoints/${later.id}`, { api_version: '2027-02' })).status).toBe(422);
  });

  it('does not wait behind a failing message, and is attempted once', async () => {
    const { token, client } = await seller();
    const hook = await receiver(() => ({ status: 503 }));
    const { id } = await listen(token, hook.url, ['product.created']);
    await product(client);
    await until(() => hook.received.length === 1, 'the failing message');
    await call(token, 'POST', `endpoints/${id}/test`, { type: 'refund.created' });
    await until(async () => (await deliveriesOf(token, id)).length === 2, 'the test');
    const [tested] = await deliveriesOf(token, id);
    expect(tested).toMatchObject({
      http_code: 503,
      next_attempt_at: null,
      webhook_event: { type: 'refund.created', succeeded: false, is_test: true },
    });
  });
});

describe('an endpoint of a chat', () => {
  it('gets what Discord and Slack accept, signed, without renewals, and shows it in its deliveries', async () => {
    const running = await startApp();
    const { token, client } = await seller(running);
    const create = async (format: string) => {
      const hook = await receiver();
      const events = ['subscription.created', 'subscription.updated', 'subscription.canceled'];
      const { body } = await call(token, 'POST', 'endpoints', { url: hook.url, format, events }, running);
      return { hook, endpoint: body as unknown as Endpoint };
    };
    const [discord, slack] = [await create('discord'), await create('slack')];
    const { id } = await product(client);
    const { clientSecret } = await client.checkouts.create({ products: [id] });
    await client.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerEmail: 'ann@example.com',
        customerName: 'Ann',
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId: 'ctoken_ok',
      },
    });
    await running.runtime.settled();
    running.clock.advance({ days: 32 });
    const only = async () => (await client.subscriptions.list({})).result.items[0];
    await until(async () => (await only())!.currentPeriodEnd! > new Date(running.clock.now()), 'the renewal');
    await running.runtime.settled();
    const subscription = await only();
    await client.subscriptions.update({ id: subscription!.id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
    await until(() => discord.hook.received.length + slack.hook.received.length >= 6, 'the messages');
    const titles = ['New subscription', 'Subscription canceled', 'Subscription canceled'];
    const embeds = discord.hook.received.map(
      ({ body }) => (JSON.parse(body) as { embeds: [{ title: string }] }).embeds,
    );
    expect(embeds.map(([{ title }]) => title)).toEqual(titles);
    const texts = slack.hook.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
    expect(texts.map((text) => text.split(' · ')[0])).toEqual(titles);
    const [{ headers, body }] = slack.hook.received as unknown as [{ headers: Record<string, string>; body: string }];
    expect(new Webhook(slack.endpoint.secret!).verify(body, headers)).toEqual(JSON.parse(body));
    await until(async () => (await deliveriesOf(token, slack.endpoint.id, running)).length === 3, 'the deliveries');
    expect((await deliveriesOf(token, slack.endpoint.id, running)).at(-1)!.webhook_event.payload).toBe(body);
    await running.close();
  });
});

describe('a delivery', () => {
  it('is signed for both libraries, and has the body that the API answers', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    const { id, secret } = await listen(token, hook.url, ['product.created']);
    const created = await product(client);
    await until(async () => (await deliveriesOf(token, id)).length === 1, 'the delivery');
    const [{ headers, body }] = hook.received as unknown as [{ headers: Record<string, string>; body: string }];
    expect(new Webhook(secret!).verify(body, headers)).toMatchObject({ type: 'product.created' });
    const event = validateEvent(body, headers, secret!);
    expect(event).toMatchObject({ type: 'product.created', data: await client.products.get({ id: created.id }) });
    expect(JSON.parse(body)).toMatchObject({ timestamp: created.createdAt.toISOString() });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'tillbook webhooks' });
    const [delivery] = await deliveriesOf(token, id);
    expect(delivery).toMatchObject({
      http_code: 200,
      succeeded: true,
      response: '',
      webhook_event: { id: headers['webhook-id'], payload: body, succeeded: true, last_http_code: 200 },
    });
  });

  it('is sent as it was built, without being read again', async () => {
    const vault = app.app.get<Vault>(VAULT);
    const { getMany } = vault;
    const read: string[] = [];
    vault.getMany = (keys) => {
      read.push(...keys.filter((key) => key.startsWith('webhook-text/')));
      return getMany.call(vault, keys);
    };
    const { token, client } = await seller();
    const hook = await receiver();
    await listen(token, hook.url, ['product.created']);
    await product(client);
    await until(() => hook.received.length === 1, 'the webhook');
    vault.getMany = getMany;
    // To see whether it was stored already.
    expect(read).toHaveLength(1);
  });

  it('is signed with the UTF-8 bytes of a secret of another form', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    await listen(token, hook.url, ['product.created'], 'geheim');
    await product(client);
    await until(() => hook.received.length === 1, 'the webhook');
    const [{ headers, body }] = hook.received as unknown as [{ headers: Record<string, string>; body: string }];
    expect(validateEvent(body, headers, 'geheim').type).toBe('product.created');
  });

  it('reaches every earlier endpoint that subscribes to the type, and no other', async () => {
    const { token, client } = await seller();
    const [first, second, late] = [await receiver(), await receiver(), await receiver()];
    await listen(token, first.url, ['product.created', 'product.updated']);
    await listen(token, second.url, ['product.updated']);
    const { id } = await product(client);
    await listen(token, late.url, ['product.created', 'product.updated']);
    await client.products.update({ id, productUpdate: { name: 'Ledger Max' } });
    await until(
      () => first.received.length + second.received.length + late.received.length === 4,
      'four webhooks at three endpoints',
    );
    expect(first.types()).toEqual(['product.created', 'product.updated']);
    expect(second.types()).toEqual(['product.updated']);
    expect(late.types()).toEqual(['product.updated']);
    expect(new Set([...first.ids(), ...second.ids(), ...late.ids()]).size).toBe(4);
  });

  it('is not scheduled for an endpoint that is newer than the event, however late the process reacts', async () => {
    const { token, client } = await seller();
    const [early, late] = [await receiver(), await receiver()];
    await listen(token, early.url, ['product.created', 'product.updated']);
    const { id } = await product(client);
    await until(() => early.received.length === 1, 'the webhook');
    await listen(token, late.url, ['product.created', 'product.updated']);
    const context = startContext({ kind: 'system', id: 'spec' }, app.clock);
    await app.app.get(CommandBus).execute(new ScheduleDeliveries({ stream: productStream(id), revision: 0 }, context));
    await client.products.update({ id, productUpdate: { name: 'Ledger Max' } });
    await until(() => early.received.length + late.received.length >= 3, 'three webhooks at both endpoints');
    expect(late.types()).toEqual(['product.updated']);
  });

  it('reaches every endpoint of an organization that has more than 100', async () => {
    const { token, client, organizationId } = await seller();
    for (let n = 0; n < 120; n++) await endpointOf(organizationId);
    await product(client);
    const count = async () => {
      const { body } = await call(token, 'GET', 'deliveries?limit=1');
      return (body as unknown as { pagination: { total_count: number } }).pagination.total_count;
    };
    await until(async () => (await count()) === 120, '120 webhooks');
  });

  it('shows the entity as it was right after its event', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    await listen(token, hook.url, ['product.created', 'product.updated']);
    const { id } = await product(client, 'One');
    await client.products.update({ id, productUpdate: { name: 'Two' } });
    await client.products.update({ id, productUpdate: { name: 'Three' } });
    await until(() => hook.received.length === 3, '3 webhooks');
    const names = hook.received.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);
    expect(names).toEqual(['One', 'Two', 'Three']);
  });

  it('is one `product.updated` per request with the whole change, however many events it has', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    await listen(token, hook.url, ['product.updated', 'benefit.created']);
    const { id } = await product(client, 'One');
    const everything = await client.products.update({
      id,
      productUpdate: { name: 'Two', isArchived: true, prices: [{ amountType: 'fixed', priceAmount: 2_000 }] },
    });
    await client.products.update({ id, productUpdate: { name: 'Three', isArchived: false } });
    await client.benefits.create({ type: 'custom', description: 'Last of all', properties: { note: null } });
    await until(() => hook.types().includes('benefit.created'), 'the webhook benefit.created');
    expect(hook.types()).toEqual(['product.updated', 'product.updated', 'benefit.created']);
    const [first, second] = hook.received.map(({ body }) => (JSON.parse(body) as { data: object }).data);
    expect(first).toMatchObject({ name: 'Two', is_archived: true, prices: [{ price_amount: 2_000 }] });
    expect(first).toMatchObject({ modified_at: everything.modifiedAt!.toISOString() });
    expect(second).toMatchObject({ name: 'Three', is_archived: false });
  });

  it('about a deleted customer is followed by their state', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    const { secret } = await listen(token, hook.url, ['customer.deleted', 'customer.state_changed']);
    const { id } = await client.customers.create({ email: 'ada@example.com' });
    await client.customers.delete({ id });
    await until(() => hook.received.length === 3, '3 webhooks');
    expect(hook.types()).toEqual(['customer.state_changed', 'customer.deleted', 'customer.state_changed']);
    const { body, headers } = hook.received[2]!;
    const event = validateEvent(body, headers as Record<string, string>, secret!);
    expect(event).toMatchObject({ data: { id, deletedAt: expect.any(Date), activeSubscriptions: [] } });
  });

  it('follows no redirects, and keeps 2 KB of the answer', async () => {
    const { token, client } = await seller();
    const elsewhere = await receiver();
    const hook = await receiver(() => ({
      status: 302,
      headers: { location: elsewhere.url },
      body: 'x'.repeat(5_000),
    }));
    const { id } = await listen(token, hook.url, ['product.created']);
    await product(client);
    await until(async () => (await deliveriesOf(token, id)).length === 1, 'the delivery');
    expect(await deliveriesOf(token, id)).toMatchObject([
      { http_code: 302, succeeded: false, response: 'x'.repeat(2_048), webhook_event: { succeeded: null } },
    ]);
    expect(elsewhere.received).toEqual([]);
  });

  it('is scheduled once, with one id and body, however often the process reacts to its event', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    const { id: endpointId } = await listen(token, hook.url, ['product.updated']);
    const note = { type: 'custom', properties: { note: null } } as const;
    const benefit = await client.benefits.create({ ...note, description: 'Support' });
    const { id } = await product(client);
    await client.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefit.id] } });
    await until(() => hook.received.length === 1, 'the webhook');
    // The body would be different now.
    await client.benefits.update({ id: benefit.id, requestBody: { ...note, description: 'Priority support' } });
    const event = { stream: productStream(id), revision: 1 };
    const context = startContext({ kind: 'system', id: 'spec' }, app.clock);
    await app.app.get(CommandBus).execute(new ScheduleDeliveries(event, context));
    await client.products.update({ id, productUpdate: { name: 'Ledger Max' } });
    const payloads = async () =>
      (await deliveriesOf(token, endpointId)).map(({ webhook_event }) => webhook_event.payload);
    await until(
      async () => (await payloads()).some((payload) => payload.includes('Ledger Max')),
      'a payload with the product',
    );
    expect(hook.received).toHaveLength(2);
    expect(await payloads()).toEqual([hook.received[1]!.body, hook.received[0]!.body]);
  });

  it('is not retried once its endpoint is deleted', async () => {
    const { token, client } = await seller();
    const hook = await receiver(() => ({ status: 500 }));
    const { id } = await listen(token, hook.url, ['product.created']);
    await product(client);
    await until(async () => (await deliveriesOf(token, id)).length === 1, 'the delivery');
    const [{ webhook_event }] = (await deliveriesOf(token, id)) as [Delivery];
    await call(token, 'DELETE', `endpoints/${id}`);
    expect((await call(token, 'POST', `events/${webhook_event.id}/redeliver`)).status).toBe(404);
  });

  it('is not rewritten when its endpoint is deleted', async () => {
    const { token, client } = await seller();
    const { id } = await listen(token, (await receiver()).url, ['product.created', 'product.updated']);
    const { id: productId } = await product(client);
    await client.products.update({ id: productId, productUpdate: { name: 'Ledger Max' } });
    await until(async () => (await deliveriesOf(token, id)).length === 2, '2 deliveries');
    await app.runtime.settled();
    const ids = (await deliveriesOf(token, id)).map(({ webhook_event }) => webhook_event.id);
    const stored = () => app.ports.documents.load<WebhookDocument>(collectionOf(webhookProjection), ids);
    app.clock.advanceMachine(11);
    await until(
      async () => [...(await stored()).values()].every(({ document }) => document!.status === 'delivered'),
      'both outcomes in the log',
    );
    const before = await stored();
    expect(before.size).toBe(2);
    await call(token, 'DELETE', `endpoints/${id}`);
    await app.runtime.settled();
    expect(await stored()).toEqual(before);
  });
});

describe('the order of an endpoint', () => {
  let moved: TestApp;

  beforeAll(async () => {
    moved = await startApp();
  });
  afterAll(() => moved.close());

  it('blocks behind a failing message, which keeps its id and body, for twenty minutes', async () => {
    const { token, client } = await seller(moved);
    const hook = await receiver(() => ({ status: 503 }));
    const { id: endpointId } = await listen(token, hook.url, ['product.created', 'product.updated'], undefined, moved);
    const { id } = await product(client);
    await client.products.update({ id, productUpdate: { name: 'Ledger Max' } });
    await until(async () => (await deliveriesOf(token, endpointId, moved)).length === 1, 'the delivery');
    expect(hook.types()).toEqual(['product.created']);
    const waiting = async () =>
      ((await call(token, 'GET', `endpoints/${endpointId}`, undefined, moved)).body! as { waiting: number }).waiting;
    // The one that failed, and the one behind it, which has no delivery.
    expect(await waiting()).toBe(2);

    moved.clock.advanceMachine(6);
    await until(async () => (await deliveriesOf(token, endpointId, moved)).length === 2, '2 deliveries');
    expect(hook.types()).toEqual(['product.created', 'product.created']);
    expect(hook.ids()[1]).toBe(hook.ids()[0]);
    expect(hook.received[1]!.body).toBe(hook.received[0]!.body);

    moved.clock.advanceMachine(20 * 60);
    hook.answers(({ body }) => ({ status: body.includes('product.created') ? 503 : 200 }));
    await until(async () => (await deliveriesOf(token, endpointId, moved)).length === 4, '4 deliveries');
    expect(hook.types().slice(2)).toEqual(['product.created', 'product.updated']);

    moved.clock.advanceMachine(20 * 60);
    hook.answers(() => ({ status: 200 }));
    await until(async () => (await deliveriesOf(token, endpointId, moved)).length === 5, '5 deliveries');
    expect(hook.types()[4]).toBe('product.created');
    expect(new Set(hook.ids()).size).toBe(2);
    expect(await waiting()).toBe(0);
  });

  it('is the order of the log, over many events', async () => {
    const { token, client } = await seller(moved);
    const hook = await receiver((_request, count) => ({ status: count % 7 === 0 ? 500 : 200 }));
    await listen(token, hook.url, ['product.created', 'product.updated', 'benefit.created'], undefined, moved);
    const { id } = await product(client, 'Start');
    const names = Array.from({ length: 20 }, (_, index) => `Name ${index}`);
    for (const name of names) await client.products.update({ id, productUpdate: { name } });
    const delivered = () =>
      hook.received
        .filter((_request, index) => (index + 1) % 7 !== 0)
        .map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);
    await until(() => {
      moved.clock.advanceMachine(1);
      return delivered().length === 21;
    }, '21 delivered webhooks');
    expect(delivered()).toEqual(['Start', ...names]);
  });

  it('is looked up by outcome, type and time, with what was sent and answered at each attempt', async () => {
    const { token, client } = await seller(moved);
    const hook = await receiver(({ body }) => ({
      status: body.includes('product.updated') ? 503 : 200,
      body: 'No room',
    }));
    const { id: endpointId } = await listen(token, hook.url, ['product.created', 'product.updated'], undefined, moved);
    // Last of this application: or a slow machine would be in the next attempt's time.
    moved.clock.stopMachine();
    const { id } = await product(client);
    await until(async () => (await deliveriesOf(token, endpointId, moved)).length === 1, 'the delivery');
    moved.clock.advanceMachine(1);
    await client.products.update({ id, productUpdate: { name: 'Ledger Max' } });
    await until(async () => (await deliveriesOf(token, endpointId, moved)).length === 2, '2 deliveries');
    const typesBy = async (filter: string) => {
      const { status, body } = await call(
        token,
        'GET',
        `deliveries?endpoint_id=${endpointId}&${filter}`,
        undefined,
        moved,
      );
      const items = (body as { items?: Delivery[] } | undefined)?.items;
      return items ? items.map(({ webhook_event: { type } }) => type) : status;
    };
    expect(await typesBy('outcome=succeeded')).toEqual(['product.created']);
    expect(await typesBy('outcome=failed')).toEqual(['product.updated']);
    expect(await typesBy('outcome=waiting')).toEqual(['product.updated']);
    expect(await typesBy('outcome=waiting&outcome=succeeded')).toHaveLength(2);
    expect(await typesBy('event_type=product.created')).toEqual(['product.created']);
    const now = moved.clock.machineNow();
    expect(await typesBy(`created_from=${now}&created_to=${addSeconds(now, 1)}`)).toEqual(['product.updated']);
    expect(await typesBy(`created_to=${now}`)).toEqual(['product.created']);
    expect(await typesBy('outcome=lost')).toBe(422);

    moved.clock.advanceMachine(6);
    hook.answers(() => ({ status: 200 }));
    await until(async () => (await deliveriesOf(token, endpointId, moved)).length === 3, '3 deliveries');
    expect(await typesBy('outcome=waiting')).toEqual([]);
    expect(await typesBy('outcome=succeeded')).toEqual(['product.updated', 'product.created']);
    const deliveries = await deliveriesOf(token, endpointId, moved);
    expect(deliveries.map(({ response }) => response)).toEqual(['', 'No room', 'No room']);
    const sent = hook.received.toReversed().map(({ headers }) => headers as Record<string, string>);
    for (const [row, { duration_ms, request_headers }] of deliveries.entries()) {
      expect(duration_ms).toBe(0);
      expect(request_headers).toMatchObject({ 'webhook-signature': 'v1,…' });
      const { 'webhook-signature': _, ...others } = request_headers!;
      expect(sent[row]).toMatchObject(others);
    }
  });
});

describe('an endpoint that fails', () => {
  it('does not delay other endpoints whose wake-ups were lost, even with thousands of waiting messages', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tillbook-'));
    let running = await startApp({ dataDir });
    const [failing, healthy] = [await receiver(() => ({ status: 503 })), await receiver()];
    const { token, client, organizationId } = await seller(running);
    const dead = await listen(token, failing.url, ['product.created'], undefined, running);
    await product(client);
    await until(async () => (await deliveriesOf(token, dead.id, running)).length === 1, 'the delivery');
    const scheduled = (webhookId: string, endpointId: string, at: string): WebhookEvent => ({
      type: 'WebhookScheduled',
      data: {
        webhookId,
        endpointId,
        organizationId,
        eventId: newUuid(),
        wireType: 'product.created',
        bodySha256: '',
        at,
      },
    });
    const past = running.clock.machineNow();
    const backlog = Array.from({ length: 10_100 }, () => scheduled(newUuid(), dead.id, past));
    const command = {
      type: 'Spec',
      data: {},
      id: 'spec',
      context: startContext({ kind: 'system', id: 's' }, running.clock),
    };
    for (let from = 0; from < backlog.length; from += 500)
      await running.app.get(Executor).append(`spec-${from}`, backlog.slice(from, from + 500), -1, command);
    const { id } = await listen(token, healthy.url, ['product.updated'], undefined, running);
    const webhookId = newUuid();
    await running.app.get<Vault>(VAULT).put(`webhook-body/${webhookId}`, '{"type":"product.created"}');
    // As if the program had ended before the wake-ups.
    await happen(running, `webhook-${webhookId}`, scheduled(webhookId, id, running.clock.machineNow()));
    await running.close();

    running = await startApp({ dataDir });
    const worker = running.app.get(WebhookWorker, { strict: false });
    await until(() => healthy.received.length === 1, 'the webhook at the healthy endpoint');
    await until(async () => (await deliveriesOf(token, id, running)).length === 1, 'the delivery');
    await until(
      async () => (await worker.due()).every((endpoint) => endpoint === dead.id),
      'no work for the healthy endpoint',
    );
    await running.close();
    await rm(dataDir, { recursive: true });
  });
});

describe('a redelivery', () => {
  it('has the same id and body', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    const { id, secret } = await listen(token, hook.url, ['product.created']);
    await product(client);
    await until(async () => (await deliveriesOf(token, id)).length === 1, 'the delivery');
    const [{ webhook_event }] = (await deliveriesOf(token, id)) as [Delivery];
    expect((await call(token, 'POST', `events/${webhook_event.id}/redeliver`)).status).toBe(202);
    await until(async () => (await deliveriesOf(token, id)).length === 2, '2 deliveries');
    const [first, second] = hook.received;
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
    new Webhook(secret!).verify(second!.body, second!.headers as Record<string, string>);
  });
});

describe('the log', () => {
  const logOf = async (running: TestApp): Promise<StoredEvent[]> => {
    const log: StoredEvent[] = [];
    for await (const batch of upToEnd(running.ports.store, undefined)) log.push(...batch);
    return log;
  };
  const outcomesOf = (log: readonly StoredEvent[], endpointId: string): WebhookOutcome[][] =>
    log
      .filter(({ type, data }) => type === 'WebhookOutcomesRecorded' && data.endpointId === endpointId)
      .map(({ data }) => data.outcomes as WebhookOutcome[]);

  it('has no attempts, and names every message that was delivered, with its time, once', async () => {
    const { token, client } = await seller();
    const hook = await receiver((_request, count) => ({ status: count === 1 ? 500 : 200 }));
    const { id: endpointId } = await listen(token, hook.url, ['product.created', 'product.updated']);
    const { id } = await product(client);
    for (const name of ['Two', 'Three', 'Four']) await client.products.update({ id, productUpdate: { name } });
    await until(() => hook.received.length === 1, 'the first attempt');
    await until(async () => (await deliveriesOf(token, endpointId)).length === 1, 'the failed attempt');
    app.clock.advanceMachine(6);
    await until(async () => (await deliveriesOf(token, endpointId)).length === 5, 'every attempt');
    const deliveries = (await deliveriesOf(token, endpointId)).filter(({ succeeded }) => succeeded);
    expect(deliveries.map(({ webhook_event }) => webhook_event.succeeded)).toEqual([true, true, true, true]);
    app.clock.advanceMachine(11);
    await until(async () => outcomesOf(await logOf(app), endpointId).length > 0, 'the outcomes');
    const log = await logOf(app);
    const batches = outcomesOf(log, endpointId);
    expect(batches).toHaveLength(1);
    expect(new Map(batches[0]!.map(({ webhookId, result, at }) => [webhookId, { result, at }]))).toEqual(
      new Map(
        deliveries.map(({ webhook_event: { id: webhookId }, created_at: at }) => [
          webhookId,
          { result: 'delivered', at },
        ]),
      ),
    );
    expect(batches[0]!.map(({ attempts }) => attempts)).toEqual([2, 1, 1, 1]);
    expect(log.filter(({ type }) => type === 'WebhookAttempted')).toEqual([]);
    // The same rows answer afterwards.
    expect((await deliveriesOf(token, endpointId)).filter(({ succeeded }) => succeeded)).toEqual(deliveries);
  });

  it('has each outcome once, though a worker that ended before it noted so records it again', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    const { id: endpointId } = await listen(token, hook.url, ['product.created']);
    for (const name of ['One', 'Two']) await product(client, name);
    await until(async () => (await deliveriesOf(token, endpointId)).length === 2, 'both deliveries');
    const [vault, row] = [app.app.get<Vault>(VAULT), progressEntry(endpointId)];
    const before = JSON.parse((await readVault(vault, row))!) as EndpointProgress;
    app.clock.advanceMachine(11);
    await until(async () => outcomesOf(await logOf(app), endpointId).length === 1, 'the outcomes');
    const outcomesLeft = async () => (JSON.parse((await readVault(vault, row))!) as EndpointProgress).outcomes.length;
    await until(async () => (await outcomesLeft()) === 0, 'no outcome left to record');
    await vault.put(row, JSON.stringify({ ...before, outcomes: before.outcomes.slice(1) }));
    await app.app.get(WebhookWorker, { strict: false }).handle(endpointId);
    await until(async () => (await outcomesLeft()) === 0, 'no outcome left to record');
    expect(outcomesOf(await logOf(app), endpointId)).toHaveLength(1);
    expect(hook.received).toHaveLength(2);
  });

  it('names the messages that were delivered to an endpoint before it was deleted', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    const { id: endpointId } = await listen(token, hook.url, ['product.created']);
    await product(client);
    await until(async () => (await deliveriesOf(token, endpointId)).length === 1, 'the delivery');
    await call(token, 'DELETE', `endpoints/${endpointId}`);
    await until(async () => outcomesOf(await logOf(app), endpointId).length === 1, 'the outcome');
  });

  it('ends a failing round when a redelivery begins the next one', async () => {
    const { token, client } = await seller();
    const hook = await receiver((_request, count) => ({ status: count === 1 ? 500 : 200 }));
    const { id: endpointId } = await listen(token, hook.url, ['product.created']);
    await product(client);
    await until(async () => (await deliveriesOf(token, endpointId)).length === 1, 'the failed attempt');
    const [{ webhook_event }] = (await deliveriesOf(token, endpointId)) as [Delivery];
    expect((await call(token, 'POST', `events/${webhook_event.id}/redeliver`)).status).toBe(202);
    await until(async () => (await deliveriesOf(token, endpointId)).length === 2, 'the second attempt');
    app.clock.advanceMachine(11);
    await until(async () => outcomesOf(await logOf(app), endpointId).length === 1, 'the outcomes');
    expect(outcomesOf(await logOf(app), endpointId)).toMatchObject([
      [
        { round: 0, result: 'replaced', attempts: 1 },
        { round: 1, result: 'delivered', attempts: 2 },
      ],
    ]);
  });
});

describe('when the attempts and the progress of workers are lost', () => {
  it('messages without an outcome in the log are sent again under the same id, all others are not', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tillbook-'));
    const hook = await receiver();
    let running = await startApp({ dataDir });
    const { token, client } = await seller(running);
    const { id } = await listen(token, hook.url, ['product.created'], undefined, running);
    const recorded = async () =>
      (await running.ports.documents.find<WebhookDocument>(collectionOf(webhookProjection), { limit: 9 })).items.filter(
        ({ status }) => status === 'delivered',
      ).length;
    await product(client, 'One');
    await until(async () => (await deliveriesOf(token, id, running)).length === 1, 'the first delivery');
    running.clock.advanceMachine(11);
    await until(async () => (await recorded()) === 1, 'the first outcome in the log');
    await product(client, 'Two');
    await until(async () => (await deliveriesOf(token, id, running)).length === 2, 'the second delivery');
    await running.close();
    await rm(join(dataDir, 'documents.db'));
    const vault = new SqliteVault(dataDir);
    await vault.delete(`webhook-progress/${id}`);
    await vault.close();

    running = await startApp({ dataDir });
    // Not before the first outcome.
    running.clock.advanceMachine(11);
    await until(async () => (await deliveriesOf(token, id, running)).length === 1, 'the repeated delivery');
    const [first, second, again] = hook.received;
    expect(hook.received).toHaveLength(3);
    expect(again!.headers['webhook-id']).toBe(second!.headers['webhook-id']);
    expect(again!.body).toBe(second!.body);
    expect(again!.headers['webhook-id']).not.toBe(first!.headers['webhook-id']);
    await running.close();
    await rm(dataDir, { recursive: true });
  });
});

describe('a log of an earlier release', () => {
  it('lists the attempts that it contains, continues its retries, and sends nothing again', async () => {
    const { token, client, organizationId } = await seller();
    const hook = await receiver();
    const { id: endpointId } = await listen(token, hook.url, ['benefit.created']);
    const at = app.clock.machineNow();
    const about = (webhookId: string) => ({ webhookId, endpointId, organizationId });
    const scheduled = (webhookId: string): WebhookEvent => ({
      type: 'WebhookScheduled',
      data: { ...about(webhookId), eventId: newUuid(), wireType: 'benefit.created', bodySha256: '', at },
    });
    const attempted = (webhookId: string, attempt: number, succeeded: boolean, seconds: number): WebhookEvent => ({
      type: 'WebhookAttempted',
      data: {
        ...about(webhookId),
        ...{ attemptId: newUuid(), at, attempt, httpCode: succeeded ? 200 : 500, succeeded },
        nextAttemptAt: succeeded ? null : addSeconds(at, seconds),
      },
    });
    const [delivered, failing] = [newUuid(), newUuid()];
    const vault = app.app.get<Vault>(VAULT);
    for (const id of [delivered, failing]) await vault.put(`webhook-body/${id}`, '{"type":"benefit.created"}');
    const deliveredPast = [scheduled(delivered), attempted(delivered, 1, true, 0)];
    const failingPast = [scheduled(failing), attempted(failing, 1, false, 5), attempted(failing, 2, false, 10)];
    for (const [id, past] of [[delivered, deliveredPast] as const, [failing, failingPast] as const])
      await app.app.get(Executor).append(`webhook-${id}`, past, -1, {
        ...{ type: 'Spec', data: {}, id: `spec-${id}` },
        context: { ...startContext({ kind: 'system', id: 's' }, app.clock), organizationId },
      });
    await until(async () => (await deliveriesOf(token, endpointId)).length === 3, 'the past attempts');
    expect(hook.received).toEqual([]);
    app.clock.advanceMachine(11);
    await until(async () => (await deliveriesOf(token, endpointId)).length === 4, 'the third attempt');
    expect(hook.ids()).toEqual([failing]);
    const outcomes = async () => {
      const loaded = await app.ports.documents.load<WebhookDocument>(collectionOf(webhookProjection), [failing]);
      return loaded.get(failing)!.document!;
    };
    app.clock.advanceMachine(11);
    await until(async () => (await outcomes()).status === 'delivered', 'the outcome in the log');
    expect(await outcomes()).toMatchObject({ attempts: 3 });
    await client.benefits.create({ type: 'custom', description: 'Support', properties: { note: null } });
    await until(() => hook.received.length === 2, 'the next message');
  });
});

describe('an event whose messages an earlier release scheduled, each for itself', () => {
  it('schedules only those that are missing when the process reacts to it again', async () => {
    const { token, client, organizationId } = await seller();
    const [first, second] = [await receiver(), await receiver()];
    const { id: endpointId } = await listen(token, first.url, ['benefit.created']);
    const { id: otherId } = await listen(token, second.url, ['benefit.created']);
    const { id } = await product(client);
    await app.runtime.settled();
    const [event] = await app.ports.store.read(productStream(id));
    const webhookId = webhookIdOf(event!.id, 'product.created', endpointId);
    const at = app.clock.machineNow();
    const about = { webhookId, endpointId, organizationId, at };
    const past: WebhookEvent[] = [
      {
        type: 'WebhookScheduled',
        data: { ...about, eventId: event!.id, wireType: 'product.created', bodySha256: '' },
      },
      {
        type: 'WebhookAttempted',
        data: { ...about, attemptId: newUuid(), attempt: 1, httpCode: 200, succeeded: true, nextAttemptAt: null },
      },
    ];
    await app.app.get(Executor).append(webhookStream(webhookId), past, -1, {
      ...{ type: 'Spec', data: {}, id: `spec-${webhookId}` },
      context: { ...startContext({ kind: 'system', id: 's' }, app.clock), organizationId },
    });
    for (const one of [endpointId, otherId])
      await call(token, 'PATCH', `endpoints/${one}`, { events: ['product.created', 'benefit.created'] });
    await app.runtime.settled();
    const again = () => {
      const context = startContext({ kind: 'system', id: 'spec' }, app.clock);
      return app.app.get(CommandBus).execute(new ScheduleDeliveries({ stream: event!.stream, revision: 0 }, context));
    };
    await again();
    await again();
    await client.benefits.create({ type: 'custom', description: 'Support', properties: { note: null } });
    await until(() => first.received.length > 0 && second.received.length > 1, 'the messages');
    expect(first.types()).toEqual(['benefit.created']);
    expect(second.types()).toEqual(['product.created', 'benefit.created']);
    const scheduled = await app.ports.store.read(messagesStream(event!.id));
    expect(scheduled.map(({ data }) => data.messages)).toEqual([
      [{ wireType: 'product.created', bodySha256: expect.any(String), endpointIds: [otherId] }],
    ]);
  });
});

describe('attempts', () => {
  it('are deleted after ninety days', async () => {
    const attempts = app.app.get(WebhookAttempts, { strict: false });
    const { organizationId, token } = await seller();
    const now = app.clock.machineNow();
    const [endpointId, webhookId] = [newUuid(), newUuid()];
    const attempt = (days: number) => ({
      ...{ attemptId: newUuid(), webhookId, endpointId, organizationId, at: addDays(now, -days) },
      ...{ wireType: null, durationMs: null, httpCode: 500, succeeded: false, nextAttemptAt: null },
    });
    await attempts.add([89, 91, 200].map(attempt));
    await attempts.deleteExpired();
    const { items } = await app.ports.documents.find<AttemptDocument>(collectionOf(attemptCollection), {
      where: { eq: ['endpoint_id', endpointId] },
      limit: 9,
    });
    expect(items.map(({ created_at }) => created_at)).toEqual([addDays(now, -89)]);
    expect(await deliveriesOf(token, endpointId)).toEqual([]);
  });
});

describe('a sale', () => {
  it('is announced in the order of the contract, with bodies that the SDK parses', async () => {
    const { token, client } = await seller();
    const hook = await receiver();
    const { secret } = await listen(token, hook.url, [...WIRE_TYPES]);
    const benefit = await client.benefits.create({
      type: 'custom',
      description: 'Support',
      properties: { note: 'hi' },
    });
    const { id } = await product(client);
    await client.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefit.id] } });
    const checkout = await client.checkouts.create({ products: [id] });
    await client.checkouts.clientConfirm({
      clientSecret: checkout.clientSecret,
      checkoutConfirmStripe: {
        customerEmail: 'ann@example.com',
        customerName: 'Ann',
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId: 'ctoken_ok',
      },
    });
    await app.runtime.settled();
    const expected = [
      'benefit.created',
      'product.created',
      'product.updated',
      'checkout.created',
      'customer.created',
      'customer.state_changed',
      'checkout.updated',
      'subscription.created',
      'subscription.active',
      'subscription.updated',
      'customer.state_changed',
      'order.created',
      'order.updated',
      'order.paid',
      'checkout.updated',
    ];
    const granted = ['benefit_grant.created', 'customer.state_changed'];
    await until(() => hook.received.length >= expected.length + granted.length, 'every expected webhook');
    const at = hook.types().indexOf('benefit_grant.created');
    expect(hook.types().slice(at, at + 2)).toEqual(granted);
    expect(hook.types().filter((_type, index) => index !== at && index !== at + 1)).toEqual(expected);
    const events = hook.received.map(({ body, headers }) =>
      validateEvent(body, headers as Record<string, string>, secret!),
    );
    expect(events[at + 1]).toMatchObject({
      data: { grantedBenefits: [{ benefitId: benefit.id }], activeSubscriptions: [{}] },
    });
    const subscription = events.find(({ type }) => type === 'subscription.active')!.data as { id: string };

    hook.received.length = 0;
    await client.subscriptions.update({ id: subscription.id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
    await client.subscriptions.revoke({ id: subscription.id });
    await app.runtime.settled();
    await until(() => hook.received.length >= 8, '8 webhooks');
    expect(hook.types()).toEqual([
      'subscription.updated',
      'subscription.canceled',
      'customer.state_changed',
      'subscription.updated',
      'subscription.revoked',
      'customer.state_changed',
      'benefit_grant.revoked',
      'customer.state_changed',
    ]);
    for (const { body, headers } of hook.received) validateEvent(body, headers as Record<string, string>, secret!);
  });

  it('announces what follows: a failed renewal, and deletions', async () => {
    const running = await startApp();
    const { token, client, organizationId } = await seller(running);
    const hook = await receiver();
    const { secret } = await listen(token, hook.url, [...WIRE_TYPES], undefined, running);
    const benefit = await client.benefits.create({
      type: 'custom',
      description: 'Support',
      properties: { note: null },
    });
    const { id } = await product(client);
    await client.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefit.id] } });
    const { clientSecret } = await client.checkouts.create({ products: [id] });
    const { customerId } = await client.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerEmail: 'bo@example.com',
        customerName: 'Bo',
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId: 'ctoken_renewal_declined',
      },
    });
    await running.runtime.settled();
    await until(() => hook.received.length === 17, '17 webhooks');
    hook.received.length = 0;

    running.clock.advance({ days: 32 });
    await until(async () => {
      await running.runtime.settled();
      return hook.types().includes('benefit_grant.revoked') && hook.types().at(-1) === 'customer.state_changed';
    }, 'the customer state after the revoked grant');
    expect(hook.types()).toEqual([
      'subscription.updated',
      'customer.state_changed',
      'order.created',
      'subscription.updated',
      'subscription.revoked',
      'customer.state_changed',
      'benefit_grant.revoked',
      'customer.state_changed',
    ]);
    const parsed = () =>
      hook.received.map(({ body, headers }) => validateEvent(body, headers as Record<string, string>, secret!));
    expect(parsed().at(-1)).toMatchObject({ data: { activeSubscriptions: [], grantedBenefits: [] } });
    hook.received.length = 0;

    await client.benefits.delete({ id: benefit.id });
    await client.customers.delete({ id: customerId! });
    await client.organizations.update({ id: organizationId, organizationUpdate: { name: 'Südlicht' } });
    await running.runtime.settled();
    await until(() => hook.types().includes('organization.updated'), 'the webhook organization.updated');
    for (const type of ['benefit.updated', 'customer.deleted', 'organization.updated'])
      expect(hook.types()).toContain(type);
    parsed();
    await running.close();
  });
});

describe('the process of webhooks', () => {
  it('sends nothing twice when it reads the log again from the beginning', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tillbook-'));
    const hook = await receiver();
    let running = await startApp({ dataDir });
    const { token, client } = await seller(running);
    const { id } = await listen(token, hook.url, ['product.created'], undefined, running);
    await product(client);
    await until(async () => (await deliveriesOf(token, id, running)).length === 1, 'the delivery');
    await running.close();

    running = await startApp({ dataDir });
    await running.close();
    const vault = new SqliteVault(dataDir);
    await vault.delete('process/webhooks');
    await vault.close();

    running = await startApp({ dataDir });
    await running.runtime.settled();
    await product(polar(running.url, token), 'Another');
    await until(async () => (await deliveriesOf(token, id, running)).length === 2, '2 deliveries');
    expect(hook.types()).toHaveLength(2);
    await running.close();
    await rm(dataDir, { recursive: true });
  });
});

describe('where private addresses are not allowed', () => {
  it('rejects http and does not call private addresses', async () => {
    const guarded = await startApp({ env: { WEBHOOK_ALLOW_PRIVATE: '0' } });
    const { token, client } = await seller(guarded);
    const body = { url: 'http://a.example', format: 'raw', events: ['product.created'] };
    expect((await call(token, 'POST', 'endpoints', body, guarded)).status).toBe(422);
    const { id } = await listen(token, 'https://127.0.0.1:1/hook', ['product.created'], undefined, guarded);
    await product(client);
    await until(async () => (await deliveriesOf(token, id, guarded)).length === 1, 'the delivery');
    expect(await deliveriesOf(token, id, guarded)).toMatchObject([
      { http_code: null, succeeded: false, response: 'The address is not on the public internet' },
    ]);
    await guarded.close();
  });
});
