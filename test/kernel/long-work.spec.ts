import { describe, expect, it, jest } from '@jest/globals';
import { LongWork } from '../../src/kernel/coordination/long-work.ts';

describe('long work', () => {
  /** Each look at the clock is a millisecond's work. */
  function opened() {
    const turn: (() => void)[] = [];
    let now = 0;
    const turnOver = () => turn.splice(0).forEach((then) => then());
    return { work: new LongWork({ now: () => now++, later: (then) => turn.push(then) }), turnOver };
  }

  it('is long after five milliseconds of one turn, whoever took them', () => {
    const { work, turnOver } = opened();
    const looks = () => Array.from({ length: 7 }, () => work.isLong());
    expect(looks()).toEqual([false, false, false, false, false, true, true]);
    expect(work.isLong()).toBe(true);
    turnOver();
    expect(work.isLong()).toBe(false);
  });

  it('goes on one after the other, as long as a turn has time', async () => {
    const { work, turnOver } = opened();
    const turns: string[] = [''];
    const part = async (name: string, parts: number) => {
      for (let n = 0; n < parts; n++) {
        if (work.isLong()) await work.nextTurn();
        turns[turns.length - 1] += name;
      }
    };
    const ended = Promise.all([part('a', 20), part('b', 8), part('c', 1), part('d', 1)]);
    while (turns.join('').length < 30) {
      turns.push('');
      turnOver();
      await new Promise(setImmediate);
    }
    await ended;
    expect(turns).toEqual(['aaaaa', 'aaaaaa', 'bbbbbb', 'cdaaaa', 'bbaaaa', 'a']);
  });

  it('of a generator is worked through in turns, to its result', async () => {
    const { work, turnOver } = opened();
    const next = jest.spyOn(work, 'nextTurn');
    const parts = function* () {
      for (let n = 0; n < 20; n++) yield;
      return 'done';
    };
    const done = work.run(parts());
    for (let n = 0; n < 10; n++) {
      turnOver();
      await new Promise(setImmediate);
    }
    expect(await done).toBe('done');
    expect(next).toHaveBeenCalledTimes(3);
  });
});
