import { describe, expect, it, jest } from '@jest/globals';
import { UsageEventQueries } from '../../../src/features/billing/usage/lists/usage-events.queries.ts';
import { LongWork } from '../../../src/kernel/coordination/long-work.ts';
import type { TooManyRequests } from '../../../src/kernel/errors.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';

describe('a list of usage events that only reading them answers', () => {
  const START = '2026-01-31T08:00:00.000Z';
  /** A hundred events a second, one or two of them large, in a chunk that overlaps with the next; every fifty seconds one is rare. */
  const SECONDS = 3 * 3_600;
  const timeOf = (second: number, n: number) => addSeconds(START, second + n / 25);
  const chunksIn = (hour: string) => {
    const first = (Date.parse(`${hour}:00:00.000Z`) - Date.parse(START)) / 1_000;
    return Array.from({ length: 3_600 }, (_, second) => ({
      ...{ second: first + second, hour, count: 100, names: [], owners: [], meters: [], kinds: [[0, 0, 100]] },
      ...{ first_at: timeOf(first + second, 0), last_at: timeOf(first + second, 49) },
    }));
  };
  const hours = ['2026-01-31T08', '2026-01-31T09', '2026-01-31T10'];
  let read = 0;
  /** Each look at the clock is a tenth of a millisecond's work. */
  let looks = 0;
  const work = new LongWork({ now: () => (looks += 0.1), later: setImmediate });
  const eventsIn = ({ second }: { second: number }) =>
    Array.from({ length: 100 }, (_, n) => {
      const metadata: Record<string, string> =
        n === second % 50 ? { size: 'large', ...(n === 0 && { is: 'rare' }) } : {};
      const at = timeOf(second, n % 50);
      return { id: `${second}-${n}`, name: 'call', source: 'user', timestamp: at, ownerKey: 'o', meters: [], metadata };
    });
  const queries = new UsageEventQueries(
    { all: async (_: unknown, { where }: { where: { eq: [string, string] } }) => chunksIn(where.eq[1]) } as never,
    { named: async () => undefined } as never,
    {} as never,
    { byHour: async () => new Map(hours.map((hour) => [hour, { user: 360_000, system: 0 }])) } as never,
    {
      eventsOf: async (chunks: { second: number }[]) => {
        read += chunks.length * 100;
        return chunks.flatMap(eventsIn);
      },
    } as never,
    {} as never,
    { presentAll: async (events: { id: string }[]) => events.map(({ id }) => id) } as never,
    work,
  );
  const list = async (
    metadata: string,
    { page = 1, limit = 10, asc = false, range = [] as object[], filter = [] as object[] } = {},
  ) => {
    read = 0;
    const sort = [{ field: 'timestamp', direction: asc ? 'asc' : 'desc' }];
    const where = [{ or: [{ has: ['metadata', metadata] }] }, ...range, ...filter];
    const request = { where, sort, skip: (page - 1) * limit, limit };
    return queries.list(request as never, { organizationIds: ['o1'] } as never);
  };
  const large = (asc: boolean) =>
    Array.from({ length: SECONDS }, (_, second) => ({
      id: `${second}-${second % 50}`,
      at: timeOf(second, second % 50),
    }))
      .sort((a, b) => (`${a.at} ${a.id}` < `${b.at} ${b.id}` ? -1 : 1) * (asc ? 1 : -1))
      .map(({ id }) => id);

  it.each([true, false])('is read until its page is full, and says that there is more, ascending %s', async (asc) => {
    const right = large(asc);
    for (const page of [1, 2, 7]) {
      const { items, pagination } = await list('size=large', { page, asc });
      expect(items).toEqual(right.slice((page - 1) * 10, page * 10));
      expect(pagination.max_page).toBeGreaterThan(page);
    }
    expect(read).toBeLessThan(15_000);
  });

  it.each([true, false])('is refused where too little matches, with how to go on, ascending %s', async (asc) => {
    const found: unknown[] = [];
    let rest: object[] = [];
    for (let round = 0; round < 3; round++) {
      const refused = (await list('is=rare', { asc, range: rest }).catch((error: unknown) => error)) as Error;
      expect(read).toBeLessThanOrEqual(20_000 + 1_600);
      const [, many, , listed, , further] =
        /and (\d+) of them match: set (start|end)_timestamp to (\S+) to list these, or (start|end)_timestamp to (\S+) to/.exec(
          refused.message,
        )!;
      const [far, near] = asc ? ['lte', 'gte'] : ['gte', 'lte'];
      const { items, pagination } = await list('is=rare', { asc, range: [...rest, { [far!]: ['timestamp', listed] }] });
      expect([items.length, pagination]).toEqual([Number(many), { total_count: Number(many), max_page: 1 }]);
      found.push(...items);
      rest = [{ [near!]: ['timestamp', further] }];
    }
    expect(found.length).toBeGreaterThan(10);
    expect(found).toEqual(
      large(asc)
        .filter((id) => id.endsWith('-0'))
        .slice(0, found.length),
    );
  });

  it('reads fewer events for a filter of many clauses', async () => {
    const of = (length: number) => {
      const clauses = Array.from({ length }, () => ({ property: 'name', operator: 'like', value: 'x' }));
      return [{ eq: ['filter', JSON.stringify({ conjunction: 'or', clauses })] }];
    };
    for (const [clauses, most] of [
      [8, 20_000],
      [98, 2_000],
    ] as const) {
      await expect(list('is=rare', { filter: of(clauses) })).rejects.toThrow(/Events were read as far as/);
      expect(read).toBeGreaterThanOrEqual(most);
      expect(read).toBeLessThan(most + 1_600);
    }
  });

  it('is read in turns of the event loop', async () => {
    const turns = jest.spyOn(work, 'nextTurn');
    await list('is=rare').catch(() => undefined);
    // 3,600 chunks of one hour or more, and 20,000 events, fifty in each turn.
    expect(turns.mock.calls.length).toBeGreaterThan((3_600 + 20_000) / 60);
    turns.mockRestore();
  });

  it('is one of ten at once that an organization may ask for, of which two are read', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => list('size=large')));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as TooManyRequests] : []));
    expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
      [429, 1],
      [429, 1],
    ]);
    const right = large(false).slice(0, 10);
    for (const one of outcomes) if (one.status === 'fulfilled') expect(one.value.items).toEqual(right);
    expect((await list('size=large')).items).toEqual(right);
  });
});
