import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import request from 'supertest';
import { Commands } from '../../../src/app/commands.ts';
import { Documents } from '../../../src/app/documents.ts';
import type { SqliteDocumentStore } from '../../../src/adapters/sqlite/sqlite-document-store.ts';
import { GivingWay } from '../../../src/app/http/bulk.ts';
import { customerMeterStream } from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import { grantsStream } from '../../../src/features/billing/grants/grant.events.ts';
import { RequestCustomerErasure } from '../../../src/features/billing/customers/customer.commands.ts';
import { customerProjection } from '../../../src/features/billing/customers/customer.projection.ts';
import { UsageExternalIds } from '../../../src/features/billing/usage/usage-external-ids.service.ts';
import { UsageOwners } from '../../../src/features/billing/usage/usage-owners.service.ts';
import { ingestIdOf, placeOfUsageEvent } from '../../../src/features/billing/usage/usage-ids.rules.ts';
import { meterTallyProjection } from '../../../src/features/billing/usage/quantities/meter-tally.projection.ts';
import {
  remeasuringStream,
  type RemeasuringEvent,
} from '../../../src/features/billing/usage/remeasuring/remeasuring.events.ts';
import { PastUsage } from '../../../src/features/billing/usage/remeasuring/past-usage.service.ts';
import { labelOf } from '../../../src/features/billing/usage/lists/system-event.rules.ts';
import { MeterReader } from '../../../src/features/billing/meters/meters.queries.ts';
import { ingestStream } from '../../../src/features/billing/usage/usage.events.ts';
import { DOCUMENTS } from '../../../src/app/tokens.ts';
import { newUuid, seedOf } from '../../../src/kernel/ids.ts';
import { addSeconds, msOf } from '../../../src/kernel/ports/clock.ts';
import { Random } from '../../support/contract-tools.ts';
import { happen, polar } from '../../support/sellers.ts';
import { foundOrganization, openShop, type Shop } from '../../support/shop.ts';
import { SYSTEM_EVENTS, systemEvent } from '../../support/usage.ts';

const clauseOf = (property: string, value: string) => ({ property, operator: 'eq' as const, value });
/** What the meters of the shop measure. */
const METERS = [
  { key: 'count', aggregation: { func: 'count' as const }, clauses: [clauseOf('name', 'call')] },
  { key: 'sum', aggregation: { func: 'sum' as const, property: 'tokens' }, clauses: [clauseOf('model', 'large')] },
  { key: 'max', aggregation: { func: 'max' as const, property: 'tokens' }, clauses: [clauseOf('model', 'large')] },
  { key: 'avg', aggregation: { func: 'avg' as const, property: 'tokens' }, clauses: [] },
];

describe('usage events', () => {
  let shop: Shop;
  let seller: Polar;
  let customerId: string;
  const names = ['call', 'search', 'upload'];
  /** Of the tokens of large models, created before and after the events. */
  let meters: Record<string, string>;
  const meterIds = new Map<string, string>();
  /** As they were sent. */
  const sent: {
    name: string;
    at: string;
    of: 'id' | 'external' | 'stranger';
    metadata: Record<string, string | number>;
  }[] = [];

  beforeAll(async () => {
    shop = await openShop();
    seller = shop.seller;
    customerId = (await seller.customers.create({ email: 'ada@example.com', externalId: 'ada' })).id;
    meters = { before: await largeTokens() };
    for (const { key, aggregation, clauses } of METERS) {
      const filter = { conjunction: 'and' as const, clauses };
      meterIds.set(key, (await seller.meters.create({ name: `Meter ${key}`, filter, aggregation })).id);
    }
    const random = new Random(3);
    const now = shop.clock.now();
    for (let n = 0; n < 12; n++) {
      const events = Array.from({ length: 40 }, (_, m) => {
        const at = addSeconds(now, -random.int(5) * 3_600 * (n % 3 === 0 ? 40 : 1) - random.int(3_600) - 1);
        const metadata = {
          tokens: random.int(6) ? random.int(100) : 'many',
          model: random.int(2) ? 'small' : 'large',
          n: n * 40 + m,
        };
        return {
          name: names[random.int(3)]!,
          at,
          of: (['id', 'external', 'stranger'] as const)[random.int(3)]!,
          metadata,
        };
      });
      sent.push(...events);
      const ingested = await seller.events.ingest({
        events: events.map(({ name, at, of, metadata }) => ({
          name,
          timestamp: new Date(at),
          metadata,
          ...(of === 'id' ? { customerId } : { externalCustomerId: of === 'external' ? 'ada' : 'later' }),
        })),
      });
      expect(ingested).toEqual({ inserted: 40 });
    }
    meters.after = await largeTokens();
  });
  afterAll(() => shop.close());

  const largeTokens = async () => {
    const filter = { conjunction: 'and', clauses: [{ property: 'metadata.model', operator: 'eq', value: 'large' }] };
    const aggregation = { func: 'sum', property: 'tokens' };
    return (await seller.meters.create({ name: 'Tokens', filter, aggregation } as never)).id;
  };
  const isMeasured =
    (key: string) =>
    ({ name, metadata: { model, tokens: value } }: (typeof sent)[number]) =>
      key === 'count' ? name === 'call' : typeof value === 'number' && (key === 'avg' || model === 'large');
  const naive = (key: string, events: typeof sent) => {
    const values = events.filter(isMeasured(key)).map(({ metadata }) => Number(metadata['tokens']));
    const sum = values.reduce((total, value) => total + value, 0);
    const found = { count: values.length, sum, avg: sum / values.length, max: Math.max(...values) };
    return values.length === 0 ? 0 : found[key as keyof typeof found];
  };

  const listed = async (query: Parameters<Polar['events']['list']>[0]) => {
    const { result } = await seller.events.list(query);
    return {
      total: result.pagination.totalCount,
      numbers: result.items.map(({ metadata }) => (metadata as { n: number }).n),
    };
  };
  const expected = (filter: (event: (typeof sent)[number]) => boolean, direction = -1) =>
    sent.filter(filter).sort((a, b) => (a.at < b.at ? -1 : 1) * direction);

  /** Events of one millisecond have no order of their own. */
  const timesOf = (events: typeof sent) => events.map(({ at }) => at);
  const timesOfNumbers = (numbers: number[]) => numbers.map((n) => sent[n]!.at);

  it('are listed by time, page by page in both directions', async () => {
    for (const [sorting, direction] of [
      ['-timestamp', -1],
      ['timestamp', 1],
    ] as const) {
      const all: number[] = [];
      for (let page = 1; page <= 5; page++) {
        const { total, numbers } = await listed({ sorting: [sorting], page, limit: 100 });
        expect(total).toBe(480);
        all.push(...numbers);
      }
      expect(new Set(all).size).toBe(480);
      expect(timesOfNumbers(all)).toEqual(timesOf(expected(() => true, direction)));
    }
    expect((await listed({ page: 7, limit: 100 })).numbers).toEqual([]);
  });

  it('are filtered by name, customer, time and metadata, with exact totals', async () => {
    const from = addSeconds(shop.clock.now(), -9_000);
    const until = addSeconds(shop.clock.now(), -1_800);
    const cases: [Parameters<Polar['events']['list']>[0], (event: (typeof sent)[number]) => boolean][] = [
      [{ name: 'call' }, ({ name }) => name === 'call'],
      [{ name: ['call', 'upload'] }, ({ name }) => name !== 'search'],
      [{ customerId }, ({ of }) => of !== 'stranger'],
      [{ externalCustomerId: 'ada' }, ({ of }) => of !== 'stranger'],
      [{ externalCustomerId: 'later' }, ({ of }) => of === 'stranger'],
      [{ externalCustomerId: 'nobody' }, () => false],
      [{ customerId, externalCustomerId: 'later' }, () => false],
      [{ customerId, name: 'search' }, ({ of, name }) => of !== 'stranger' && name === 'search'],
      [{ metadata: { model: 'small' } }, ({ metadata }) => metadata['model'] === 'small'],
      [{ startTimestamp: new Date(from), endTimestamp: new Date(until) }, ({ at }) => at >= from && at <= until],
      [
        { startTimestamp: new Date(from), endTimestamp: new Date(until), name: 'call' },
        ({ at, name }) => at >= from && at <= until && name === 'call',
      ],
      [{ source: 'system' }, () => false],
      [{ source: 'user' }, () => true],
    ];
    for (const [query, filter] of cases) {
      const right = expected(filter);
      for (const page of [1, 3]) {
        const { total, numbers } = await listed({ ...query, limit: 7, page });
        expect([query, total]).toEqual([query, right.length]);
        expect(timesOfNumbers(numbers)).toEqual(timesOf(right.slice((page - 1) * 7, page * 7)));
        expect(numbers.every((n) => filter(sent[n]!))).toBe(true);
      }
    }
  });

  it('are filtered by meter and by filter, as if each were looked at', async () => {
    const counted = ({ metadata: { model, tokens } }: (typeof sent)[number]) =>
      model === 'large' && typeof tokens === 'number';
    const clause = (property: string, operator: string, value: string | number) => ({ property, operator, value });
    const json = (conjunction: string, ...clauses: object[]) => JSON.stringify({ conjunction, clauses });
    const many = { conjunction: 'or', clauses: [clause('tokens', 'like', 'an'), clause('metadata.tokens', 'gt', 50)] };
    const isMany = ({ metadata: { tokens } }: (typeof sent)[number]) =>
      typeof tokens === 'string' ? tokens.includes('an') : tokens! > 50;
    const half = addSeconds(shop.clock.now(), -9_000);
    const seconds = Math.floor(msOf(half) / 1000);
    const cases: [Parameters<Polar['events']['list']>[0], (event: (typeof sent)[number]) => boolean][] = [
      ...Object.values(meters).flatMap((meterId): typeof cases => [
        [{ meterId }, counted],
        [{ meterId, name: 'call', customerId }, (one) => counted(one) && one.name === 'call' && one.of !== 'stranger'],
        [{ meterId, startTimestamp: new Date(half) }, (one) => counted(one) && one.at >= half],
        [{ meterId, filter: json('and', many) }, (one) => counted(one) && isMany(one)],
      ]),
      [{ filter: json('or') }, () => true],
      [{ filter: JSON.stringify(many) }, isMany],
      [{ filter: json('and', clause('name', 'eq', 'call'), many) }, (one) => one.name === 'call' && isMany(one)],
      [{ filter: json('and', clause('name', 'eq', 'call')), name: ['call', 'search'] }, ({ name }) => name === 'call'],
      [{ filter: json('and', clause('name', 'eq', 'call')), name: 'search' }, () => false],
      [{ filter: json('and', clause('name', 'ne', 'call')) }, ({ name }) => name !== 'call'],
      [{ filter: json('and', clause('timestamp', 'gte', seconds)) }, ({ at }) => at >= half.slice(0, 19)],
      [{ filter: json('and', clause('source', 'eq', 'system')) }, () => false],
      [{ meterId: newUuid() }, () => false],
    ];
    for (const [query, filter] of cases) {
      const right = expected(filter);
      for (const page of [1, 3]) {
        const { total, numbers } = await listed({ ...query, limit: 9, page });
        expect([query, total]).toEqual([query, right.length]);
        expect(timesOfNumbers(numbers)).toEqual(timesOf(right.slice((page - 1) * 9, page * 9)));
        expect(numbers.every((n) => filter(sent[n]!))).toBe(true);
      }
    }
  });

  it('of another organization are counted by none of its meters', async () => {
    await foundOrganization(shop, 'neighbor');
    const other = polar(shop.url, 'seller-neighbor');
    const query = { meterId: meters['before']! };
    expect((await other.events.list(query)).result.items).toEqual([]);
    await other.events.ingest({ events: [{ name: 'call', externalCustomerId: 'ada', metadata: { tokens: 1 } }] });
    expect((await other.events.list(query)).result.items).toEqual([]);
    expect((await other.events.list({})).result.items).toHaveLength(1);
  });

  it('of a call are of one organization, which is the caller’s', async () => {
    const errorOf = async (...organizationIds: string[]) => {
      const events = organizationIds.map((id) => ({ name: 'one', external_customer_id: 'one', organization_id: id }));
      const { body } = await request(shop.url)
        .post('/v1/events/ingest')
        .set('authorization', `Bearer ${shop.bearer.replace('seller', 'user')}`)
        .send({ events })
        .expect(422);
      return (body as { detail: { loc: unknown[]; type: string }[] }).detail.map(({ loc, type }) => [loc, type]);
    };
    const placed = (at: number) => [[['body', 'events', at, 'organization_id'], 'value_error']];
    const own = shop.organizationId;
    expect(await errorOf(own, own, newUuid())).toEqual(placed(2));
    expect(await errorOf(newUuid())).toEqual(placed(0));
    expect((await seller.events.list({ name: 'one' })).result.items).toEqual([]);
  });

  it.each([
    ['no JSON', '{', ['query', 'filter'], 'json_invalid'],
    ['nothing', '', ['query', 'filter'], 'json_invalid'],
    ['a list', '[]', ['query', 'filter'], 'model_attributes_type'],
    ['null', 'null', ['query', 'filter'], 'model_attributes_type'],
    ['no clauses', '{"conjunction":"and"}', ['query', 'filter', 'clauses'], 'missing'],
    [
      'an unknown operator',
      '{"conjunction":"and","clauses":[{"property":"a","operator":"is","value":1}]}',
      ['query', 'filter', 'clauses', 0, 'operator'],
      'enum',
    ],
  ])('are not filtered by %s', async (_, filter, loc, type) => {
    const { body } = await request(shop.url)
      .get('/v1/events/')
      .query({ filter })
      .set('authorization', `Bearer ${shop.bearer}`)
      .expect(422);
    expect(body).toMatchObject({ detail: [{ loc, type }] });
  });

  it('are found by id, with their customer', async () => {
    const [event] = (await seller.events.list({ customerId, limit: 1 })).result.items;
    const found = await seller.events.get({ id: event!.id });
    expect(found).toEqual(event);
    expect(found).toMatchObject({ source: 'user', customerId, customer: { email: 'ada@example.com' } });
    await expect(seller.events.get({ id: newUuid() })).rejects.toThrow(ResourceNotFound);
    const last = `${event!.id.slice(0, -3)}fff`;
    await expect(seller.events.get({ id: last })).rejects.toThrow(ResourceNotFound);
    await expect(polar(shop.url, 'seller-neighbor').events.get({ id: event!.id })).rejects.toThrow(ResourceNotFound);
  });

  it('are voided with a reason, by their organization', async () => {
    const [event] = (await seller.events.list({ customerId, limit: 1 })).result.items;
    const voided = (id: string, reason: string, bearer = shop.bearer) =>
      request(shop.url).post(`/v1/events/${id}/void`).set('authorization', `Bearer ${bearer}`).send({ reason });
    const { body } = await voided(event!.id, '').expect(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'reason'] }] });
    await voided(event!.id, 'Not theirs', 'seller-neighbor').expect(404);
    await voided(newUuid(), 'Unknown').expect(404);
    expect(await seller.events.get({ id: event!.id })).toEqual(event);
    const answer = request(shop.url).get(`/v1/events/${event!.id}`).set('authorization', `Bearer ${shop.bearer}`);
    expect((await answer.expect(200)).body).toMatchObject({ voided: null });
  });

  it('have names, of all customers and of one', async () => {
    const { result } = await seller.events.listNames({ sorting: ['-occurrences'], limit: 2 });
    const counts = names.map((name) => sent.filter((event) => event.name === name).length).sort((a, b) => b - a);
    expect(result.items.map(({ occurrences }) => occurrences)).toEqual(counts.slice(0, 2));
    expect(result.pagination.totalCount).toBe(3);
    const of = (filter: (event: (typeof sent)[number]) => boolean) =>
      sent
        .filter(filter)
        .map(({ at }) => at)
        .sort();
    for (const query of [{ customerId }, { externalCustomerId: 'ada' }]) {
      const theirs = await seller.events.listNames({ ...query, query: 'ALL' });
      const times = of((event) => event.of !== 'stranger' && event.name === 'call');
      expect(theirs.result.items).toEqual([
        {
          name: 'call',
          source: 'user',
          occurrences: times.length,
          firstSeen: new Date(times[0]!),
          lastSeen: new Date(times.at(-1)!),
        },
      ]);
    }
  });

  it('are counted by day for each name', async () => {
    const get = (query: object) =>
      request(shop.url).get('/api/dashboard/events/days').query(query).set('authorization', `Bearer ${shop.bearer}`);
    const { body } = await get({ name: ['call', 'search', 'nothing'] }).expect(200);
    const { days, names: counted } = body as { days: string[]; names: { name: string; counts: number[] }[] };
    expect(days).toHaveLength(14);
    expect(days.at(-1)).toBe(shop.clock.now().slice(0, 10));
    const on = (name: string) => (day: string) =>
      sent.filter((event) => event.name === name && event.at.startsWith(day)).length;
    expect(counted).toEqual(['call', 'search'].map((name) => ({ name, source: 'user', counts: days.map(on(name)) })));
    expect((await get({ name: Array.from({ length: 101 }, (_, n) => `n${n}`) }).expect(422)).body).toMatchObject({
      detail: [{ loc: ['query', 'name'], type: 'too_long' }],
    });
    expect((await get({ name: 'call', organization_id: newUuid() }).expect(200)).body).toMatchObject({ names: [] });
  });

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
    const expectedOf = new Map([...meterIds].map(([key, id]) => [id, naive(key, ofMonth)]));
    const { meters: measured } = body as { meters: { meter_id: string; quantity: number }[] };
    expect(new Map(measured.map((one) => [one.meter_id, one.quantity]))).toEqual(expectedOf);
    expect((await get({ meter_id: Array.from({ length: 101 }, newUuid) }).expect(422)).body).toMatchObject({
      detail: [{ loc: ['query', 'meter_id'], type: 'too_long' }],
    });
    expect((await get({ meter_id: ids, organization_id: newUuid() }).expect(200)).body).toEqual({ meters: [] });
    const strangers = get({ meter_id: ids }).set('authorization', 'Bearer seller-stranger');
    expect((await strangers.expect(200)).body).toEqual({ meters: [] });
  });

  it('belong to a customer who is created later', async () => {
    const later = await seller.customers.create({ email: 'later@example.com', externalId: 'later' });
    const theirs = sent.filter(({ of }) => of === 'stranger');
    await seller.events.ingest({ events: [{ name: 'since', externalCustomerId: 'later' }] });
    const { result } = await seller.events.list({ customerId: later.id, limit: 100 });
    expect(result.pagination.totalCount).toBe(theirs.length + 1);
    expect(result.items.every((item) => item.customerId === later.id && item.customer?.id === later.id)).toBe(true);
    for (const [id, theirEvents] of [
      [later.id, theirs],
      [customerId, sent.filter(({ of }) => of !== 'stranger')],
    ] as const) {
      const answer = request(shop.url).get(`/v1/customers/${id}`).set('authorization', `Bearer ${shop.bearer}`);
      const { first_user_event_at } = (await answer.expect(200)).body as { first_user_event_at: string };
      expect(first_user_event_at).toBe(theirEvents.map(({ at }) => at).sort()[0]);
    }
    const { total } = await seller.meters.quantities({
      id: meterIds.get('sum')!,
      customerId: later.id,
      startTimestamp: new Date('2000-01-01'),
      endTimestamp: new Date(shop.clock.now()),
      interval: 'year',
    });
    expect(total).toBe(naive('sum', theirs));
    const twice = await seller.events.listNames({ customerId: later.id, sorting: ['name'] });
    expect(twice.result.items.map(({ name }) => name)).toEqual([...names, 'since'].sort());
    const count = twice.result.items.reduce((sum, { occurrences }) => sum + occurrences, 0);
    expect(count).toBe(result.pagination.totalCount);
  });

  it('are found where they lie in indexes of the organization', async () => {
    const store = shop.app.get<SqliteDocumentStore>(DOCUMENTS);
    const filter = JSON.stringify({ conjunction: 'and', clauses: [clauseOf('model', 'large')] });
    const asked: Parameters<typeof seller.events.list>[0][] = [
      {},
      { page: 3, sorting: ['timestamp'] },
      { name: 'call' },
      { customerId, name: ['call', 'search'] },
      { externalCustomerId: 'stranger' },
      { meterId: meterIds.get('sum') },
      { customerId, meterId: meterIds.get('count') },
      { filter, source: 'user' },
      { source: 'system' },
      { startTimestamp: new Date(sent[0]!.at), metadata: { model: 'large' } },
    ];
    const [startTimestamp, endTimestamp] = [msOf(shop.clock.now()) - 40 * 86_400_000, msOf(shop.clock.now())].map(
      (ms) => new Date(ms),
    );
    const range = { startTimestamp: startTimestamp!, endTimestamp: endTimestamp!, interval: 'day' as const };
    const reads = [
      ...asked.map((query) => () => seller.events.list(query)),
      () => seller.events.listNames({}),
      () => seller.meters.quantities({ id: meterIds.get('sum')!, ...range }),
      () => seller.meters.quantities({ id: meterIds.get('count')!, ...range, customerId }),
    ];
    // Meanwhile, workers read their own collections.
    const read = /^(SCAN|SEARCH) (usage_(chunks|counts|names|voids)_|system_events_|meter_tallies_|customer_meters_)/;
    const bounded = /\((f_organization_id=\? AND f_(hour|position|scope|owner)[=<>]|id=\?\)|rowid=\?\))/;
    for (const ask of reads) {
      const plans = await store.explainAll(ask);
      const steps = plans.flat().filter((step) => read.test(step));
      expect([ask.toString(), steps.filter((step) => !bounded.test(step))]).toEqual([ask.toString(), []]);
      expect(steps.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['nothing', undefined],
    ['null', 'null'],
    ['a list', '[]'],
    ['no list', '{"events":{"length":1000}}'],
  ])('refuse a body that is %s', async (_, body) => {
    const asked = request(shop.url).post('/v1/events/ingest').set('authorization', `Bearer ${shop.bearer}`);
    const answer = await asked.set('Content-Type', 'application/json').send(body);
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([422, 'RequestValidationError']);
  });

  it('give way to other requests', async () => {
    const begin = jest.spyOn(GivingWay.prototype, 'begin');
    const { id } = await seller.customers.create({ email: 'bo@example.com' });
    expect(begin).not.toHaveBeenCalled();
    await seller.events.ingest({ events: [{ name: 'unused', customerId: id }] });
    expect(begin).toHaveBeenCalledTimes(1);
    begin.mockRestore();
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
      const eventsOf = (some: { event: (typeof sent)[number] }[]) => some.map(({ event }) => event);
      const placed = sent.map((event) => ({ event, period: keyOf(new Date(event.at), interval) }));
      const cases: [object, (event: (typeof sent)[number]) => boolean][] = [
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
          const right = periods.map((period) => naive(key, eventsOf(inPeriod(period))));
          const rounded = (numbers: number[]) => numbers.map((number) => number.toFixed(9));
          expect(rounded(quantities.map(({ quantity }) => quantity))).toEqual(rounded(right));
          expect(total).toBeCloseTo(naive(key, eventsOf(within)), 9);
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
      expect([quantities.length, total]).toEqual([8_000, naive('sum', sent)]);
    });
  });

  it('of one call are read once, in however many hours they happened', async () => {
    const hours = Array.from({ length: 60 }, (_, n) => new Date(msOf(shop.clock.now()) - (n + 1) * 3_600_000));
    const events = hours.map((timestamp, n) => ({
      name: 'spread',
      externalCustomerId: 'wide',
      timestamp,
      metadata: { n },
    }));
    await seller.events.ingest({ events });
    const read = jest.spyOn(shop.ports.store, 'read');
    const { result } = await seller.events.list({ externalCustomerId: 'wide', name: 'spread', limit: 100 });
    expect(result.items).toHaveLength(60);
    expect(read.mock.calls.filter(([stream]) => stream.startsWith('ingest-'))).toHaveLength(1);
    read.mockRestore();
  });

  it('are refused whole if one is wrong', async () => {
    const before = (await listed({})).total;
    const { body } = await request(shop.url)
      .post('/v1/events/ingest')
      .set('authorization', `Bearer ${shop.bearer}`)
      .send({
        events: [
          { name: 'a', customer_id: customerId },
          { name: 'b', customer_id: newUuid() },
        ],
      })
      .expect(422);
    expect(body).toMatchObject({
      detail: [{ loc: ['body', 'events', 1, 'customer_id'], msg: 'Customer does not exist.' }],
    });
    expect((await listed({})).total).toBe(before);
  });

  it('of calls that come together are looked up with their customers at once, and each call is refused for its own', async () => {
    const owners = shop.app.get(UsageOwners);
    const input = (id: string) => ({
      name: 'a',
      timestamp: shop.clock.now(),
      metadata: {},
      metadataBytes: 2,
      customerId: id,
    });
    const reads = jest.spyOn(shop.app.get(Documents), 'getMany');
    const asked = [customerId, newUuid(), customerId].map((id) => owners.owned(shop.organizationId, [input(id)]));
    const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    // Once for all calls, and again for the customer who does not exist.
    expect(reads.mock.calls.filter(([projection]) => projection === customerProjection)).toHaveLength(2);
    reads.mockRestore();
    await expect(owners.owned(newUuid(), [input(customerId)])).rejects.toThrow();
  });

  it('are taken up to the limits of a call, over HTTP', async () => {
    const ingest = (events: object[]) =>
      request(shop.url).post('/v1/events/ingest').set('authorization', `Bearer ${shop.bearer}`).send({ events });
    const event = { name: 'limit', external_customer_id: 'limits' };
    expect((await ingest(Array(1_000).fill(event)).expect(200)).body).toMatchObject({ inserted: 1_000 });
    const full = { ...event, metadata: { text: 'x'.repeat(500), more: 'x'.repeat(290) } };
    expect((await ingest(Array(512).fill(full)).expect(200)).body).toMatchObject({ inserted: 512 });
    const { body } = await ingest(Array(530).fill(full)).expect(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'events'], type: 'too_long' }] });
  });

  describe('with an id of the seller', () => {
    const ingest = async (externalIds: string[], headers = {}) => {
      const events = externalIds.map((id) => ({ name: 'once', customer_id: customerId, external_id: id }));
      const { body } = await request(shop.url)
        .post('/v1/events/ingest')
        .set({ authorization: `Bearer ${shop.bearer}`, ...headers })
        .send({ events })
        .expect(200);
      return body as { inserted: number; duplicates: number };
    };
    const count = async () => (await listed({ name: 'once' })).total;

    it('are counted once, within a call and after it', async () => {
      expect(await ingest(['e1', 'e2', 'e1'])).toEqual({ inserted: 2, duplicates: 1 });
      expect(await ingest(['e2', 'e3'])).toEqual({ inserted: 1, duplicates: 1 });
      expect(await ingest(['e1', 'e2', 'e3'])).toEqual({ inserted: 0, duplicates: 3 });
      expect(await count()).toBe(3);
    });

    it('are counted once by fifty calls at the same time', async () => {
      const ids = Array.from({ length: 20 }, (_, n) => `race-${n}`);
      const before = await count();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => ingest([...ids.slice(n % 20), ...ids.slice(0, n % 20)])),
      );
      expect(answers.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(20);
      expect(answers.every(({ inserted, duplicates }) => inserted + duplicates === 20)).toBe(true);
      await shop.settled();
      expect((await count()) - before).toBe(20);
    });

    it('answer a repeated request as before', async () => {
      const headers = { 'idempotency-key': 'same' };
      const first = await ingest(['i1', 'i2'], headers);
      expect(await ingest(['i1', 'i2'], headers)).toEqual(first);
      expect(first).toEqual({ inserted: 2, duplicates: 0 });
    });

    it('are taken over from a call that ended without an append, which then appends nothing', async () => {
      const old = ingestIdOf(seedOf(msOf(shop.clock.machineNow()) - 60_000, 'crashed'), 1);
      const externalIds = shop.app.get(UsageExternalIds);
      const context = { ...shop.context(), organizationId: shop.organizationId };
      expect(await externalIds.reserve(shop.organizationId, old, ['crash-1', 'crash-2'], context)).toEqual(
        new Set(['crash-1', 'crash-2']),
      );
      expect(await ingest(['crash-1'])).toEqual({ inserted: 1, duplicates: 0 });
      expect(await ingest(['crash-1', 'crash-2'])).toEqual({ inserted: 1, duplicates: 1 });
      expect((await shop.events(ingestStream(old))).map(({ type }) => type)).toEqual(['UsageIngestAbandoned']);
    });
  });

  it('of calls at the same time share an append, except where a call may be repeated', async () => {
    const send = (events: object[], headers = {}) =>
      request(shop.url)
        .post('/v1/events/ingest')
        .set({ authorization: `Bearer ${shop.bearer}`, ...headers })
        .send({ events });
    const shared = { name: 'shared', customer_id: customerId };
    const keys = Array.from({ length: 10 }, (_, n) => ({ 'idempotency-key': `shared ${n}` }));
    const answers = await Promise.all([
      ...Array.from({ length: 40 }, () => send([shared])),
      send([shared, { ...shared, customer_id: newUuid() }]),
      ...keys.map((key) => send([shared], key)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<number>(40).fill(200),
      422,
      ...Array<number>(10).fill(200),
    ]);
    for (const key of keys) expect((await send([shared], key)).body).toEqual({ inserted: 1, duplicates: 0 });
    await shop.settled();
    const { result } = await seller.events.list({ name: 'shared', limit: 100 });
    expect(result.items.length).toBe(50);
    expect(new Set(result.items.map(({ id }) => placeOfUsageEvent(id).ingestId)).size).toBeLessThan(40);
  });

  it('of a customer who is erased keep their numbers, and nothing about the person', async () => {
    const metadata = { note: 'about them' };
    const filter = { conjunction: 'and', clauses: [{ property: 'note', operator: 'eq', value: 'about them' }] };
    const noted = { name: 'Notes', filter, aggregation: { func: 'count' } } as never;
    const before = await seller.meters.create(noted);
    await seller.events.ingest({ events: [{ name: 'private', externalCustomerId: 'gone', metadata }] });
    const person = await seller.customers.create({ email: 'gone@example.com', externalId: 'gone' });
    await seller.events.ingest({
      events: [
        { name: 'private', customerId: person.id, metadata },
        { name: 'private', externalCustomerId: 'gone', metadata },
      ],
    });
    const { items } = (await seller.events.list({ name: 'private' })).result;
    expect(items.map((item) => item.metadata)).toEqual([metadata, metadata, metadata]);
    const streams = items.map(({ id }) => ingestStream(placeOfUsageEvent(id).ingestId));
    const stored = JSON.stringify(await Promise.all(streams.map((stream) => shop.ports.store.read(stream))));
    for (const secret of ['about them', '"gone"', 'gone@example.com']) expect(stored).not.toContain(secret);

    await shop.app.get(Commands).execute(new RequestCustomerErasure({ customerId: person.id }, shop.context()));
    await seller.customers.delete({ id: person.id });
    await shop.settled();
    const { result } = await seller.events.list({ name: 'private' });
    expect(result.items.map((item) => item.metadata)).toEqual([{}, {}, {}]);
    expect(result.items.map(({ externalCustomerId }) => externalCustomerId)).toEqual([null, null, null]);
    expect(result.pagination.totalCount).toBe(3);
    const after = await seller.meters.create(noted);
    expect((await seller.events.list({ meterId: before.id })).result.items).toEqual(result.items);
    expect((await seller.events.list({ meterId: after.id })).result.items).toEqual([]);
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

  describe('of the system', () => {
    let benefitId: string;
    const happened: { name: string; at: string }[] = [];

    beforeAll(async () => {
      benefitId = (await seller.benefits.create({ type: 'custom', description: 'Support', properties: {} })).id;
      const meterId = meters['before']!;
      const about = { grantId: newUuid(), organizationId: shop.organizationId, customerId, benefitId, meterId };
      for (let n = 0; n < 18; n++) {
        const [type, name] = SYSTEM_EVENTS[n % 6]!;
        const at = addSeconds(shop.clock.now(), (n - 18) * 1_300);
        const isOfMeter = type === 'MeterCredited' || type === 'MeterPeriodClosed';
        const stream = isOfMeter ? customerMeterStream(customerId, meterId) : grantsStream(customerId, benefitId);
        await happen(shop, stream, systemEvent(type, about), at);
        happened.push({ name, at });
      }
      await shop.settled();
    });

    const all = async (query: Parameters<Polar['events']['list']>[0]) => {
      const items = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { result } = await seller.events.list({ ...query, limit: 100, page });
        items.push(...result.items);
        pages = result.pagination.maxPage;
        expect(result.pagination.totalCount).toBeGreaterThanOrEqual(items.length);
      }
      return items;
    };

    it('have the names and the metadata of the contract', async () => {
      const items = await all({ source: 'system' });
      expect(items.map(({ name, timestamp }) => ({ name, at: timestamp.toISOString() }))).toEqual(
        [...happened].reverse(),
      );
      for (const item of items) {
        expect(item).toMatchObject({ source: 'system', customerId, externalCustomerId: null });
        const benefit = { benefitId, benefitGrantId: expect.any(String), benefitType: 'custom' };
        const credit = item.name === 'meter.credited' && { units: 500, rollover: true };
        const meter = { meterId: meters['before'], ...credit };
        expect(item.metadata).toEqual(item.name.startsWith('meter.') ? meter : benefit);
        expect(await seller.events.get({ id: item.id })).toEqual(item);
      }
      const voided = request(shop.url).post(`/v1/events/${items[0]!.id}/void`).send({ reason: 'It was not reported' });
      await voided.set('authorization', `Bearer ${shop.bearer}`).expect(404);
    });

    it.each(['-timestamp', 'timestamp'] as const)('are listed among the others, by %s', async (sorting) => {
      const [system, user] = [await all({ source: 'system' }), await all({ source: 'user' })];
      const since = new Date(happened[0]!.at);
      const direction = sorting === 'timestamp' ? 1 : -1;
      const key = ({ timestamp, id }: (typeof user)[number]) => `${timestamp.toISOString()} ${id}`;
      const merged = [...system, ...user].sort((one, other) => (key(one) < key(other) ? -1 : 1) * direction);
      const within = merged.filter(({ timestamp }) => timestamp >= since);
      for (let page = 1; (page - 1) * 40 < within.length; page++) {
        const { result } = await seller.events.list({ startTimestamp: since, sorting: [sorting], limit: 40, page });
        expect(result.items).toEqual(within.slice((page - 1) * 40, page * 40));
        expect(result.pagination.totalCount).toBe(within.length);
      }
      expect((await seller.events.list({ limit: 1 })).result.pagination.totalCount).toBe(merged.length);
    });

    it('are filtered like the others', async () => {
      const named = (name: string) => happened.filter((event) => event.name === name).length;
      const filter = (property: string, value: string) =>
        JSON.stringify({ conjunction: 'and', clauses: [{ property, operator: 'eq', value }] });
      const [first, last] = [happened[3]!.at, happened[8]!.at];
      const ofBenefit = happened.filter(({ name }) => name.startsWith('benefit.')).length;
      const cases: [Parameters<Polar['events']['list']>[0], number][] = [
        [{ name: 'benefit.cycled' }, named('benefit.cycled')],
        [{ name: 'benefit.cycled', source: 'user' }, 0],
        [{ name: 'benefit.cycled', customerId }, named('benefit.cycled')],
        [{ source: 'system', customerId }, 18],
        [{ source: 'system', externalCustomerId: 'ada' }, 18],
        [{ source: 'system', externalCustomerId: 'later' }, 0],
        [{ source: 'system', startTimestamp: new Date(first), endTimestamp: new Date(last) }, 6],
        [{ metadata: { benefit_id: benefitId } }, ofBenefit],
        [{ metadata: { benefit_type: 'discord' } }, 0],
        [{ filter: filter('benefit_type', 'custom') }, ofBenefit],
        [{ filter: filter('meter_id', meters['before']!) }, 18 - ofBenefit],
        [{ filter: filter('source', 'system') }, 18],
        [{ filter: filter('name', 'benefit.granted') }, named('benefit.granted')],
      ];
      for (const [query, count] of cases) expect([query, (await all(query)).length]).toEqual([query, count]);
      const everything = { filter: { conjunction: 'or', clauses: [] }, aggregation: { func: 'count' } };
      const { id: meterId } = await seller.meters.create({ name: 'Everything', ...everything } as never);
      expect((await all({ meterId })).some(({ source }) => source === 'system')).toBe(false);
    });

    it('have names with their source', async () => {
      const { result } = await seller.events.listNames({ source: 'system', sorting: ['name'] });
      expect(result.items.map(({ name, source, occurrences }) => [name, source, occurrences])).toEqual(
        SYSTEM_EVENTS.map(([, name]) => [name, 'system', 3]).sort(),
      );
      const theirs = await seller.events.listNames({ customerId, query: 'benefit.' });
      expect(theirs.result.pagination.totalCount).toBe(4);
    });

    it('have types, which newer clients ask for, with one id whoever is asked about', async () => {
      const types = async (query: string) => {
        const headers = { authorization: `Bearer ${shop.bearer}` };
        const answer = await fetch(`${shop.url}/v1/event-types/?source=system&sorting=label&${query}`, { headers });
        return ((await answer.json()) as { items: Record<string, unknown>[] }).items;
      };
      const all = await types('limit=100');
      expect(all.map(({ name, label }) => [name, label])).toEqual(
        SYSTEM_EVENTS.map(([, name]) => [name, labelOf(name, 'system')]).sort(),
      );
      expect(all[0]).toMatchObject({ organization_id: shop.organizationId, created_at: all[0]!['first_seen'] });
      const theirs = await types(`customer_id=${customerId}&query=benefit.`);
      expect(theirs).toHaveLength(4);
      for (const { id, name } of theirs) expect(id).toBe(all.find((one) => one['name'] === name)!['id']);
    });
  });

  it('of a meter are counted, and only those of the page are read, once its definition has settled', async () => {
    const filter = { conjunction: 'and', clauses: [{ property: 'kind', operator: 'eq', value: 'page' }] };
    const meter = { name: 'Pages', filter, aggregation: { func: 'count' } };
    const { id: meterId } = await seller.meters.create(meter as never);
    const created = shop.clock.now();
    shop.clock.set(addSeconds(created, 6 * 3_600));
    const random = new Random(8);
    const pages: string[] = [];
    /** Of one customer. */
    const theirs: string[] = [];
    // Each call in 20 minutes of its own.
    for (let call = 0; call < 18; call++) {
      const events = Array.from({ length: 15 }, () => {
        const at = addSeconds(created, call * 1_200 + random.int(1_200));
        const kind = random.int(2) ? 'page' : 'cover';
        const externalCustomerId = `${random.int(3)}`;
        if (kind === 'page') pages.push(at);
        if (kind === 'page' && externalCustomerId === '1') theirs.push(at);
        return { name: 'scan', timestamp: new Date(at), externalCustomerId, metadata: { kind } };
      });
      await seller.events.ingest({ events });
    }
    const timesListed = async (query: Parameters<Polar['events']['list']>[0]) => {
      const { result } = await seller.events.list({ meterId, ...query });
      const times = result.items.map(({ timestamp }) => timestamp.toISOString());
      return { times, total: result.pagination.totalCount };
    };
    const ascending = [...pages].sort();
    const from = addSeconds(created, 12_345);
    for (const [query, right] of [
      [{}, [...ascending].reverse()],
      [{ sorting: ['timestamp'] }, ascending],
      [{ startTimestamp: new Date(from), sorting: ['timestamp'] }, ascending.filter((at) => at >= from)],
      [{ endTimestamp: new Date(from), sorting: ['timestamp'] }, ascending.filter((at) => at <= from)],
      [{ source: 'system' }, []],
      [{ source: 'user' }, [...ascending].reverse()],
      [{ name: 'scan' }, [...ascending].reverse()],
      [{ name: 'other' }, []],
      [{ externalCustomerId: '1', sorting: ['timestamp'] }, [...theirs].sort()],
      [{ externalCustomerId: '1', name: 'scan' }, [...theirs].sort().reverse()],
    ] as [object, string[]][])
      for (let page = 1; page <= 1 + right.length / 11; page++) {
        const { times, total } = await timesListed({ ...query, limit: 11, page });
        expect([query, page, total, times]).toEqual([
          query,
          page,
          right.length,
          right.slice((page - 1) * 11, page * 11),
        ]);
      }

    const read = jest.spyOn(shop.ports.store, 'read');
    const settled = new Date(addSeconds(created, 4 * 3_600));
    const { total } = await timesListed({ startTimestamp: settled, limit: 3 });
    expect(total).toBe(pages.filter((at) => at >= settled.toISOString()).length);
    // The newest call, and that at the start of the range.
    expect(read.mock.calls.filter(([stream]) => stream.startsWith('ingest-')).length).toBeLessThanOrEqual(4);
    read.mockClear();
    // Of a customer with a name, whatever there is: nothing is read to count it.
    const ofTheirs = { meterId: undefined as never, externalCustomerId: '1', name: 'scan' };
    expect((await timesListed({ ...ofTheirs, limit: 1 })).total).toBeGreaterThan(theirs.length);
    expect((await timesListed({ ...ofTheirs, name: 'call' })).total).toBe(0);
    expect((await timesListed({ externalCustomerId: '1', startTimestamp: settled, limit: 1 })).total).toBe(
      theirs.filter((at) => at >= settled.toISOString()).length,
    );
    expect(read.mock.calls.filter(([stream]) => stream.startsWith('ingest-')).length).toBeLessThanOrEqual(5);
    read.mockRestore();

    const covers = { conjunction: 'and', clauses: [{ property: 'kind', operator: 'eq', value: 'cover' }] };
    await seller.meters.update({ id: meterId, meterUpdate: { filter: covers } as never });
    await shop.settled();
    expect((await timesListed({})).total).toBe(18 * 15 - pages.length);
  });
});
