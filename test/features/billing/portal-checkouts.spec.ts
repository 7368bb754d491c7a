import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { placeOf, portalOf, refusal } from '../../support/portal.ts';
import { openShop, type Shop } from '../../support/shop.ts';

let shop: Shop;
const { portal, customer, boundSession } = portalOf(() => shop);

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('customers who come back', () => {
  const buy = (session: string, product_id: string) => portal(session, 'checkouts', 'POST', { product_id });

  it('buy again after the end, at a checkout that knows them', async () => {
    const { id } = await shop.product({ interval: 'month', amount: 1_200 });
    const { session, email, customerId, subscriptionId } = await customer(id);
    const active = await buy(session, id);
    expect(refusal(active)).toEqual([403, 'AlreadyActiveSubscriptionError']);
    expect(active.body['detail']).toContain('if it is canceled, keep it first, or subscribe again once it has ended');

    await portal(session, `subscriptions/${subscriptionId}`, 'PATCH', { cancel_at_period_end: true });
    const { id: other } = await shop.product({ interval: 'month', amount: 2_400 });
    expect(refusal(await buy(session, other))).toEqual([403, 'AlreadyActiveSubscriptionError']);
    await shop.seller.subscriptions.revoke({ id: subscriptionId });
    await shop.settled();

    const { status, body } = await buy(session, other);
    expect(status).toBe(201);
    const clientSecret = /\/checkout\/([^/]+)$/.exec(body['url'] as string)![1]!;
    const checkout = await shop.seller.checkouts.clientGet({ clientSecret });
    expect(checkout).toMatchObject({ customerId, customerEmail: email, productId: other, totalAmount: 2_400 });
    await shop.confirm(clientSecret, { email });
    await shop.settled();
    const { result } = await shop.seller.subscriptions.list({ customerId, active: true });
    expect(result.items.map(({ productId }) => productId)).toEqual([other]);
  });

  it('buy only what their portal shows, and not in a session that shows one purchase', async () => {
    const { id } = await shop.product({ interval: 'month' });
    const { session, email, subscriptionId } = await customer(id);
    await shop.seller.subscriptions.revoke({ id: subscriptionId });
    const hidden = await shop.product({ interval: 'month' });
    await shop.seller.products.update({ id: hidden.id, productUpdate: { isArchived: true } });
    const other = await openShop();
    const { id: foreign } = await other.product({ interval: 'month' });
    await shop.settled();
    for (const product of [hidden.id, foreign, subscriptionId])
      expect(placeOf(await buy(session, product))).toEqual([422, 'body.product_id']);
    expect(placeOf(await buy(session, 'x'))).toEqual([422, 'body.product_id']);
    const { session: bound } = await boundSession({ email }, id);
    expect(refusal(await buy(bound, id))).toEqual([403, 'NotPermitted']);
    await other.close();
  });
});

describe('the refusal of a change of plan', () => {
  it('says what to do: undo the cancellation first, or subscribe again', async () => {
    const { id: other } = await shop.product({ interval: 'month', amount: 2_400 });
    const { session, subscriptionId } = await customer();
    const update = (body: object) => portal(session, `subscriptions/${subscriptionId}`, 'PATCH', body);
    await update({ cancel_at_period_end: true });
    const ending = await update({ product_id: other });
    expect(refusal(ending)).toEqual([403, 'AlreadyCanceledSubscription']);
    expect(ending.body['detail']).toContain('Undo the cancellation first');
    await shop.seller.subscriptions.revoke({ id: subscriptionId });
    const ended = await update({ product_id: other });
    expect(refusal(ended)).toEqual([403, 'AlreadyCanceledSubscription']);
    expect(ended.body['detail']).toContain('Subscribe again');
  });
});
