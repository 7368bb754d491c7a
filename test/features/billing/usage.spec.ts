import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import request from 'supertest';
import { Commands } from '../../../src/app/commands.ts';
import {
  customerMeterStream,
  type CustomerMeterEvent,
} from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import { grantsStream } from '../../../src/features/billing/grants/grant.events.ts';
import { RequestCustomerErasure } from '../../../src/features/billing/customers/customer.commands.ts';
import { systemEventProjection } from '../../../src/features/billing/usage/system-event.projection.ts';
import type { SystemOrigin } from '../../../src/features/billing/usage/system-event.rules.ts';
import { UsageExternalIds } from '../../../src/features/billing/usage/usage-external-ids.service.ts';
import { usageChunkProjection } from '../../../src/features/billing/usage/usage-chunk.projection.ts';
import { chunksOf, type MeasuredUsage } from '../../../src/features/billing/usage/usage-chunks.rules.ts';
import { usageCountProjection, usageScope } from '../../../src/features/billing/usage/usage-count.projection.ts';
import {
  ingestIdOf,
  placeOfUsageEvent,
  startOfIngest,
  usageEventId,
} from '../../../src/features/billing/usage/usage-ids.rules.ts';
import { MOST_BYTES, UsageReading } from '../../../src/features/billing/usage/usage-input.rules.ts';
import { customerMeterProjection } from '../../../src/features/billing/customer-meters/customer-meter.projection.ts';
import type { OpenCut } from '../../../src/features/billing/customer-meters/open-measures.rules.ts';
import { lookAgainDue } from '../../../src/features/billing/usage/remeasuring.due.ts';
import {
  remeasuringStream,
  type Look,
  type RemeasuredOwner,
  type RemeasuringEvent,
  type UsageRemeasured,
} from '../../../src/features/billing/usage/remeasuring.events.ts';
import { remeasuringDecider } from '../../../src/features/billing/usage/remeasuring.decider.ts';
import { remeasuringProcess } from '../../../src/features/billing/usage/remeasuring.process.ts';
import { remeasured } from '../../../src/features/billing/usage/remeasuring.rules.ts';
import { PastUsage } from '../../../src/features/billing/usage/past-usage.service.ts';
import { measurer } from '../../../src/features/billing/meters/measure.rules.ts';
import type { MeterEvent, MeterFilter } from '../../../src/features/billing/meters/meter.events.ts';
import { MeterReader } from '../../../src/features/billing/meters/meters.queries.ts';
import type { Extremes } from '../../../src/features/billing/meters/recount.rules.ts';
import { add, merge, NOTHING, type Tally } from '../../../src/features/billing/meters/tally.rules.ts';
import { meterTallyProjection } from '../../../src/features/billing/usage/meter-tally.projection.ts';
import { UsageEventQueries } from '../../../src/features/billing/usage/usage-events.queries.ts';
import { usageNameProjection } from '../../../src/features/billing/usage/usage-name.projection.ts';
import { spansOfPage, spansWithin } from '../../../src/features/billing/usage/usage-page.rules.ts';
import {
  ingestStream,
  type UsageIngested,
  type UsageRecounted,
  type UsageVoided,
} from '../../../src/features/billing/usage/usage.events.ts';
import { NO_CREDITS } from '../../../src/features/billing/pricing/meter-credits.ts';
import { isUuid, newUuid, seedOf } from '../../../src/kernel/ids.ts';
import { addSeconds, msOf } from '../../../src/kernel/ports/clock.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { Random } from '../../support/contract-tools.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { happen, polar } from '../../support/sellers.ts';
import { foundOrganization, openShop, type Shop } from '../../support/shop.ts';

const ingestId = ingestIdOf(newUuid(), 1);

describe('the ids of usage events', () => {
  it('name their call and their place in it', () => {
    expect(isUuid(ingestId)).toBe(true);
    for (const place of [0, 1, 255, 999]) {
      const id = usageEventId(ingestId, place);
      expect(isUuid(id)).toBe(true);
      expect(placeOfUsageEvent(id)).toEqual({ ingestId, place });
    }
  });

  it('tell when the request began, and differ between attempts', () => {
    const ms = msOf(NOW);
    expect(startOfIngest(ingestIdOf(seedOf(ms, 'x'), 1))).toBe(ms);
    expect(ingestIdOf(seedOf(ms, 'x'), 2)).not.toBe(ingestIdOf(seedOf(ms, 'x'), 1));
  });
});

describe('reading a call', () => {
  const event = { name: 'call', customer_id: newUuid() };
  const errorsOf = (body: unknown) => {
    const reading = new UsageReading(NOW);
    reading.events(body);
    return reading.errors.map(({ loc, type }) => [loc.join('.'), type]);
  };
  const refused = (changes: object) => errorsOf({ events: [event, { ...event, ...changes }] });

  it('fills in the time, and keeps everything else', () => {
    const reading = new UsageReading(NOW);
    const metadata = { tokens: 1.5, model: 'large', isTest: false };
    const external = {
      name: 'call',
      external_customer_id: 'user 1',
      external_id: 'e1',
      timestamp: '2026-01-01T01:00:00+01:00',
    };
    expect(reading.events({ events: [event, { ...external, metadata }] })).toEqual([
      { name: 'call', timestamp: NOW, metadata: {}, customerId: event.customer_id },
      { name: 'call', timestamp: '2026-01-01T00:00:00.000Z', metadata, externalCustomerId: 'user 1', externalId: 'e1' },
    ]);
    expect(reading.errors).toEqual([]);
  });

  it.each([
    ['no body', undefined, 'body.events', 'missing'],
    ['a list', [], 'body.events', 'missing'],
    ['an object of events', { events: {} }, 'body.events', 'list_type'],
    ['1,001 events', { events: Array(1_001).fill(event) }, 'body.events', 'too_long'],
    ['a text as an event', { events: ['x'] }, 'body.events.0', 'model_attributes_type'],
    ['null as an event', { events: [null] }, 'body.events.0', 'model_attributes_type'],
  ])('refuses %s', (_, body, at, type) => expect(errorsOf(body)).toEqual([[at, type]]));

  const large = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, '€'.repeat(500)]));
  it.each([
    ['no name', { name: undefined }, 'name', 'missing'],
    ['an empty name', { name: '' }, 'name', 'string_too_short'],
    ['a long name', { name: 'x'.repeat(129) }, 'name', 'string_too_long'],
    ['half a character in its name', { name: 'half \ud800' }, 'name', 'string_unicode'],
    ['no customer', { customer_id: undefined }, 'customer_id', 'missing'],
    ['a customer id that is none', { customer_id: 'x' }, 'customer_id', 'uuid_parsing'],
    ['both ids of a customer', { external_customer_id: 'both' }, 'external_customer_id', 'value_error'],
    ['an empty id', { external_id: '' }, 'external_id', 'string_too_short'],
    ['a number as its id', { external_id: 7 }, 'external_id', 'string_type'],
    ['a time without a zone', { timestamp: '2026-01-01T00:00:00' }, 'timestamp', 'datetime_parsing'],
    ['a day that is not there', { timestamp: '2026-02-30T00:00:00Z' }, 'timestamp', 'datetime_parsing'],
    ['a number as its time', { timestamp: 0 }, 'timestamp', 'datetime_parsing'],
    ['a time to come', { timestamp: addSeconds(NOW, 1) }, 'timestamp', 'value_error'],
    ['a list as metadata', { metadata: [] }, 'metadata', 'value_error'],
    ['nested metadata', { metadata: { nested: {} } }, 'metadata', 'value_error'],
    ['the key __proto__', { metadata: JSON.parse('{"__proto__": 1}') as object }, 'metadata', 'value_error'],
    ['half a character in metadata', { metadata: { text: 'half \ud800' } }, 'metadata', 'value_error'],
    ['75 KB of metadata', { metadata: large }, 'metadata', 'value_error'],
    ['an organization id that is none', { organization_id: 'x' }, 'organization_id', 'uuid_parsing'],
  ])('refuses an event with %s', (_, changes, at, type) =>
    expect(refused(changes)).toEqual([[`body.events.1.${at}`, type]]),
  );

  it('refuses too many bytes in all, although each event is small enough', () => {
    const metadata = { text: 'x'.repeat(500), more: 'x'.repeat(400) };
    expect(errorsOf({ events: Array(Math.ceil(MOST_BYTES / 1_000)).fill({ ...event, metadata }) })).toEqual([
      ['body.events', 'too_long'],
    ]);
  });
});

const owner = (customerId: string | null, externalKey: string | null = null): MeasuredUsage['owner'] => ({
  customerId,
  externalKey,
  externalId: externalKey && `external ${externalKey}`,
});
const used = (
  name: string,
  timestamp: string,
  of = owner('c1'),
  metadata = {},
  measures: MeasuredUsage['measures'] = [],
): MeasuredUsage => ({ input: { name, timestamp, metadata }, owner: of, measures });
const tokens = { meterId: 'm1', revision: 1 };
const calls = { meterId: 'm2', revision: 3 };
const call = { organizationId: 'o1', ingestId };
const everything: MeterFilter = { conjunction: 'and', clauses: [] };
const count = { func: 'count' } as const;

describe('the chunks of a call', () => {
  it('group what is personal by owner, and keep the order', () => {
    const [chunk, ...others] = chunksOf(
      [
        used('a', NOW, owner('c1'), { n: 1 }),
        used('b', NOW, owner(null, 'k1'), { n: 2 }),
        used('a', NOW, owner('c1'), { n: 3 }, [
          { meter: calls, value: null },
          { meter: tokens, value: 1.5 },
        ]),
      ],
      call,
    );
    expect(others).toEqual([]);
    expect(chunk!.data).toEqual({
      ...call,
      first: 0,
      owners: [
        { ...owner('c1'), details: [{ metadata: { n: 1 } }, { metadata: { n: 3 } }] },
        { ...owner(null, 'k1'), details: [{ metadata: { n: 2 } }] },
      ],
      meters: [calls, tokens],
      events: [
        { name: 'a', at: NOW, owner: 0 },
        { name: 'b', at: NOW, owner: 1 },
        {
          name: 'a',
          at: NOW,
          owner: 0,
          measures: [
            [0, null],
            [1, 1.5],
          ],
        },
      ],
    });
  });

  it('are so small that each fits into an event of the log, also sealed', () => {
    const random = new Random(7);
    const usage = Array.from({ length: 1_000 }, (_, n) =>
      used('x'.repeat(random.int(128)), NOW, owner(`c${random.int(400)}`), { text: '€'.repeat(random.int(150)), n }, [
        { meter: { meterId: newUuid(), revision: 1 }, value: n / 7 },
      ]),
    );
    const chunks = chunksOf(usage, call);
    expect(chunks.map(({ data }) => data.first)).toEqual(
      chunks.map((_, n) => chunks.slice(0, n).reduce((sum, { data }) => sum + data.events.length, 0)),
    );
    expect(chunks.flatMap(({ data }) => data.events)).toHaveLength(1_000);
    for (const { data } of chunks) {
      const sealed = data.owners.map((one) => Buffer.byteLength(JSON.stringify(one.details)) * (4 / 3) + 200);
      const bytes =
        Buffer.byteLength(JSON.stringify([data.events, data.meters])) + sealed.reduce((sum, one) => sum + one, 0);
      expect(bytes).toBeLessThan(56 * 1_024);
    }
  });
});

const SYSTEM_EVENTS = [
  ['BenefitGranted', 'benefit.granted'],
  ['BenefitGrantUpdated', 'benefit.updated'],
  ['MeterCredited', 'meter.credited'],
  ['BenefitGrantCycled', 'benefit.cycled'],
  ['MeterPeriodClosed', 'meter.reset'],
  ['BenefitGrantRevoked', 'benefit.revoked'],
] as const;
const systemEvent = (type: SystemOrigin['type'], of: object = {}) =>
  ({ type, data: { ...SYSTEM_DATA[type], organizationId: 'o1', customerId: 'c1', ...of } }) as SystemOrigin;
const grant = { grantId: 'g1', benefitId: 'b1', scope: { subscriptionId: 's1', orderId: null } };
const given = { ...grant, benefitType: 'custom', properties: {} };
const cut = { meterId: 'm1', periodId: 'p1', owners: ['c1'], billing: null, revision: 1, func: 'sum' };
const SYSTEM_DATA: Record<SystemOrigin['type'], object> = {
  BenefitGranted: given,
  BenefitGrantUpdated: given,
  BenefitGrantCycled: { ...grant, orderId: 'r1' },
  BenefitGrantRevoked: { ...grant, reason: 'subscription_ended' },
  MeterCredited: { meterId: 'm1', units: 500, rollover: true, grantId: 'g1', periodId: null },
  MeterPeriodClosed: { ...cut, ends: 'period', credits: NO_CREDITS },
};

describe('the read models of usage', () => {
  const chunk = (...usage: MeasuredUsage[]) => recorded(chunksOf(usage, call)[0]!, { revision: 3 });
  const early = '2026-01-30T23:59:59.999Z';
  const measured = used('a', NOW, owner('c1'), {}, [{ meter: tokens, value: 2 }]);
  const event = chunk(measured, used('b', early, owner(null, 'k1')), used('A', NOW, owner(null, 'k1')));

  it('know which events of a chunk are in an hour', () => {
    const documents = Object.values(documentsOf(usageChunkProjection, [event]));
    expect(documents).toMatchObject([
      {
        hour: '2026-01-31T10',
        first_at: NOW,
        last_at: NOW,
        count: 2,
        names: [
          ['a', 1],
          ['A', 1],
        ],
        owners: [
          ['c1', 1],
          ['k1', 1],
        ],
        meters: [['m1~1', 1]],
      },
      { hour: '2026-01-30T23', first_at: early, last_at: early, count: 1, names: [['b', 1]], owners: [['k1', 1]] },
    ]);
    expect(documents.every(({ revision, ingest_id }) => revision === 3 && ingest_id === ingestId)).toBe(true);
  });

  it('count by hour of the organization, of names and of owners', () => {
    const documents = documentsOf(usageCountProjection, [event, chunk(used('a', NOW))]);
    const hoursOf = (scope: string, day: string) =>
      documents[`${scope}~${day}`]?.hours.flatMap((n, hour) => (n ? [[hour, n]] : []));
    expect(hoursOf(usageScope.organization('user', 'o1'), '2026-01-31')).toEqual([[10, 3]]);
    expect(hoursOf(usageScope.organization('user', 'o1'), '2026-01-30')).toEqual([[23, 1]]);
    expect(hoursOf(usageScope.name('user', 'o1', 'a'), '2026-01-31')).toEqual([[10, 2]]);
    expect(hoursOf(usageScope.name('user', 'o1', 'A'), '2026-01-31')).toEqual([[10, 1]]);
    expect(hoursOf(usageScope.owner('user', 'k1'), '2026-01-31')).toEqual([[10, 1]]);
    expect(hoursOf(usageScope.meter('m1~1'), '2026-01-31')).toEqual([[10, 1]]);
    expect(documents[`${usageScope.owner('user', 'c1')}~2026-01-31`]?.total).toBe(2);
  });

  it('count system events apart, also under the same name', () => {
    const granted = recorded(systemEvent('BenefitGranted'));
    const same = chunk(used('benefit.granted', NOW, owner('c1')));
    const counts = documentsOf(usageCountProjection, [granted, same, granted]);
    const totals = Object.values(counts).map(({ scope, source, total }) => [scope, source, total]);
    expect(totals.sort()).toEqual(
      [
        [usageScope.organization('system', 'o1'), 'system', 2],
        [usageScope.name('system', 'o1', 'benefit.granted'), 'system', 2],
        [usageScope.owner('system', 'c1'), 'system', 2],
        [usageScope.organization('user', 'o1'), 'user', 1],
        [usageScope.name('user', 'o1', 'benefit.granted'), 'user', 1],
        [usageScope.owner('user', 'c1'), 'user', 1],
      ].sort(),
    );
    const names = Object.values(documentsOf(usageNameProjection, [granted, same, granted]));
    expect(names.map(({ source, owner: of, occurrences }) => [source, of, occurrences]).sort()).toEqual([
      ['system', '', 2],
      ['system', 'c1', 2],
      ['user', '', 1],
      ['user', 'c1', 1],
    ]);
  });

  it('hold system events one by one', () => {
    const events = SYSTEM_EVENTS.map(([type]) => recorded(systemEvent(type)));
    const documents = Object.values(documentsOf(systemEventProjection, events));
    expect(documents.map(({ name }) => name)).toEqual(SYSTEM_EVENTS.map(([, name]) => name));
    expect(documents[0]).toEqual({
      id: expect.any(String),
      organization_id: 'o1',
      customer_id: 'c1',
      name: 'benefit.granted',
      timestamp: NOW,
      hour: '2026-01-31T10',
      metadata: { benefit_id: 'b1', benefit_grant_id: 'g1' },
    });
    expect(documents.every(({ id }) => isUuid(id))).toBe(true);
    expect(documents[2]!.metadata).toEqual({ meter_id: 'm1', units: 500, rollover: true });
    expect(documents[4]!.metadata).toEqual({ meter_id: 'm1' });
  });

  it('reset no meter when only its price changes', () => {
    const cutForPrice = recorded(systemEvent('MeterPeriodClosed', { ends: 'price' }));
    expect(documentsOf(systemEventProjection, [cutForPrice])).toEqual({});
    expect(documentsOf(usageCountProjection, [cutForPrice])).toEqual({});
  });

  it('name events with how often and when they occurred', () => {
    const documents = Object.values(documentsOf(usageNameProjection, [event, chunk(used('b', NOW))]));
    const ofAll = documents.filter((document) => document.owner === '');
    expect(ofAll).toMatchObject([
      { name: 'a', occurrences: 1, first_seen: NOW, last_seen: NOW },
      { name: 'b', occurrences: 2, first_seen: early, last_seen: NOW },
      { name: 'A', occurrences: 1 },
    ]);
    expect(documents.filter((document) => document.owner === 'k1')).toMatchObject([{ name: 'b' }, { name: 'A' }]);
  });
});

describe('the tallies of meters', () => {
  const chunk = (...usage: MeasuredUsage[]) => recorded(chunksOf(usage, call)[0]!);
  const one = (value: number | null, at = NOW, of = owner('c1'), meter = tokens) =>
    used('a', at, of, {}, [{ meter, value }]);
  const tallies = (...events: ReturnType<typeof chunk>[]) => {
    const documents = documentsOf(meterTallyProjection, events);
    return Object.fromEntries(Object.values(documents).map(({ scope, day, hours }) => [`${scope} ${day}`, hours]));
  };
  type VoidedMeter = typeof tokens & { func: 'max' | 'sum' };
  const late = '2026-01-31T23:59:59.999Z';

  it('add up by hour, of all owners and of each', () => {
    const first = chunk(one(0.1), one(7, late, owner(null, 'k1')), one(0.2, NOW, owner('c2', 'k2')));
    const [of1, ofC2, ofK1] = [
      [10, 2, '0.1', 0, 0.1],
      [10, 1, '0.2', 0.2, 0.2],
      [23, 1, '7', 7, 7],
    ];
    expect(tallies(first, chunk(one(0)))).toEqual({
      'm1~1 2026-01-31': [[10, 3, '0.3', 0, 0.2], ofK1],
      'm1~1~c1 2026-01-31': [of1],
      'm1~1~c2 2026-01-31': [ofC2],
      'm1~1~k1 2026-01-31': [ofK1],
    });
  });

  it('have the extremes without what was voided, once the others were read again', () => {
    const max = { ...tokens, func: 'max' as const };
    const used = (value: number, of = owner('c1')) => chunk(one(value, NOW, of, max));
    const voided = (eventId: string, value: number, of: VoidedMeter = max) =>
      recorded<UsageVoided>({
        type: 'UsageVoided',
        data: {
          ...{ organizationId: 'o1', eventId, owner: owner('c1'), name: 'a', at: NOW, reason: '' },
          measures: [{ ...of, value, isTakenOff: true }],
        },
      });
    const recounted = (eventId: string, own: Extremes | null, all: Extremes | null) =>
      recorded<UsageRecounted>({
        type: 'UsageRecounted',
        data: {
          ...{ organizationId: 'o1', eventId, owner: owner('c1'), at: NOW },
          measures: [{ ...tokens, period: null, hour: { own, all } }],
        },
      });
    const maximaOf = (...events: Recorded<UsageIngested | UsageVoided | UsageRecounted>[]) => {
      const documents = documentsOf(meterTallyProjection, events);
      return ['m1~1~2026-01-31', 'm1~1~c1~2026-01-31'].map((id) => {
        const { hours, recounts } = documents[id]!;
        return [hours[0]![4], recounts.length];
      });
    };
    const before = [used(9), used(5), used(20, owner('c2'))];
    // Not an extreme of all, so that only that of the customer is read again.
    const wrong = [...before, voided('e1', 9)];
    expect(maximaOf(...wrong)).toEqual([
      [20, 0],
      [9, 1],
    ]);
    expect(maximaOf(...before, voided('e2', 5)).map(([, waiting]) => waiting)).toEqual([0, 0]);
    const right = recounted('e1', { min: 5, max: 5 }, null);
    expect(maximaOf(...wrong, right)[1]).toEqual([5, 0]);
    expect(maximaOf(...wrong, used(7), right)[1]).toEqual([7, 0]);
    // Another void came first: what the others are is read again once more.
    expect(maximaOf(...wrong, voided('e2', 5), right)[1]).toEqual([9, 1]);
    expect(maximaOf(...wrong, voided('e2', 5), right, recounted('e2', { min: null, max: null }, null))[1]).toEqual([
      null,
      0,
    ]);
    const asSum = { ...max, func: 'sum' as const };
    expect(maximaOf(...before, voided('e1', 9, asSum)).map(([, waiting]) => waiting)).toEqual([0, 0]);
  });

  it('are of one revision, one day and one meter each, in the order of hours', () => {
    const counted = used('a', NOW, owner('c1'), {}, [
      { meter: calls, value: null },
      { meter: tokens, value: 5 },
    ]);
    const revised = { ...tokens, revision: 2 };
    const early = '2026-01-31T00:00:00.000Z';
    const found = tallies(chunk(counted, used('b', NOW), one(1, early), one(2, early, owner('c1'), revised)));
    const [ofTokens, ofCalls, ofRevised] = [
      [
        [0, 1, '1', 1, 1],
        [10, 1, '5', 5, 5],
      ],
      [[10, 1, '0', null, null]],
      [[0, 1, '2', 2, 2]],
    ];
    expect(found).toEqual({
      'm1~1 2026-01-31': ofTokens,
      'm1~1~c1 2026-01-31': ofTokens,
      'm2~3 2026-01-31': ofCalls,
      'm2~3~c1 2026-01-31': ofCalls,
      'm1~2 2026-01-31': ofRevised,
      'm1~2~c1 2026-01-31': ofRevised,
    });
    expect(Object.keys(tallies(chunk(one(1, '2026-02-01T00:00:00.000Z'))))).toContain('m1~1 2026-02-01');
  });
});

describe('measuring past usage', () => {
  const meter = { meterId: 'm1', revision: 2 };
  const about = { organizationId: 'o1', ...meter, func: 'sum' as const };
  const given = specOf(remeasuringDecider);
  const started = (look: Look): RemeasuringEvent => ({ type: 'UsageRemeasuringStarted', data: { ...about, look } });
  const page = (look: Look, number: number, after: string, owners: RemeasuredOwner[] = []): RemeasuringEvent => ({
    type: 'UsageRemeasured',
    data: { ...about, look, page: number, after, owners },
  });
  const ended = (look: Look): RemeasuringEvent => ({ type: 'UsageRemeasuringEnded', data: { ...about, look } });
  const advance = (look: Look, from: string, after: string | null, parts: RemeasuredOwner[][] = []) =>
    ({ type: 'AdvanceRemeasuring', data: { ...meter, look, from, after, parts } }) as const;
  const again = { type: 'LookAgain', data: { id: 'm1_2', dueAt: NOW } } as const;
  const one: RemeasuredOwner = { owner: 'c1', hours: [], open: NOTHING };

  it('goes on from page to page, and measures each once', () => {
    given().when({ type: 'BeginRemeasuring', data: about }).then(started('first'));
    given(started('first')).when({ type: 'BeginRemeasuring', data: about }).then();
    given(started('first'))
      .when(advance('first', '', 'a'))
      .then(page('first', 1, 'a'));
    given(started('first'), page('first', 1, 'a'))
      .when(advance('first', '', 'a'))
      .then();
    given(started('first'), page('first', 1, 'a'))
      .when(advance('first', 'a', 'b', [[one], [one]]))
      .then(page('first', 2, 'b', [one]), page('first', 2, 'b', [one]));
    given(started('first'), page('first', 1, 'a'))
      .when(advance('first', 'a', null))
      .then(ended('first'));
    given()
      .when(advance('first', '', null))
      .thenRefused('ResourceNotFound');
  });

  it('looks twice', () => {
    const first = [started('first'), page('first', 1, 'a'), ended('first')];
    const second = [...first, started('second')];
    given(started('first')).when(again).then();
    given(...first)
      .when(again)
      .then(started('second'));
    given(...second)
      .when(again)
      .then();
    given(...second)
      .when(advance('first', '', 'a'))
      .then();
    given(...second)
      .when(advance('second', '', 'a'))
      .then(page('second', 1, 'a'));
    given(...second, ended('second'))
      .when(again)
      .then();
  });

  it('begins with a definition, and serves after the first look', () => {
    const created: MeterEvent = {
      type: 'MeterCreated',
      data: { meterId: 'm1', organizationId: 'o1', name: 'M', filter: everything, aggregation: count, metadata: {} },
    };
    const updated = (changes: object): MeterEvent => ({ type: 'MeterUpdated', data: { meterId: 'm1', ...changes } });
    const sent = (event: MeterEvent | RemeasuringEvent) =>
      remeasuringProcess.react(recorded(event as RemeasuringEvent)).map(({ command, data }) => [command.name, data]);
    const start = [['StartRemeasuring', { meterId: 'm1' }]];
    expect(sent(created)).toEqual(start);
    expect(sent(updated({ filter: everything }))).toEqual(start);
    expect(sent(updated({ aggregation: count }))).toEqual(start);
    expect(sent(updated({ name: 'Other', metadata: {} }))).toEqual([]);
    expect(sent(started('second'))).toEqual([['RemeasureUsage', { ...meter, look: 'second', from: '' }]]);
    expect(sent(page('first', 1, 'a'))).toEqual([['RemeasureUsage', { ...meter, look: 'first', from: 'a' }]]);
    expect(sent(ended('first'))).toEqual([['ServeMeterRevision', meter]]);
    expect(sent(ended('second'))).toEqual([]);
    const stream = remeasuringStream(meter);
    const due = (event: RemeasuringEvent) => lookAgainDue.dueAfter(recorded(event, { stream }))!;
    expect(due(ended('first'))).toEqual({ entity: 'm1_2', dueAt: addSeconds(NOW, 60) });
    expect([started('second'), ended('second')].map((event) => due(event).dueAt)).toEqual([null, null]);
  });

  const measure = measurer({ filter: everything, aggregation: { func: 'sum', property: 'tokens' } });
  const chunk = (...usage: MeasuredUsage[]) => recorded(chunksOf(usage, call)[0]!);
  const whole = { meter, measure, cuts: new Map<string, OpenCut[]>(), voided: new Set<string>() };

  it('measures by owner and hour what the definition has not measured', () => {
    const late = '2026-01-31T11:30:00.000Z';
    const known = [{ meter, value: 1 }];
    const old = [{ meter: { ...meter, revision: 1 }, value: 9 }];
    const parts = remeasured(
      [
        chunk(used('a', NOW, owner('c1'), { tokens: 1 }, old), used('a', late, owner('c1'), { tokens: 2 })),
        chunk(used('a', NOW, owner(null, 'k1'), { tokens: 5 }), used('a', NOW, owner('c1'), { tokens: 'many' })),
        chunk(used('a', NOW, owner('c1'), { tokens: 100 }), used('a', NOW, owner('c1'), { tokens: 1 }, known)),
        chunk(used('a', NOW, owner('c1'), { tokens: 0.5 })),
      ],
      whole,
    );
    const tally = (...values: number[]) => values.reduce<Tally>((sum, value) => add(sum, value), NOTHING);
    expect(parts).toEqual([
      [
        {
          owner: 'c1',
          hours: [
            ['2026-01-31T10', tally(1, 0.5)],
            ['2026-01-31T11', tally(2)],
          ],
          open: tally(1, 2, 0.5),
          since: [[null, tally(1, 2, 0.5)]],
        },
        { owner: 'k1', hours: [['2026-01-31T10', tally(5)]], open: tally(5), since: [[null, tally(5)]] },
      ],
    ]);
  });

  it('leaves out who was erased, and counts the others of the chunk', () => {
    const arrived = chunk(
      used('a', NOW, owner('gone'), { tokens: 1 }),
      used('a', NOW, owner('c1'), { tokens: 2 }),
      used('a', NOW, owner('c1'), { tokens: 3 }),
    );
    arrived.data.owners[0]!.details = [];
    const parts = remeasured([arrived], {
      ...whole,
      measure: measurer({ filter: everything, aggregation: count }),
    });
    expect(parts.flat()).toMatchObject([{ owner: 'c1', open: { count: 2 } }]);
  });

  it('leaves out what was voided', () => {
    const arrived = chunk(used('a', NOW, owner('c1'), { tokens: 1 }), used('a', NOW, owner('c1'), { tokens: 2 }));
    const parts = remeasured([arrived], { ...whole, voided: new Set([usageEventId(ingestId, 0)]) });
    expect(parts.flat()).toMatchObject([{ owner: 'c1', open: { count: 1, sum: '2' } }]);
  });

  const price = { id: 'q1', amountType: 'metered_unit', meterId: 'm1', unitAmount: '1', capAmount: null } as const;
  const cutting = (periodId: string, ends: 'period' | 'price'): CustomerMeterEvent => ({
    type: 'MeterPeriodClosed',
    data: {
      ...{ organizationId: 'o1', customerId: 'c1', meterId: 'm1', periodId, ends, owners: ['c1'] },
      billing: { subscriptionId: 's1', productId: 'x1', price: { ...price, currency: 'eur' } },
      ...{ revision: 1, func: 'sum', credits: NO_CREDITS },
    },
  });
  const documentAfter = (...events: Recorded<CustomerMeterEvent | UsageRemeasured>[]) =>
    Object.values(documentsOf(customerMeterProjection, events))[0]!;

  it('tells after which cuts of the open period its owners used what', () => {
    const [early, ended, between, changed, last] = [1, cutting('p1', 'period'), 2, cutting('p2', 'price'), 4].map(
      (one) =>
        typeof one === 'number'
          ? chunk(used('a', NOW, owner('c1'), { tokens: one }), used('a', NOW, owner('c2'), { tokens: one }))
          : recorded(one),
    );
    const { cuts } = documentAfter(...([ended, changed] as Recorded<CustomerMeterEvent>[]));
    const chunks = [early, between, last] as Recorded<UsageIngested>[];
    const parts = remeasured(chunks, { ...whole, cuts: new Map([['c1', cuts]]) }).flat();
    const sums = parts.map(({ owner: of, hours, open, since = [] }) => [
      of,
      hours.map(([, { sum }]) => sum),
      open.sum,
      since.map(([cut, { sum }]) => [cut, sum]),
    ]);
    expect(sums).toEqual([
      [
        'c1',
        ['7'],
        '6',
        [
          ['p1', '2'],
          ['p2', '4'],
        ],
      ],
      ['c2', ['7'], '7', [[null, '7']]],
    ]);
  });

  it('adds a page to the period and the price that its usage was used in, whatever was cut since the page was read', () => {
    const tallyOf = (value: number) => add(NOTHING, value);
    const pageOf = (...since: [string | null, number][]) => {
      const parts = since.map(([cut, value]): [string | null, Tally] => [cut, tallyOf(value)]);
      const open = parts.map(([, tally]) => tally).reduce(merge, NOTHING);
      return page('first', 1, 'a', [{ owner: 'c1', hours: [], open, since: parts }]) as UsageRemeasured;
    };
    const [begun, changed, ended] = [cutting('p1', 'period'), cutting('p2', 'price'), cutting('p3', 'period')];
    const sumsAfter = (...events: (CustomerMeterEvent | UsageRemeasured)[]) => {
      const { measured, closed } = documentAfter(...events.map((event) => recorded(event)));
      const stretches = measured.flatMap((one) => one.stretches).map(({ period_id, tally }) => [period_id, tally.sum]);
      expect(closed.flatMap((period) => period.stretches).filter(({ tally }) => tally.count > 0)).toEqual([]);
      return [...stretches, measured[0]!.open.sum];
    };
    expect(sumsAfter(pageOf([null, 3]))).toEqual(['3']);
    expect(sumsAfter(begun, pageOf(['p1', 3]))).toEqual(['3']);
    expect(sumsAfter(begun, changed, pageOf(['p1', 3], ['p2', 4]))).toEqual([['p2', '3'], '4']);
    // Read before the cut, appended after it.
    expect(sumsAfter(begun, changed, pageOf(['p1', 3]))).toEqual([['p2', '3'], '0']);
    expect(sumsAfter(begun, pageOf([null, 3]))).toEqual(['0']);
    expect(sumsAfter(begun, changed, ended, pageOf(['p1', 3], ['p2', 4]))).toEqual(['0']);
    // The first events did not tell.
    const { data } = page('first', 1, 'a', [{ owner: 'c1', hours: [], open: tallyOf(3) }]) as UsageRemeasured;
    expect(sumsAfter(begun, { type: 'UsageRemeasured', data })).toEqual(['3']);
  });

  it('fits into events of the log, whatever was measured', () => {
    const random = new Random(11);
    const chunks = Array.from({ length: 60 }, () =>
      chunk(
        ...Array.from({ length: 40 }, () => {
          const at = addSeconds(NOW, -random.int(2_000) * 3_600);
          return used('a', at, owner(newUuid()), { tokens: random.int(3) ? random.next() : 1e300 });
        }),
      ),
    );
    const parts = remeasured(chunks, whole);
    const events = parts.map((owners) => page('first', 1, 'x'.repeat(60), owners));
    expect(events.length).toBeGreaterThan(5);
    for (const { data } of events) expect(JSON.stringify(data).length).toBeLessThan(56 * 1_024);
    const count = parts.flat().reduce((sum, { open }) => sum + open.count, 0);
    expect(count).toBe(chunks.reduce((sum, { data }) => sum + data.events.length, 0));
  });

  it('adds to the tallies of the hours, and to the open period', () => {
    const open = add(NOTHING, 4);
    const tally = add(open, 2);
    const owners: RemeasuredOwner[] = [{ owner: 'c1', hours: [['2026-01-31T10', tally]], open }];
    const past = recorded(page('first', 1, 'a', owners) as UsageRemeasured);
    const arrived = recorded(chunksOf([used('a', NOW, owner('c1'), {}, [{ meter, value: 1 }])], call)[0]!);
    const documents = documentsOf(meterTallyProjection, [arrived, past]);
    for (const scope of ['m1~2', 'm1~2~c1'])
      expect(documents[`${scope}~2026-01-31`]).toMatchObject({ organization_id: 'o1', hours: [[10, 3, '7', 1, 4]] });
    expect(Object.values(documentsOf(customerMeterProjection, [arrived, past]))).toMatchObject([
      { owner: 'c1', meter_id: 'm1', consumed_units: 5 },
    ]);
  });
});

describe('the spans of a page', () => {
  const at = (ms: number) => addSeconds(NOW, ms);
  const random = new Random(19);
  const histories = Array.from({ length: 200 }, () =>
    Array.from({ length: 1 + random.int(12) }, (_, span) => {
      const from = random.int(40);
      const times = Array.from({ length: 1 + random.int(6) }, () => from + random.int(random.int(2) ? 1 : 15));
      const events = times.sort((a, b) => a - b).map((time, n) => ({ at: at(time), id: `${span}-${n}` }));
      return { first_at: events[0]!.at, last_at: events.at(-1)!.at, count: events.length, events };
    }),
  );
  const sorted = (events: { at: string; id: string }[], direction: 'asc' | 'desc') =>
    [...events].sort((a, b) => (`${a.at}${a.id}` < `${b.at}${b.id}` ? -1 : 1) * (direction === 'asc' ? 1 : -1));

  it.each(['asc', 'desc'] as const)('hold its events and how many come before, %s', (direction) => {
    for (const spans of histories) {
      const all = sorted(
        spans.flatMap(({ events }) => events),
        direction,
      );
      for (let skip = 0; skip < all.length; skip += 1 + random.int(5)) {
        const limit = 1 + random.int(8);
        const page = spansOfPage(spans, { skip, limit, direction });
        const read = sorted(
          page.spans.flatMap(({ events }) => events),
          direction,
        );
        expect(read.slice(skip - page.before, skip - page.before + limit)).toEqual(all.slice(skip, skip + limit));
      }
    }
  });

  it('are few where spans do not overlap', () => {
    const spans = Array.from({ length: 100 }, (_, n) => ({ first_at: at(n * 10), last_at: at(n * 10 + 9), count: 10 }));
    expect(spansOfPage(spans, { skip: 500, limit: 10, direction: 'desc' }).spans.length).toBeLessThanOrEqual(3);
  });

  it('within a range are counted, but for those at its ends', () => {
    for (const spans of histories) {
      const [from, to] = [at(random.int(30)), at(30 + random.int(20))];
      const { count, open } = spansWithin(spans, from, to);
      const within = ({ events }: (typeof spans)[number]) =>
        events.filter((event) => event.at >= from && event.at <= to).length;
      expect(count + open.reduce((sum, span) => sum + within(span), 0)).toBe(
        spans.reduce((sum, span) => sum + within(span), 0),
      );
    }
  });
});

describe('a list of usage events that only reading them answers', () => {
  const START = '2026-01-31T08:00:00.000Z';
  /** A hundred events a second, one or two of them large, in a chunk that overlaps with the next; every fifty seconds one is rare. */
  const SECONDS = 3 * 3_600;
  const timeOf = (second: number, n: number) => addSeconds(START, second + n / 25);
  const chunksIn = (hour: string) => {
    const first = (Date.parse(`${hour}:00:00.000Z`) - Date.parse(START)) / 1_000;
    return Array.from({ length: 3_600 }, (_, second) => ({
      ...{ second: first + second, hour, count: 100, names: [], owners: [], meters: [] },
      ...{ first_at: timeOf(first + second, 0), last_at: timeOf(first + second, 49) },
    }));
  };
  const hours = ['2026-01-31T08', '2026-01-31T09', '2026-01-31T10'];
  let read = 0;
  const eventsIn = ({ second }: { second: number }) =>
    Array.from({ length: 100 }, (_, n) => {
      const metadata: Record<string, string> =
        n === second % 50 ? { size: 'large', ...(n === 0 && { is: 'rare' }) } : {};
      const at = timeOf(second, n % 50);
      return { id: `${second}-${n}`, name: 'call', source: 'user', timestamp: at, ownerKey: 'o', meters: [], metadata };
    });
  const queries = new UsageEventQueries(
    { all: async (_: unknown, { where }: { where: { eq: [string, string] } }) => chunksIn(where.eq[1]) } as never,
    { named: async () => undefined } as never,
    {} as never,
    { byHour: async () => new Map(hours.map((hour) => [hour, { user: 360_000, system: 0 }])) } as never,
    {
      eventsOf: async (chunks: { second: number }[]) => {
        read += chunks.length * 100;
        return chunks.flatMap(eventsIn);
      },
    } as never,
    {} as never,
    { presentAll: async (events: { id: string }[]) => events.map(({ id }) => id) } as never,
  );
  const list = async (metadata: string, { page = 1, limit = 10, asc = false, range = [] as object[] } = {}) => {
    read = 0;
    const sort = [{ field: 'timestamp', direction: asc ? 'asc' : 'desc' }];
    const where = [{ or: [{ has: ['metadata', metadata] }] }, ...range];
    const request = { where, sort, skip: (page - 1) * limit, limit };
    return queries.list(request as never, { organizationIds: ['o1'] } as never);
  };
  const large = (asc: boolean) =>
    Array.from({ length: SECONDS }, (_, second) => ({
      id: `${second}-${second % 50}`,
      at: timeOf(second, second % 50),
    }))
      .sort((a, b) => (`${a.at} ${a.id}` < `${b.at} ${b.id}` ? -1 : 1) * (asc ? 1 : -1))
      .map(({ id }) => id);

  it.each([true, false])('is read until its page is full, and says that there is more, ascending %s', async (asc) => {
    const right = large(asc);
    for (const page of [1, 2, 7]) {
      const { items, pagination } = await list('size=large', { page, asc });
      expect(items).toEqual(right.slice((page - 1) * 10, page * 10));
      expect(pagination.max_page).toBeGreaterThan(page);
    }
    expect(read).toBeLessThan(15_000);
  });

  it.each([true, false])('is refused where too little matches, with how to go on, ascending %s', async (asc) => {
    const found: unknown[] = [];
    let rest: object[] = [];
    for (let round = 0; round < 3; round++) {
      const refused = (await list('is=rare', { asc, range: rest }).catch((error: unknown) => error)) as Error;
      expect(read).toBeLessThanOrEqual(20_000 + 1_600);
      const [, many, , listed, , further] =
        /and (\d+) of them match: set (start|end)_timestamp to (\S+) to list these, or (start|end)_timestamp to (\S+) to/.exec(
          refused.message,
        )!;
      const [far, near] = asc ? ['lte', 'gte'] : ['gte', 'lte'];
      const { items, pagination } = await list('is=rare', { asc, range: [...rest, { [far!]: ['timestamp', listed] }] });
      expect([items.length, pagination]).toEqual([Number(many), { total_count: Number(many), max_page: 1 }]);
      found.push(...items);
      rest = [{ [near!]: ['timestamp', further] }];
    }
    expect(found.length).toBeGreaterThan(10);
    expect(found).toEqual(
      large(asc)
        .filter((id) => id.endsWith('-0'))
        .slice(0, found.length),
    );
  });
});

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

  it('belong to a customer who is created later', async () => {
    const later = await seller.customers.create({ email: 'later@example.com', externalId: 'later' });
    const theirs = sent.filter(({ of }) => of === 'stranger');
    await seller.events.ingest({ events: [{ name: 'since', externalCustomerId: 'later' }] });
    const { result } = await seller.events.list({ customerId: later.id, limit: 100 });
    expect(result.pagination.totalCount).toBe(theirs.length + 1);
    expect(result.items.every((item) => item.customerId === later.id && item.customer?.id === later.id)).toBe(true);
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
      await lookAgain();
      expect(await quantity(id)).toBe(sum((event) => !event.large));
      await lookAgain();
      expect(await quantity(id)).toBe(sum((event) => !event.large));
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
      expect(all.map(({ name, label }) => [name, label])).toEqual(SYSTEM_EVENTS.map(([, name]) => [name, name]).sort());
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
    // Each call in 20 minutes of its own.
    for (let call = 0; call < 18; call++) {
      const events = Array.from({ length: 15 }, () => {
        const at = addSeconds(created, call * 1_200 + random.int(1_200));
        const kind = random.int(2) ? 'page' : 'cover';
        if (kind === 'page') pages.push(at);
        return { name: 'scan', timestamp: new Date(at), externalCustomerId: `${random.int(3)}`, metadata: { kind } };
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
    read.mockRestore();

    const covers = { conjunction: 'and', clauses: [{ property: 'kind', operator: 'eq', value: 'cover' }] };
    await seller.meters.update({ id: meterId, meterUpdate: { filter: covers } as never });
    await shop.settled();
    expect((await timesListed({})).total).toBe(18 * 15 - pages.length);
  });
});
