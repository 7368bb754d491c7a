import { describe, expect, it } from '@jest/globals';
import { isTimeZone, localDay, startOfDay } from '../../src/app/time-zones.ts';

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])('is %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', '+02:00', 'Europe/Atlantis', '../UTC', 'UTC\n', 'a'.repeat(100), 2, null])('is not %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('a day', () => {
  it.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['America/New_York', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    // Midnight does not exist here: the day begins at 01:00.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  ])('in %s, %s, lasts from %s to %s', (zone, day, start, end) => {
    expect([startOfDay(day, zone), startOfDay(day, zone, 1)]).toEqual([start, end]);
    expect([localDay(start, zone), localDay(end, zone) > day]).toEqual([day, true]);
  });
});
