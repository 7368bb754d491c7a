import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GivingWay } from '../../src/app/http/sharing/giving-way.ts';
import { CAPACITY } from '../../src/app/http/sharing/capacity.ts';
import { Turns } from '../../src/app/http/sharing/turns.ts';

describe('giving way', () => {
  const loop = { at: 1_000, idleMs: 0, now: () => loop.at, idle: () => loop.idleMs };
  let givingWay: GivingWay;
  let begun: { n: number; answered: () => void }[];
  let count: number;

  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(loop, { at: 1_000, idleMs: 0 });
    givingWay = new GivingWay(100, loop);
    [begun, count] = [[], 0];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  async function begin(...bytes: number[]): Promise<void> {
    for (const each of bytes) {
      const n = count++;
      void givingWay.begin(each).then((answered) => begun.push({ n, answered }));
    }
    await pass(0);
  }

  /** So many milliseconds, of which nothing was to be done in the second number. */
  async function pass(ms: number, idleMs = 0): Promise<void> {
    loop.at += ms;
    loop.idleMs += idleMs;
    await jest.advanceTimersByTimeAsync(ms);
  }

  async function answer(): Promise<void> {
    for (const { answered } of begun.splice(0)) answered();
    await pass(0);
  }

  const numbers = () => begun.map(({ n }) => n);

  it('is needed only beside others, or when their clients have just been answered', async () => {
    await begin(60, 60, 60);
    expect(numbers()).toEqual([0, 1, 2]);
    await answer();
    givingWay.otherBegan();
    givingWay.otherEnded();
    await begin(60, 60);
    expect(numbers()).toEqual([3]);
    await pass(50);
    await answer();
    await pass(2);
    expect(numbers()).toEqual([4]);
  });

  it('lets a share begin, and rests for half the time that it took', async () => {
    givingWay.otherBegan();
    await begin(50, 50, 50, 500, 10);
    expect(numbers()).toEqual([0, 1]);
    await pass(30);
    begun.shift()!.answered();
    await pass(10);
    expect(numbers()).toEqual([1]);
    await answer();
    await pass(18);
    expect(numbers()).toEqual([]);
    await pass(4);
    expect(numbers()).toEqual([2]);
    await answer();
    await pass(2);
    // One at least, however large.
    expect(numbers()).toEqual([3]);
    await pass(5_000);
    await answer();
    await pass(100);
    expect(numbers()).toEqual([4]);
  });

  it('rests less when there is nothing else to do', async () => {
    givingWay.otherBegan();
    await begin(100, 100);
    await pass(40);
    await answer();
    await pass(12, 9);
    expect(numbers()).toEqual([]);
    await pass(2, 1);
    expect(numbers()).toEqual([1]);
  });
});

describe('turns of the event loop', () => {
  /** Turns of so many waiting requests, each of which takes a millisecond. @returns how many began in each */
  function turnsOf(turns: Turns, count: number, waiting: number, from = 0): number[] {
    let now = from;
    return Array.from({ length: count }, () => {
      let begun = 0;
      for (let n = 0; n < waiting; n++) {
        if (!turns.admit(now)) continue;
        begun += 1;
        now += 1;
      }
      turns.end(now);
      return begun;
    });
  }
  const capacity = { ...CAPACITY, crowd: 16, burst: 100, turnMs: 3 };

  it('begin all requests of small crowds and of a burst', () => {
    expect(turnsOf(new Turns(capacity), 50, 16)).toEqual(Array.from({ length: 50 }, () => 16));
    expect(turnsOf(new Turns(capacity), 2, 50)).toEqual([50, 50]);
  });

  it('begin only a few once crowds do not end', () => {
    expect(turnsOf(new Turns(capacity), 5, 50)).toEqual([50, 50, 50, 4, 4]);
  });

  it('begin all again once crowds have ended, and are wary of another', () => {
    const turns = new Turns(capacity);
    turnsOf(turns, 3, 50);
    expect(turnsOf(turns, 1, 10, 1_000)).toEqual([4]);
    turnsOf(turns, 1_300, 4, 1_500);
    expect(turnsOf(turns, 1, 10, 6_800)).toEqual([10]);
    expect(turnsOf(turns, 2, 50, 7_000)).toEqual([50, 4]);
  });

  it('begin all again after a pause', () => {
    const turns = new Turns(capacity);
    turnsOf(turns, 4, 50);
    expect(turnsOf(turns, 1, 10, 1_500)).toEqual([10]);
  });
});
