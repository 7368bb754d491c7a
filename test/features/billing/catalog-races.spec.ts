import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Checkout } from '@polar-sh/sdk/models/components/checkout.js';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { NOW } from '../../support/given.ts';
import { comparedWithRebuild } from '../../support/rebuilt.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

const FIFTY = Array.from({ length: 50 }, (_, n) => n);

interface Answer {
  status: number;
  body: {
    id: string;
    status: string;
    total_amount: number;
    discount_amount: number;
    error?: string;
    detail?: { loc: string[]; msg: string }[];
  };
}

/** Each round sends fifty requests at the same time. Other races are next to the rules that they are about. */
describe('fifty requests at the same time', () => {
  let shop: Shop;
  let people = 0;
  beforeAll(async () => {
    shop = await openShop({ at: NOW, allowSeveral: true, whole: true });
  });
  afterAll(() => shop.close());

  const somebody = () => `racer${(people += 1)}@example.com`;
  async function send(method: string, path: string, body?: object, init: RequestInit = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' };
    const answer = await fetch(shop.url + path, { method, headers, body: JSON.stringify(body), ...init });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
  }
  const open = (products: string[], more: object = {}): Promise<Checkout> =>
    shop.seller.checkouts.create({ products, ...more });
  const openFifty = (products: string[], more: object = {}) => Promise.all(FIFTY.map(() => open(products, more)));
  const confirm = ({ clientSecret }: Checkout, more: object = {}) =>
    send('POST', `/v1/checkouts/client/${clientSecret}/confirm`, {
      customer_name: 'Ada',
      customer_email: somebody(),
      customer_billing_address: { country: 'DE' },
      confirmation_token_id: 'ctoken_ok',
      ...more,
    });
  const change = ({ clientSecret }: Checkout, body: object) =>
    send('PATCH', `/v1/checkouts/client/${clientSecret}`, body);
  const product = async (amount = 1_000) => (await shop.product({ amount })).id;
  const discount = (more: object = {}) =>
    shop.seller.discounts.create({ name: 'Off', type: 'percentage', duration: 'once', basisPoints: 5_000, ...more });
  const redemptions = async (id: string) => (await shop.seller.discounts.get({ id })).redemptionsCount;
  /** Statuses, each with the first refused field, and how often. */
  const counted = (answers: readonly Answer[]) => {
    const kinds = answers.map(({ status, body }) => [status, ...(body.detail?.[0]?.loc ?? [])].join(' '));
    return Object.fromEntries(
      [...new Set(kinds)].sort().map((kind) => [kind, kinds.filter((one) => one === kind).length]),
    );
  };
  const ordersOf = async (checkoutId: string): Promise<Order[]> =>
    (await shop.seller.orders.list({ checkoutId })).result.items;
  /** The checkouts that were confirmed have succeeded, each with one order of what its confirm answered; the others have none. */
  async function demandOrders(checkouts: readonly Checkout[], answers: readonly Answer[]): Promise<Order[]> {
    await shop.settled();
    const found: Order[] = [];
    for (const [n, { id }] of checkouts.entries()) {
      const { status, body } = answers[n]!;
      const orders = await ordersOf(id);
      const { status: state } = await shop.seller.checkouts.get({ id });
      const bought = orders.map(({ totalAmount, discountAmount }) => [totalAmount, discountAmount]);
      const expected = status === 200 ? [[body.total_amount, body.discount_amount]] : [];
      expect([n, state === 'succeeded', bought]).toEqual([n, status === 200, expected]);
      found.push(...orders);
    }
    return found;
  }

  it('give the last use of a code to one checkout, whichever of its products is bought', async () => {
    const sold = [await product(1_000), await product(3_000)];
    const { id } = await discount({ code: 'LASTONE', maxRedemptions: 1, products: sold });
    const checkouts = await openFifty(sold);
    const answers = await Promise.all(
      checkouts.map((checkout, n) => confirm(checkout, { product_id: sold[n % 2], discount_code: 'lastone' })),
    );
    expect(counted(answers)).toMatchObject({ 200: 1 });
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of refused)
      expect([status, body.detail]).toMatchObject([
        422,
        [{ loc: ['body', expect.stringMatching(/^discount_(id|code)$/)] }],
      ]);
    await demandOrders(checkouts, answers);
    expect(await redemptions(id)).toBe(1);
  });

  it('buy one of the two products of a checkout', async () => {
    const sold = [await product(1_000), await product(3_000)];
    const [checkout, taken] = [await open(sold), await shop.processor.taken()];
    const answers = await Promise.all(FIFTY.map((n) => confirm(checkout, { product_id: sold[n % 2] })));
    expect(counted(answers)).toEqual({ 200: 1, 403: 49 });
    await demandOrders(
      [checkout],
      answers.filter(({ status }) => status === 200),
    );
    expect(await shop.processor.taken()).toBe(taken + 1);
  });

  it('create one customer of an external id', async () => {
    const answers = await Promise.all(
      FIFTY.map(() => send('POST', '/v1/customers/', { email: somebody(), external_id: 'only-one' })),
    );
    expect(counted(answers)).toEqual({ 201: 1, '422 body external_id': 49 });
    const sold = await product();
    const checkouts = await openFifty([sold], { customerExternalId: 'buyer-one' });
    const confirmed = await Promise.all(checkouts.map((checkout) => confirm(checkout)));
    const orders = await demandOrders(checkouts, confirmed);
    expect(orders.length).toBeGreaterThan(0);
    const buyer = await shop.seller.customers.getExternal({ externalId: 'buyer-one' });
    expect(new Set(orders.map(({ customerId }) => customerId))).toEqual(new Set([buyer.id]));
  });

  it('confirm checkouts as they expire: each is bought or expired, and only what is bought is charged', async () => {
    const sold = await product();
    const [checkouts, taken] = [await openFifty([sold]), await shop.processor.taken()];
    const past = addSeconds(checkouts.at(-1)!.expiresAt.toISOString(), 1);
    let sent = 0;
    const answers = await Promise.all(
      checkouts.map(async (checkout) => {
        const answered = confirm(checkout);
        if ((sent += 1) === 25) shop.clock.set(past);
        return answered;
      }),
    );
    expect(Object.keys(counted(answers)).filter((kind) => !['200', '410'].includes(kind))).toEqual([]);
    const lost = checkouts.filter((_, n) => answers[n]!.status !== 200);
    for (const { id } of lost)
      await until(
        async () => (await shop.seller.checkouts.get({ id })).status === 'expired',
        'the checkout to have expired',
      );
    const orders = await demandOrders(checkouts, answers);
    expect(await shop.processor.taken()).toBe(taken + orders.length);
  });

  it('change a checkout while it is confirmed: it is charged as its confirm answered, and nothing is refunded', async () => {
    const { id: custom } = await shop.seller.products.create({
      name: 'Pay what you want',
      recurringInterval: null,
      prices: [{ amountType: 'custom', presetAmount: 1_000 }],
    });
    const fixed = await product(3_000);
    const [checkouts, taken] = [(await openFifty([custom, fixed])).slice(0, 10), await shop.processor.taken()];
    const confirmed: Answer[] = [];
    const changed: Answer[] = [];
    await Promise.all(
      checkouts.flatMap((checkout, n) => [
        change(checkout, { amount: 2_000 + n }).then((answer) => changed.push(answer)),
        change(checkout, { product_id: fixed }).then((answer) => changed.push(answer)),
        confirm(checkout).then((answer) => (confirmed[n] = answer)),
        change(checkout, { product_id: custom, amount: 4_000 + n }).then((answer) => changed.push(answer)),
        change(checkout, { customer_name: 'Grace' }).then((answer) => changed.push(answer)),
      ]),
    );
    expect(counted(confirmed)).toEqual({ 200: 10 });
    const allowed = ['200', '403', '422 body amount'];
    expect(Object.keys(counted(changed)).filter((kind) => !allowed.includes(kind))).toEqual([]);
    await demandOrders(checkouts, confirmed);
    expect(await shop.processor.taken()).toBe(taken + 10);
  });

  it('keep every field that one of them changes at a checkout', async () => {
    const checkout = await open([await product()]);
    const fields: object[] = [
      { customer_name: 'Ada' },
      { customer_email: 'ada@example.com' },
      { customer_billing_name: 'Ada Ltd' },
      { customer_billing_address: { country: 'FR' } },
      { is_business_customer: true },
    ];
    const answers = await Promise.all(FIFTY.map((n) => change(checkout, fields[n % 5]!)));
    expect(counted(answers)).toEqual({ 200: 50 });
    expect(await shop.seller.checkouts.get({ id: checkout.id })).toMatchObject({
      customerName: 'Ada',
      customerEmail: 'ada@example.com',
      customerBillingName: 'Ada Ltd',
      customerBillingAddress: { country: 'FR' },
      isBusinessCustomer: true,
    });
  });

  it('confirm checkouts as the price is archived: each is bought at the price that it showed, or refused', async () => {
    const sold = await product(1_000);
    const checkouts = await openFifty([sold]);
    const prices = [{ amountType: 'fixed' as const, priceAmount: 9_000 }];
    const archive = () => shop.seller.products.update({ id: sold, productUpdate: { prices } });
    const answers = await Promise.all(
      checkouts.map(async (checkout, n) =>
        n === 20 ? (await Promise.all([confirm(checkout), archive()]))[0] : confirm(checkout),
      ),
    );
    expect(
      Object.keys(counted(answers)).filter((kind) => !['200', '422 body product_price_id'].includes(kind)),
    ).toEqual([]);
    const orders = await demandOrders(checkouts, answers);
    expect(new Set(orders.map(({ totalAmount }) => totalAmount))).toEqual(new Set(orders.length > 0 ? [1_000] : []));
    // Whoever was refused sees the new price by choosing the product again.
    const refused = await open([sold]);
    expect(refused.amount).toBe(9_000);
  });

  it('visit a checkout link as it is deleted: each visit opens a checkout or finds nothing', async () => {
    const sold = await product();
    const link = await shop.seller.checkoutLinks.create({ products: [sold] });
    const visits = await Promise.all(
      FIFTY.map(async (n) => {
        if (n === 20) void shop.seller.checkoutLinks.delete({ id: link.id });
        const { status, headers } = await fetch(link.url, { redirect: 'manual' });
        return { status, location: headers.get('location') };
      }),
    );
    await shop.settled();
    expect([...new Set(visits.map(({ status }) => status))].filter((status) => ![302, 404].includes(status))).toEqual(
      [],
    );
    const opened = visits.flatMap(({ location }) => location ?? []);
    expect(new Set(opened).size).toBe(opened.length);
    const { pagination } = (await shop.seller.checkouts.list({ productId: sold, limit: 1 })).result;
    expect(pagination.totalCount).toBe(opened.length);
    expect((await fetch(link.url, { redirect: 'manual' })).status).toBe(404);
  });

  it('confirm checkouts as their discount is deleted: each is bought with the discount that it showed, or refused', async () => {
    const sold = await product(1_000);
    const { id } = await discount();
    const checkouts = await openFifty([sold], { discountId: id });
    const answers = await Promise.all(
      checkouts.map(async (checkout, n) => {
        if (n === 20) void shop.seller.discounts.delete({ id });
        return confirm(checkout);
      }),
    );
    expect(Object.keys(counted(answers)).filter((kind) => !['200', '422 body discount_id'].includes(kind))).toEqual([]);
    const orders = await demandOrders(checkouts, answers);
    expect(new Set(orders.map(({ discountAmount }) => discountAmount))).toEqual(
      new Set(orders.length > 0 ? [500] : []),
    );
    expect(await shop.seller.checkouts.create({ products: [sold] })).toMatchObject({ discountId: null });
  });

  it('leave read models that match the log', async () => {
    await shop.settled();
    const found = await comparedWithRebuild(shop);
    expect(found).toMatchObject({ differences: [], skipped: [] });
    expect(found.documents).toBeGreaterThan(100);
  });
});
