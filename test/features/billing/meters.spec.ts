import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import type { Meter } from '@polar-sh/sdk/models/components/meter.js';
import type { MeterFilter } from '../../../src/features/billing/meters/meter.events.ts';
import { LIMITS } from '../../../src/limits.ts';
import { MeterReader } from '../../../src/features/billing/meters/meters.queries.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { lastFact } from '../../support/facts.ts';
import { organizationId, polar } from '../../support/sellers.ts';
import { foundOrganization } from '../../support/shop.ts';

const everything: MeterFilter = { conjunction: 'and', clauses: [] };
const clause = { property: 'name', operator: 'eq', value: 'api_call' } as const;

describe('meters over HTTP', () => {
  let running: TestApp;
  let acme: Polar;

  beforeAll(async () => {
    running = await startApp();
    await foundOrganization(running, 'meters');
    acme = polar(running.url, 'seller-meters');
  });
  afterAll(() => running.close());

  async function raw(method: string, path: string, body?: object | string, bearer = 'seller-meters') {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const sent = typeof body === 'object' ? JSON.stringify(body) : body;
    const response = await fetch(running.url + path, { method, headers, body: sent });
    const answer = (await response.json()) as Meter & { organization_id: string; detail: { loc: unknown[] }[] };
    return { status: response.status, body: answer, paths: answer.detail?.map?.(({ loc }) => loc.join('.')) };
  }
  const simple = { name: 'Calls', filter: everything, aggregation: { func: 'count' } };

  it('are created, read, listed and updated', async () => {
    const group = {
      conjunction: 'or' as const,
      clauses: [
        { property: 'metadata.tokens', operator: 'gte' as const, value: 100 },
        { property: 'paid', operator: 'ne' as const, value: true },
      ],
    };
    const filter = { conjunction: 'and' as const, clauses: [clause, group] };
    const meter = await acme.meters.create({
      name: 'Tokens',
      filter,
      aggregation: { func: 'sum', property: 'metadata.tokens' },
      metadata: { team: 'ai' },
    });
    const [name, { conjunction, clauses }] = [clause, group];
    const stripped = { conjunction, clauses: [{ ...clauses[0], property: 'tokens' }, clauses[1]] };
    expect(meter).toEqual({
      id: expect.any(String),
      name: 'Tokens',
      filter: { conjunction: 'and', clauses: [name, stripped] },
      aggregation: { func: 'sum', property: 'tokens' },
      metadata: { team: 'ai' },
      organizationId: organizationId('meters'),
      createdAt: expect.any(Date),
      modifiedAt: null,
    });
    expect(await acme.meters.get({ id: meter.id })).toEqual(meter);
    expect((await acme.meters.list({ query: 'TOKEN' })).result.items).toEqual([meter]);
    for (const func of ['sum', 'max', 'min', 'avg'] as const) {
      const aggregation = { func, property: 'x' };
      const { aggregation: now } = await acme.meters.update({ id: meter.id, meterUpdate: { aggregation } });
      expect(now).toEqual(aggregation);
    }
    const updated = await acme.meters.update({
      id: meter.id,
      meterUpdate: { name: null, filter: everything, aggregation: { func: 'count' }, metadata: {} },
    });
    expect(updated).toMatchObject({ name: 'Tokens', filter: everything, aggregation: { func: 'count' }, metadata: {} });
    expect(await acme.meters.get({ id: meter.id })).toEqual(updated);
  });

  it('filter, search, sort and page', async () => {
    const seller = polar(running.url, 'seller-lists');
    const add = async (name: string, metadata: Record<string, string | number>) =>
      (await seller.meters.create({ ...simple, name, metadata } as never)).id;
    const b = await add('banana', { tier: 1, team: 'x' });
    const c = await add('Cherry', { tier: 2 });
    const a = await add('Apple', { tier: 1 });
    const ids = async (query: Parameters<Polar['meters']['list']>[0]) =>
      (await seller.meters.list(query)).result.items.map(({ id }) => id);
    expect(await ids({})).toEqual([a, b, c]);
    expect(await ids({ sorting: ['-name'] })).toEqual([c, b, a]);
    expect(await ids({ sorting: ['created_at'] })).toEqual([b, c, a]);
    expect(await ids({ sorting: ['-created_at'] })).toEqual([a, c, b]);
    expect(await ids({ query: 'AN' })).toEqual([b]);
    expect(await ids({ metadata: { tier: 1 } })).toEqual([a, b]);
    expect(await ids({ metadata: { tier: 1, team: 'x' } })).toEqual([b]);
    expect(await ids({ limit: 2, page: 2 })).toEqual([c]);
    expect((await raw('GET', '/v1/meters/?sorting=age')).paths).toEqual(['query.sorting.0']);
  });

  it('refuse invalid input at its field, and keep nothing of it', async () => {
    await running.runtime.settled();
    const before = await running.ports.store.end();
    const refused = async (changes: object) => {
      const { status, paths } = await raw('POST', '/v1/meters/', { ...simple, ...changes });
      return [status, ...(paths ?? [])];
    };
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n]));
    expect(await refused({ name: 'ab' })).toEqual([422, 'body.name']);
    expect(await refused({ name: 'x'.repeat(1_000_000) })).toEqual([422, 'body.name']);
    expect(await refused({ filter: undefined, aggregation: undefined })).toEqual([
      422,
      'body.filter',
      'body.aggregation',
    ]);
    expect(await refused({ filter: [], aggregation: 'count' })).toEqual([422, 'body.filter', 'body.aggregation']);
    expect(await refused({ metadata: many })).toEqual([422, 'body.metadata']);
    const wrong = { conjunction: 'and', clauses: [{ ...clause, value: { gt: 1 } }] };
    expect(await refused({ filter: wrong, aggregation: { func: 'sum', property: '__proto__' } })).toEqual([
      422,
      'body.filter.clauses.0.value',
      'body.aggregation.property',
    ]);
    expect(await refused({ organization_id: organizationId('meters') })).toEqual([422, 'body.organization_id']);
    const deep = (levels: number) => {
      const filter = `${'{"conjunction":"and","clauses":['.repeat(levels)}${']}'.repeat(levels)}`;
      return raw('POST', '/v1/meters/', `{"name":"Deep","aggregation":{"func":"count"},"filter":${filter}}`);
    };
    expect(await deep(10)).toMatchObject({ status: 422 });
    expect(await deep(1_000)).toMatchObject({ status: 422, paths: ['body'] });
    const polluted =
      '{"name":"Polluted","aggregation":{"func":"count"},"filter":{"__proto__":{"conjunction":"and"},"clauses":[]}}';
    expect(await raw('POST', '/v1/meters/', polluted)).toMatchObject({
      status: 422,
      paths: ['body.filter.__proto__'],
    });
    expect(await lastFact(running.ports.store, before)).toBeUndefined();
  });

  it('are at most fifty of an organization, also where they are created at the same time', async () => {
    const create = () => raw('POST', '/v1/meters/', simple, 'seller-many');
    await foundOrganization(running, 'many');
    for (let n = 2; n < LIMITS.organization.meters.most; n++) expect((await create()).status).toBe(201);
    const answers = await Promise.all([create(), create(), create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    const { body } = await create();
    expect(body.detail).toMatchObject([{ loc: ['body'], type: 'too_many_meters' }]);
    expect((await raw('GET', '/v1/meters/', undefined, 'seller-many')).body).toMatchObject({
      pagination: { total_count: LIMITS.organization.meters.most },
    });
    expect((await raw('POST', '/v1/meters/', simple, 'seller-meters')).status).toBe(201);
  });

  it('have at most five hundred clauses in all, and keep those that they have', async () => {
    const clauses = (length: number) => ({ conjunction: 'or', clauses: Array.from({ length }, () => clause) });
    const create = (length: number) =>
      raw('POST', '/v1/meters/', { ...simple, filter: clauses(length) }, 'seller-clauses');
    await foundOrganization(running, 'clauses');
    for (let n = 0; n < 4; n++) expect((await create(100)).status).toBe(201);
    const { body } = await create(99);
    expect(await create(2)).toMatchObject({ status: 422, paths: ['body.filter'] });
    const update = (change: object) => raw('PATCH', `/v1/meters/${body.id}`, change, 'seller-clauses');
    expect(await update({ filter: clauses(100) })).toMatchObject({ status: 422, paths: ['body.filter'] });
    expect(await update({ name: 'Named', filter: clauses(99) })).toMatchObject({ status: 200 });
    expect((await create(1)).status).toBe(201);
  });

  it('are hidden from other tenants', async () => {
    const meter = await acme.meters.create(simple as never);
    const other = polar(running.url, 'seller-meters_other');
    await expect(other.meters.get({ id: meter.id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    await expect(other.meters.update({ id: meter.id, meterUpdate: { name: 'Taken' } })).rejects.toMatchObject({
      error: 'ResourceNotFound',
    });
    expect((await other.meters.list({ organizationId: organizationId('meters') })).result.items).toEqual([]);
    expect((await raw('POST', '/v1/meters/', simple, 'reader-meters')).status).toBe(403);
    const mine = { ...simple, organization_id: organizationId('meters_other') };
    expect((await raw('POST', '/v1/meters/', mine, 'user-meters+meters_other')).body.organization_id).toBe(
      mine.organization_id,
    );
    expect((await raw('POST', '/v1/meters/', simple, 'user-meters')).paths).toEqual(['body.organization_id']);
    const reader = running.app.get(MeterReader);
    expect(await reader.folded(meter.id, { organizationIds: [organizationId('meters')] })).toMatchObject({
      name: 'Calls',
    });
    expect(await reader.folded(meter.id, { organizationIds: [organizationId('meters_other')] })).toBeUndefined();
    expect((await reader.find([meter.id])).get(meter.id)).toMatchObject({ name: 'Calls' });
  });

  it('have no route to delete them', async () => {
    const { id } = await acme.meters.create(simple as never);
    expect((await raw('DELETE', `/v1/meters/${id}`)).status).toBe(404);
  });
});
