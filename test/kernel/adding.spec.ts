import { describe, expect, it } from '@jest/globals';
import type { Loaded, Write } from '../../src/kernel/ports/document-store.ts';
import { LongWork } from '../../src/kernel/coordination/long-work.ts';
import { foldBatch } from '../../src/kernel/reading/fold-batch.ts';
import { foldOf, type Addition, type Projection } from '../../src/kernel/reading/projection.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';

type CoinsAdded = DomainEvent<'CoinsAdded', { jars: string[] }>;
type JarEvent = CoinsAdded | DomainEvent<'JarEmptied', { jar: string }>;

interface Jar {
  id: string;
  coins: number;
  emptied: number;
}

const coinsAdded = foldOf<Jar, CoinsAdded>({
  types: ['CoinsAdded'],
  additions(events) {
    const coins = new Map<string, number>();
    for (const { data } of events) for (const jar of data.jars) coins.set(jar, (coins.get(jar) ?? 0) + 1);
    const addition =
      (id: string, count: number): Addition<Jar> =>
      (jar) => ({ id, coins: (jar?.coins ?? 0) + count, emptied: jar?.emptied ?? 0 });
    return new Map([...coins].map(([id, count]) => [id, addition(id, count)]));
  },
});

const jars: Projection<Jar, JarEvent> = {
  name: 'jars',
  version: 1,
  indexes: [],
  handles: ['CoinsAdded', 'JarEmptied'],
  ...coinsAdded,
  targets: (one) => (one.type === 'CoinsAdded' ? coinsAdded.targets(one) : [one.data.jar]),
  evolve: (jar, one, id) =>
    one.type === 'CoinsAdded' ? coinsAdded.evolve(jar, one, id) : jar && { ...jar, coins: 0, emptied: jar.emptied + 1 },
};

const at = (position: number) => String(position).padStart(20, '0');
const recorded = (one: JarEvent, position: number) =>
  ({ ...one, id: `e${position}`, stream: 's-1', revision: position, position: at(position), metadata: {} }) as unknown;
const added = (position: number, ...into: string[]) =>
  recorded({ type: 'CoinsAdded', data: { jars: into } }, position) as Recorded;
const emptied = (position: number, jar: string) =>
  recorded({ type: 'JarEmptied', data: { jar } }, position) as Recorded;

async function folded(events: readonly Recorded[], stored: Record<string, Loaded> = {}): Promise<Write[]> {
  const never = () => Promise.reject(new Error('No document is looked for'));
  const load = (_: unknown, ids: readonly string[]) =>
    Promise.resolve(new Map(Object.entries(stored).filter(([id]) => ids.includes(id))));
  return foldBatch(jars, events, { load, find: never, save: never }, new LongWork());
}
const shown = (writes: readonly Write[]) =>
  Object.fromEntries(writes.map(({ id, position, document }) => [id, [Number(position), document]]));

describe('events that only add', () => {
  it('are folded together, in their order with the others', async () => {
    const events = [added(1, 'a', 'b'), added(2, 'a'), emptied(3, 'a'), added(4, 'a', 'a'), added(5, 'b')];
    expect(shown(await folded(events))).toEqual({
      a: [5, { id: 'a', coins: 2, emptied: 1 }],
      b: [5, { id: 'b', coins: 2, emptied: 0 }],
    });
  });

  it('are not added again to a document that has some of them', async () => {
    const ahead = { position: at(2), document: { id: 'a', coins: 7, emptied: 0 } };
    const events = [added(1, 'a', 'b'), added(2, 'a'), added(3, 'a'), added(4, 'b')];
    expect(shown(await folded(events, { a: ahead }))).toEqual({
      a: [3, { id: 'a', coins: 8, emptied: 0 }],
      b: [4, { id: 'b', coins: 2, emptied: 0 }],
    });
    expect(await folded(events.slice(0, 2), { a: ahead, b: ahead })).toEqual([]);
  });
});
