import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import request from 'supertest';
import type { SqliteDocumentStore } from '../../../src/adapters/sqlite/sqlite-document-store.ts';
import { DOCUMENTS } from '../../../src/app/tokens.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { addSeconds, msOf } from '../../../src/kernel/ports/clock.ts';
import { Random } from '../../support/contract-tools.ts';
import { polar } from '../../support/sellers.ts';
import { foundOrganization, openShop, type Shop } from '../../support/shop.ts';
import { clauseOf, NAMES, quantityOf, reportUsage, type SentEvent } from '../../support/reported-usage.ts';

describe('usage events', () => {
  let shop: Shop;
  let seller: Polar;
  let customerId: string;
  /** Of the tokens of large models, created before and after the events. */
  let meters: Record<string, string>;
  let meterIds: Map<string, string>;
  let sent: SentEvent[];

  beforeAll(async () => {
    shop = await openShop();
    seller = shop.seller;
    const before = await largeTokens();
    ({ customerId, meterIds, sent } = await reportUsage(shop));
    meters = { before, after: await largeTokens() };
  });
  afterAll(() => shop.close());

  const largeTokens = async () => {
    const filter = { conjunction: 'and', clauses: [{ property: 'metadata.model', operator: 'eq', value: 'large' }] };
    const aggregation = { func: 'sum', property: 'tokens' };
    return (await seller.meters.create({ name: 'Tokens', filter, aggregation } as never)).id;
  };

  const listed = async (query: Parameters<Polar['events']['list']>[0]) => {
    const { result } = await seller.events.list(query);
    return {
      total: result.pagination.totalCount,
      numbers: result.items.map(({ metadata }) => (metadata as { n: number }).n),
    };
  };
  const expected = (filter: (event: SentEvent) => boolean, direction = -1) =>
    sent.filter(filter).sort((a, b) => (a.at < b.at ? -1 : 1) * direction);

  /** Events of one millisecond have no order of their own. */
  const timesOf = (events: SentEvent[]) => events.map(({ at }) => at);
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
    const cases: [Parameters<Polar['events']['list']>[0], (event: SentEvent) => boolean][] = [
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
    const counted = ({ metadata: { model, tokens } }: SentEvent) => model === 'large' && typeof tokens === 'number';
    const clause = (property: string, operator: string, value: string | number) => ({ property, operator, value });
    const json = (conjunction: string, ...clauses: object[]) => JSON.stringify({ conjunction, clauses });
    const many = { conjunction: 'or', clauses: [clause('tokens', 'like', 'an'), clause('metadata.tokens', 'gt', 50)] };
    const isMany = ({ metadata: { tokens } }: SentEvent) =>
      typeof tokens === 'string' ? tokens.includes('an') : tokens! > 50;
    const half = addSeconds(shop.clock.now(), -9_000);
    const seconds = Math.floor(msOf(half) / 1000);
    const cases: [Parameters<Polar['events']['list']>[0], (event: SentEvent) => boolean][] = [
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
    const counts = NAMES.map((name) => sent.filter((event) => event.name === name).length).sort((a, b) => b - a);
    expect(result.items.map(({ occurrences }) => occurrences)).toEqual(counts.slice(0, 2));
    expect(result.pagination.totalCount).toBe(3);
    const of = (filter: (event: SentEvent) => boolean) =>
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
    expect(total).toBe(quantityOf('sum', theirs));
    const twice = await seller.events.listNames({ customerId: later.id, sorting: ['name'] });
    expect(twice.result.items.map(({ name }) => name)).toEqual([...NAMES, 'since'].sort());
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
