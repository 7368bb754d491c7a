import { describe, expect, it } from '@jest/globals';
import type { Document, Find, Loaded, Write } from '../../src/kernel/ports/document-store.ts';
import { LongWork } from '../../src/kernel/coordination/long-work.ts';
import { foldBatch } from '../../src/kernel/reading/fold-batch.ts';
import { foldOf, type Addition, type Projection } from '../../src/kernel/reading/projection.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';

type SeatsTaken = DomainEvent<'SeatsTaken', { rows: string[] }>;
type RowsPainted = DomainEvent<'RowsPainted', { rows: string[] }>;
type HallCleaned = DomainEvent<'HallCleaned', { hall: string }>;
type RowEvent = SeatsTaken | RowsPainted | HallCleaned;

interface Row extends Document {
  hall: string;
  taken: number;
  painted: number;
  cleaned: number;
}

const begun = (id: string): Row => ({ id, hall: 'h', taken: 0, painted: 0, cleaned: 0 });

const seatsTaken = foldOf<Row, SeatsTaken>({
  types: ['SeatsTaken'],
  additions(events) {
    const counts = new Map<string, number>();
    for (const { data } of events) for (const row of data.rows) counts.set(row, (counts.get(row) ?? 0) + 1);
    const addition =
      (id: string, count: number): Addition<Row> =>
      (row = begun(id)) => ({ ...row, taken: row.taken + count });
    return new Map([...counts].map(([id, count]) => [id, addition(id, count)]));
  },
});

const rows: Projection<Row, RowEvent> = {
  name: 'rows',
  version: 1,
  indexes: [['hall']],
  handles: ['SeatsTaken', 'RowsPainted', 'HallCleaned'],
  ...seatsTaken,
  targets(event) {
    if (event.type === 'HallCleaned') return { field: 'hall', value: event.data.hall };
    return event.data.rows;
  },
  evolve(row, event, id) {
    if (event.type === 'SeatsTaken') return seatsTaken.evolve(row, event, id);
    if (event.type === 'HallCleaned') return row && { ...row, cleaned: row.cleaned + 1 };
    return { ...(row ?? begun(id)), painted: (row?.painted ?? 0) + 1 };
  },
};

const at = (position: number) => String(position).padStart(20, '0');
const recorded = (event: RowEvent, position: number): Recorded =>
  ({ ...event, id: `e${position}`, stream: 's-1', revision: position, position: at(position), metadata: {} }) as never;
const names = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `row${String(from + n).padStart(6, '0')}`);

/** Documents in memory, which count what is held at a time. */
class Memory {
  readonly stored = new Map<string, Loaded>();
  readonly work = new LongWork();
  most = 0;
  saves = 0;
  /** Called before each page is saved. */
  meanwhile: (page: number) => void = () => undefined;

  load = (_: unknown, ids: readonly string[]): Promise<Map<string, Loaded>> => {
    this.most = Math.max(this.most, ids.length);
    return Promise.resolve(new Map(ids.flatMap((id) => (this.stored.has(id) ? [[id, this.stored.get(id)!]] : []))));
  };

  find = (_: unknown, { where, limit }: Find): Promise<{ items: Document[]; total: number }> => {
    const [{ gte, gt }] = (where as unknown as { and: { gte?: string[]; gt?: string[] }[] }).and as [
      Record<string, string[]>,
    ];
    const isAfter = ({ id }: Document) => (gte ? id >= gte[1]! : id > gt![1]!);
    const items = [...this.stored.keys()]
      .sort()
      .map((id) => this.stored.get(id)!.document!)
      .filter(isAfter);
    return Promise.resolve({ items: items.slice(0, limit), total: items.length });
  };

  save = (writes: readonly Write[]): Promise<string[]> => {
    this.meanwhile(++this.saves);
    this.most = Math.max(this.most, writes.length);
    const moved = writes.filter(({ id, seen }) => this.stored.get(id)?.position !== seen);
    for (const { id, position, document } of writes.filter((write) => !moved.includes(write)))
      this.stored.set(id, { position, document: document! });
    return Promise.resolve(moved.map(({ id }) => `rows_v1/${id}`));
  };

  /** Folds a batch as a projector does. */
  async take(events: readonly Recorded[]): Promise<void> {
    let moved = await this.save(await foldBatch(rows, events, this, this.work));
    while (moved.length > 0) {
      const only = new Set(moved.map((key) => key.slice('rows_v1/'.length)));
      moved = await this.save(await foldBatch(rows, events, this, this.work, only));
    }
  }

  get all(): unknown[] {
    return [...this.stored].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** One event after another: nothing is taken together. */
async function oneByOne(events: readonly Recorded[]): Promise<Memory> {
  const memory = new Memory();
  for (const event of events) await memory.take([event]);
  return memory;
}

/** One that names 2,000, and 40 events that name 300 rows each, half of them rows that the event before named. */
const batch = Array.from({ length: 40 }, (_, n) => {
  if (n === 20) return recorded({ type: 'SeatsTaken', data: { rows: names(0, 2_000) } }, n);
  const data = { rows: names(n * 150, 300) };
  if (n % 10 === 9) return recorded({ type: 'HallCleaned', data: { hall: 'h' } }, n);
  return recorded({ type: n % 3 === 0 ? 'RowsPainted' : 'SeatsTaken', data }, n);
});

describe('a batch that changes many documents', () => {
  it('holds a page of them at a time, and leaves them as its events one by one do', async () => {
    const memory = new Memory();
    await memory.take(batch);
    expect(memory.all).toEqual((await oneByOne(batch)).all);
    expect(memory.stored.size).toBeGreaterThan(5_000);
    expect(memory.most).toBe(500);
  });

  it('is folded again, from where it was cut off, over what is saved already', async () => {
    const memory = new Memory();
    memory.meanwhile = (page) => {
      if (page === 8) throw new Error('The disk is full');
    };
    await expect(memory.take(batch)).rejects.toThrow('The disk is full');
    expect(memory.stored.size).toBeGreaterThan(1_000);
    await memory.take(batch);
    expect(memory.all).toEqual((await oneByOne(batch)).all);
  });

  it('loads what somebody else has moved meanwhile, in pages too', async () => {
    const ahead = await oneByOne(batch.slice(0, 20));
    const memory = new Memory();
    memory.meanwhile = (page) => {
      if (page === 3) for (const [id, loaded] of ahead.stored) memory.stored.set(id, loaded);
    };
    await memory.take(batch);
    expect(memory.all).toEqual((await oneByOne(batch)).all);
    expect(memory.most).toBe(500);
  });

  it('asks for the additions of few events at a time where each adds to many documents', async () => {
    const asked: number[] = [];
    const adding = {
      ...seatsTaken.adding,
      additions(events: readonly Recorded<SeatsTaken>[]) {
        asked.push(events.length);
        return seatsTaken.adding.additions(events);
      },
    };
    const taken = (count: number, each: number) =>
      Array.from({ length: count }, (_, n) =>
        recorded({ type: 'SeatsTaken', data: { rows: names((n * each) % 5_000, each) } }, n + 1),
      );
    await foldBatch({ ...rows, adding }, taken(40, 600), new Memory(), new LongWork());
    expect(Math.max(...asked)).toBe(1);
    asked.length = 0;
    const few = Array.from({ length: 500 }, (_, n) => recorded({ type: 'SeatsTaken', data: { rows: ['row'] } }, n + 1));
    await foldBatch({ ...rows, adding }, few, new Memory(), new LongWork());
    expect(asked).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 245]);
  });
});
