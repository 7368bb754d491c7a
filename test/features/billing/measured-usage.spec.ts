import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import request from 'supertest';
import { Documents } from '../../../src/app/reading/documents.ts';
import { meterTallyProjection } from '../../../src/features/billing/usage/quantities/meter-tally.projection.ts';
import {
  remeasuringStream,
  type RemeasuringEvent,
} from '../../../src/features/billing/usage/remeasuring/remeasuring.events.ts';
import { PastUsage } from '../../../src/features/billing/usage/remeasuring/past-usage.service.ts';
import { MeterReader } from '../../../src/features/billing/meters/meters.queries.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { msOf } from '../../../src/kernel/ports/clock.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { clauseOf, METERS, quantityOf, reportUsage, type SentEvent } from '../../support/reported-usage.ts';

describe('usage events in meters', () => {
  let shop: Shop;
  let seller: Polar;
  let customerId: string;
  let meterIds: Map<string, string>;
  let sent: SentEvent[];

  beforeAll(async () => {
    shop = await openShop();
    seller = shop.seller;
    ({ customerId, meterIds, sent } = await reportUsage(shop));
    await seller.customers.create({ email: 'later@example.com', externalId: 'later' });
  });
  afterAll(() => shop.close());

  it('are measured this month by all meters of a page at once', async () => {
    const get = (query: object) =>
      request(shop.url)
        .get('/api/dashboard/meters/this-month')
        .query(query)
        .set('authorization', `Bearer ${shop.bearer}`);
    const ids = [...meterIds.values()];
    const { body } = await get({ meter_id: [...ids, newUuid()] }).expect(200);
    const now = shop.clock.now();
    const ofMonth = sent.filter(({ at }) => at.slice(0, 7) === now.slice(0, 7));
    const expectedOf = new Map([...meterIds].map(([key, id]) => [id, quantityOf(key, ofMonth)]));
    const { meters: measured } = body as { meters: { meter_id: string; quantity: number }[] };
    expect(new Map(measured.map((one) => [one.meter_id, one.quantity]))).toEqual(expectedOf);
    expect((await get({ meter_id: Array.from({ length: 101 }, newUuid) }).expect(422)).body).toMatchObject({
      detail: [{ loc: ['query', 'meter_id'], type: 'too_long' }],
    });
    expect((await get({ meter_id: ids, organization_id: newUuid() }).expect(200)).body).toEqual({ meters: [] });
    const strangers = get({ meter_id: ids }).set('authorization', 'Bearer seller-stranger');
    expect((await strangers.expect(200)).body).toEqual({ meters: [] });
  });

  describe('as meters add them up', () => {
    const keyOf = (at: Date, interval: string) => {
      const monday = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
      while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() - 1);
      if (interval === 'week') return monday.toISOString();
      return at.toISOString().slice(0, { hour: 13, day: 10, month: 7, year: 4 }[interval]);
    };
    it.each(['hour', 'day', 'week', 'month', 'year'] as const)('by %s are those that were sent', async (interval) => {
      const end = msOf(shop.clock.now()) - 2 * 3_600_000;
      const start = end - 150 * 3_600_000 - 17 * 60_000;
      const hours = Array.from({ length: 151 }, (_, n) => new Date(start + n * 3_600_000));
      const periods = [...new Set([...hours, new Date(end)].map((at) => keyOf(at, interval)))];
      const eventsOf = (some: { event: SentEvent }[]) => some.map(({ event }) => event);
      const placed = sent.map((event) => ({ event, period: keyOf(new Date(event.at), interval) }));
      const cases: [object, (event: SentEvent) => boolean][] = [
        [{}, () => true],
        [{ customerId }, ({ of }) => of !== 'stranger'],
        [{ externalCustomerId: 'ada' }, ({ of }) => of !== 'stranger'],
        [{ customerId: [customerId] }, ({ of }) => of !== 'stranger'],
        [{ externalCustomerId: ['ada', 'later'] }, () => true],
        [{ externalCustomerId: ['later', 'nobody'] }, ({ of }) => of === 'stranger'],
        [{ customerId, externalCustomerId: 'later' }, () => false],
      ];
      for (const { key } of METERS)
        for (const [owners, isTheirs] of cases) {
          const range = { startTimestamp: new Date(start), endTimestamp: new Date(end), interval, ...owners };
          const { quantities, total } = await seller.meters.quantities({ id: meterIds.get(key)!, ...range });
          const within = placed.filter(({ period, event }) => periods.includes(period) && isTheirs(event));
          expect(quantities.map(({ timestamp }) => keyOf(timestamp, interval))).toEqual(periods);
          const inPeriod = (wanted: string) => within.filter(({ period }) => period === wanted);
          const right = periods.map((period) => quantityOf(key, eventsOf(inPeriod(period))));
          const rounded = (numbers: number[]) => numbers.map((number) => number.toFixed(9));
          expect(rounded(quantities.map(({ quantity }) => quantity))).toEqual(rounded(right));
          expect(total).toBeCloseTo(quantityOf(key, eventsOf(within)), 9);
        }
    });

    it('are refused with what is wrong with the request, and hidden from others', async () => {
      const get = async (query: string, id = meterIds.get('sum'), bearer = shop.bearer) => {
        const path = `/v1/meters/${id}/quantities?${query}`;
        const { status, body } = await request(shop.url).get(path).set('authorization', `Bearer ${bearer}`);
        const { detail } = body as { detail?: { loc: string[]; msg: string }[] };
        return [status, ...(Array.isArray(detail) ? detail.map(({ loc }) => loc.join('.')) : [])];
      };
      const range = 'start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-02-01T00:00:00Z&interval=day';
      expect(await get(range)).toEqual([200]);
      expect(await get(range, newUuid())).toEqual([404]);
      expect(await get(range, meterIds.get('sum'), 'seller-other')).toEqual([404]);
      expect(await get('')).toEqual([422, 'query.start_timestamp', 'query.end_timestamp', 'query.interval']);
      expect(await get(`${range}&interval=decade`)).toEqual([422, 'query.interval']);
      expect(await get(`${range}&start_timestamp=2026-01-01`)).toEqual([422, 'query.start_timestamp']);
      expect(await get(`${range}&customer_id=x`)).toEqual([422, 'query.customer_id']);
      expect(await get(`${range}${'&external_customer_id=x'.repeat(101)}`)).toEqual([
        422,
        'query.external_customer_id',
      ]);
      expect(await get(`${range}&end_timestamp=2025-12-31T00:00:00Z`)).toEqual([422, 'query']);
      expect(await get(`${range}&end_timestamp=2027-02-01T00:00:00Z&interval=hour`)).toEqual([200]);
      expect(await get(`${range}&end_timestamp=2027-03-01T00:00:00Z&interval=hour`)).toEqual([422, 'query']);
      expect(await get(`${range}&start_timestamp=0001-01-01T00:00:00Z&end_timestamp=9999-12-31T23:59:59Z`)).toEqual([
        422,
        'query',
      ]);
    });

    it('are found in however many years', async () => {
      const range = { startTimestamp: new Date('2000-01-01'), endTimestamp: new Date('9999-12-31T23:59:59Z') };
      const { quantities, total } = await seller.meters.quantities({
        id: meterIds.get('sum')!,
        ...range,
        interval: 'year',
      });
      expect([quantities.length, total]).toEqual([8_000, quantityOf('sum', sent)]);
    });
  });

  describe('that arrived before a meter was defined as it is', () => {
    const past: { large: boolean; of: string; tokens: number }[] = [];
    const ingest = async (hours: number, of: string) => {
      const events = Array.from({ length: hours }, (_, n) => {
        const [large, tokens] = [n % 3 === 0, past.length + 1];
        past.push({ large, of, tokens });
        const timestamp = new Date(msOf(shop.clock.now()) - (n + 1) * 3_600_000);
        const metadata = { size: large ? 'l' : 's', tokens };
        return { name: 'past', timestamp, externalCustomerId: of, metadata };
      });
      await seller.events.ingest({ events });
    };
    const sum = (which: (event: (typeof past)[number]) => boolean) =>
      past.filter(which).reduce((total, { tokens: value }) => total + value, 0);
    const quantity = async (id: string, owners = {}) => {
      const range = { startTimestamp: new Date('2000-01-01'), endTimestamp: new Date(shop.clock.now()) };
      return (await seller.meters.quantities({ id, interval: 'year', ...range, ...owners })).total;
    };
    const [name, large, small] = [clauseOf('name', 'past'), clauseOf('size', 'l'), clauseOf('size', 's')];
    const filterBy = (...clauses: object[]) => ({ conjunction: 'and', clauses }) as never;
    const aggregation = { func: 'sum', property: 'tokens' } as const;
    const lookAgain = async () => {
      shop.clock.advance({ seconds: 61 });
      await shop.runtime.ticker.tick();
      await shop.settled();
    };

    it('are counted by a meter that is created later, over several pages', async () => {
      for (const user of ['p1', 'p2', 'p1']) await ingest(70, user);
      await ingest(90, 'p2');
      const { id } = await seller.meters.create({ name: 'Past', filter: filterBy(name, large), aggregation });
      await shop.settled();
      expect(await quantity(id)).toBe(sum((event) => event.large));
      expect(await quantity(id, { externalCustomerId: 'p2' })).toBe(sum((event) => event.large && event.of === 'p2'));
      const pages = await shop.events<RemeasuringEvent>(remeasuringStream({ meterId: id, revision: 1 }));
      expect(pages.filter(({ type }) => type === 'UsageRemeasured').length).toBeGreaterThan(1);
      await lookAgain();
      expect(await quantity(id)).toBe(sum((event) => event.large));
    });

    it('count no more once they are voided, whether before or after', async () => {
      const voided = async (n: number) => {
        const { items } = (await seller.events.list({ name: 'past', metadata: { tokens: past[n]!.tokens } })).result;
        await request(shop.url)
          .post(`/v1/events/${items[0]!.id}/void`)
          .set('authorization', `Bearer ${shop.bearer}`)
          .send({ reason: 'Sent by mistake' })
          .expect(200);
        past[n]!.tokens = 0;
      };
      await voided(0);
      const { id } = await seller.meters.create({ name: 'Voided', filter: filterBy(name, large), aggregation });
      await shop.settled();
      expect(await quantity(id)).toBe(sum((event) => event.large));
      await voided(3);
      expect(await quantity(id)).toBe(sum((event) => event.large));
    });

    it('are counted by the old definition until the new one has counted all, and once by that', async () => {
      const { id } = await seller.meters.create({ name: 'Changed', filter: filterBy(name, large), aggregation });
      await shop.settled();
      const reader = shop.app.get(MeterReader);
      const before = await reader.ofOrganization(shop.organizationId);
      const service = shop.app.get(PastUsage);
      const page = service.page.bind(service);
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      const held = jest.spyOn(service, 'page').mockImplementation(async (...args) => {
        await released;
        return page(...args);
      });

      let known = 0;
      try {
        await seller.meters.update({ id, meterUpdate: { filter: filterBy(name, small) } });
        await ingest(5, 'p1');
        expect(await quantity(id)).toBe(sum((event) => event.large));
        // A call that has read the meters before the change, and appends after it.
        const inWork = jest.spyOn(reader, 'ofOrganization').mockResolvedValueOnce(before);
        known = past.length;
        await ingest(5, 'p1');
        inWork.mockRestore();
        expect(await quantity(id)).toBe(sum((event) => event.large));
      } finally {
        release();
      }
      await shop.settled();
      held.mockRestore();
      const isLate = (event: (typeof past)[number]) => past.indexOf(event) >= known;
      expect(await quantity(id)).toBe(sum((event) => !event.large && !isLate(event)));
      await ingest(5, 'p2');
      const revisions = async () => {
        const [scope, ofMeter] = [{ organizationIds: [shop.organizationId] }, `${id}~`];
        const tallies = await shop.app.get(Documents).all(meterTallyProjection, {}, scope);
        const found = tallies.filter((tally) => tally.scope.startsWith(ofMeter));
        return [...new Set(found.map((tally) => tally.scope.split('~')[1]))].sort();
      };
      expect(await revisions()).toEqual(['1', '2']);
      await lookAgain();
      expect(await quantity(id)).toBe(sum((event) => !event.large));
      await lookAgain();
      expect(await quantity(id)).toBe(sum((event) => !event.large));
      expect(await revisions()).toEqual(['2']);
    });
  });
});
