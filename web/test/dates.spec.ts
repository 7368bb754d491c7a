import { beforeEach, describe, expect, it } from '@jest/globals';
import { intervalsOf, monthLater, plainDate, rangeOf, spanOf, type Range } from '@/lib/span';
import { clockTime, day, exact, fromNow, month, when } from '@/lib/time';
import { endOfDay, lastOfDay, localDay, setZone, startOfDay, zoneNames, zoneOffset } from '@/lib/zone';

beforeEach(() => setZone('UTC'));

const at = (iso: string) => Date.parse(iso);
const NOW = at('2026-11-22T16:40:00.000Z');

describe('dates', () => {
  it('are written in one style', () => {
    const late = '2026-11-21T23:59:59.900Z';
    expect([day(late), month(late), clockTime(late), exact(late)]).toEqual([
      '21 Nov 2026',
      'Nov 2026',
      '23:59:59',
      '2026-11-21 23:59:59 UTC',
    ]);
  });

  it.each([
    ['America/Los_Angeles', '31 Dec 2026', '16:30:00', '2026-12-31'],
    ['UTC', '1 Jan 2027', '00:30:00', '2027-01-01'],
    ['Asia/Kathmandu', '1 Jan 2027', '06:15:00', '2027-01-01'],
  ])('are those of %s, whereas the exact instant stays in UTC', (zone, date, time, plain) => {
    setZone(zone);
    const iso = '2027-01-01T00:30:00.000Z';
    expect([day(iso), clockTime(iso), localDay(iso)]).toEqual([date, time, plain]);
    expect(exact(iso)).toBe('2027-01-01 00:30:00 UTC');
    expect([day('2026-12-31'), month('2026-12-31')]).toEqual(['31 Dec 2026', 'Dec 2026']);
  });

  it.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    // Midnight does not exist here: the day begins at 01:00.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    // Midnight comes twice here: the day begins at the first one.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ])('begin and end in %s at the right instants on %s', (zone, plain, start, end) => {
    setZone(zone);
    expect([startOfDay(plain), endOfDay(plain)]).toEqual([start, end]);
    expect([localDay(start), localDay(Date.parse(start) - 1), localDay(lastOfDay(plain))]).toEqual([
      plain,
      localDay(startOfDay(plain, -1)),
      plain,
    ]);
  });

  it('can be in any zone that the browser knows, under its current name too', () => {
    expect(zoneNames()).toEqual(expect.arrayContaining(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Europe/Kyiv']));
    expect(new Set(zoneNames()).size).toBe(zoneNames().length);
    setZone('Mars/Olympus');
    expect(day('2026-11-21T23:59:59.900Z')).toBe('21 Nov 2026');
  });

  it('are counted across a change of month and year', () => {
    setZone('Europe/Berlin');
    expect([startOfDay('2027-01-01', -1), startOfDay('2026-02-28', 1)]).toEqual([
      '2026-12-30T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
    ]);
    expect([zoneOffset('Europe/Berlin', at('2026-07-01T00:00:00Z')), zoneOffset('UTC', NOW)]).toEqual(['UTC+2', 'UTC']);
  });

  it.each([
    ['2026-11-22T16:39:30.000Z', 'just now'],
    ['2026-11-22T16:35:00.000Z', '5 minutes ago'],
    ['2026-11-22T13:40:00.000Z', '3 hours ago'],
    ['2026-11-21T16:40:00.000Z', 'yesterday'],
    ['2026-11-29T16:40:00.000Z', 'in 7 days'],
    ['2027-01-22T16:40:00.000Z', 'in 2 months'],
    ['2024-11-22T16:40:00.000Z', '2 years ago'],
  ])('%s is %s', (iso, said) => {
    expect(fromNow(at(iso), NOW)).toBe(said);
  });
});

describe('a time in a list', () => {
  it.each([
    ['2026-11-22T13:40:00.000Z', '3 hours ago'],
    ['2026-11-16T16:40:01.000Z', '6 days ago'],
    ['2026-11-29T16:39:00.000Z', 'in 7 days'],
    // What a moment ago was set to last a week.
    ['2026-11-29T16:40:02.000Z', 'in 7 days'],
    ['2026-11-15T16:39:00.000Z', '7 days ago'],
    ['2026-11-15T04:40:00.000Z', '15 Nov'],
    ['2026-12-14T00:00:00.000Z', '14 Dec'],
    ['2025-11-22T16:40:00.000Z', '22 Nov 2025'],
    ['2027-01-22T16:40:00.000Z', '22 Jan 2027'],
  ])('%s is %s: relative within seven days, else the day', (iso, said) => {
    expect(when(iso, NOW)).toBe(said);
  });

  it('has the year if it is another one in the organization’s time zone', () => {
    setZone('Pacific/Auckland');
    expect(when('2026-12-31T12:00:00.000Z', at('2026-12-01T00:00:00.000Z'))).toBe('1 Jan 2027');
  });
});

describe('a range', () => {
  it.each<[Range, string]>([
    ['7d', '2026-11-16'],
    ['30d', '2026-10-24'],
    ['90d', '2026-08-25'],
    ['12m', '2025-12-01'],
    ['3y', '2023-12-01'],
  ])('of %s begins on %s and ends today', (range, start) => {
    const span = spanOf(range, '2026-11-22');
    expect(span).toEqual({ start, end: '2026-11-22' });
    expect(rangeOf(span, '2026-11-22')).toBe(range);
  });

  it('counts days, not months of 30 days, across a change of year', () => {
    expect(spanOf('30d', '2027-01-05')).toEqual({ start: '2026-12-07', end: '2027-01-05' });
  });

  it('is drawn by every interval that gives a few periods, and not too many', () => {
    const by = (start: string, end = '2026-11-22') => intervalsOf({ start, end });
    expect(by('2026-11-10')).toEqual(['day']);
    expect(by('2026-10-24')).toEqual(['day', 'week']);
    expect(by('2026-08-25')).toEqual(['day', 'week', 'month']);
    expect(by('2025-12-01')).toEqual(['week', 'month']);
    expect(by('2023-12-01')).toEqual(['month']);
  });
});

describe('a month later', () => {
  it.each([
    ['2026-01-31', '2026-02-28'],
    ['2028-01-31', '2028-02-29'],
    ['2026-12-15', '2027-01-15'],
    ['2026-03-31', '2026-04-30'],
  ])('than %s is %s', (from, to) => {
    expect(plainDate(monthLater(at(`${from}T10:00:00.000Z`)))).toBe(to);
  });
});
