import { describe, expect, it } from '@jest/globals';
import { systemEventProjection } from '../../../src/features/billing/usage/lists/system-event.projection.ts';
import { labelOf } from '../../../src/features/billing/usage/lists/system-event.rules.ts';
import { usageChunkProjection } from '../../../src/features/billing/usage/usage-chunk.projection.ts';
import { chunksOf, type MeasuredUsage } from '../../../src/features/billing/usage/usage-chunks.rules.ts';
import { usageCountProjection, usageScope } from '../../../src/features/billing/usage/lists/usage-count.projection.ts';
import {
  ingestIdOf,
  placeOfUsageEvent,
  startOfIngest,
  usageEventId,
} from '../../../src/features/billing/usage/usage-ids.rules.ts';
import { UsageReading } from '../../../src/features/billing/usage/usage-input.rules.ts';
import type { Extremes } from '../../../src/features/billing/meters/recount.rules.ts';
import { meterTallyProjection } from '../../../src/features/billing/usage/quantities/meter-tally.projection.ts';
import { usageNameProjection } from '../../../src/features/billing/usage/lists/usage-name.projection.ts';
import { spansOfPage, spansWithin } from '../../../src/features/billing/usage/lists/usage-page.rules.ts';
import type { UsageIngested, UsageRecounted, UsageVoided } from '../../../src/features/billing/usage/usage.events.ts';
import { isUuid, newUuid, seedOf } from '../../../src/kernel/ids.ts';
import { addSeconds, msOf } from '../../../src/kernel/ports/clock.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { Random } from '../../support/contract-tools.ts';
import { documentsOf, NOW, recorded } from '../../support/given.ts';
import {
  CALL as call,
  CALLS as calls,
  owner,
  systemEvent,
  SYSTEM_EVENTS,
  TOKENS as tokens,
  used,
} from '../../support/usage.ts';

const { ingestId } = call;

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
    const metadata = { tokens: 1.5, model: 'large €', isTest: false };
    const external = {
      name: 'call',
      external_customer_id: 'user 1',
      external_id: 'e1',
      timestamp: '2026-01-01T01:00:00+01:00',
    };
    expect(reading.events({ events: [event, { ...external, metadata }] })).toEqual([
      { name: 'call', timestamp: NOW, metadata: {}, metadataBytes: 2, customerId: event.customer_id },
      {
        name: 'call',
        timestamp: '2026-01-01T00:00:00.000Z',
        metadata,
        metadataBytes: 49,
        externalCustomerId: 'user 1',
        externalId: 'e1',
      },
    ]);
    expect(reading.errors).toEqual([]);
  });

  it.each([
    ['no body', undefined, 'body.events', 'missing'],
    ['a list', [], 'body', 'model_attributes_type'],
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
    ['a time to come', { timestamp: addSeconds(NOW, 301) }, 'timestamp', 'value_error'],
    ['a list as metadata', { metadata: [] }, 'metadata', 'value_error'],
    ['nested metadata', { metadata: { nested: {} } }, 'metadata', 'value_error'],
    ['the key __proto__', { metadata: JSON.parse('{"__proto__": 1}') as object }, 'metadata', 'value_error'],
    ['half a character in metadata', { metadata: { text: 'half \ud800' } }, 'metadata', 'value_error'],
    ['75 KB of metadata', { metadata: large }, 'metadata', 'value_error'],
    ['an organization id that is none', { organization_id: 'x' }, 'organization_id', 'uuid_parsing'],
  ])('refuses an event with %s', (_, changes, at, type) =>
    expect(refused(changes)).toEqual([[`body.events.1.${at}`, type]]),
  );

  it('takes 1,000 events', () => expect(errorsOf({ events: Array(1_000).fill(event) })).toEqual([]));

  it('takes 524,288 bytes in all and refuses one more, although each event is small enough', () => {
    const sized = (bytes: number) => ({
      ...event,
      metadata: { text: 'x'.repeat(500), more: 'x'.repeat(bytes - 717) },
    });
    const events = Array.from({ length: 511 }, () => sized(1_024));
    expect(errorsOf({ events: [...events, sized(1_024)] })).toEqual([]);
    expect(errorsOf({ events: [...events, sized(1_025)] })).toEqual([['body.events', 'too_long']]);
  });
});

describe('the chunks of a call', () => {
  it('group what is personal by owner, and keep the order', () => {
    const [chunk, ...others] = [
      ...chunksOf(
        [
          used('a', NOW, owner('c1'), { n: 1 }),
          used('b', NOW, owner(null, 'k1'), { n: 2 }),
          used('a', NOW, owner('c1'), { n: 3 }, [
            { meter: calls, value: null },
            { meter: tokens, value: 1.5 },
          ]),
        ],
        call,
      ),
    ];
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

  it('are so small that each fits into an event of the log, also where a character takes six bytes', () => {
    const usage = Array.from({ length: 650 }, () => used('\u0001'.repeat(128), NOW));
    const chunks = [...chunksOf(usage, call)];
    expect(chunks.flatMap(({ data }) => data.events)).toHaveLength(650);
    for (const { data } of chunks) expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(56 * 1_024);
  });

  it('are so small that each fits into an event of the log, also sealed', () => {
    const random = new Random(7);
    const usage = Array.from({ length: 1_000 }, (_, n) =>
      used(
        (n % 2 ? 'x' : '\u0001').repeat(random.int(128)),
        NOW,
        owner(`c${random.int(400)}`),
        { text: '€'.repeat(random.int(150)), n },
        [{ meter: { meterId: newUuid(), revision: 1, func: 'sum' }, value: n / 7 }],
      ),
    );
    const chunks = [...chunksOf(usage, call)];
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

describe('the read models of usage', () => {
  const chunk = (...usage: MeasuredUsage[]) => recorded([...chunksOf(usage, call)][0]!, { revision: 3 });
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
        kinds: [
          [0, 0, 1, 0],
          [1, 1, 1],
        ],
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

  it('are labelled in words, what sellers send by its name', () => {
    expect(SYSTEM_EVENTS.map(([, name]) => labelOf(name, 'system'))).toEqual([
      ...['Benefit granted', 'Benefit updated', 'Meter credited'],
      ...['Benefit cycled', 'Meter reset', 'Benefit revoked'],
    ]);
    expect(labelOf('benefit.granted', 'user')).toBe('benefit.granted');
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
  const chunk = (...usage: MeasuredUsage[]) => recorded([...chunksOf(usage, call)][0]!);
  const one = (value: number | null, at = NOW, of = owner('c1'), meter = tokens) =>
    used('a', at, of, {}, [{ meter, value }]);
  const tallies = (...events: ReturnType<typeof chunk>[]) => {
    const documents = documentsOf(meterTallyProjection, events);
    return Object.fromEntries(Object.values(documents).map(({ scope, day, hours }) => [`${scope} ${day}`, hours]));
  };
  type VoidedMeter = typeof tokens;
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
      const { inside, open } = spansWithin(spans, from, to);
      const count = inside.reduce((sum, span) => sum + span.count, 0);
      const within = ({ events }: (typeof spans)[number]) =>
        events.filter((event) => event.at >= from && event.at <= to).length;
      expect(count + open.reduce((sum, span) => sum + within(span), 0)).toBe(
        spans.reduce((sum, span) => sum + within(span), 0),
      );
    }
  });
});
