import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  attemptCollection,
  type AttemptDocument,
} from '../../../src/features/delivery/webhooks/sending/webhook-attempts.projection.ts';
import { WebhookAttempts } from '../../../src/features/delivery/webhooks/sending/webhook-attempts.service.ts';
import { progressEntry, type WebhookOutcome } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import type { Where } from '../../../src/kernel/ports/document-store.ts';
import { upToEnd, type StoredEvent } from '../../../src/kernel/ports/event-store.ts';
import { webhookProjection, type WebhookDocument } from '../../../src/features/delivery/webhooks/webhook.projection.ts';
import { WebhookWorker } from '../../../src/features/delivery/webhooks/sending/webhook.worker.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { readVault, type Vault } from '../../../src/kernel/ports/vault.ts';
import type { EndpointProgress } from '../../../src/features/delivery/webhooks/sending/webhook-progress.rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { closeReceivers, startReceiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { seller, type Delivery } from '../../support/webhooks.ts';

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

describe('the log', () => {
  const logged = async (): Promise<StoredEvent[]> => {
    const log: StoredEvent[] = [];
    const types = new Set(['WebhookOutcomesRecorded']);
    for await (const batch of upToEnd(app.ports.store, undefined, types)) log.push(...batch);
    return log;
  };
  const outcomesOf = (log: readonly StoredEvent[], endpointId: string): WebhookOutcome[][] =>
    log
      .filter(({ type, data }) => type === 'WebhookOutcomesRecorded' && data.endpointId === endpointId)
      .map(({ data }) => data.outcomes as WebhookOutcome[]);

  it('has no attempts, and names every message that was delivered, with its time, once', async () => {
    const { client, listen, deliveriesOf, product } = await seller(app);
    const hook = await startReceiver((_request, count) => ({ status: count === 1 ? 500 : 200 }));
    const { id: endpointId } = await listen(hook.url, ['product.created', 'product.updated']);
    const { id } = await product();
    for (const name of ['Two', 'Three', 'Four']) await client.products.update({ id, productUpdate: { name } });
    await until(() => hook.received.length === 1, 'the first attempt');
    await until(async () => (await deliveriesOf(endpointId)).length === 1, 'the failed attempt');
    app.clock.advanceMachine(6);
    await until(async () => (await deliveriesOf(endpointId)).length === 5, 'every attempt');
    const deliveries = (await deliveriesOf(endpointId)).filter(({ succeeded }) => succeeded);
    expect(deliveries.map(({ webhook_event }) => webhook_event.succeeded)).toEqual([true, true, true, true]);
    app.clock.advanceMachine(11);
    await until(async () => outcomesOf(await logged(), endpointId).length > 0, 'the outcomes');
    const log = await logged();
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
    expect(log.filter(({ type, data }) => type === 'WebhookAttempted' && data.endpointId === endpointId)).toEqual([]);
    // The same rows answer afterwards.
    expect((await deliveriesOf(endpointId)).filter(({ succeeded }) => succeeded)).toEqual(deliveries);
  });

  it('has each outcome once, though a worker that ended before it noted so records it again', async () => {
    const { listen, deliveriesOf, product } = await seller(app);
    const hook = await startReceiver();
    const { id: endpointId } = await listen(hook.url, ['product.created']);
    for (const name of ['One', 'Two']) await product(name);
    await until(async () => (await deliveriesOf(endpointId)).length === 2, 'both deliveries');
    const [vault, row] = [app.app.get<Vault>(VAULT), progressEntry(endpointId)];
    const before = JSON.parse((await readVault(vault, row))!) as EndpointProgress;
    app.clock.advanceMachine(11);
    await until(async () => outcomesOf(await logged(), endpointId).length === 1, 'the outcomes');
    const outcomesLeft = async () => (JSON.parse((await readVault(vault, row))!) as EndpointProgress).outcomes.length;
    await until(async () => (await outcomesLeft()) === 0, 'no outcome left to record');
    await vault.put(row, JSON.stringify({ ...before, outcomes: before.outcomes.slice(1) }));
    await app.app.get(WebhookWorker, { strict: false }).handle(endpointId);
    await until(async () => (await outcomesLeft()) === 0, 'no outcome left to record');
    expect(outcomesOf(await logged(), endpointId)).toHaveLength(1);
    expect(hook.received).toHaveLength(2);
  });

  it('names the messages that were delivered to an endpoint before it was deleted', async () => {
    const { call, listen, deliveriesOf, product } = await seller(app);
    const hook = await startReceiver();
    const { id: endpointId } = await listen(hook.url, ['product.created']);
    await product();
    await until(async () => (await deliveriesOf(endpointId)).length === 1, 'the delivery');
    await call('DELETE', `endpoints/${endpointId}`);
    await until(async () => outcomesOf(await logged(), endpointId).length === 1, 'the outcome');
  });

  it('ends a failing round when a redelivery begins the next one', async () => {
    const { call, listen, deliveriesOf, product } = await seller(app);
    const hook = await startReceiver((_request, count) => ({ status: count === 1 ? 500 : 200 }));
    const { id: endpointId } = await listen(hook.url, ['product.created']);
    await product();
    await until(async () => (await deliveriesOf(endpointId)).length === 1, 'the failed attempt');
    const [{ webhook_event }] = (await deliveriesOf(endpointId)) as [Delivery];
    expect((await call('POST', `events/${webhook_event.id}/redeliver`)).status).toBe(202);
    await until(async () => (await deliveriesOf(endpointId)).length === 2, 'the second attempt');
    app.clock.advanceMachine(11);
    await until(async () => outcomesOf(await logged(), endpointId).length === 1, 'the outcomes');
    expect(outcomesOf(await logged(), endpointId)).toMatchObject([
      [
        { round: 0, result: 'replaced', attempts: 1 },
        { round: 1, result: 'delivered', attempts: 2 },
      ],
    ]);
  });
});

describe('when the attempts and the progress of workers are lost', () => {
  it('messages without an outcome in the log are sent again under the same id, all others are not', async () => {
    const hook = await startReceiver();
    const { listen, deliveriesOf, product } = await seller(app);
    const { id } = await listen(hook.url, ['product.created']);
    await product('One');
    await until(async () => (await deliveriesOf(id)).length === 1, 'the first delivery');
    const [one] = hook.ids() as [string];
    app.clock.advanceMachine(11);
    const recorded = async () =>
      (await app.ports.documents.load<WebhookDocument>(collectionOf(webhookProjection), [one])).get(one)!.document!;
    await until(async () => (await recorded()).status === 'delivered', 'the first outcome in the log');
    await product('Two');
    await until(async () => (await deliveriesOf(id)).length === 2, 'the second delivery');
    const vault = app.app.get<Vault>(VAULT);
    const progress = async () => JSON.parse((await readVault(vault, progressEntry(id)))!) as EndpointProgress;
    await until(async () => (await progress()).outcomes.length === 1, 'the second outcome to be saved');
    await vault.delete(progressEntry(id));
    await loseAttempts(id);
    // Attempts of one moment would have one id.
    app.clock.advanceMachine(1);
    await app.app.get(WebhookWorker, { strict: false }).handle(id);
    await until(async () => (await deliveriesOf(id)).length === 1, 'the repeated delivery');
    const [, second, again] = hook.received;
    expect(hook.received).toHaveLength(3);
    expect(again!.headers['webhook-id']).toBe(second!.headers['webhook-id']);
    expect(again!.body).toBe(second!.body);
    expect(again!.headers['webhook-id']).not.toBe(one);
  });

  async function loseAttempts(endpointId: string): Promise<void> {
    const collection = collectionOf(attemptCollection);
    const query = { where: { eq: ['endpoint_id', endpointId] } satisfies Where, limit: 9 };
    const { items } = await app.ports.documents.find<AttemptDocument>(collection, query);
    const loaded = await app.ports.documents.load<AttemptDocument>(
      collection,
      items.map(({ id }) => id),
    );
    await app.ports.documents.save(
      [...loaded].map(([id, { position }]) => ({ collection, id, seen: position, position, document: undefined })),
    );
  }
});

describe('attempts', () => {
  it('are deleted after ninety days', async () => {
    const attempts = app.app.get(WebhookAttempts, { strict: false });
    const { organizationId, deliveriesOf } = await seller(app);
    const now = app.clock.machineNow();
    const [endpointId, webhookId] = [newUuid(), newUuid()];
    const attempt = (days: number) => ({
      ...{ attemptId: newUuid(), webhookId, endpointId, organizationId, at: addDays(now, -days) },
      ...{ wireType: 'product.created', durationMs: null, httpCode: 500, succeeded: false, nextAttemptAt: null },
    });
    await attempts.add([89, 91, 200].map(attempt));
    await attempts.deleteExpired();
    const { items } = await app.ports.documents.find<AttemptDocument>(collectionOf(attemptCollection), {
      where: { eq: ['endpoint_id', endpointId] },
      limit: 9,
    });
    expect(items.map(({ created_at }) => created_at)).toEqual([addDays(now, -89)]);
    expect(await deliveriesOf(endpointId)).toEqual([]);
  });
});
