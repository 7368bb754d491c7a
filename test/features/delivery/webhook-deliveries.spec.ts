import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { validateEvent } from '@polar-sh/sdk/webhooks.js';
import { Webhook } from 'standardwebhooks';
import { productStream } from '../../../src/features/billing/products/product.events.ts';
import { ScheduleDeliveries } from '../../../src/features/delivery/webhooks/webhook.commands.ts';
import { webhookProjection, type WebhookDocument } from '../../../src/features/delivery/webhooks/webhook.projection.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { closeReceivers, startReceiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { endpointOf, seller, type Delivery } from '../../support/webhooks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  await closeReceivers();
});

describe('a delivery', () => {
  it('is signed for both libraries, and has the body that the API answers', async () => {
    const { client, listen, deliveriesOf, product } = await seller(app);
    const hook = await startReceiver();
    const { id, secret } = await listen(hook.url, ['product.created']);
    const created = await product();
    await until(async () => (await deliveriesOf(id)).length === 1, 'the delivery');
    const [{ headers, body }] = hook.received as unknown as [{ headers: Record<string, string>; body: string }];
    expect(new Webhook(secret!).verify(body, headers)).toMatchObject({ type: 'product.created' });
    const event = validateEvent(body, headers, secret!);
    expect(event).toMatchObject({ type: 'product.created', data: await client.products.get({ id: created.id }) });
    expect(JSON.parse(body)).toMatchObject({ timestamp: created.createdAt.toISOString() });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'tillbook webhooks' });
    const [delivery] = await deliveriesOf(id);
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
    const { listen, product } = await seller(app);
    const hook = await startReceiver();
    await listen(hook.url, ['product.created']);
    await product();
    await until(() => hook.received.length === 1, 'the webhook');
    vault.getMany = getMany;
    // To see whether it was stored already.
    expect(read).toHaveLength(1);
  });

  it('is signed with the UTF-8 bytes of a secret of another form', async () => {
    const { listen, product } = await seller(app);
    const hook = await startReceiver();
    await listen(hook.url, ['product.created'], 'geheim');
    await product();
    await until(() => hook.received.length === 1, 'the webhook');
    const [{ headers, body }] = hook.received as unknown as [{ headers: Record<string, string>; body: string }];
    expect(validateEvent(body, headers, 'geheim').type).toBe('product.created');
  });

  it('reaches every earlier endpoint that subscribes to the type, and no other', async () => {
    const { client, listen, product } = await seller(app);
    const [first, second, late] = [await startReceiver(), await startReceiver(), await startReceiver()];
    await listen(first.url, ['product.created', 'product.updated']);
    await listen(second.url, ['product.updated']);
    const { id } = await product();
    await listen(late.url, ['product.created', 'product.updated']);
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
    const { client, listen, product } = await seller(app);
    const [early, late] = [await startReceiver(), await startReceiver()];
    await listen(early.url, ['product.created', 'product.updated']);
    const { id } = await product();
    await until(() => early.received.length === 1, 'the webhook');
    await listen(late.url, ['product.created', 'product.updated']);
    const context = startContext({ kind: 'system', id: 'spec' }, app.clock);
    await app.app.get(CommandBus).execute(new ScheduleDeliveries({ stream: productStream(id), revision: 0 }, context));
    await client.products.update({ id, productUpdate: { name: 'Ledger Max' } });
    await until(() => early.received.length + late.received.length >= 3, 'three webhooks at both endpoints');
    expect(late.types()).toEqual(['product.updated']);
  });

  it('reaches every endpoint of an organization that has more than 100', async () => {
    const { organizationId, call, product } = await seller(app);
    for (let n = 0; n < 120; n++) await endpointOf(app, organizationId);
    await product();
    const count = async () => {
      const { body } = await call('GET', 'deliveries?limit=1');
      return (body as unknown as { pagination: { total_count: number } }).pagination.total_count;
    };
    await until(async () => (await count()) === 120, '120 webhooks');
  });

  it('shows the entity as it was right after its event', async () => {
    const { client, listen, product } = await seller(app);
    const hook = await startReceiver();
    await listen(hook.url, ['product.created', 'product.updated']);
    const { id } = await product('One');
    await client.products.update({ id, productUpdate: { name: 'Two' } });
    await client.products.update({ id, productUpdate: { name: 'Three' } });
    await until(() => hook.received.length === 3, '3 webhooks');
    const names = hook.received.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);
    expect(names).toEqual(['One', 'Two', 'Three']);
  });

  it('is one `product.updated` per request with the whole change, however many events it has', async () => {
    const { client, listen, product } = await seller(app);
    const hook = await startReceiver();
    await listen(hook.url, ['product.updated', 'benefit.created']);
    const { id } = await product('One');
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
    const { client, listen } = await seller(app);
    const hook = await startReceiver();
    const { secret } = await listen(hook.url, ['customer.deleted', 'customer.state_changed']);
    const { id } = await client.customers.create({ email: 'ada@example.com' });
    await client.customers.delete({ id });
    await until(() => hook.received.length === 3, '3 webhooks');
    expect(hook.types()).toEqual(['customer.state_changed', 'customer.deleted', 'customer.state_changed']);
    const { body, headers } = hook.received[2]!;
    const event = validateEvent(body, headers as Record<string, string>, secret!);
    expect(event).toMatchObject({ data: { id, deletedAt: expect.any(Date), activeSubscriptions: [] } });
  });

  it('follows no redirects, and keeps 2 KB of the answer', async () => {
    const { listen, deliveriesOf, product } = await seller(app);
    const elsewhere = await startReceiver();
    const hook = await startReceiver(() => ({
      status: 302,
      headers: { location: elsewhere.url },
      body: 'x'.repeat(5_000),
    }));
    const { id } = await listen(hook.url, ['product.created']);
    await product();
    await until(async () => (await deliveriesOf(id)).length === 1, 'the delivery');
    expect(await deliveriesOf(id)).toMatchObject([
      { http_code: 302, succeeded: false, response: 'x'.repeat(2_048), webhook_event: { succeeded: null } },
    ]);
    expect(elsewhere.received).toEqual([]);
  });

  it('is scheduled once, with one id and body, however often the process reacts to its event', async () => {
    const { client, listen, deliveriesOf, product } = await seller(app);
    const hook = await startReceiver();
    const { id: endpointId } = await listen(hook.url, ['product.updated']);
    const note = { type: 'custom', properties: { note: null } } as const;
    const benefit = await client.benefits.create({ ...note, description: 'Support' });
    const { id } = await product();
    await client.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefit.id] } });
    await until(() => hook.received.length === 1, 'the webhook');
    // The body would be different now.
    await client.benefits.update({ id: benefit.id, requestBody: { ...note, description: 'Priority support' } });
    const event = { stream: productStream(id), revision: 1 };
    const context = startContext({ kind: 'system', id: 'spec' }, app.clock);
    await app.app.get(CommandBus).execute(new ScheduleDeliveries(event, context));
    await client.products.update({ id, productUpdate: { name: 'Ledger Max' } });
    const payloads = async () => (await deliveriesOf(endpointId)).map(({ webhook_event }) => webhook_event.payload);
    await until(
      async () => (await payloads()).some((payload) => payload!.includes('Ledger Max')),
      'a payload with the product',
    );
    expect(hook.received).toHaveLength(2);
    expect(await payloads()).toEqual([hook.received[1]!.body, hook.received[0]!.body]);
  });

  it('is not retried once its endpoint is deleted', async () => {
    const { call, listen, deliveriesOf, product } = await seller(app);
    const hook = await startReceiver(() => ({ status: 500 }));
    const { id } = await listen(hook.url, ['product.created']);
    await product();
    await until(async () => (await deliveriesOf(id)).length === 1, 'the delivery');
    const [{ webhook_event }] = (await deliveriesOf(id)) as [Delivery];
    await call('DELETE', `endpoints/${id}`);
    expect((await call('POST', `events/${webhook_event.id}/redeliver`)).status).toBe(404);
  });

  it('is not rewritten when its endpoint is deleted', async () => {
    const aging = await startApp({ ages: true });
    const { client, call, listen, deliveriesOf, product } = await seller(aging);
    const { id } = await listen((await startReceiver()).url, ['product.created', 'product.updated']);
    const { id: productId } = await product();
    await client.products.update({ id: productId, productUpdate: { name: 'Ledger Max' } });
    await until(async () => (await deliveriesOf(id)).length === 2, '2 deliveries');
    await aging.runtime.settled();
    const ids = (await deliveriesOf(id)).map(({ webhook_event }) => webhook_event.id);
    const stored = () => aging.ports.documents.load<WebhookDocument>(collectionOf(webhookProjection), ids);
    aging.clock.advanceMachine(11);
    await until(
      async () => [...(await stored()).values()].every(({ document }) => document!.status === 'delivered'),
      'both outcomes in the log',
    );
    const before = await stored();
    expect(before.size).toBe(2);
    await call('DELETE', `endpoints/${id}`);
    await aging.runtime.settled();
    expect(await stored()).toEqual(before);
    await aging.close();
  });
});

describe('a redelivery', () => {
  it('has the same id and body', async () => {
    const { call, listen, deliveriesOf, product } = await seller(app);
    const hook = await startReceiver();
    const { id, secret } = await listen(hook.url, ['product.created']);
    await product();
    await until(async () => (await deliveriesOf(id)).length === 1, 'the delivery');
    const [{ webhook_event }] = (await deliveriesOf(id)) as [Delivery];
    expect((await call('POST', `events/${webhook_event.id}/redeliver`)).status).toBe(202);
    await until(async () => (await deliveriesOf(id)).length === 2, '2 deliveries');
    const [first, second] = hook.received;
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
    new Webhook(secret!).verify(second!.body, second!.headers as Record<string, string>);
  });
});
