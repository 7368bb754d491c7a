import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import request from 'supertest';
import { customerMeterStream } from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import { grantsStream } from '../../../src/features/billing/grants/grant.events.ts';
import { labelOf } from '../../../src/features/billing/usage/lists/system-event.rules.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { happen } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { SYSTEM_EVENTS, systemEvent } from '../../support/usage.ts';
import { reportUsage } from '../../support/reported-usage.ts';

describe('system events', () => {
  let shop: Shop;
  let seller: Polar;
  let customerId: string;
  let meterId: string;
  let benefitId: string;
  const happened: { name: string; at: string }[] = [];

  beforeAll(async () => {
    shop = await openShop();
    seller = shop.seller;
    const usage = await reportUsage(shop);
    customerId = usage.customerId;
    meterId = usage.meterIds.get('sum')!;
    benefitId = (await seller.benefits.create({ type: 'custom', description: 'Support', properties: {} })).id;
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
  afterAll(() => shop.close());

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
      const meter = { meterId, ...credit };
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
      [{ filter: filter('meter_id', meterId) }, 18 - ofBenefit],
      [{ filter: filter('source', 'system') }, 18],
      [{ filter: filter('name', 'benefit.granted') }, named('benefit.granted')],
    ];
    for (const [query, count] of cases) expect([query, (await all(query)).length]).toEqual([query, count]);
    const everything = { filter: { conjunction: 'or', clauses: [] }, aggregation: { func: 'count' } };
    const { id } = await seller.meters.create({ name: 'Everything', ...everything } as never);
    expect((await all({ meterId: id })).some(({ source }) => source === 'system')).toBe(false);
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
