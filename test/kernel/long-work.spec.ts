import { describe, expect, it, jest } from '@jest/globals';
import { LongWork } from '../../src/kernel/coordination/long-work.ts';

describe('long work', () => {
  /** Each look at the clock is a millisecond's work. */
  function opened() {
    const waiting: (() => void)[] = [];
    let now = 0;
    const work = new LongWork({ now: () => now++, later: (then) => waiting.push(then) });
    return { work, turnOver: () => waiting.splice(0).forEach((then) => then()) };
  }

  it('is long after five milliseconds of one turn, whoever took them', () => {
    const { work, turnOver } = opened();
    const looks = () => Array.from({ length: 7 }, () => work.isLong());
    expect(looks()).toEqual([false, false, false, false, false, true, true]);
    expect(work.isLong()).toBe(true);
    turnOver();
    expect(work.isLong()).toBe(false);
  });

  it('goes on one after the other, in a turn each', async () => {
    const { work } = opened();
    const turns: string[] = [''];
    const part = async (name: string, parts: number) => {
      for (let n = 0; n < parts; n++) {
        if (work.isLong()) {
          await work.nextTurn();
          turns.push('');
        }
        turns[turns.length - 1] += name;
      }
    };
    await Promise.all([part('a', 20), part('b', 20)]);
    expect(turns).toEqual(['aaaaa', 'aaaaaa', 'bbbbbb', 'aaaaaa', 'bbbbbb', 'aaa', 'bbbbbb', 'bb']);
  });

  it('of a generator is worked through in turns, to its result', async () => {
    const { work } = opened();
    const next = jest.spyOn(work, 'nextTurn');
    const parts = function* () {
      for (let n = 0; n < 20; n++) yield;
      return 'done';
    };
    expect(await work.run(parts())).toBe('done');
    expect(next).toHaveBeenCalledTimes(3);
  });
});
