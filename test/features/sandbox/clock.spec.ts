import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EVENT_STORE } from '../../../src/app/tokens.ts';
import type { EventStore } from '../../../src/kernel/ports/event-store.ts';
import { addDays, addSeconds } from '../../../src/kernel/ports/clock.ts';
import { signUp } from '../../support/accounts.ts';
import { startApp } from '../../support/app.ts';
import { until } from '../../support/until.ts';
import { NOW } from '../../support/given.ts';
import { openShop, type Shop } from '../../support/shop.ts';

describe('the clock of the sandbox', () => {
  let shop: Shop;
  let productId: string;

  beforeAll(async () => {
    shop = await openShop({ at: NOW });
    productId = (await shop.product({ amount: 2_000, interval: 'month', name: 'Zebra paper' })).id;
  });
  afterAll(() => shop.close());

  it('moves the business clock only forward, to a time with an offset', async () => {
    const clock = async (body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const options = body && { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${shop.url}/sandbox/clock`, options);
      return [answer.status, ((await answer.json()) as { now?: string }).now];
    };
    const [, now] = await clock();
    expect(now).toBe(shop.clock.now());
    expect(await clock({ advance_to: addSeconds(shop.clock.now(), -1) })).toEqual([422, undefined]);
    expect(await clock({ advance_to: '2030-01-01T00:00:00' })).toEqual([422, undefined]);
    expect(await clock({})).toEqual([422, undefined]);
    expect(await clock({ advance_to: now as string })).toEqual([200, now]);
    for (const far of [addDays(shop.clock.now(), 401), '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-14:00'])
      expect(await clock({ advance_to: far })).toEqual([422, undefined]);
    expect(shop.clock.now()).toBe(now);
  });

  it('stops moving the clock when its caller leaves', async () => {
    for (let index = 0; index < 5; index++) await shop.subscribe(productId);
    const start = shop.clock.now();
    const target = addDays(start, 400);
    const leaving = new AbortController();
    const moving = post(target, leaving.signal).catch(() => 'left');
    await until(() => shop.clock.now() > start, 'the first due item');
    leaving.abort();
    expect(await moving).toBe('left');
    // The next one waits its turn.
    expect((await post(start)).status).toBe(422);
    // Their last renewal before the target is at most a month before it.
    expect(shop.clock.now() < addDays(target, -40)).toBe(true);
  });

  it('starts the clock of an empty log in the past, but of no other', async () => {
    const empty = await startApp();
    const end = jest.spyOn(empty.app.get<EventStore>(EVENT_STORE), 'end').mockResolvedValue(undefined);
    const past = '2020-02-29T12:00:00.000Z';
    expect(await (await post(past, undefined, empty)).json()).toEqual({ now: past });
    expect(await (await post('2019-02-28T12:00:00.000Z', undefined, empty)).json()).toEqual({
      now: '2019-02-28T12:00:00.000Z',
    });
    expect((await post('0001-01-01T00:00:00.000Z', undefined, empty)).status).toBe(422);
    end.mockRestore();
    await signUp(empty);
    expect((await post('2019-02-28T11:59:59.000Z', undefined, empty)).status).toBe(422);
    expect(empty.clock.now()).toBe('2019-02-28T12:00:00.000Z');
    await empty.close();
  });

  function post(to: string, signal?: AbortSignal, at: Pick<Shop, 'url'> = shop): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${at.url}/sandbox/clock`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ advance_to: to }),
      signal,
    });
  }
});
