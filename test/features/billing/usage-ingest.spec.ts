import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import request from 'supertest';
import { Commands } from '../../../src/app/commands.ts';
import { Documents } from '../../../src/app/reading/documents.ts';
import { GivingWay } from '../../../src/app/http/sharing/giving-way.ts';
import { RequestCustomerErasure } from '../../../src/features/billing/customers/customer.commands.ts';
import { customerProjection } from '../../../src/features/billing/customers/customer.projection.ts';
import { UsageExternalIds } from '../../../src/features/billing/usage/usage-external-ids.service.ts';
import { UsageOwners } from '../../../src/features/billing/usage/usage-owners.service.ts';
import { ingestIdOf, placeOfUsageEvent } from '../../../src/features/billing/usage/usage-ids.rules.ts';
import { chunksOf } from '../../../src/features/billing/usage/usage-chunks.rules.ts';
import { ingestStream } from '../../../src/features/billing/usage/usage.events.ts';
import { newUuid, seedOf } from '../../../src/kernel/ids.ts';
import { msOf } from '../../../src/kernel/ports/clock.ts';
import { happen } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { owner, used } from '../../support/usage.ts';

describe('ingested usage events', () => {
  let shop: Shop;
  let seller: Polar;
  let customerId: string;

  beforeAll(async () => {
    shop = await openShop();
    seller = shop.seller;
    customerId = (await seller.customers.create({ email: 'ada@example.com' })).id;
  });
  afterAll(() => shop.close());

  const total = async (name?: string) => (await seller.events.list({ name })).result.pagination.totalCount;

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

  it('are refused whole if one is wrong', async () => {
    const before = await total();
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
    expect(await total()).toBe(before);
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
    const count = () => total('once');

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

    it('are left to an older call that wants some of them, and a repeat is answered as before', async () => {
      const { organizationId, ports } = shop;
      const now = shop.clock.machineNow();
      const older = ingestIdOf(seedOf(msOf(now) - 1_000, 'older'), 1);
      const context = { ...shop.context(), organizationId };
      const reserve = (id: string) => shop.app.get(UsageExternalIds).reserve(organizationId, older, [id], context);
      await reserve('left-1');
      const append = jest.spyOn(ports.store, 'append');
      const headers = { 'idempotency-key': 'younger' };
      const answer = ingest(['left-0', 'left-1', 'left-2'], headers);
      const types = () => append.mock.calls.flatMap(([, events]) => events.map(({ type }) => type));
      await until(async () => types().includes('UsageIngestAbandoned'), 'the younger call to let the older go first');
      append.mockRestore();
      expect(await reserve('left-0')).toEqual(new Set(['left-0']));
      const usage = Array.from({ length: 2 }, () => used('once', now, owner(customerId)));
      for (const chunk of chunksOf(usage, { organizationId, ingestId: older }))
        await happen(shop, ingestStream(older), chunk);
      expect(await answer).toEqual({ inserted: 1, duplicates: 2 });
      expect(await ingest(['left-0', 'left-1', 'left-2'], headers)).toEqual({ inserted: 1, duplicates: 2 });
      expect((await shop.events(ingestStream(older))).map(({ type }) => type)).toEqual(['UsageIngested']);
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
});
