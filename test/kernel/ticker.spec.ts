import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { dueProjection, type Due, type DueSource } from '../../src/kernel/reacting/due.ts';
import { DueSearch } from '../../src/kernel/reacting/due-search.ts';
import { Ticker } from '../../src/kernel/reacting/ticker.ts';
import { collectionOf } from '../../src/kernel/reading/projection.ts';
import { command, type Command } from '../../src/kernel/writing/command.ts';
import { gate } from '../support/jobs.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { until } from '../support/until.ts';

class Renew extends command('Renew')<{ id: string; dueAt: string }> {}
const source = (kind: string): DueSource => ({ kind, handles: [], dueAfter: () => undefined, command: Renew });
const SOURCES = [source('expire'), source('renew')];
const COLLECTION = collectionOf(dueProjection(SOURCES));
const TODAY = '2026-01-31T09:00:00.000Z';
const YESTERDAY = '2026-01-30T09:00:00.000Z';

let kernel: TestKernel;
let ticker: Ticker;
let sent: string[];
let work: (entity: string) => Promise<void> | void;

beforeEach(async () => {
  kernel = openKernel([]);
  sent = [];
  work = () => undefined;
  const dispatch = async ({ data }: Command): Promise<void> => {
    const { id } = data as { id: string };
    sent.push(id);
    await work(id);
  };
  ticker = new Ticker({ ...kernel, dispatch }, SOURCES);
  await kernel.documents.ensure(COLLECTION);
});
afterEach(async () => {
  await ticker.stop();
  await kernel.close();
});

/** Makes entities due; the projection is not part of these specs. */
async function due(organization: string, entities: readonly string[], dueAt = TODAY, kind = 'renew'): Promise<void> {
  const documents = entities.map((entity): Due => ({
    id: `${kind}:${entity}`,
    kind,
    entity,
    organization_id: organization,
    dueAt,
  }));
  await kernel.documents.save(
    documents.map((document) => ({
      collection: COLLECTION,
      id: document.id,
      seen: undefined,
      position: '1',
      document,
    })),
  );
}

const settled = () => Promise.resolve();
const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(4, '0')}`);

describe('the ticker', () => {
  it('works on several items at once, begun in order, and waits for all', async () => {
    const all = numbered(40, 'a');
    await due('one', all);
    const held = gate();
    work = () => held.opened;
    const ticked = ticker.tick();
    await until(() => sent.length === 32, '32 items to be at work');
    await kernel.store.end();
    expect(sent).toEqual(all.slice(0, 32));
    held.open();
    expect(await ticked).toBe(40);
    expect(sent).toEqual(all);
  });

  it('sends nothing while the clock is asked about', async () => {
    await due('one', ['a']);
    let problem: string | undefined = 'the clock has jumped';
    const asked = jest.fn(async () => problem);
    const dispatch = async ({ data }: Command) => void sent.push((data as { id: string }).id);
    const asking = new Ticker({ ...kernel, dispatch, jumps: { problem: asked } }, SOURCES);
    asking.start();
    await until(() => asked.mock.calls.length > 1, 'the clock to be asked about again');
    expect([sent, asking.problem]).toEqual([[], 'the clock has jumped']);
    problem = undefined;
    await until(() => sent.length > 0, 'the item to be sent');
    await asking.stop();
    expect([sent, asking.problem]).toEqual([['a'], undefined]);
  });

  it('sends the items of one entity one after the other', async () => {
    await due('one', ['a'], TODAY, 'renew');
    await due('one', ['a'], YESTERDAY, 'expire');
    await due('one', ['b'], TODAY, 'renew');
    const first = gate();
    work = (entity) => (entity === 'a' ? first.opened : undefined);
    const ticked = ticker.tick();
    await until(() => sent.includes('b'), 'the other entity');
    expect(sent).toEqual(['a', 'b']);
    first.open();
    expect(await ticked).toBe(3);
    expect(sent).toEqual(['a', 'b', 'a']);
  });

  it('gives each organization a share if more is due than fits into a page', async () => {
    await due('large', numbered(1_000, 'l'), YESTERDAY);
    await due('small', numbered(3, 's'));
    await due('medium', numbered(150, 'm'));
    await ticker.tick();
    const of = (prefix: string) => sent.filter((entity) => entity.startsWith(prefix));
    expect([of('s').length, of('m').length, of('l').length]).toEqual([3, 66, 131]);
    expect(of('m')).toEqual(numbered(150, 'm').slice(0, 66));
    while ((await ticker.tick()) > 0);
    expect(new Set(sent).size).toBe(1_153);
    expect(sent).toHaveLength(1_153);
  });

  it('gives more organizations than fit into a page a share in turn', async () => {
    for (let n = 0; n < 250; n++)
      await due(`org-${String(n).padStart(3, '0')}`, [`${n}-0`, `${n}-1`, `${n}-2`], YESTERDAY);
    await ticker.tick();
    await ticker.tick();
    const served = new Set(sent.map((entity) => entity.split('-')[0]));
    expect([sent.length, served.size]).toEqual([400, 250]);
  });

  it('goes on to the next page while one item takes long, and sends that item once', async () => {
    const slow = gate();
    work = (entity) => (entity === 'a0000' ? slow.opened : undefined);
    const all = numbered(250, 'a');
    await due('one', all);
    ticker.start();
    await until(() => sent.length === 250, 'all to be sent');
    kernel.clock.advanceMachine(60);
    await until(() => sent.length === 499, 'all others to be sent again');
    expect(sent.filter((entity) => entity === 'a0000')).toHaveLength(1);
    slow.open();
  });

  it('reads what was deferred once in each search, however much that is', async () => {
    const all = numbered(1_000, 'a');
    await due('one', all, YESTERDAY, 'expire');
    await due('one', ['b'], TODAY, 'renew');
    const read: string[] = [];
    const documents = Object.create(kernel.documents) as typeof kernel.documents;
    documents.find = (async (collection: never, query: { skip?: number }) => {
      const found = await kernel.documents.find<Due>(collection, query as never);
      expect(query.skip ?? 0).toBe(0);
      read.push(...found.items.map(({ entity }) => entity));
      return found;
    }) as never;
    const search = new DueSearch(documents, COLLECTION, ({ kind }) => kind === 'expire');
    expect((await search.next())?.entity).toBe('b');
    expect(read).toEqual([...all, 'b']);
  });

  it('remembers how often it has sent what is still due, however much that is', async () => {
    await due('one', ['a'], YESTERDAY, 'expire');
    await ticker.tick();
    const deferred = Reflect.get(ticker, 'deferred') as Map<string, { until: number; attempts: number }>;
    for (let n = 0; n <= 10_000; n += 1) deferred.set(`gone ${n}`, { until: 0, attempts: 1 });
    await ticker.tick();
    expect([...deferred.keys()]).toEqual([`expire:a@${YESTERDAY}`]);
    expect(sent).toEqual(['a']);
  });

  it('waits for what is at work before it says what is due next', async () => {
    await due('one', ['a']);
    await due('one', ['b'], '2026-01-31T12:00:00.000Z');
    const held = gate();
    work = () => held.opened;
    const ticked = ticker.tick();
    await until(() => sent.length === 1, 'the first to be at work');
    const next = jest.fn();
    const asked = ticker.nextDue(settled).then(next);
    await new Promise((resolve) => setImmediate(resolve));
    expect(next).not.toHaveBeenCalled();
    held.open();
    await Promise.all([ticked, asked]);
    expect(next).toHaveBeenCalledWith('2026-01-31T12:00:00.000Z');
  });

  it('waits for the whole page that is being sent, and what follows from it, before it says what is due next', async () => {
    await due('one', numbered(100, 'a'));
    await due('one', ['b'], '2026-01-31T12:00:00.000Z');
    const held = gate();
    work = () => held.opened;
    ticker.start();
    await until(() => sent.length === 32, 'as many as possible to be at work');
    const asked = ticker.nextDue(() => {
      expect(sent).toHaveLength(100);
      return due('one', ['c'], '2026-01-31T11:00:00.000Z');
    });
    held.open();
    expect(await asked).toBe('2026-01-31T11:00:00.000Z');
  });
});
