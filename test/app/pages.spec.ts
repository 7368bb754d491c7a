import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pageOf } from '../../src/app/http/lists/list.ts';
import { writePages, written } from '../../src/app/http/lists/pages.ts';
import { LongWork } from '../../src/kernel/coordination/long-work.ts';
import { InvalidInput } from '../../src/kernel/errors.ts';
import { LIMITS } from '../../src/limits.ts';
import { openShop, type Shop } from '../support/shop.ts';

const MOST = LIMITS.request.pageCharacters.most;

describe('a page of a list', () => {
  const page = (items: unknown[]) => pageOf(items, 250, 100);

  it('is the JSON that it is elsewhere', async () => {
    for (const items of [[], [{ a: 1, b: undefined, c: [null, 'ü"'] }, { d: new Date(0) }], ['x'.repeat(MOST)]])
      expect(await written(page(items), new LongWork())).toBe(JSON.stringify(page(items)));
  });

  it('is written in turns, an item at a time', async () => {
    const work = new LongWork();
    jest.spyOn(work, 'isLong').mockReturnValue(true);
    const turns = jest.spyOn(work, 'nextTurn').mockResolvedValue();
    await written(page([1, 2, 3]), work);
    expect(turns).toHaveBeenCalledTimes(3);
  });

  it('gives way to an error that is answered in its place', async () => {
    const payload = page([1]);
    const serialize = await new Promise<(sent: unknown) => string>((resolve, reject) => {
      let set: (sent: unknown) => string;
      const reply = { serializer: (given: typeof set) => (set = given) };
      const done = (error: Error | null) => (error ? reject(error) : resolve(set));
      writePages(new LongWork())({} as never, reply as never, payload, done);
    });
    expect([serialize(payload), serialize({ error: 'x' })]).toEqual([JSON.stringify(payload), '{"error":"x"}']);
  });

  it('is refused once it is too long, and no more of it is written', async () => {
    let seen = 0;
    const item = { toJSON: () => ((seen += 1), 'x'.repeat(MOST / 4)) };
    await expect(written(page(Array.from({ length: 100 }, () => item)), new LongWork())).rejects.toThrow(InvalidInput);
    expect(seen).toBe(4);
  });
});

describe('a page of what embeds much', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  it('is refused at the limit that asks for it, and answered with a smaller one', async () => {
    const description = 'x'.repeat(20_000);
    const create = async (_: unknown, n: number) => {
      const price = { amountType: 'fixed', priceAmount: 900, priceCurrency: 'usd' } as const;
      const product = { name: `Paper ${n}`, description, recurringInterval: null, prices: [price] };
      return (await shop.seller.products.create(product)).id;
    };
    const products = await Promise.all(Array.from({ length: LIMITS.request.productsOffered.most }, create));
    const links = Array.from({ length: 9 }, () => shop.seller.checkoutLinks.create({ products }));
    await Promise.all(links);
    await shop.settled();
    const list = async (limit: number) => {
      const path = `${shop.url}/v1/checkout-links/?limit=${limit}`;
      const answer = await fetch(path, { headers: { authorization: `Bearer ${shop.bearer}` } });
      return { status: answer.status, body: (await answer.json()) as { items: object[]; detail: object[] } };
    };
    expect(await list(9)).toMatchObject({
      status: 422,
      body: { error: 'RequestValidationError', detail: [{ loc: ['query', 'limit'] }] },
    });
    const { status, body } = await list(2);
    expect([status, body.items.length]).toEqual([200, 2]);
  });
});
