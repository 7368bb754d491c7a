import { describe, expect, it } from '@jest/globals';
import { UsageReading } from '../../../src/features/billing/usage/usage-input.rules.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { NOW } from '../../support/given.ts';

describe('the timestamp of a usage event', () => {
  const read = (...ahead: number[]) => {
    const reading = new UsageReading(NOW);
    const events = ahead.map((seconds) => ({
      ...{ name: 'call', external_customer_id: 'c1', timestamp: addSeconds(NOW, seconds) },
    }));
    const times = reading.events({ events }).map(({ timestamp }) => timestamp);
    return { times, refused: reading.errors.map(({ loc, type }) => [...loc, type].join('.')) };
  };

  it('is kept in the past, and is now if the clock of the client is up to five minutes ahead', () =>
    expect(read(-86_400, -1, 0, 1, 2, 5, 30, 120, 300)).toEqual({
      times: [addSeconds(NOW, -86_400), addSeconds(NOW, -1), ...Array.from({ length: 7 }, () => NOW)],
      refused: [],
    }));

  it('is refused at its event beyond that', () =>
    expect(read(300, 301, 0, 86_400).refused).toEqual([
      'body.events.1.timestamp.value_error',
      'body.events.3.timestamp.value_error',
    ]));
});
