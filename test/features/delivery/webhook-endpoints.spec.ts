import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { validateEvent } from '@polar-sh/sdk/webhooks.js';
import { Webhook } from 'standardwebhooks';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startApp, type TestApp, WITHOUT_SANDBOX } from '../../support/app.ts';
import { tokenOf } from '../../support/accounts.ts';
import { closeReceivers, startReceiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { endpointOf, seller, webhooksOf, type Delivery, type Endpoint } from '../../support/webhooks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  await closeReceivers();
});

describe('webhook endpoints', () => {
  it('are created with a secret, shown to callers who may write, updated and deleted', async () => {
    const { call, listen } = await seller(app);
    const created = await listen('http://127.0.0.1:9/a', ['product.created']);
    expect(created).toMatchObject({ url: 'http://127.0.0.1:9/a', format: 'raw', events: ['product.created'] });
    expect(created.secret).toMatch(/^whsec_/);
    expect((await call('GET', `endpoints/${created.id}`)).body).toEqual(created);
    expect((await call('GET', 'endpoints')).body).toMatchObject({
      items: [created],
      pagination: { total_count: 1 },
    });
    const changed = await call('PATCH', `endpoints/${created.id}`, { secret: 'mine', events: ['order.paid'] });
    expect(changed.body).toMatchObject({ url: created.url, secret: 'mine', events: ['order.paid'] });
    expect((await call('DELETE', `endpoints/${created.id}`)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await call(method, `endpoints/${created.id}`, method === 'PATCH' ? {} : undefined)).status).toBe(404);
  });

  it('are limited to 100 per organization, also when several are created at once', async () => {
    const { token, organizationId, call } = await seller(app);
    const create = async (key = newUuid()) => {
      const answer = await fetch(`${app.url}/v1/webhooks/endpoints`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ url: 'http://127.0.0.1:9/a', format: 'raw', events: ['product.created'] }),
      });
      return { status: answer.status, body: (await answer.json()) as { id: string; detail: { msg: string }[] } };
    };
    for (let n = 0; n < 98; n++) await endpointOf(app, organizationId);
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
    await call('DELETE', `endpoints/${last.body.id}`);
    expect((await create()).status).toBe(201);
  });

  it('do not show secrets to callers who may only read', async () => {
    const { organizationId, cookie, listen } = await seller(app);
    const { secret, id } = await listen('http://127.0.0.1:9/a', ['product.created']);
    expect(secret).not.toBeNull();
    const reader = webhooksOf(app, (await tokenOf(app, cookie, organizationId, 'webhooks:read')).token);
    expect((await reader.call('GET', `endpoints/${id}`)).body).toMatchObject({ id, secret: null });
    expect((await reader.call('POST', 'endpoints', {})).status).toBe(403);
  });

  it('reject unsupported formats and malformed addresses at their field', async () => {
    const { call } = await seller(app);
    const refused = async (changes: object) => {
      const body = { url: 'https://a.example', format: 'raw', events: ['order.paid'], ...changes };
      const answer = await call('POST', 'endpoints', body);
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
    const [mine, other] = [await seller(app), await seller(app)];
    const hook = await startReceiver();
    const { id } = await mine.listen(hook.url, ['product.created']);
    await mine.product();
    await until(async () => (await mine.deliveriesOf(id)).length === 1, 'the delivery');
    const [{ webhook_event }] = (await mine.deliveriesOf(id)) as [Delivery];
    for (const path of [`endpoints/${id}`]) expect((await other.call('GET', path)).status).toBe(404);
    expect((await other.call('PATCH', `endpoints/${id}`, { secret: 'x' })).status).toBe(404);
    expect((await other.call('DELETE', `endpoints/${id}`)).status).toBe(404);
    expect((await other.call('POST', `events/${webhook_event.id}/redeliver`)).status).toBe(404);
    expect(await other.deliveriesOf(id)).toEqual([]);
    expect((await other.call('GET', 'endpoints')).body).toMatchObject({ items: [] });
  });
});

describe('a rotated secret', () => {
  it('and the former one both verify messages for a day, with both libraries', async () => {
    const { call, listen, product } = await seller(app);
    const hook = await startReceiver();
    const { id, secret: former } = await listen(hook.url, ['product.created']);
    const rotated = (await call('PATCH', `endpoints/${id}/secret`)).body as unknown as Endpoint;
    expect(Date.parse(rotated.former_secret_until!) - Date.now()).toBeGreaterThan(86_000_000);
    expect(rotated.secret).not.toBe(former);
    const verified = async () => {
      const before = hook.received.length;
      await product();
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
    const set = await call('PATCH', `endpoints/${id}`, { secret: rotated.secret! });
    expect(set.body).toMatchObject({ former_secret_until: null });
    expect(await verified()).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('is alone once the day is over', async () => {
    const running = await startApp({ ages: true });
    const { call, listen, product } = await seller(running);
    const hook = await startReceiver();
    const { id } = await listen(hook.url, ['product.created']);
    const signatures = async () => {
      await product();
      const { length } = hook.received;
      await until(() => hook.received.length > 0, `webhook ${length}`);
      return String(hook.received.splice(0)[0]!.headers['webhook-signature']).split(' ').length;
    };
    expect(await signatures()).toBe(2);
    await call('PATCH', `endpoints/${id}/secret`);
    expect(await signatures()).toBe(4);
    running.clock.advanceMachine(86_401);
    expect(await signatures()).toBe(2);
    await running.close();
  });
});

describe('a test event', () => {
  it('is a signed sample, marked in the list of deliveries, and the same for a repeated request', async () => {
    const { call, listen, deliveriesOf } = await seller(app);
    const hook = await startReceiver();
    const { id, secret } = await listen(hook.url, []);
    const { status, body } = await call('POST', `endpoints/${id}/test`, { type: 'order.paid' });
    expect(status).toBe(202);
    await until(async () => (await deliveriesOf(id)).length === 1, 'the delivery');
    const [delivery] = await deliveriesOf(id);
    expect(body).toEqual({ webhook_event_id: delivery!.webhook_event.id });
    expect(delivery).toMatchObject({ succeeded: true, webhook_event: { type: 'order.paid', is_test: true } });
    const [{ headers, body: text }] = hook.received as unknown as [{ headers: Record<string, string>; body: string }];
    expect(headers['webhook-id']).toBe(delivery!.webhook_event.id);
    expect(validateEvent(text, headers, secret!).type).toBe('order.paid');
    expect((await call('POST', `endpoints/${id}/test`, { type: 'order.exploded' })).status).toBe(422);
  });

  it('is in the version of the client that created its endpoint, until another is chosen', async () => {
    const { token, call, deliveriesOf } = await seller(app);
    const hook = await startReceiver();
    const body = JSON.stringify({ url: hook.url, format: 'raw', events: [] });
    const listenAs = async (agent: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': agent };
      const answer = await fetch(`${app.url}/v1/webhooks/endpoints`, { method: 'POST', headers, body });
      return (await answer.json()) as Endpoint & { api_version: string };
    };
    const test = async (id: string) => {
      const count = hook.received.length;
      expect((await call('POST', `endpoints/${id}/test`, { type: 'order.created' })).status).toBe(202);
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
    await until(async () => (await deliveriesOf(later.id)).length === 1, 'the delivery');
    const [{ webhook_event }] = (await deliveriesOf(later.id)) as [Delivery];
    expect(webhook_event).toMatchObject({
      api_version: '0.35',
      payload: String(hook.received.at(-1)!.body),
      skipped: false,
    });
    await call('PATCH', `endpoints/${later.id}`, { api_version: '2027-01' });
    expect(await test(later.id)).toMatchObject({ api_version: '2027-01', data: { invoice_number: null } });
    expect((await call('PATCH', `endpoints/${later.id}`, { api_version: '2027-02' })).status).toBe(422);
  });

  it('does not wait behind a failing message, and is attempted once', async () => {
    const aging = await startApp({ ages: true });
    // Or a slow machine would come to the time of the next attempt.
    aging.clock.stopMachine();
    const { call, listen, deliveriesOf, product } = await seller(aging);
    const hook = await startReceiver(() => ({ status: 503 }));
    const { id } = await listen(hook.url, ['product.created']);
    await product();
    await until(() => hook.received.length === 1, 'the failing message');
    await call('POST', `endpoints/${id}/test`, { type: 'refund.created' });
    await until(async () => (await deliveriesOf(id)).length === 2, 'the test');
    const tested = (await deliveriesOf(id)).find(({ webhook_event: { is_test } }) => is_test);
    expect(tested).toMatchObject({
      http_code: 503,
      next_attempt_at: null,
      webhook_event: { type: 'refund.created', succeeded: false, is_test: true },
    });
    await aging.close();
  });
});

describe('an endpoint of a chat', () => {
  it('gets what Discord and Slack accept, signed, without renewals, and shows it in its deliveries', async () => {
    const { client, call, deliveriesOf, product, buy } = await seller(app);
    const create = async (format: string) => {
      const hook = await startReceiver();
      const events = ['subscription.created', 'subscription.updated', 'subscription.canceled'];
      const { body } = await call('POST', 'endpoints', { url: hook.url, format, events });
      return { hook, endpoint: body as unknown as Endpoint };
    };
    const [discord, slack] = [await create('discord'), await create('slack')];
    const { id } = await product();
    await buy(id, 'ann@example.com');
    await app.runtime.settled();
    app.clock.advance({ days: 32 });
    const only = async () => (await client.subscriptions.list({})).result.items[0];
    await until(async () => (await only())!.currentPeriodEnd! > new Date(app.clock.now()), 'the renewal');
    await app.runtime.settled();
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
    await until(async () => (await deliveriesOf(slack.endpoint.id)).length === 3, 'the deliveries');
    expect((await deliveriesOf(slack.endpoint.id)).at(-1)!.webhook_event.payload).toBe(body);
  });
});

describe('where private addresses are not allowed', () => {
  it('rejects http and does not call private addresses', async () => {
    const guarded = await startApp({ env: WITHOUT_SANDBOX });
    const { call, listen, deliveriesOf, product } = await seller(guarded);
    const body = { url: 'http://a.example', format: 'raw', events: ['product.created'] };
    expect((await call('POST', 'endpoints', body)).status).toBe(422);
    const { id } = await listen('https://127.0.0.1:1/hook', ['product.created']);
    await product();
    await until(async () => (await deliveriesOf(id)).length === 1, 'the delivery');
    expect(await deliveriesOf(id)).toMatchObject([
      { http_code: null, succeeded: false, response: 'The address is not on the public internet' },
    ]);
    await guarded.close();
  });
});
