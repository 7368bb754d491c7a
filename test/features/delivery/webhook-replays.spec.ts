import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VAULT } from '../../../src/app/tokens.ts';
import { productStream, type ProductEvent } from '../../../src/features/billing/products/product.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { closeReceivers, startReceiver, type Receiver } from '../../support/receiver.ts';
import { happen } from '../../support/sellers.ts';
import { seller, validated, type Endpoint } from '../../support/webhooks.ts';
import { until } from '../../support/until.ts';

const PAST = '2020-01-01T00:00:00Z';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ ages: true });
});
afterAll(async () => {
  await app.close();
  await closeReceivers();
});

async function shopOfSeller() {
  const created = await seller(app);
  const endpoint = async (id: string) => (await created.call<Endpoint>('GET', `endpoints/${id}`)).body;
  const replay = (id: string, from: string) => created.call<Endpoint>('POST', `endpoints/${id}/replay`, { from });
  async function ended(id: string, status: string): Promise<Endpoint> {
    await until(async () => (await endpoint(id)).replay?.status === status, `the replay to be ${status}`);
    return endpoint(id);
  }
  /** Further products, as the log says: requests would say the same. */
  async function announce(names: readonly string[]): Promise<void> {
    const { id } = await created.product(names[0]);
    const [first] = await app.app.get(Executor).load<ProductEvent>(productStream(id), 'any');
    for (const name of names.slice(1)) {
      const productId = newUuid();
      const data = { ...first!.data, productId, name };
      await happen(app, productStream(productId), { type: 'ProductCreated', data });
    }
  }
  return { ...created, endpoint, replay, ended, announce };
}

const names = (hook: Receiver) =>
  hook.received.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);

describe('a replay', () => {
  it('sends all events from a moment on, in order, also of types that were not subscribed to and before the endpoint', async () => {
    const shop = await shopOfSeller();
    const { id: one } = await shop.product('One');
    await shop.client.products.update({ id: one, productUpdate: { name: 'One, renamed' } });
    const hook = await startReceiver();
    const { id, secret } = await shop.listen(hook.url, ['product.updated']);
    await shop.product('Two');
    await shop.client.products.update({ id: one, productUpdate: { name: 'One, again' } });
    await until(() => hook.received.length === 1, 'the message');
    const [delivered] = hook.received.splice(0);
    await shop.call('PATCH', `endpoints/${id}`, { events: ['product.created', 'product.updated'] });

    const started = await shop.replay(id, PAST);
    expect(started).toMatchObject({ status: 202, body: { replay: { status: 'running', events_read: 0 } } });
    const { replay } = await shop.ended(id, 'completed');
    expect(replay).toMatchObject({ messages: 4, events_read: started.body.replay!.events });
    await until(() => hook.received.length === 4, 'the replayed messages');
    expect(names(hook)).toEqual(['One', 'One, renamed', 'Two', 'One, again']);
    expect(hook.types()).toEqual(['product.created', 'product.updated', 'product.created', 'product.updated']);
    expect(hook.received.at(-1)).toMatchObject({ body: delivered!.body });
    expect(hook.ids().at(-1)).toBe(delivered!.headers['webhook-id']);
    expect(new Set(hook.ids()).size).toBe(4);
    for (const request of hook.received) validated(app, request, secret!);
    await shop.call('POST', `events/${hook.ids()[3]}/redeliver`);
    await until(() => hook.received.length === 5, 'a redelivery afterwards');
  });

  it('begins with the first event at its moment', async () => {
    const shop = await shopOfSeller();
    await shop.product('Before');
    app.clock.advance({ days: 1 });
    const from = new Date(Date.parse(app.clock.now())).toISOString();
    await shop.product('After');
    const hook = await startReceiver();
    const { id } = await shop.listen(hook.url, ['product.created']);
    await shop.replay(id, from);
    await shop.ended(id, 'completed');
    expect(names(hook)).toEqual(['After']);
    const refused = await shop.replay(id, '2099-01-01T00:00:00Z');
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'from'] }] } });
    expect((await shop.replay(id, 'yesterday')).status).toBe(422);
  });

  it('builds bodies again that are no longer kept, as they were', async () => {
    const shop = await shopOfSeller();
    const hook = await startReceiver();
    const { id } = await shop.listen(hook.url, ['product.created', 'product.updated']);
    const { id: productId } = await shop.product('One');
    await shop.client.products.update({ id: productId, productUpdate: { name: 'Two' } });
    await until(() => hook.received.length === 2, 'the messages');
    const sent = hook.received.splice(0);
    const vault = app.app.get<Vault>(VAULT);
    for (const key of await vault.list('webhook-text/', 'webhook-text/~', 1_000)) await vault.delete(key);
    await shop.replay(id, PAST);
    await shop.ended(id, 'completed');
    expect(hook.received.map(({ body }) => body)).toEqual(sent.map(({ body }) => body));
    expect(hook.ids()).toEqual(sent.map(({ headers }) => headers['webhook-id']));
  });

  it('of more than a batch keeps the order, and new messages come after it', async () => {
    const shop = await shopOfSeller();
    const all = Array.from({ length: 110 }, (_, n) => `Product ${n}`);
    await shop.announce(all);
    const hook = await startReceiver();
    const other = await startReceiver();
    const { id } = await shop.listen(hook.url, ['product.created']);
    await shop.listen(other.url, ['product.created']);
    await shop.replay(id, PAST);
    await shop.product('New');
    await until(() => other.received.length === 1, 'the message at another endpoint');
    await shop.ended(id, 'completed');
    await until(() => hook.received.length === all.length + 1, 'the new message');
    expect(names(hook)).toEqual([...all, 'New']);
  });

  it('saves what was delivered while the endpoint takes its time with the next message', async () => {
    const shop = await shopOfSeller();
    for (const name of ['One', 'Two']) await shop.product(name);
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const hook = await startReceiver(async (_, count) => {
      if (count === 2) await released;
      return { status: 200 };
    });
    const { id } = await shop.listen(hook.url, ['product.created']);
    await shop.replay(id, PAST);
    await until(() => hook.received.length === 2, '2 messages');
    const deliveries = () => shop.call<{ items: object[] }>('GET', `deliveries?endpoint_id=${id}`);
    await until(async () => (await deliveries()).body.items.length === 1, 'the first delivery');
    release();
    await until(async () => (await deliveries()).body.items.length === 2, 'both deliveries');
  });

  it('can be stopped: what it had scheduled is not sent, and later messages are', async () => {
    const shop = await shopOfSeller();
    await shop.announce(Array.from({ length: 60 }, (_, n) => `Product ${n}`));
    const hook = await startReceiver(() => ({ status: 503 }));
    const { id } = await shop.listen(hook.url, ['product.created']);
    await shop.replay(id, PAST);
    await until(() => hook.received.length === 1, 'the first message');
    expect((await shop.replay(id, PAST)).status).toBe(409);
    const stopped = await shop.call<Endpoint>('DELETE', `endpoints/${id}/replay`);
    expect(stopped.body.replay!.status).toBe('stopped');
    expect((await shop.call('DELETE', `endpoints/${id}/replay`)).status).toBe(409);
    hook.answers(() => ({ status: 200 }));
    await shop.product('New');
    await until(() => names(hook).includes('New'), 'the new message');
    expect(hook.received.length).toBeLessThanOrEqual(3);
    expect(new Set(names(hook))).toEqual(new Set(['Product 0', 'New']));
  });

  it("is another tenant's", async () => {
    const [mine, other] = [await shopOfSeller(), await shopOfSeller()];
    const hook = await startReceiver();
    const { id } = await mine.listen(hook.url, ['product.created']);
    expect((await other.replay(id, PAST)).status).toBe(404);
    expect((await other.call('DELETE', `endpoints/${id}/replay`)).status).toBe(404);
    expect((await other.call('POST', `endpoints/${id}/enable`, { retry_missed: true })).status).toBe(404);
    await other.product('Theirs');
    await mine.product('Mine');
    await until(() => hook.received.length === 1, 'the message');
    await mine.replay(id, PAST);
    await mine.ended(id, 'completed');
    await until(() => hook.received.length === 2, 'both messages');
    expect(new Set(names(hook))).toEqual(new Set(['Mine']));
  });
});

describe('an endpoint that fails ten messages in a row', () => {
  const missed = Array.from({ length: 12 }, (_, n) => `Missed ${n}`);

  it('is disabled, and gets what it missed, in order, if that is chosen when it is enabled, or only new messages', async () => {
    const shop = await shopOfSeller();
    const [hook, other] = [await startReceiver(), await startReceiver()];
    const { id } = await shop.listen(hook.url, ['product.created']);
    const { id: otherId } = await shop.listen(other.url, ['product.created']);
    await shop.product('Delivered');
    for (const one of [hook, other]) {
      await until(() => one.received.length === 1, 'the first message');
      one.answers(() => ({ status: 500 }));
    }
    await shop.announce(missed);
    for (const one of [id, otherId])
      await until(async () => {
        app.clock.advanceMachine(1_201);
        return (await shop.endpoint(one)).disabled_at !== null;
      }, 'the endpoint to be disabled');
    for (const one of [hook, other]) {
      one.received.length = 0;
      one.answers(() => ({ status: 200 }));
    }
    await shop.product('While disabled');
    await app.runtime.settled();

    expect(await shop.endpoint(id)).toMatchObject({ enabled: false });
    const mails = async () => (await fetch(`${app.url}/sandbox/outbox?kind=webhook-endpoint-disabled`)).json();
    await until(async () => JSON.stringify(await mails()).includes(id), 'the mail to the owner');
    expect((await shop.replay(id, PAST)).status).toBe(409);
    await shop.call('POST', `endpoints/${id}/test`, { type: 'order.paid' });
    await until(() => hook.received.length === 1, 'the test, which a disabled endpoint gets');
    expect(hook.types()).toEqual(['order.paid']);
    hook.received.length = 0;
    const enabled = await shop.call<Endpoint>('POST', `endpoints/${id}/enable`, { retry_missed: true });
    expect(enabled).toMatchObject({ status: 200, body: { enabled: true, disabled_at: null } });
    const enable = () => shop.call('POST', `endpoints/${otherId}/enable`, { retry_missed: false });
    expect((await enable()).status).toBe(200);
    expect((await enable()).status).toBe(409);
    await shop.product('New');
    await shop.ended(id, 'completed');
    await until(() => names(hook).includes('New'), 'the new message');
    expect(names(hook)).toEqual([...missed, 'While disabled', 'New']);
    await until(() => other.received.length > 0, 'the new message');
    expect(names(other)).toEqual(['New']);
  });
});
