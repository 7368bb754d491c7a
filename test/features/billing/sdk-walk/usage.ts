import { expect } from '@jest/globals';
import { EventsIngest$outboundSchema } from '@polar-sh/sdk/models/components/eventsingest.js';
import { MeterCreate$outboundSchema } from '@polar-sh/sdk/models/components/metercreate.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { CustomerMetersGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customermetersget.js';
import { CustomerMetersListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customermeterslist.js';
import { CustomerPortalCustomerMetersGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalcustomermetersget.js';
import { CustomerPortalCustomerMetersListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalcustomermeterslist.js';
import { EventsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/eventsget.js';
import { EventsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/eventslist.js';
import { EventsListNamesRequest$outboundSchema } from '@polar-sh/sdk/models/operations/eventslistnames.js';
import { MetersGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/metersget.js';
import { MetersListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/meterslist.js';
import { MetersQuantitiesRequest$outboundSchema } from '@polar-sh/sdk/models/operations/metersquantities.js';
import { MetersUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/metersupdate.js';
import { newUuid } from '../../../../src/kernel/ids.ts';
import { type Method, asCustomer, fresh, seller, shop, user } from './client.ts';
import { customer, metadata, meter } from './entities.ts';
import { type List, ids, nulls, schemaAt, walkFilter, walkList, walkMetadata } from './lists.ts';

const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const;
const clauses = [
  ...OPERATORS.map((operator) => ({ property: 'size', operator, value: 5 })),
  { property: 'name', operator: 'eq' as const, value: 'call' },
  { property: 'paid', operator: 'ne' as const, value: true },
];
/** Every operator and type of value, also in a filter within the filter. */
const filters = (['and', 'or'] as const).map((conjunction) => ({
  conjunction,
  clauses: [...clauses, { conjunction, clauses }],
}));
const AGGREGATIONS = [{ func: 'count' }, ...['sum', 'avg', 'max', 'min'].map((func) => ({ func, property: 'size' }))];

const INTERVALS = ['year', 'month', 'week', 'day', 'hour'] as const;

export const meters: Record<string, Method> = {
  list: {
    request: MetersListRequest$outboundSchema,
    async walk() {
      const tagged = await meter({ name: 'Needle', metadata: { tier: 'gold', seats: 3, vip: true } });
      const other = await meter({ metadata: { tier: 'silver' } });
      const list = seller.meters.list.bind(seller.meters) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'query', 'needl', [tagged.id]);
      await walkFilter(list, 'organizationId', shop.organizationId, [other.id], { query: other.name });
      await walkMetadata(list, tagged.id, other.id);
    },
  },
  create: {
    request: MeterCreate$outboundSchema,
    async walk() {
      for (const [n, aggregation] of AGGREGATIONS.entries()) {
        const input = { metadata, name: fresh('Meter '), filter: filters[n % 2], aggregation };
        const created = await user.meters.create({ ...input, organizationId: shop.organizationId } as never);
        expect(created).toMatchObject(input);
      }
      await meter({ ...nulls(this.request) });
    },
  },
  get: {
    request: MetersGetRequest$outboundSchema,
    walk: async () => void (await seller.meters.get({ id: (await meter()).id })),
  },
  update: {
    request: MetersUpdateRequest$outboundSchema,
    async walk() {
      const { id } = await meter();
      const update = (meterUpdate: object) => seller.meters.update({ id, meterUpdate });
      for (const [n, aggregation] of AGGREGATIONS.entries()) {
        const changes = { metadata, name: fresh('Meter '), filter: filters[n % 2], aggregation };
        expect(await update(changes)).toMatchObject(changes);
        expect(await update(nulls(schemaAt(this.request, 'meterUpdate')))).toMatchObject(changes);
      }
    },
  },
  quantities: {
    request: MetersQuantitiesRequest$outboundSchema,
    async walk() {
      const used = { name: fresh('used '), timestamp: new Date(shop.clock.now()) };
      const clause = { property: 'name', operator: 'eq', value: used.name };
      const { id } = await meter({ filter: { conjunction: 'and', clauses: [clause] } });
      const { id: customerId, externalId } = await customer();
      await shop.seller.events.ingest({
        events: [
          { ...used, customerId },
          { ...used, externalCustomerId: fresh() },
        ],
      });
      const at = used.timestamp;
      const range = { id, startTimestamp: at, endTimestamp: at };
      const totals = async (narrowing: object) => {
        const all = INTERVALS.map((interval) => seller.meters.quantities({ ...range, interval, ...narrowing }));
        return [...new Set((await Promise.all(all)).map(({ total }) => total))];
      };
      expect(await totals(nulls(this.request))).toEqual([2]);
      for (const named of [customerId, [customerId]]) expect(await totals({ customerId: named })).toEqual([1]);
      for (const named of [externalId, [externalId]]) expect(await totals({ externalCustomerId: named })).toEqual([1]);
    },
  },
};

const hoursAgo = (hours: number) => new Date(new Date(shop.clock.now()).getTime() - hours * 3_600_000);

export const events: Record<string, Method> = {
  list: {
    request: EventsListRequest$outboundSchema,
    async walk() {
      const [name, stranger] = [fresh('used '), fresh('ext')];
      const { id: customerId } = await customer();
      const clause = { property: 'name', operator: 'eq', value: name };
      const filter = { conjunction: 'and', clauses: [clause] };
      const { id: meterId } = await meter({ filter });
      const tagged = { name, customerId, timestamp: hoursAgo(3), metadata: { tier: 'gold', seats: 3, vip: true } };
      const other = { name, externalCustomerId: stranger, timestamp: hoursAgo(1), metadata: { tier: 'silver' } };
      await seller.events.ingest({ events: [tagged, other] });
      const list = seller.events.list.bind(seller.events) as List;
      expect((await ids(list, nulls(this.request))).length).toBeGreaterThanOrEqual(2);
      await walkList(list, this.request, 2, { name });
      const [first, last] = (await ids(list, { name, sorting: ['timestamp'] })) as [string, string];
      await walkFilter(list, 'name', name, [first, last]);
      await walkFilter(list, 'name', [name, 'nothing'], [first, last]);
      await walkFilter(list, 'customerId', customerId, [first]);
      await walkFilter(list, 'externalCustomerId', stranger, [last]);
      await walkFilter(list, 'organizationId', shop.organizationId, [first, last], { name });
      await walkFilter(list, 'organizationId', newUuid(), [], { name });
      await walkFilter(list, 'source', 'user', [first, last], { name });
      await walkFilter(list, 'source', 'system', [], { name });
      await walkFilter(list, 'source', ['system', 'user'], [first, last], { name });
      await walkFilter(list, 'filter', JSON.stringify(filter), [first, last]);
      expect((await ids(list, { meterId })).sort()).toEqual([first, last].sort());
      await walkFilter(list, 'startTimestamp', hoursAgo(2), [last], { name });
      await walkFilter(list, 'endTimestamp', hoursAgo(2), [first], { name });
      await walkMetadata(list, first, last);
    },
  },
  listNames: {
    request: EventsListNamesRequest$outboundSchema,
    async walk() {
      const [query, stranger] = [`${fresh('names')}x`, fresh('ext')];
      const { id: customerId } = await customer();
      const [a, b, c] = [`${query} a`, `${query} b`, `${query} c`];
      const used = (name: string, hours: number) => ({ name, customerId, timestamp: hoursAgo(hours) });
      const ofStranger = { name: b, externalCustomerId: stranger, timestamp: hoursAgo(4) };
      await seller.events.ingest({ events: [used(a, 5), ofStranger, used(c, 3), used(c, 2), used(c, 2), used(a, 1)] });
      await shop.settled();
      const list = async (request: never) => {
        const { result } = await seller.events.listNames(request);
        return { result: { ...result, items: result.items.map((item) => ({ ...item, id: item.name })) } };
      };
      expect((await ids(list, nulls(this.request))).length).toBeGreaterThanOrEqual(3);
      await walkList(list, this.request, 3, { query });
      const orders = { name: [a, b, c], occurrences: [b, a, c], first_seen: [a, b, c], last_seen: [b, c, a] };
      for (const [sorting, expected] of Object.entries(orders)) {
        expect([sorting, await ids(list, { query, sorting: [sorting] })]).toEqual([sorting, expected]);
        expect([sorting, await ids(list, { query, sorting: [`-${sorting}`] })]).toEqual([sorting, expected.reverse()]);
      }
      await walkFilter(list, 'customerId', customerId, [a, c]);
      await walkFilter(list, 'externalCustomerId', stranger, [b]);
      await walkFilter(list, 'organizationId', shop.organizationId, [a, b, c], { query });
      await walkFilter(list, 'organizationId', newUuid(), [], { query });
      await walkFilter(list, 'source', 'user', [a, b, c], { query });
      await walkFilter(list, 'source', 'system', [], { query });
      await walkFilter(list, 'source', ['system', 'user'], [a, b, c], { query });
    },
  },
  get: {
    request: EventsGetRequest$outboundSchema,
    async walk() {
      const [name, externalCustomerId] = [fresh('used '), fresh('ext')];
      await seller.events.ingest({ events: [{ name, externalCustomerId }] });
      const [id] = await ids(seller.events.list.bind(seller.events) as List, { name });
      const expected = { id, name, externalCustomerId, source: 'user' };
      expect(await seller.events.get({ id: id! })).toMatchObject(expected);
      await expect(seller.events.get({ id: newUuid() })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
  ingest: {
    request: EventsIngest$outboundSchema,
    async walk() {
      const { id: customerId } = await customer();
      const [name, externalCustomerId, timestamp] = [fresh('used '), fresh('ext'), hoursAgo(1)];
      for (const [client, organizationId] of [
        [user, shop.organizationId],
        [seller, null],
      ] as const) {
        const event = { name, organizationId, timestamp, metadata };
        const sent = [
          { ...event, customerId },
          { ...event, externalCustomerId },
        ];
        expect(await client.events.ingest({ events: sent })).toMatchObject({ inserted: 2 });
      }
      const { result } = await seller.events.list({ name });
      expect(result.items).toHaveLength(4);
      for (const item of result.items) expect(item).toMatchObject({ name, timestamp, metadata });
    },
  },
};

/** Customers with one unit of each of two meters; the first one's meters are named as given. */
async function metered(names = ['Calls', 'Tokens']) {
  const meters = await Promise.all(
    names.map(async (name) => {
      const clause = { property: 'name', operator: 'eq', value: fresh('used ') };
      const filter = { conjunction: 'and', clauses: [clause] };
      return { ...(await meter({ name, filter, aggregation: { func: 'count' } })), used: clause.value };
    }),
  );
  const { id: customerId, externalId } = await customer();
  await shop.seller.events.ingest({ events: meters.map(({ used: name }) => ({ name, customerId })) });
  await shop.settled();
  return { customerId, externalId, meterIds: meters.map(({ id }) => id) };
}

export const customerMeters: Record<string, Method> = {
  list: {
    request: CustomerMetersListRequest$outboundSchema,
    async walk() {
      const { customerId, externalId, meterIds } = await metered();
      const list = seller.customerMeters.list.bind(seller.customerMeters) as List;
      await walkList(list, this.request, 2);
      const own = await ids(list, { customerId });
      expect(own.length).toBe(2);
      await walkFilter(list, 'customerId', customerId, own);
      await walkFilter(list, 'externalCustomerId', externalId!, own);
      const [first] = await ids(list, { customerId, meterId: meterIds[0] });
      await walkFilter(list, 'meterId', meterIds[0]!, [first!]);
      expect(await ids(list, { organizationId: newUuid() })).toEqual([]);
      expect(await ids(list, { organizationId: [shop.organizationId], customerId })).toEqual(own);
    },
  },
  get: {
    request: CustomerMetersGetRequest$outboundSchema,
    async walk() {
      const { customerId, meterIds } = await metered(['Calls']);
      const [id] = await ids(seller.customerMeters.list.bind(seller.customerMeters) as List, { customerId });
      expect(await seller.customerMeters.get({ id: id! })).toMatchObject({
        ...{ id, customerId, meterId: meterIds[0], consumedUnits: 1, creditedUnits: 0, balance: -1 },
        ...{ customer: { id: customerId }, meter: { id: meterIds[0], name: 'Calls' } },
      });
      await expect(seller.customerMeters.get({ id: newUuid() })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
};

export const portalMeters: Record<string, Method> = {
  list: {
    request: CustomerPortalCustomerMetersListRequest$outboundSchema,
    async walk() {
      const { customerId, meterIds } = await metered(['Heron calls', 'Tokens']);
      const { token } = await shop.seller.customerSessions.create({ customerId });
      const list = asCustomer(token, 'customerMeters')['list']! as List;
      await walkList(list, this.request, 2);
      const [calls] = await ids(list, { meterId: meterIds[0] });
      await walkFilter(list, 'meterId', meterIds[0]!, [calls!]);
      await walkFilter(list, 'query', 'hero', [calls!]);
    },
  },
  get: {
    request: CustomerPortalCustomerMetersGetRequest$outboundSchema,
    async walk() {
      const { customerId, meterIds } = await metered(['Calls']);
      const { token } = await shop.seller.customerSessions.create({ customerId });
      const client = asCustomer(token, 'customerMeters');
      const [id] = await ids(client['list']! as List, {});
      const { meter: shown, ...units } = (await client['get']!({ id })) as { meter: object };
      expect(units).toMatchObject({ id, customerId, meterId: meterIds[0], consumedUnits: 1, balance: -1 });
      expect(shown).toMatchObject({ id: meterIds[0], name: 'Calls' });
      await expect(client['get']!({ id: newUuid() })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
};
