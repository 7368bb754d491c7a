import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WIRE_TYPES } from '../../../src/features/delivery/webhooks/webhook.catalogue.ts';
import { messagesStream, type SchedulingEvent } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { WebhookTexts } from '../../../src/features/delivery/webhooks/webhook-texts.service.ts';
import { WebhookWorker } from '../../../src/features/delivery/webhooks/sending/webhook.worker.ts';
import { JOBS } from '../../../src/app/tokens.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { JobQueue } from '../../../src/kernel/ports/job-queue.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { closeReceivers, startReceiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { seller, validated, type Delivery, type Endpoint } from '../../support/webhooks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ ages: true });
  // Or a slow machine would come to the time of the next attempt.
  app.clock.stopMachine();
});
afterAll(async () => {
  await app.close();
  await closeReceivers();
});

describe('a sale', () => {
  it('is announced in the order of the contract, with bodies that the SDK parses', async () => {
    const { client, listen, product, buy } = await seller(app);
    const hook = await startReceiver();
    const { secret } = await listen(hook.url, [...WIRE_TYPES]);
    const benefit = await client.benefits.create({
      type: 'custom',
      description: 'Support',
      properties: { note: 'hi' },
    });
    const { id } = await product();
    await client.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefit.id] } });
    await buy(id, 'ann@example.com');
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
    const events = hook.received.map((request) => validated(app, request, secret!));
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
    for (const request of hook.received) validated(app, request, secret!);
  });

  it('announces what follows: a failed renewal, and deletions', async () => {
    const { client, organizationId, listen, product, buy } = await seller(app);
    const hook = await startReceiver();
    const { secret } = await listen(hook.url, [...WIRE_TYPES]);
    const benefit = await client.benefits.create({
      type: 'custom',
      description: 'Support',
      properties: { note: null },
    });
    const { id } = await product();
    await client.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefit.id] } });
    const { customerId } = await buy(id, 'bo@example.com', 'ctoken_renewal_declined');
    await app.runtime.settled();
    await until(() => hook.received.length === 17, '17 webhooks');
    hook.received.length = 0;

    app.clock.advance({ days: 32 });
    await until(async () => {
      await app.runtime.settled();
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
    const parsed = () => hook.received.map((request) => validated(app, request, secret!));
    expect(parsed().at(-1)).toMatchObject({ data: { activeSubscriptions: [], grantedBenefits: [] } });
    hook.received.length = 0;

    await client.benefits.delete({ id: benefit.id });
    await client.customers.delete({ id: customerId! });
    await client.organizations.update({ id: organizationId, organizationUpdate: { name: 'Südlicht' } });
    await app.runtime.settled();
    await until(() => hook.types().includes('organization.updated'), 'the webhook organization.updated');
    for (const type of ['benefit.updated', 'customer.deleted', 'organization.updated'])
      expect(hook.types()).toContain(type);
    parsed();
  });
});

describe('the order of an endpoint', () => {
  it('blocks behind a failing message, which keeps its id and body, for twenty minutes', async () => {
    const { client, call, listen, deliveriesOf, product } = await seller(app);
    const hook = await startReceiver(() => ({ status: 503 }));
    const { id: endpointId } = await listen(hook.url, ['product.created', 'product.updated']);
    const { id } = await product();
    await client.products.update({ id, productUpdate: { name: 'Ledger Max' } });
    // The second message may be scheduled after the first attempt.
    await app.runtime.settled();
    await until(async () => (await deliveriesOf(endpointId)).length === 1, 'the delivery');
    expect(hook.types()).toEqual(['product.created']);
    const waiting = async () => (await call<Endpoint>('GET', `endpoints/${endpointId}`)).body.waiting;
    // The one that failed, and the one behind it, which has no delivery.
    expect(await waiting()).toBe(2);

    app.clock.advanceMachine(6);
    await until(async () => (await deliveriesOf(endpointId)).length === 2, '2 deliveries');
    expect(hook.types()).toEqual(['product.created', 'product.created']);
    expect(hook.ids()[1]).toBe(hook.ids()[0]);
    expect(hook.received[1]!.body).toBe(hook.received[0]!.body);

    app.clock.advanceMachine(20 * 60);
    hook.answers(({ body }) => ({ status: body.includes('product.created') ? 503 : 200 }));
    await until(async () => (await deliveriesOf(endpointId)).length === 4, '4 deliveries');
    expect(hook.types().slice(2)).toEqual(['product.created', 'product.updated']);

    app.clock.advanceMachine(20 * 60);
    hook.answers(() => ({ status: 200 }));
    await until(async () => (await deliveriesOf(endpointId)).length === 5, '5 deliveries');
    expect(hook.types()[4]).toBe('product.created');
    expect(new Set(hook.ids()).size).toBe(2);
    expect(await waiting()).toBe(0);
  });

  it('is the order of the log, over many events', async () => {
    const { client, listen, product } = await seller(app);
    const hook = await startReceiver((_request, count) => ({ status: count % 7 === 0 ? 500 : 200 }));
    await listen(hook.url, ['product.created', 'product.updated', 'benefit.created']);
    const { id } = await product('Start');
    const names = Array.from({ length: 20 }, (_, index) => `Name ${index}`);
    for (const name of names) await client.products.update({ id, productUpdate: { name } });
    const delivered = () =>
      hook.received
        .filter((_request, index) => (index + 1) % 7 !== 0)
        .map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);
    await until(() => {
      app.clock.advanceMachine(1);
      return delivered().length === 21;
    }, '21 delivered webhooks');
    expect(delivered()).toEqual(['Start', ...names]);
  });

  it('is looked up by outcome, type and time, with what was sent and answered at each attempt', async () => {
    const { client, call, listen, deliveriesOf, product } = await seller(app);
    const hook = await startReceiver(({ body }) => ({
      status: body.includes('product.updated') ? 503 : 200,
      body: 'No room',
    }));
    const { id: endpointId } = await listen(hook.url, ['product.created', 'product.updated']);
    const { id } = await product();
    await until(async () => (await deliveriesOf(endpointId)).length === 1, 'the delivery');
    app.clock.advanceMachine(1);
    await client.products.update({ id, productUpdate: { name: 'Ledger Max' } });
    await until(async () => (await deliveriesOf(endpointId)).length === 2, '2 deliveries');
    const typesBy = async (filter: string) => {
      const { status, body } = await call('GET', `deliveries?endpoint_id=${endpointId}&${filter}`);
      const items = (body as { items?: Delivery[] } | undefined)?.items;
      return items ? items.map(({ webhook_event: { type } }) => type) : status;
    };
    expect(await typesBy('outcome=succeeded')).toEqual(['product.created']);
    expect(await typesBy('outcome=failed')).toEqual(['product.updated']);
    expect(await typesBy('outcome=waiting')).toEqual(['product.updated']);
    expect(await typesBy('outcome=waiting&outcome=succeeded')).toHaveLength(2);
    expect(await typesBy('event_type=product.created')).toEqual(['product.created']);
    const now = app.clock.machineNow();
    expect(await typesBy(`created_from=${now}&created_to=${addSeconds(now, 1)}`)).toEqual(['product.updated']);
    expect(await typesBy(`created_to=${now}`)).toEqual(['product.created']);
    expect(await typesBy('outcome=lost')).toBe(422);

    app.clock.advanceMachine(6);
    hook.answers(() => ({ status: 200 }));
    await until(async () => (await deliveriesOf(endpointId)).length === 3, '3 deliveries');
    expect(await typesBy('outcome=waiting')).toEqual([]);
    expect(await typesBy('outcome=succeeded')).toEqual(['product.updated', 'product.created']);
    const deliveries = await deliveriesOf(endpointId);
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
    const [failing, healthy] = [await startReceiver(() => ({ status: 503 })), await startReceiver()];
    const { call, organizationId, listen, deliveriesOf, product } = await seller(app);
    const dead = await listen(failing.url, ['product.created']);
    await product();
    await until(async () => (await deliveriesOf(dead.id)).length === 1, 'the delivery');
    const scheduled = (eventId: string, endpointId: string): SchedulingEvent => ({
      type: 'WebhooksScheduled',
      data: { eventId, messages: [{ wireType: 'product.created', bodySha256: '', endpointIds: [endpointId] }] },
    });
    const backlog = Array.from({ length: 2_000 }, () => scheduled(newUuid(), dead.id));
    const command = {
      type: 'Spec',
      data: {},
      id: 'spec',
      context: { ...startContext({ kind: 'system', id: 's' }, app.clock), organizationId },
    };
    for (let from = 0; from < backlog.length; from += 500)
      await app.app.get(Executor).append(`spec-${dead.id}${from}`, backlog.slice(from, from + 500), -1, command);
    const { id } = await listen(healthy.url, ['product.updated']);
    const eventId = newUuid();
    const body = { text: '{"type":"product.created"}', subjects: [] };
    await app.app
      .get(WebhookTexts, { strict: false })
      .keepBody(organizationId, eventId, 'product.created', () => Promise.resolve(body));
    const jobs = app.app.get<JobQueue>(JOBS);
    const wake = jobs.wake.bind(jobs);
    jobs.wake = () => Promise.resolve();
    try {
      await app.app.get(Executor).append(messagesStream(eventId), [scheduled(eventId, id)], -1, command);
      await app.runtime.settled();
      expect(healthy.received).toEqual([]);
    } finally {
      jobs.wake = wake;
    }
    await until(() => healthy.received.length === 1, 'the webhook at the healthy endpoint');
    await until(async () => (await deliveriesOf(id)).length === 1, 'the delivery');
    const worker = app.app.get(WebhookWorker, { strict: false });
    await until(async () => !(await worker.due()).includes(id), 'no work for the healthy endpoint');
    await call('DELETE', `endpoints/${dead.id}`);
  });
});
