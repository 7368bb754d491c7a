import { describe, expect, it } from '@jest/globals';
import type {
  CustomerMeterEvent,
  MeterPeriodClosed,
} from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import { windowsOf } from '../../../src/features/billing/orders/metered-lines.rules.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';

type Func = MeterPeriodClosed['data']['func'];

const at = (place: number) => `2026-03-0${place}T00:00:00.000Z`;
const recorded = (place: number, type: string, data: object) => {
  const event = {
    id: `event ${place}`,
    type,
    data,
    position: `${place}`,
    metadata: { occurredAt: at(place), recordedAt: at(place) },
  };
  return event as unknown as Recorded<CustomerMeterEvent>;
};
const cut = (place: number, ends: 'price' | 'period', priceId: string | null, func: Func = 'sum') =>
  recorded(place, 'MeterPeriodClosed', {
    ...{ periodId: `period ${place}`, ends, func },
    billing: priceId === null ? null : { price: { id: priceId } },
  });
const carried = (place: number, units: string) => recorded(place, 'MeterUsageCarried', { units });

/** The windows of a line, each as the places of its cuts with what is carried into it. */
const windows = (events: Recorded<CustomerMeterEvent>[], period: number, priceId: string) =>
  windowsOf(events, { periodId: `period ${period}`, priceId }).map(({ from, cut: end, carried: units }) => {
    const place = from && Number(from.begin.position);
    if (place !== null) expect(from).toMatchObject({ eventId: `event ${place}`, at: at(place) });
    return [place, Number(end.position), ...units];
  });

describe('the windows of a metered line', () => {
  const changes = (func: Func) => [
    cut(1, 'period', null, func),
    cut(2, 'price', 'one', func),
    cut(3, 'price', 'other', func),
    cut(4, 'period', 'one', func),
    cut(5, 'period', 'one', func),
  ];

  it.each<Func>(['count', 'sum'])('are those of its period with its price, for a %s', (func) => {
    expect(windows(changes(func), 4, 'one')).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(windows(changes(func), 4, 'other')).toEqual([[2, 3]]);
    expect(windows(changes(func), 5, 'one')).toEqual([[4, 5]]);
  });

  it.each<Func>(['max', 'min', 'avg'])('are all of its period, for the %s that was billed once', (func) => {
    expect(windows(changes(func), 4, 'one')).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
  });

  it('begin with the log where nothing was cut before, and have what was carried within them', () => {
    const events = [
      carried(1, '-1'),
      cut(2, 'price', 'one'),
      carried(3, '-2'),
      carried(4, '-3'),
      cut(5, 'period', 'one'),
    ];
    expect(windows(events, 5, 'one')).toEqual([
      [null, 2, '-1'],
      [2, 5, '-2', '-3'],
    ]);
  });

  it('are none where its period is unknown', () => {
    expect(windows(changes('sum'), 9, 'one')).toEqual([]);
  });
});
