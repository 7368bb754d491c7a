import { describe, expect, it } from '@jest/globals';
import { Slots } from '../../src/kernel/coordination/slots.ts';

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
});
