import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { ScheduleDeliveries } from '../../../src/features/delivery/webhooks/webhook.commands.ts';
import type { WebhookOutcome } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import { upToEnd, type StoredEvent } from '../../../src/kernel/ports/event-store.ts';
import { Keys } from '../../../src/kernel/secrets/keys.ts';
import { SubjectKeys } from '../../../src/kernel/secrets/subject-keys.ts';
import { EraseSubject } from '../../../src/kernel/writing/erasure.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { subjectOf } from '../../../src/kernel/writing/events.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { polar } from '../../support/sellers.ts';
import { closeReceivers, startReceiver } from '../../support/receiver.ts';
import { seller } from '../../support/webhooks.ts';
import { until } from '../../support/until.ts';

/** Nothing that was sent about an erased person can be read or sent again (docs/EVENTS_AND_STREAMS.md#erasing-a-person). */
let app: TestApp;

beforeAll(async () => {
  app = await startApp({ ages: true });
});
afterAll(async () => {
  await app.close();
  await closeReceivers();
});

async function shop(events: string[], ...answers: Parameters<typeof startReceiver>) {
  const { organizationId, client, call, listen, deliveriesOf } = await seller(app);
  const hook = await startReceiver(...answers);
  const { id: endpointId } = await listen(hook.url, events);
  return { organizationId, endpointId, hook, call, deliveries: () => deliveriesOf(endpointId), client };
}

const context = () => startContext({ kind: 'system', id: 'spec' }, app.clock);
const send = (command: EraseSubject | ScheduleDeliveries) => app.app.get(CommandBus).execute(command);

async function erase(subject: string): Promise<void> {
  await send(new EraseSubject({ subject }, context()));
  await app.runtime.settled();
}

async function log(): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const batch of upToEnd(app.ports.store, undefined)) events.push(...batch);
  return events;
}

const buy = async (client: ReturnType<typeof polar>, customerEmail: string) => {
  const { id: productId } = await client.products.create({
    name: 'Ledger Pro',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 1000, priceCurrency: 'usd' }],
  });
  return client.checkouts.create({ products: [productId], customerEmail, customerName: 'Zebulon Yarrow' });
};

describe('a message about an erased person', () => {
  it('is given up at once with the reason, blocks nothing, and is shown and redelivered no more', async () => {
    const { client, hook, call, deliveries } = await shop(['customer.created', 'product.created'], ({ body }) => ({
      status: body.includes('zebulon') ? 500 : 200,
      body: `Sorry: ${body}`,
    }));
    const { id } = await client.customers.create({ email: 'zebulon@example.com' });
    await until(async () => (await deliveries()).length === 1, 'the failed attempt');
    const [before] = await deliveries();
    expect([before!.webhook_event.payload, before!.response]).toEqual([
      expect.stringContaining('zebulon'),
      expect.stringContaining('zebulon'),
    ]);
    await erase(subjectOf.customer(id));
    await client.products.create({
      name: 'Ledger Pro',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    });
    app.clock.advanceMachine(6);
    await until(async () => (await deliveries()).length === 3, 'the messages after it');
    const all = await deliveries();
    expect(all.map(({ succeeded, webhook_event: { type } }) => [type, succeeded]).sort()).toEqual([
      ['customer.created', false],
      ['customer.created', false],
      ['product.created', true],
    ]);
    const about = all.filter(({ webhook_event: { type } }) => type === 'customer.created');
    expect(about.map(({ webhook_event: { payload, succeeded } }) => [payload, succeeded])).toEqual([
      [null, false],
      [null, false],
    ]);
    expect(about.map(({ response }) => response).sort()).toEqual([
      'This message mentions somebody who has been erased, so it cannot be sent any more',
      null,
    ]);
    expect(hook.types()).toEqual(['customer.created', 'product.created']);
    const { status, body } = await call('POST', `events/${before!.webhook_event.id}/redeliver`);
    expect([status, body]).toEqual([410, expect.objectContaining({ detail: expect.stringMatching(/erased/) })]);
    app.clock.advanceMachine(11);
    const outcome = async () =>
      (await log())
        .flatMap(({ data }) => (data.outcomes ?? []) as WebhookOutcome[])
        .find(({ webhookId }) => webhookId === before!.webhook_event.id);
    await until(async () => (await outcome()) !== undefined, 'the outcome in the log');
    expect(await outcome()).toMatchObject({ result: 'abandoned', gone: 'erased', attempts: 2 });
  });

  it('can no longer be read if it mentions that person by address alone', async () => {
    const { client, deliveries } = await shop(['checkout.created']);
    await buy(client, 'zebulon.yarrow@example.com');
    await until(async () => (await deliveries()).length === 1, 'the delivery');
    expect((await deliveries())[0]!.webhook_event.payload).toContain('zebulon.yarrow');
    const digest = app.app.get(Keys).digest('email', 'zebulon.yarrow@example.com');
    await erase(subjectOf.email('0'.repeat(64)));
    expect((await deliveries())[0]!.webhook_event.payload).toContain('zebulon.yarrow');
    await erase(subjectOf.email(digest));
    expect((await deliveries())[0]!.webhook_event.payload).toBeNull();
  });

  it('is sent without their data if it is caused after the erasure', async () => {
    const { client, hook } = await shop(['customer.deleted']);
    const { id } = await client.customers.create({ email: 'zebulon@example.com' });
    await erase(subjectOf.customer(id));
    await client.customers.delete({ id });
    await until(() => hook.received.length === 1, 'the webhook');
    expect(JSON.parse(hook.received[0]!.body)).toMatchObject({
      type: 'customer.deleted',
      data: { id, email: `erased+${id}@invalid` },
    });
  });

  it('has no body if it is built while that person is being erased', async () => {
    const { client, hook, deliveries } = await shop(['customer.updated']);
    const { id } = await client.customers.create({ email: 'zebulon@example.com' });
    await app.runtime.settled();
    // The key goes first, so there is a moment in which neither the log nor the read models know.
    await app.app.get(SubjectKeys).erase(subjectOf.customer(id));
    await client.customers.update({ id, customerUpdate: { name: 'Yarrow' } });
    await until(async () => (await deliveries()).length === 1, 'the attempt');
    expect(await deliveries()).toMatchObject([
      {
        succeeded: false,
        response: expect.stringMatching(/erased/),
        webhook_event: { payload: null, succeeded: false },
      },
    ]);
    expect(hook.received).toEqual([]);
  });
});
