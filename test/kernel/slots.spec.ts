import { describe, expect, it } from '@jest/globals';
import { KeyedSlots, Slots } from '../../src/kernel/coordination/slots.ts';

describe('slots', () => {
  it('let as many run at once, the others in order, and refuse beyond a queue', async () => {
    const slots = new Slots(2, { most: 3, refusal: () => new Error('full') });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const task = (n: number) =>
      slots.run(() => {
        begun.push(n);
        return new Promise<number>((end) => ends.push(() => end(n)));
      });
    const ran = Promise.allSettled(Array.from({ length: 7 }, (_, n) => task(n)));
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    for (let ended = 0; ended < 5; ended++) {
      ends[ended]!();
      await new Promise(setImmediate);
    }
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect((await ran).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
      ...[0, 1, 2, 3, 4],
      ...['full', 'full'],
    ]);
    const again = task(7);
    await Promise.resolve();
    ends.at(-1)!();
    expect(await again).toBe(7);
  });

  it('of a key keep no other key waiting', async () => {
    const slots = new KeyedSlots(1, { most: 1, refusal: () => new Error('full') });
    let end!: () => void;
    const first = slots.run('a', () => new Promise<void>((ended) => (end = ended)));
    const second = slots.run('a', async () => 'second');
    await expect(slots.run('a', async () => 'third')).rejects.toThrow('full');
    expect(await slots.run('b', async () => 'other')).toBe('other');
    end();
    expect([await first, await second, await slots.run('a', async () => 'again')]).toEqual([
      undefined,
      'second',
      'again',
    ]);
  });
});
