import { describe, expect, it } from '@jest/globals';
import type { CustomerMeterEvent } from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import { chunksOf, type MeasuredUsage } from '../../../src/features/billing/usage/usage-chunks.rules.ts';
import { usageEventId } from '../../../src/features/billing/usage/usage-ids.rules.ts';
import { customerMeterProjection } from '../../../src/features/billing/customer-meters/customer-meter.projection.ts';
import type { OpenCut } from '../../../src/features/billing/customer-meters/open-measures.rules.ts';
import { lookAgainDue } from '../../../src/features/billing/usage/remeasuring/remeasuring.due.ts';
import {
  remeasuringStream,
  type Look,
  type RemeasuredOwner,
  type RemeasuringEvent,
  type UsageRemeasured,
} from '../../../src/features/billing/usage/remeasuring/remeasuring.events.ts';
import { remeasuringDecider } from '../../../src/features/billing/usage/remeasuring/remeasuring.decider.ts';
import { remeasuringProcess } from '../../../src/features/billing/usage/remeasuring/remeasuring.process.ts';
import { remeasuring } from '../../../src/features/billing/usage/remeasuring/remeasuring.rules.ts';
import { measurer } from '../../../src/features/billing/meters/measure.rules.ts';
import type { MeterEvent, MeterFilter } from '../../../src/features/billing/meters/meter.events.ts';
import { add, merge, NOTHING, type Tally } from '../../../src/features/billing/meters/tally.rules.ts';
import { meterTallyProjection } from '../../../src/features/billing/usage/quantities/meter-tally.projection.ts';
import type { UsageIngested } from '../../../src/features/billing/usage/usage.events.ts';
import { NO_CREDITS } from '../../../src/features/billing/pricing/meter-credits.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { LongWork } from '../../../src/kernel/coordination/long-work.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { Random } from '../../support/contract-tools.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { CALL as call, owner, used } from '../../support/usage.ts';

const everything: MeterFilter = { conjunction: 'and', clauses: [] };
const count = { func: 'count' } as const;

describe('measuring past usage', () => {
  const named = { meterId: 'm1', revision: 2 };
  const meter = { ...named, func: 'sum' as const };
  const about = { organizationId: 'o1', ...meter };
  const given = specOf(remeasuringDecider);
  const started = (look: Look): RemeasuringEvent => ({ type: 'UsageRemeasuringStarted', data: { ...about, look } });
  const page = (look: Look, number: number, after: string, owners: RemeasuredOwner[] = []): RemeasuringEvent => ({
    type: 'UsageRemeasured',
    data: { ...about, look, page: number, after, owners },
  });
  const ended = (look: Look): RemeasuringEvent => ({ type: 'UsageRemeasuringEnded', data: { ...about, look } });
  const advance = (look: Look, from: string, after: string | null, parts: RemeasuredOwner[][] = []) =>
    ({ type: 'AdvanceRemeasuring', data: { ...named, look, from, after, parts } }) as const;
  const again = { type: 'LookAgain', data: { id: 'm1_2', dueAt: NOW } } as const;
  const one: RemeasuredOwner = { owner: 'c1', hours: [], open: NOTHING, since: [] };

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
    expect(sent(started('second'))).toEqual([['RemeasureUsage', { ...named, look: 'second', from: '' }]]);
    expect(sent(page('first', 1, 'a'))).toEqual([['RemeasureUsage', { ...named, look: 'first', from: 'a' }]]);
    expect(sent(ended('first'))).toEqual([['ServeMeterRevision', named]]);
    expect(sent(ended('second'))).toEqual([]);
    const stream = remeasuringStream(meter);
    const due = (event: RemeasuringEvent) => lookAgainDue.dueAfter(recorded(event, { stream }))!;
    expect(due(ended('first'))).toEqual({ entity: 'm1_2', dueAt: addSeconds(NOW, 60) });
    expect([started('second'), ended('second')].map((event) => due(event).dueAt)).toEqual([null, null]);
  });

  const measure = measurer({ filter: everything, aggregation: { func: 'sum', property: 'tokens' } });
  const chunk = (...usage: MeasuredUsage[]) => recorded([...chunksOf(usage, call)][0]!);
  const remeasured = (...given: Parameters<typeof remeasuring>) => new LongWork().run(remeasuring(...given));
  const whole = { meter, measure, cuts: new Map<string, OpenCut[]>(), voided: new Set<string>() };

  it('measures by owner and hour what the definition has not measured', async () => {
    const late = '2026-01-31T11:30:00.000Z';
    const known = [{ meter, value: 1 }];
    const old = [{ meter: { ...meter, revision: 1 }, value: 9 }];
    const parts = await remeasured(
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

  it('leaves out who was erased, and counts the others of the chunk', async () => {
    const arrived = chunk(
      used('a', NOW, owner('gone'), { tokens: 1 }),
      used('a', NOW, owner('c1'), { tokens: 2 }),
      used('a', NOW, owner('c1'), { tokens: 3 }),
    );
    arrived.data.owners[0]!.details = [];
    const parts = await remeasured([arrived], {
      ...whole,
      measure: measurer({ filter: everything, aggregation: count }),
    });
    expect(parts.flat()).toMatchObject([{ owner: 'c1', open: { count: 2 } }]);
  });

  it('leaves out what was voided', async () => {
    const arrived = chunk(used('a', NOW, owner('c1'), { tokens: 1 }), used('a', NOW, owner('c1'), { tokens: 2 }));
    const parts = await remeasured([arrived], { ...whole, voided: new Set([usageEventId(call.ingestId, 0)]) });
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

  it('tells after which cuts of the open period its owners used what', async () => {
    const [early, ended, between, changed, last] = [1, cutting('p1', 'period'), 2, cutting('p2', 'price'), 4].map(
      (one) =>
        typeof one === 'number'
          ? chunk(used('a', NOW, owner('c1'), { tokens: one }), used('a', NOW, owner('c2'), { tokens: one }))
          : recorded(one),
    );
    const { cuts } = documentAfter(...([ended, changed] as Recorded<CustomerMeterEvent>[]));
    const chunks = [early, between, last] as Recorded<UsageIngested>[];
    const parts = (await remeasured(chunks, { ...whole, cuts: new Map([['c1', cuts]]) })).flat();
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
  });

  it('fits into events of the log, whatever was measured', async () => {
    const random = new Random(11);
    const chunks = Array.from({ length: 60 }, () =>
      chunk(
        ...Array.from({ length: 40 }, () => {
          const at = addSeconds(NOW, -random.int(2_000) * 3_600);
          return used('a', at, owner(newUuid()), { tokens: random.int(3) ? random.next() : 9e29 });
        }),
      ),
    );
    const parts = await remeasured(chunks, whole);
    const events = parts.map((owners) => page('first', 1, 'x'.repeat(60), owners));
    expect(events.length).toBeGreaterThan(5);
    for (const { data } of events) expect(JSON.stringify(data).length).toBeLessThan(56 * 1_024);
    const count = parts.flat().reduce((sum, { open }) => sum + open.count, 0);
    expect(count).toBe(chunks.reduce((sum, { data }) => sum + data.events.length, 0));
  });

  it('adds to the tallies of the hours, and to the open period', () => {
    const open = add(NOTHING, 4);
    const tally = add(open, 2);
    const owners: RemeasuredOwner[] = [{ owner: 'c1', hours: [['2026-01-31T10', tally]], open, since: [[null, open]] }];
    const past = recorded(page('first', 1, 'a', owners) as UsageRemeasured);
    const arrived = chunk(used('a', NOW, owner('c1'), {}, [{ meter, value: 1 }]));
    const documents = documentsOf(meterTallyProjection, [arrived, past]);
    for (const scope of ['m1~2', 'm1~2~c1'])
      expect(documents[`${scope}~2026-01-31`]).toMatchObject({ organization_id: 'o1', hours: [[10, 3, '7', 1, 4]] });
    expect(Object.values(documentsOf(customerMeterProjection, [arrived, past]))).toMatchObject([
      { owner: 'c1', meter_id: 'm1', consumed_units: 5 },
    ]);
  });

  it('removes the tallies of earlier definitions once calls from before it are counted, too', () => {
    const arrived = (revision: number, meterId = 'm1') =>
      chunk(used('a', NOW, owner('c1'), {}, [{ meter: { ...meter, meterId, revision }, value: 1 }]));
    const known = [arrived(1), arrived(2), arrived(3), arrived(1, 'm2')];
    const scopesAfter = (...events: RemeasuringEvent[]) =>
      Object.keys(documentsOf(meterTallyProjection, [...known, ...events.map((event) => recorded(event))] as never[]))
        .filter((id) => !id.includes('~c1'))
        .map((id) => id.replace('~2026-01-31', ''));
    const ended = (revision: number, look: Look): RemeasuringEvent => ({
      type: 'UsageRemeasuringEnded',
      data: { organizationId: 'o1', meterId: 'm1', revision, func: 'sum', look },
    });
    expect(scopesAfter(ended(2, 'first'))).toEqual(['m1~1', 'm1~2', 'm1~3', 'm2~1']);
    expect(scopesAfter(ended(2, 'first'), ended(2, 'second'))).toEqual(['m1~2', 'm1~3', 'm2~1']);
    // The second one was replaced before it served.
    expect(scopesAfter(ended(3, 'first'), ended(3, 'second'))).toEqual(['m1~3', 'm2~1']);
  });
});
