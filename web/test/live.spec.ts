import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { heard, type Changes } from '@/api/live';
import { queryClient } from '@/api/query-client';
import { listed } from '@/lib/live-list';

/** Queries on the screen, and how often each has loaded. */
const loads = new Map<string, number>();
let rows = 0;
const leave: (() => void)[] = [];

beforeEach(() => {
  Object.assign(globalThis, { window: { scrollY: 0 }, document: { querySelector: () => null } });
});
afterEach(() => {
  for (const one of leave.splice(0)) one();
  queryClient.clear();
  loads.clear();
  for (const name of ['window', 'document']) delete (globalThis as Record<string, unknown>)[name];
});

async function show(...keys: readonly unknown[][]): Promise<void> {
  for (const queryKey of keys) {
    const name = JSON.stringify(queryKey);
    const queryFn = async () => {
      loads.set(name, (loads.get(name) ?? 0) + 1);
      return { items: [{ id: String((rows += 1)) }], pagination: { total_count: 0 } };
    };
    const observer = new QueryObserver(queryClient, { queryKey, queryFn });
    leave.push(observer.subscribe(() => undefined));
    await observer.fetchOptimistic(observer.options as never);
  }
  loads.clear();
}

async function after(changes: Changes): Promise<string[]> {
  heard(changes);
  await new Promise((resolve) => setTimeout(resolve, 10));
  return [...loads.keys()];
}

describe('a change that the server reports', () => {
  const order = ['order', 'one', 'r1'];
  const other = ['order', 'one', 'r2'];
  const orders = ['order', 'list', 'o1', { page: 1 }];
  const customer = ['customer', 'one', 'c1'];
  const metrics = ['metrics', 'o1', 'month'];
  const product = ['product', 'one', 'p1'];
  const timeline = ['ledger', 'stream', 'order-r1'];
  const event = ['ledger', 'event', 'e1'];
  const session = ['session'];
  const keys = [order, other, orders, customer, metrics, product, timeline, event, session];

  it('reloads what shows it, and nothing else', async () => {
    await show(...keys);
    const loaded = await after({ entities: ['order', 'ledger'], ids: ['r1', 'c1'] });
    expect(loaded.sort()).toEqual(
      [order, orders, customer, metrics, timeline].map((key) => JSON.stringify(key)).sort(),
    );
  });

  it('reloads everything of the organization if some were missed, but not the session', async () => {
    await show(...keys);
    const loaded = await after({ entities: [], ids: [], resync: true });
    expect(loaded.sort()).toEqual(
      [order, other, orders, customer, metrics, product, timeline].map((key) => JSON.stringify(key)).sort(),
    );
  });

  it('reloads again for changes that arrive meanwhile', async () => {
    await show(order, product);
    heard({ entities: ['order'], ids: ['r1'] });
    heard({ entities: ['product'], ids: [] });
    await after({ entities: ['product'], ids: ['p1'] });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([...loads].sort()).toEqual([
      [JSON.stringify(order), 1],
      [JSON.stringify(product), 1],
    ]);
  });

  it('keeps the deliveries of an endpoint that someone reads, and reloads its figures', async () => {
    const list = ['delivery', 'list', 'e1', { page: 1 }];
    const [course, newest] = [
      ['delivery', 'e1', 'course'],
      ['delivery', 'e1', 'newest'],
    ];
    await show(list, course, newest);
    const leaveList = listed('deliveries');
    Object.assign(globalThis, { document: { querySelector: () => ({}) } });
    await after({ entities: ['delivery'], ids: [] });
    leaveList();
    expect(queryClient.getQueryState(list)?.dataUpdateCount).toBe(1);
    for (const figures of [course, newest]) expect(queryClient.getQueryState(figures)?.dataUpdateCount).toBe(2);
  });

  it('ignores kinds that this release does not know', async () => {
    await show(...keys);
    expect(await after({ entities: ['invoice'], ids: ['r1'] })).toEqual([]);
  });
});
