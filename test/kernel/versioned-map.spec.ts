import { describe, expect, it } from '@jest/globals';
import { VersionedMap } from '../../src/kernel/versioned-map.ts';

const entriesOf = (map: VersionedMap<string, number>) => Object.fromEntries([...map.entries()].toSorted());

describe('a versioned map', () => {
  it('keeps every version as it was', () => {
    const none = VersionedMap.of<string, number>();
    const one = none.with('a', 1);
    const two = one.with('b', 2);
    const changed = two.with('a', 3);
    const less = changed.without('b');
    expect([none, one, two, changed, less].map(entriesOf)).toEqual([
      {},
      { a: 1 },
      { a: 1, b: 2 },
      { a: 3, b: 2 },
      { a: 3 },
    ]);
    expect([less.size, none.size, two.get('a'), changed.has('b'), less.has('b')]).toEqual([1, 0, 1, true, false]);
  });

  it('branches: two versions made from one do not see each other', () => {
    const base = VersionedMap.of([['a', 1]] as const) as VersionedMap<string, number>;
    const left = base.with('b', 2).with('a', 9);
    const right = base.with('c', 3).without('a');
    expect([left, right, base, left].map(entriesOf)).toEqual([{ a: 9, b: 2 }, { c: 3 }, { a: 1 }, { a: 9, b: 2 }]);
  });

  it('behaves as copies would, whatever is done in whatever order', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    const versions = [{ map: VersionedMap.of<string, number>(), copy: new Map<string, number>() }];
    for (let step = 0; step < 2_000; step++) {
      const from = versions[random(versions.length)]!;
      const [key, value] = [String(random(20)), random(100)];
      const copy = new Map(from.copy);
      if (random(3) === 0) copy.delete(key);
      else copy.set(key, value);
      versions.push({ map: copy.has(key) ? from.map.with(key, value) : from.map.without(key), copy });
      const any = versions[random(versions.length)]!;
      expect(entriesOf(any.map)).toEqual(Object.fromEntries([...any.copy].toSorted()));
    }
  });

  it('makes a version of many entries at the cost of one change', () => {
    let map = VersionedMap.of<string, number>();
    for (let at = 0; at < 200_000; at++) map = map.with(`key ${at}`, at);
    expect(map.size).toBe(200_000);
  });
});
