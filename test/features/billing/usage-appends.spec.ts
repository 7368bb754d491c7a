import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { ingestStream, type UsageEvent } from '../../../src/features/billing/usage/usage.events.ts';
import { MOST_EVENTS } from '../../../src/features/billing/usage/usage-input.rules.ts';
import { placeOfUsageEvent } from '../../../src/features/billing/usage/usage-ids.rules.ts';
import { UsageRests } from '../../../src/features/billing/usage/usage-rests.service.ts';
import { LIMITS } from '../../../src/limits.ts';
import { ServiceUnavailable } from '../../../src/kernel/errors.ts';
import { MAX_APPEND_BYTES } from '../../../src/kernel/ports/event-store.ts';
import { openShop, type Shop } from '../../support/shop.ts';

describe('usage that as many meters count as an organization can have', () => {
  let shop: Shop;
  let meterIds: string[];

  beforeAll(async () => {
    shop = await openShop();
    meterIds = [];
    const definition = { filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'sum', property: 'n' } };
    for (let n = 0; n < LIMITS.organization.meters.most; n++)
      meterIds.push((await shop.seller.meters.create({ name: `Meter ${n}`, ...definition } as never)).id);
  });
  afterAll(() => shop.close());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** More than an append takes. */
  const MANY = 600;
  const VALUE = 1.2345678901234567;
  const events = (name: string, length: number, idOf?: (n: number) => string) =>
    Array.from({ length }, (_, n) => ({
      ...{ name, external_customer_id: `c${n % 5}`, metadata: { n: VALUE } },
      ...(idOf && { external_id: idOf(n) }),
    }));
  const send = (sent: object[], headers = {}) =>
    request(shop.url)
      .post('/v1/events/ingest')
      .set({ authorization: `Bearer ${shop.bearer}`, ...headers })
      .send({ events: sent });
  const countOf = async (name: string) => {
    await shop.settled();
    return (await shop.seller.events.list({ name })).result.pagination.totalCount;
  };
  /** What the streams hold that have the events of a name. */
  async function streamOf(name: string) {
    await shop.settled();
    const { items } = (await shop.seller.events.list({ name, limit: 1 })).result;
    return shop.events<UsageEvent>(ingestStream(placeOfUsageEvent(items[0]!.id).ingestId));
  }
  const rows = () => shop.ports.vault.list('usage-rest/', 'usage-rest0', 100);

  it('is kept whole where it takes several appends, each as large as the log allows', async () => {
    const append = jest.spyOn(shop.ports.store, 'append');
    expect((await send(events('whole', MOST_EVENTS))).body).toEqual({ inserted: MOST_EVENTS, duplicates: 0 });
    const sizes = append.mock.calls
      .filter(([stream]) => stream.startsWith('ingest-'))
      .map(([, appended]) => JSON.stringify(appended).length);
    append.mockRestore();
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(MAX_APPEND_BYTES);
    const ingested = (await streamOf('whole')).flatMap((one) => (one.type === 'UsageIngested' ? [one.data] : []));
    const firsts = ingested.map((_, n) => ingested.slice(0, n).reduce((sum, one) => sum + one.events.length, 0));
    expect(ingested.map(({ first }) => first)).toEqual(firsts);
    expect(await countOf('whole')).toBe(MOST_EVENTS);
    expect(await rows()).toEqual([]);
  });

  it('is kept of calls that come together', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(events('together', 250))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await countOf('together')).toBe(4 * 250);
    expect(await rows()).toEqual([]);
  });

  it('is completed if the call ends after its first append', async () => {
    const ended = jest.spyOn(UsageRests.prototype, 'append').mockRejectedValueOnce(new ServiceUnavailable('The log'));
    expect((await send(events('ended', MANY))).status).toBe(503);
    expect(await countOf('ended')).toBe(MANY);
    expect(ended).toHaveBeenCalledTimes(2);
    expect(await rows()).toEqual([]);
  });

  it('is counted once if the call is repeated', async () => {
    const headers = { 'idempotency-key': 'several appends' };
    jest.spyOn(UsageRests.prototype, 'append').mockRejectedValueOnce(new ServiceUnavailable('The log'));
    expect((await send(events('repeated', MANY), headers)).status).toBe(503);
    expect((await send(events('repeated', MANY), headers)).body).toMatchObject({ inserted: MANY });
    expect(await countOf('repeated')).toBe(MANY);
    expect(await rows()).toEqual([]);
  });

  it('is counted once by its external ids', async () => {
    const ids = (n: number) => `id-${n}`;
    expect((await send(events('ids', MANY, ids))).body).toEqual({ inserted: MANY, duplicates: 0 });
    expect((await send(events('ids', MANY, ids))).body).toEqual({ inserted: 0, duplicates: MANY });
    expect(await countOf('ids')).toBe(MANY);
  });

  it('comes to the sum of all events in every meter', async () => {
    const day = {
      startTimestamp: new Date('2026-01-01'),
      endTimestamp: new Date('2026-12-31'),
      interval: 'year',
    } as const;
    await shop.settled();
    const counted = await shop.seller.events.list({ limit: 1 });
    const { total } = await shop.seller.meters.quantities({ id: meterIds.at(-1)!, ...day });
    expect(total).toBeCloseTo(VALUE * counted.result.pagination.totalCount, 6);
  });

  it('is not kept in part if the first append fails', async () => {
    const failing = jest.spyOn(shop.ports.store, 'append').mockRejectedValue(new ServiceUnavailable('The log'));
    expect((await send(events('failed', MANY))).status).toBe(503);
    failing.mockRestore();
    expect(await countOf('failed')).toBe(0);
  });
});
