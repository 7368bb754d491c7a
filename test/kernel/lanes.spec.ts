import { describe, expect, it, jest } from '@jest/globals';
import { Lanes, Watermark } from '../../src/kernel/reacting/lanes.ts';
import type { Place } from '../../src/kernel/reacting/progress.ts';
import { until } from '../support/until.ts';

const START: Place = { position: undefined, eventId: undefined };
const at = (n: number) => ({ position: String(n).padStart(20, '0'), eventId: `e${n}` });

describe('the low watermark', () => {
  const begun = (...numbers: number[]) => {
    const watermark = new Watermark(START);
    for (const n of numbers) watermark.begin(at(n));
    return watermark;
  };

  it('stays before the first event that is not done, whatever is done after it', () => {
    const watermark = begun(1, 2, 3);
    watermark.complete(at(3).position);
    watermark.complete(at(2).position);
    expect(watermark.done).toEqual(START);
    expect(watermark.inFlight).toBe(1);
    watermark.complete(at(1).position);
    expect(watermark.done).toEqual(at(3));
  });

  it('rests at the last event without work before the first that is not done', () => {
    const watermark = begun(1);
    watermark.skip(at(2));
    watermark.skip(at(3));
    watermark.begin(at(4));
    watermark.skip(at(5));
    expect([watermark.done, watermark.read]).toEqual([START, at(5)]);
    watermark.complete(at(1).position);
    expect(watermark.done).toEqual(at(3));
    watermark.complete(at(4).position);
    expect(watermark.done).toEqual(at(5));
  });

  it('never moves back', () => {
    const watermark = new Watermark(START);
    const order = [5, 2, 9, 1, 3, 4, 10, 8, 6, 7];
    for (let n = 1; n <= 10; n++) watermark.begin(at(n));
    const seen = order.map((n) => {
      watermark.complete(at(n).position);
      return watermark.done.position ?? '';
    });
    expect(seen).toEqual([...seen].sort());
    expect(seen.at(-1)).toBe(at(10).position);
  });
});

describe('lanes', () => {
  /** Lanes whose works end when told to. */
  function openLanes() {
    const begun: number[] = [];
    const ends = new Map<number, (done: boolean) => void>();
    const onProgress = jest.fn();
    const lanes = new Lanes(START, onProgress);
    const add = (n: number, key: string) =>
      lanes.add(at(n), key, () => {
        begun.push(n);
        return new Promise<boolean>((resolve) => ends.set(n, resolve));
      });
    const end = async (n: number, isDone = true) => {
      await until(() => ends.has(n), `work ${n} to begin`);
      ends.get(n)!(isDone);
    };
    return { lanes, add, end, begun, onProgress };
  }

  it('work on one event of a key at a time, in order, while other keys go on', async () => {
    const { lanes, add, end, begun } = openLanes();
    for (const [n, key] of [
      [1, 'a'],
      [2, 'a'],
      [3, 'b'],
      [4, 'b'],
      [5, 'c'],
    ] as const)
      await add(n, key);
    await end(3);
    await end(4);
    await until(() => begun.length === 4, 'four works to begin');
    expect(begun).toEqual([1, 3, 5, 4]);
    await end(1);
    await end(5);
    await end(2);
    await lanes.idle();
    expect(begun).toEqual([1, 3, 5, 4, 2]);
    expect(lanes.done).toEqual(at(5));
  });

  it('run at most 64 at once', async () => {
    const { lanes, add, end, begun } = openLanes();
    for (let n = 1; n <= 100; n++) await add(n, `key-${n}`);
    await until(() => begun.length === 64, '64 works to begin');
    await end(7);
    await until(() => begun.length === 65, 'the next to begin');
    for (let n = 1; n <= 100; n++) if (n !== 7) await end(n);
    await lanes.idle();
    expect(lanes.done).toEqual(at(100));
  });

  it('ask to wait while 1,000 events are not done', async () => {
    const { lanes, add, end } = openLanes();
    for (let n = 1; n < 1_000; n++) await add(n, `key-${n % 10}`);
    let hasRoom = false;
    const full = add(1_000, 'key').then(() => (hasRoom = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasRoom).toBe(false);
    await end(1);
    await full;
    for (let n = 2; n <= 1_000; n++) await end(n);
    await lanes.idle();
    expect(lanes.done).toEqual(at(1_000));
  });

  it('do not pass an event whose work was left undone', async () => {
    const { lanes, add, end, onProgress } = openLanes();
    for (const n of [1, 2, 3]) await add(n, `key-${n}`);
    await end(1);
    await end(2, false);
    await end(3);
    await lanes.idle();
    expect(lanes.done).toEqual(at(1));
    expect(onProgress).toHaveBeenCalledTimes(2);
  });
});
