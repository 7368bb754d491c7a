import { describe, expect, it } from '@jest/globals';
import { Gathering } from '../../src/kernel/coordination/gathering.ts';
import { PositionWaiter } from '../../src/kernel/coordination/waiting.ts';

describe('gathering', () => {
  const groups: number[][] = [];
  const handle = async (items: readonly number[]): Promise<string[]> => {
    groups.push([...items]);
    await new Promise(setImmediate);
    if (items.includes(13)) throw new Error('Thirteen');
    return items.map((item) => `${item} done`);
  };
  const gathering = () => {
    groups.length = 0;
    return new Gathering(handle, (item: number) => item / 10);
  };

  it('handles together what comes at the same time or meanwhile, and each key alone', async () => {
    const calls = gathering();
    const [one, two] = [calls.add('a', 1), calls.add('a', 2)];
    const other = calls.add('b', 3);
    expect([calls.isBusy('a'), calls.isBusy('c')]).toEqual([true, false]);
    await new Promise(setImmediate);
    const more = [calls.add('a', 3), calls.add('a', 4)];
    expect(await Promise.all([one, two, other, ...more])).toEqual(['1 done', '2 done', '3 done', '3 done', '4 done']);
    expect(groups).toEqual([[1, 2], [3], [3, 4]]);
    await new Promise(setImmediate);
    expect(calls.isBusy('a')).toBe(false);
  });

  it('keeps groups small enough, unless one item alone is larger', async () => {
    const calls = gathering();
    await Promise.all([4, 6, 1, 20, 5].map((item) => calls.add('a', item)));
    expect(groups).toEqual([[4, 6], [1], [20], [5]]);
  });

  it('fails those of a group that fails, and goes on', async () => {
    const calls = gathering();
    const outcomes = await Promise.allSettled([calls.add('a', 1), calls.add('a', 13), calls.add('a', 2)]);
    expect(groups).toEqual([[1], [13], [2]]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('a reader that rests', () => {
  it('goes on as soon as somebody waits for it', async () => {
    const reader = new PositionWaiter();
    const rest = reader.rest(600_000);
    const passed = reader.waitFor('2', 600_000);
    await rest;
    await reader.rest(600_000);
    reader.advance('2');
    expect(await passed).toBe(true);
  });
});
