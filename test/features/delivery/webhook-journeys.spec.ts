import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { validateEvent } from '@polar-sh/sdk/webhooks.js';
import { sampleOf } from '../../../src/features/delivery/webhooks/messages/webhook-samples.ts';
import { WIRE_TYPES, type WireType } from '../../../src/features/delivery/webhooks/webhook.catalogue.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { seller, type Seller } from '../../support/webhooks.ts';

interface Message {
  type: WireType;
  data: Record<string, unknown>;
}

let app: TestApp;
let hook: Receiver;
let shop: Seller;
let secret: string;

beforeAll(async () => {
  app = await startApp();
  hook = await startReceiver();
  shop = await seller(app);
  secret = (await shop.listen(hook.url, WIRE_TYPES)).secret!;
});
afterAll(async () => {
  await app.close();
  await hook.close();
});

/** What a journey sends, in order. */
async function sent(journey: () => Promise<unknown>, last: WireType): Promise<Message[]> {
  hook.received.length = 0;
  await journey();
  await until(async () => {
    await app.runtime.settled();
    return hook.types().includes(last);
  }, last);
  const { length } = hook.received;
  await app.runtime.settled();
  await until(() => hook.received.length >= length, 'what follows');
  return hook.received.map(({ body }) => JSON.parse(body) as Message);
}

/** The pretend processor reports that a refund has succeeded. */
async function settle(refundId: string): Promise<void> {
  const { status } = await fetch(`${app.url}/sandbox/refunds/${refundId}/settle`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'succeeded' }),
  });
  expect(status).toBeLessThan(300);
}

const product = (name: string, recurringInterval: 'month' | null, priceCurrency = 'usd', meterId?: string) =>
  shop.client.products.create({
    name,
    recurringInterval,
    prices: [
      { amountType: 'fixed', priceAmount: 1000, priceCurrency },
      ...(meterId ? [{ amountType: 'metered_unit' as const, meterId, unitAmount: '2.5', priceCurrency }] : []),
    ],
  });

describe('the journeys of a shop', () => {
  it("send every one of the contract's 27 types, with bodies that the SDK parses and the fields of the samples", async () => {
    const { client, organizationId, buy } = shop;
    const seen = new Map<WireType, Message>();
    const walk = async (journey: () => Promise<unknown>, last: WireType) => {
      for (const message of await sent(journey, last)) seen.set(message.type, message);
      for (const { body, headers } of hook.received) validateEvent(body, headers as Record<string, string>, secret);
    };
    const clauses = [{ property: 'name', operator: 'eq' as const, value: 'call' }];
    const meter = await client.meters.create({
      name: 'Calls',
      filter: { conjunction: 'and', clauses },
      aggregation: { func: 'count' },
    });
    const [month, once] = await Promise.all([
      product('Ledger Pro', 'month', 'usd', meter.id),
      product('Handbook', null, 'eur'),
    ]);
    const benefit = await client.benefits.create({
      type: 'license_keys',
      description: 'Keys',
      properties: { limitUsage: 5 },
    });
    const edit = (fields: object) =>
      client.benefits.update({ id: benefit.id, requestBody: { type: 'license_keys', ...fields } });
    await walk(() => edit({ description: 'License' }), 'benefit.updated');
    for (const { id } of [month, once])
      await walk(
        () => client.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefit.id] } }),
        'product.updated',
      );
    await walk(() => product('Another', null), 'product.created');
    await walk(
      () => client.benefits.create({ type: 'custom', description: 'More', properties: { note: null } }),
      'benefit.created',
    );
    await walk(
      () => client.organizations.update({ id: organizationId, organizationUpdate: { name: 'Südlicht' } }),
      'organization.updated',
    );
    const bo = await client.customers.create({ email: 'bo@example.com' });
    await walk(() => client.customers.update({ id: bo.id, customerUpdate: { name: 'Bo' } }), 'customer.updated');
    await walk(() => client.customers.delete({ id: bo.id }), 'customer.deleted');
    await walk(() => buy(month.id, 'ann@example.com'), 'benefit_grant.created');
    const [subscription] = (await client.subscriptions.list({})).result.items;
    const change = (subscriptionUpdate: object) =>
      client.subscriptions.update({ id: subscription!.id, subscriptionUpdate: subscriptionUpdate as never });
    const { customerId } = subscription!;
    await client.events.ingest({ events: [{ name: 'call', customerId }] });
    await walk(() => Promise.resolve(app.clock.advance({ days: 32 })), 'benefit_grant.cycled');
    const metered = { active_meters: [{ meter_id: meter.id }], active_subscriptions: [{ meters: [{ amount: 0 }] }] };
    expect(seen.get('customer.state_changed')!.data).toMatchObject(metered);
    expect(seen.get('order.paid')!.data).toMatchObject({ items: [{ amount: 1000 }, { amount: 3 }] });
    await walk(() => edit({ properties: { limitUsage: 9 } }), 'benefit_grant.updated');
    await walk(() => change({ cancelAtPeriodEnd: true }), 'subscription.canceled');
    await walk(() => change({ cancelAtPeriodEnd: false }), 'subscription.uncanceled');
    await walk(() => client.subscriptions.revoke({ id: subscription!.id }), 'benefit_grant.revoked');
    await walk(() => buy(once.id, 'cy@example.com', 'ctoken_refund_pending'), 'benefit_grant.created');
    const [order] = (await client.orders.list({ productId: once.id })).result.items;
    const refund = { orderId: order!.id, amount: 500, reason: 'customer_request' } as const;
    let refunded = '';
    await walk(async () => (refunded = (await client.refunds.create(refund))!.id), 'refund.created');
    await walk(() => settle(refunded), 'order.refunded');

    expect(WIRE_TYPES.filter((type) => !seen.has(type))).toEqual([]);
    for (const { type, data } of seen.values()) {
      const strange = Object.keys(sampleOf(type, organizationId)).filter((field) => !(field in data));
      expect([type, strange]).toEqual([type, []]);
    }
  });
});
