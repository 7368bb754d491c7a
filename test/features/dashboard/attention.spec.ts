import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpointStream } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import { endpointProjection } from '../../../src/features/delivery/webhooks/endpoints/webhook-endpoint.projection.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { happen } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

interface Attention {
  since: string;
  endpoints: {
    id: string;
    url: string;
    disabled_at: string | null;
    undelivered_messages: number;
    failed_attempts: number;
  }[];
  payments: { order_id: string | null; received_amount: number; received_currency: string }[];
  unpaid_orders: { currency: string; count: number; total_amount: number; renewals: number }[];
}

describe('what needs attention', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop({ at: '2026-01-10T12:00:00.000Z', allowSeveral: true });
  });
  afterAll(() => shop.close());

  const headers = () => ({ authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' });
  async function get<T>(path: string): Promise<T> {
    const answer = await fetch(`${shop.url}${path}`, { headers: headers() });
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as T;
  }
  const attention = () => get<Attention>(`/api/dashboard/attention?organization_id=${shop.organizationId}`);
  async function post(path: string, body: object): Promise<unknown> {
    const answer = await fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify(body),
    });
    expect([path, answer.ok]).toEqual([path, true]);
    return answer.json();
  }

  it('is empty in a shop without problems', async () => {
    await shop.buy((await shop.product({})).id);
    expect(await attention()).toMatchObject({ endpoints: [], payments: [], unpaid_orders: [] });
  });

  it('includes an unreachable endpoint, with the failed attempts that its page lists', async () => {
    // Nothing listens on this port.
    const endpoint = { url: 'http://127.0.0.1:9/', format: 'raw', events: ['order.paid'] };
    await post('/v1/webhooks/endpoints', endpoint);
    await shop.buy((await shop.product({})).id);
    await until(async () => (await attention()).endpoints.length > 0, 'a failed attempt');
    const { since, endpoints } = await attention();
    const [failing] = endpoints;
    expect(failing).toMatchObject({ url: 'http://127.0.0.1:9/', disabled_at: null, undelivered_messages: 1 });
    const listed = async (more: string) => {
      const query = `endpoint_id=${failing!.id}&created_from=${since}T00:00:00.000Z${more}`;
      const { pagination } = await get<{ pagination: { total_count: number } }>(`/v1/webhooks/deliveries?${query}`);
      return pagination.total_count;
    };
    expect(await listed('&succeeded=true')).toBe(0);
    // Another attempt may have been made in between.
    expect(await listed('&succeeded=false')).toBeGreaterThanOrEqual(failing!.failed_attempts);
    expect(failing!.failed_attempts).toBeGreaterThan(0);
  });

  it('leaves out a test that was not delivered', async () => {
    const tested = { url: 'http://127.0.0.1:9/tested', format: 'raw', events: ['refund.created'] };
    const { id } = (await post('/v1/webhooks/endpoints', tested)) as { id: string };
    await post(`/v1/webhooks/endpoints/${id}/test`, { type: 'refund.created' });
    const failed = async () =>
      (await get<{ items: unknown[] }>(`/v1/webhooks/deliveries?endpoint_id=${id}&succeeded=false`)).items.length > 0;
    await until(failed, 'the test to fail');
    expect((await attention()).endpoints.map((one) => one.id)).not.toContain(id);
    // Once its outcome is in the log, too.
    await shop.settled();
    expect((await attention()).endpoints.map((one) => one.id)).not.toContain(id);
  });

  it('includes a disabled endpoint, which operators count', async () => {
    const quiet = { url: 'http://127.0.0.1:9/quiet', format: 'raw', events: ['refund.created'] };
    const { id: endpointId } = (await post('/v1/webhooks/endpoints', quiet)) as { id: string };
    const at = shop.clock.machineNow();
    const data = { endpointId, organizationId: shop.organizationId, failed: 10, missedFrom: newUuid(), at };
    await happen(shop, endpointStream(endpointId), { type: 'WebhookEndpointDisabled', data });
    await shop.settled();
    const found = (await attention()).endpoints.find(({ id }) => id === endpointId);
    expect(found).toMatchObject({ disabled_at: at, undelivered_messages: 0 });
    // Of the other shops of this program, too.
    const { total } = await shop.ports.documents.find(collectionOf(endpointProjection), {
      where: { exists: ['disabled_at', true] },
      limit: 0,
      counted: true,
    });
    expect(total).toBeGreaterThan(0);
    const metrics = async () => (await fetch(`${shop.url}/metrics`)).text();
    await until(
      async () => (await metrics()).includes(`\nwebhook_endpoints_disabled ${total}\n`),
      'the metrics to count it',
    );
  });

  it('includes an order awaiting payment, in its currency', async () => {
    const plan = await shop.product({ amount: 2_000, interval: 'month' });
    await shop.buy(plan.id, { email: 'late@example.com', token: 'ctoken_renewal_declined' });
    await post('/sandbox/clock', { advance_to: '2026-02-11T12:00:00.000Z' });
    expect((await attention()).unpaid_orders).toEqual([
      { currency: 'usd', count: 1, total_amount: 2_000, renewals: 1 },
    ]);
  });

  it('includes a payment of another amount, until it is refunded', async () => {
    const [paymentId, orderId] = [newUuid(), newUuid()];
    const purpose = { kind: 'order', orderId, subscriptionId: null } as const;
    const about = { paymentId, organizationId: shop.organizationId, customerId: newUuid(), purpose };
    const stream = `payment-${paymentId}`;
    const requested = { ...about, amount: 900, currency: 'usd', paymentMethodId: 'm1' };
    await happen(shop, stream, { type: 'PaymentRequested', data: requested });
    const mismatched = { ...about, reference: 'r', amount: 90, currency: 'eur' };
    await happen(shop, stream, { type: 'PaymentMismatched', data: mismatched });
    await until(async () => (await attention()).payments.length > 0, 'the payment');
    expect((await attention()).payments).toMatchObject([
      { id: paymentId, order_id: orderId, amount: 900, received_amount: 90, received_currency: 'eur' },
    ]);
    await happen(shop, stream, { type: 'PaymentReversed', data: { ...about, reference: 'r' } });
    await until(async () => (await attention()).payments.length === 0, 'the refund');
  });
});
