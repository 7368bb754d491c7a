import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { subscriptionProjection } from '../../../src/features/billing/subscriptions/subscription.projection.ts';
import { SubscriptionExport } from '../../../src/features/billing/subscriptions/subscriptions.queries.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { NOW } from '../../support/given.ts';
import { polar } from '../../support/sellers.ts';
import { openShop, somebody, type Shop } from '../../support/shop.ts';

describe('subscriptions over HTTP', () => {
  let shop: Shop;
  let productId: string;

  beforeAll(async () => {
    shop = await openShop({ at: NOW });
    productId = (await shop.product({ amount: 2_000, interval: 'month', name: 'Zebra paper' })).id;
  });
  afterAll(() => shop.close());

  const update = (id: string, subscriptionUpdate: object) =>
    shop.seller.subscriptions.update({ id, subscriptionUpdate: subscriptionUpdate as never });
  const patch = (id: string, body: object, bearer = shop.bearer) =>
    fetch(`${shop.url}/v1/subscriptions/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('cancels and uncancels, and refuses either twice', async () => {
    const { id } = await shop.subscribe(productId);
    const flagged = await update(id, {
      cancelAtPeriodEnd: true,
      customerCancellationReason: 'too_expensive',
      customerCancellationComment: 'Too dear',
    });
    expect(flagged).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      customerCancellationReason: 'too_expensive',
      customerCancellationComment: 'Too dear',
    });
    expect(flagged.endsAt).toEqual(flagged.currentPeriodEnd);
    await expect(update(id, { cancelAtPeriodEnd: true })).rejects.toThrow(AlreadyCanceledSubscription);
    const unflagged = await update(id, { cancelAtPeriodEnd: false });
    expect(unflagged).toMatchObject({ cancelAtPeriodEnd: false, endsAt: null, customerCancellationReason: null });
    const again = await patch(id, { cancel_at_period_end: false });
    expect([again.status, (await body(again)).error]).toEqual([400, 'BadRequest']);
    expect(await shop.seller.subscriptions.get({ id })).toEqual(unflagged);
  });

  it('revokes at once, by either call', async () => {
    const [first, second] = [await shop.subscribe(productId), await shop.subscribe(productId)];
    expect(await shop.seller.subscriptions.revoke({ id: first.id })).toMatchObject({ status: 'canceled' });
    expect(await update(second.id, { revoke: true })).toMatchObject({ status: 'canceled' });
    await expect(shop.seller.subscriptions.revoke({ id: first.id })).rejects.toThrow(AlreadyCanceledSubscription);
    const late = await patch(first.id, { cancel_at_period_end: false });
    expect([late.status, (await body(late)).error]).toEqual([410, 'ResourceUnavailable']);
  });

  it('lets a customer buy again once the subscription has been revoked', async () => {
    const { id, customer } = await shop.subscribe(productId);
    await shop.seller.subscriptions.revoke({ id });
    await shop.buy(productId, { email: customer.email });
    const { result } = await shop.seller.subscriptions.list({ customerId: customer.id, active: true });
    expect(result.items).toHaveLength(1);
  });

  it('rejects a change of product, an empty change and an unknown id', async () => {
    const { id } = await shop.subscribe(productId);
    const change = await patch(id, { product_id: newUuid() });
    expect([change.status, (await body(change)).detail[0]!.loc]).toEqual([422, ['body', 'product_id']]);
    await update(id, { cancelAtPeriodEnd: true });
    await expect(update(id, { productId })).rejects.toThrow(AlreadyCanceledSubscription);
    await update(id, { cancelAtPeriodEnd: false });
    expect((await patch(newUuid(), { product_id: productId })).status).toBe(404);
    const nothing = await patch(id, {});
    expect([nothing.status, (await body(nothing)).detail[0]!.loc]).toEqual([422, ['body', 'cancel_at_period_end']]);
    expect((await patch(newUuid(), { revoke: true })).status).toBe(404);
    const stranger = polar(shop.url, 'seller-stranger');
    await expect(stranger.subscriptions.get({ id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    await expect(stranger.subscriptions.revoke({ id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    expect((await stranger.subscriptions.list({})).result.items).toEqual([]);
    expect((await patch(id, { revoke: true }, `reader-${shop.slug}`)).status).toBe(403);
  });

  it('cancels once for concurrent requests', async () => {
    const { id } = await shop.subscribe(productId);
    const answers = await Promise.all(Array.from({ length: 50 }, () => patch(id, { cancel_at_period_end: true })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 403)]);
    const events = await shop.events<SubscriptionEvent>(`subscription-${id}`);
    expect(events.map(({ type }) => type)).toEqual(['SubscriptionCreated', 'SubscriptionCanceled']);
  });

  it('ends the subscriptions of a deleted customer', async () => {
    const { id, customerId } = await shop.subscribe(productId);
    await shop.seller.customers.delete({ id: customerId });
    await shop.settled();
    expect(await shop.seller.subscriptions.get({ id })).toMatchObject({ status: 'canceled' });
  });

  it('exports CSV that the official client reads and no spreadsheet executes', async () => {
    const name = '=HYPERLINK("https://evil.example","Ada, Ltd")';
    const email = somebody();
    const { clientSecret } = await shop.seller.checkouts.create({ products: [productId] });
    await shop.confirm(clientSecret, { email }, { customerName: name });
    await shop.settled();
    const csv = (await shop.seller.subscriptions.export({})) as string;
    const lines = csv.split('\r\n');
    expect(lines[0]).toBe(
      'id,email,name,product,started_at,status,amount,currency,recurring_interval,current_period_end,ended_at',
    );
    const { result } = await shop.seller.subscriptions.list({ limit: 100, sorting: ['started_at'] });
    expect(lines.slice(1, -1).map((line) => line.slice(0, 36))).toEqual(result.items.map(({ id }) => id));
    const line = lines.find((one) => one.includes(email));
    expect(line).toContain(`,"'=HYPERLINK(""https://evil.example"",""Ada, Ltd"")",Zebra paper,`);
    expect(line).toContain(',active,2000,usd,month,');
    const stranger = polar(shop.url, 'seller-stranger');
    expect(((await stranger.subscriptions.export({})) as string).split('\r\n')).toHaveLength(2);
    const { organizationId } = shop;
    expect(((await stranger.subscriptions.export({ organizationId })) as string).split('\r\n')).toHaveLength(2);
  });

  it('exports each of a thousand subscriptions once, in the order they started', async () => {
    const document = (await shop.ports.documents.find(collectionOf(subscriptionProjection), { limit: 1 })).items[0]!;
    const writes = Array.from({ length: 1_050 }, (_, n) => {
      const [id, started_at] = [newUuid(), addSeconds(NOW, n % 7)];
      const one = { ...document, id, organization_id: 'crowded', started_at };
      return { collection: collectionOf(subscriptionProjection), id, seen: undefined, position: '0', document: one };
    });
    await shop.ports.documents.save(writes);
    let csv = '';
    for await (const part of shop.app.get(SubscriptionExport).parts({ organizationIds: ['crowded'] })) csv += part;
    const rows = csv.split('\r\n').slice(1, -1);
    const times = rows.map((row) => row.match(/20\d\d-\d\d-\d\dT[^,]*/)![0]);
    expect(times).toEqual([...times].sort());
    expect(new Set(rows.map((row) => row.slice(0, 36)))).toEqual(new Set(writes.map(({ id }) => id)));
    expect(rows).toHaveLength(1_050);
  });

  it('filters lists by customer, product and status, and sorts by related entities', async () => {
    const other = await shop.product({ amount: 500, interval: 'year', name: 'Ant paper' });
    const { customer } = await shop.subscribe(other.id);
    const list = async (query: object) => (await shop.seller.subscriptions.list({ limit: 100, ...query })).result.items;
    expect((await list({ productId: other.id })).map((item) => item.customerId)).toEqual([customer.id]);
    expect((await list({ customerId: customer.id })).map((item) => item.productId)).toEqual([other.id]);
    expect((await list({ active: false })).every((item) => item.status !== 'active')).toBe(true);
    const names = (await list({ sorting: ['product'] })).map((item) => item.product.name);
    expect(names).toEqual([...names].sort());
    const emails = (await list({ sorting: ['-customer'] })).map((item) => item.customer.email);
    expect(emails).toEqual([...emails].sort().reverse());
    const { result } = await shop.seller.subscriptions.list({ sorting: ['customer'], page: 2, limit: 2 });
    expect(result.items.map((item) => item.customer.email)).toEqual([...emails].reverse().slice(2, 4));
    expect(result.pagination.totalCount).toBe(emails.length);
    const amounts = (await list({ sorting: ['amount', '-started_at'] })).map((item) => item.amount);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
  });
});

async function body(answer: Response): Promise<{ error: string; detail: { loc: unknown[] }[] }> {
  return (await answer.json()) as { error: string; detail: { loc: unknown[] }[] };
}
