import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/adapters/sqlite/database.ts';
import { FolderInUse, FolderLock } from '../../src/adapters/sqlite/folder-lock.ts';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import type { Collection, CountedFind, Document, Find, Where } from '../../src/kernel/ports/document-store.ts';
import { following } from '../../src/kernel/coordination/following.ts';
import { WrongExpectedRevision } from '../../src/kernel/errors.ts';
import type { StorageUnavailable } from '../../src/kernel/storage-unavailable.ts';
import { block } from '../support/block.ts';
import { lockInOtherProcess } from '../support/contract-folder-lock.ts';
import { findIn } from '../support/contract-query-model.ts';
import { follow, newEvent, newEvents, newStream, outcomes } from '../support/contract-tools.ts';
import { sized } from '../support/seed.ts';
import { until, within } from '../support/until.ts';

let folder: string;
const open: { close(): Promise<void> }[] = [];
/** Closes the store with the test. */
const closing = <S extends { close(): Promise<void> }>(store: S): S => (open.push(store), store);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillbook-'));
});

afterEach(async () => {
  jest.restoreAllMocks();
  for (const store of open.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

describe('FolderLock', () => {
  it('creates the folder, and admits one holder at a time', () => {
    const inner = join(folder, 'new/data');
    const lock = FolderLock.take(inner);
    expect(() => FolderLock.take(inner)).toThrow(FolderInUse);
    expect(() => FolderLock.take(inner)).toThrow(`The data folder ${inner} is in use`);
    lock.release();
    lock.release();
    FolderLock.take(inner).release();
  });

  it('reports a folder that cannot be written', async () => {
    const { file } = new Database(join(folder, 'a-file'), 'FULL');
    expect(() => FolderLock.take(join(file, 'data'))).toThrow(`The data folder ${join(file, 'data')} can't be written`);
  });

  it('refuses a second process', async () => {
    const lock = FolderLock.take(folder);
    const other = closing(await lockInOtherProcess(folder));
    expect(other.answer).toMatch(/^FolderInUse: The data folder .* is in use/);
    lock.release();
  });

  it('is freed by SIGKILL', async () => {
    const other = closing(await lockInOtherProcess(folder));
    expect(other.answer).toBe('taken');
    expect(() => FolderLock.take(folder)).toThrow(FolderInUse);
    await other.close();
    FolderLock.take(folder).release();
  });

  it.each([
    ['removed', (file: string) => rm(file)],
    ['replaced', (file: string) => writeFile(`${file}.new`, '').then(() => rename(`${file}.new`, file))],
  ])('ends the process that holds it once its file is %s', async (_, lose) => {
    const other = closing(await lockInOtherProcess(folder));
    await lose(join(folder, 'lock.db'));
    expect(await within(other.ended, 'the process to end')).not.toBe(0);
    FolderLock.take(folder).release();
  });

  it('lets a process whose lock was removed notice that before it is taken', async () => {
    const slept = jest.spyOn(Atomics, 'wait');
    FolderLock.take(folder).release();
    await writeFile(join(folder, 'log.db'), '');
    FolderLock.take(folder).release();
    expect(slept).not.toHaveBeenCalled();
    await rm(join(folder, 'lock.db'));
    FolderLock.take(folder).release();
    expect(slept).toHaveBeenCalledTimes(1);
  });
});

describe('Writes in one tick', () => {
  it('share one commit, and do not fail with one that fails', async () => {
    const store = closing(new SqliteEventStore(folder));
    const reader = closing(new SqliteEventStore(folder, { readOnly: true }));
    const taken = newStream();
    await store.append(taken, newEvents(1), 'none');
    const commits = jest.spyOn(Database.prototype as unknown as { flush(): void }, 'flush');
    const streams = Array.from({ length: 20 }, newStream);
    const appends = [...streams, taken].map(async (stream) => {
      await store.append(stream, newEvents(2), 'none');
      // It answers after the commit: another connection sees it.
      expect(await reader.read(stream)).toHaveLength(2);
    });
    const { won, lost } = await outcomes(appends);
    expect([won.length, lost.length, lost[0] instanceof WrongExpectedRevision]).toEqual([20, 1, true]);
    expect(commits).toHaveBeenCalledTimes(1);
    expect(await store.read(taken)).toHaveLength(1);
  });

  it('are all stored when the store is closed before they were answered', async () => {
    const store = new SqliteEventStore(folder);
    const [stream, appending] = [newStream(), [] as Promise<unknown>[]];
    appending.push(store.append(stream, newEvents(3), 'none'));
    await store.close();
    await Promise.all(appending);
    expect(await closing(new SqliteEventStore(folder)).read(stream)).toHaveLength(3);
    await expect(store.append(stream, newEvents(1), 2)).rejects.toThrow('is closed');
  });

  it('all fail when the commit fails, and the next write succeeds', async () => {
    const db = new Database(join(folder, 'x.db'), 'FULL');
    // A violated deferred reference makes COMMIT fail.
    db.exec('CREATE TABLE x (id INTEGER PRIMARY KEY, other REFERENCES x DEFERRABLE INITIALLY DEFERRED)');
    const insert = (id: number, other: number) =>
      db.write(() => db.prepare('INSERT INTO x VALUES (?, ?)').run(id, other));
    const { lost } = await outcomes([insert(1, 1), insert(2, 99)]);
    expect(lost.map((error) => (error as { code: string }).code)).toEqual(['ERR_SQLITE_ERROR', 'ERR_SQLITE_ERROR']);
    await insert(3, 3);
    expect(db.prepare('SELECT id FROM x').all()).toMatchObject([{ id: 3 }]);
    db.close();
  });

  it('all fail when the disk refuses both commit and rollback, and the store stays usable', async () => {
    const db = new Database(join(folder, 'x.db'), 'FULL');
    db.exec('CREATE TABLE x (id INTEGER PRIMARY KEY)');
    const insert = (id: number) => db.write(() => db.prepare('INSERT INTO x VALUES (?)').run(id));
    const opened = db as unknown as { connection: { exec(sql: string): void; isTransaction: boolean } };
    const { connection } = opened;
    await insert(0);
    opened.connection = {
      exec(sql) {
        if (!/COMMIT|ROLLBACK/.test(sql)) return connection.exec(sql);
        throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
      },
      get isTransaction() {
        return connection.isTransaction;
      },
    };
    const { lost } = await outcomes([insert(1), insert(2)]);
    expect(lost.map((error) => (error as StorageUnavailable).problem)).toEqual(Array(2).fill('x.db reports an error'));
    opened.connection = connection;
    await insert(3);
    expect(db.prepare('SELECT id FROM x').all()).toMatchObject([{ id: 0 }, { id: 3 }]);
    db.close();
  });

  it('all fail when another connection writes for too long, and the next write succeeds', async () => {
    const store = closing(new SqliteEventStore(folder));
    const exec = Database.prototype.exec;
    const blocker = new Database(join(folder, 'log.db'), 'FULL');
    (store as unknown as { db: Database }).db.exec('PRAGMA busy_timeout = 0');
    exec.call(blocker, 'BEGIN IMMEDIATE');
    const stream = newStream();
    const { lost } = await outcomes([
      store.append(stream, newEvents(1), 'none'),
      store.append(newStream(), newEvents(1), 'none'),
    ]);
    expect(lost.map((error) => (error as { code: string }).code)).toEqual(['ERR_SQLITE_ERROR', 'ERR_SQLITE_ERROR']);
    exec.call(blocker, 'ROLLBACK');
    blocker.close();
    expect(await store.append(stream, newEvents(1), 'none')).toMatchObject({ revision: 0 });
  });
});

describe('SqliteEventStore', () => {
  it('yields to other work of the process while a subscriber catches up', async () => {
    const store = closing(new SqliteEventStore(folder));
    const stream = newStream();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => store.append(stream, newEvents(1_000), n === 0 ? 'none' : n * 1_000 - 1)),
    );
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await follow(
      store,
      undefined,
      new Set([stream]),
      ({ length }) => length === 20_000,
      // Work that blocks the process and never waits.
      async () => block(3),
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(6);
  });

  it('leaves out events of other types, except those that show how far it has read', async () => {
    const stream = newStream();
    const writer = new SqliteEventStore(folder);
    for (let n = 0; n < 24; n++)
      await writer.append(
        stream,
        [...newEvents(999), { ...newEvent(), type: 'RareHappened' }],
        n === 0 ? 'none' : n * 1_000 - 1,
      );
    await writer.append(stream, [newEvent()], 23_999);
    await writer.close();
    const store = closing(new SqliteEventStore(folder));
    const reading = new AbortController();
    const read: string[] = [];
    for await (const batch of store.subscribe(undefined, reading.signal, new Set(['RareHappened']))) {
      read.push(...batch.map(({ type, revision }) => `${type} ${revision}`));
      if (batch.at(-1)!.revision === 24_000) reading.abort();
    }
    const rare = Array.from({ length: 24 }, (_, n) => `RareHappened ${n}999`.replace(' 0', ' '));
    expect(read).toEqual([...rare, 'ThingHappened 24000']);
  });

  it('ends its subscriptions on close', async () => {
    const store = new SqliteEventStore(folder);
    const stream = newStream();
    await store.append(stream, newEvents(1), 'none');
    let begun = 0;
    const seen = (async () => {
      for await (const batch of store.subscribe(undefined, new AbortController().signal)) begun += batch.length;
    })();
    await until(() => begun === 1, 'the subscription to begin');
    await store.close();
    await seen;
    expect(begun).toBe(1);
    const again = following(store, undefined, new AbortController().signal)[Symbol.asyncIterator]();
    await expect(again.next()).rejects.toThrow('The log is closed');
  });

  it('refuses a position of another kind of log', async () => {
    const store = closing(new SqliteEventStore(folder));
    await expect(follow(store, '0'.repeat(40), new Set(), () => false)).rejects.toThrow(
      'is not a position of this log',
    );
  });
});

describe('A store opened read-only', () => {
  it('reads beside the running program, and refuses to write', async () => {
    const writer = closing(new SqliteEventStore(folder));
    const stream = newStream();
    await writer.append(stream, newEvents(2), 'none');
    const reader = closing(new SqliteEventStore(folder, { readOnly: true }));
    const seen = follow(reader, undefined, new Set([stream]), ({ length }) => length === 3);
    await writer.append(stream, [newEvent()], 1);
    expect(await seen).toEqual(await writer.read(stream));
    await expect(reader.append(stream, [newEvent()], 2)).rejects.toThrow('is open read-only');
  });

  it('reads while no program runs, and reports a missing store', async () => {
    const vault = new SqliteVault(folder);
    await vault.put('a/b', 'c');
    await vault.close();
    const reader = closing(new SqliteVault(folder, { readOnly: true }));
    expect((await reader.getMany(['a/b'])).get('a/b')?.value).toBe('c');
    await expect(reader.put('a/b', 'd')).rejects.toThrow('is open read-only');
    expect(() => new SqliteEventStore(folder, { readOnly: true })).toThrow(/log\.db/);
  });

  it('sees one consistent state of documents and checkpoints in a snapshot', async () => {
    const writer = closing(new SqliteDocumentStore(folder));
    await writer.ensure(orders);
    const reader = closing(new SqliteDocumentStore(folder, { readOnly: true }));
    const put = (n: number) =>
      writer.save([{ collection: orders, id: `${n}`, seen: undefined, position: at(n), document: { id: `${n}` } }], {
        name: 'shared',
        value: { position: at(n), eventId: `${n}`, caughtUpAt: '' },
      });
    await put(1);
    const [items, checkpoint] = await reader.snapshot(async () => {
      await put(2);
      const found = await reader.find(orders, { limit: 10 });
      await put(3);
      return [found.items, await reader.checkpoint('shared')] as const;
    });
    expect([items, checkpoint?.position]).toEqual([[{ id: '1' }], at(1)]);
    expect((await reader.find(orders, { limit: 10, counted: true })).total).toBe(3);
    await expect(writer.snapshot(async () => 1)).rejects.toThrow('read-only');
  });
});

describe('SqliteDocumentStore', () => {
  let store: SqliteDocumentStore;
  beforeEach(async () => {
    store = closing(new SqliteDocumentStore(folder));
    await store.ensure(orders);
  });

  const org = { eq: ['organization_id', 'o'] } as const satisfies Find['where'];
  const paid = { eq: ['status', 'paid'] } as const satisfies Find['where'];

  it.each<[string, Find, RegExp]>([
    [
      'the newest of an organization',
      { where: org, sort: [{ field: 'created_at', direction: 'desc' }], limit: 10 },
      /SEARCH .*organization_id,created_at/,
    ],
    [
      'the oldest',
      { where: org, sort: [{ field: 'created_at', direction: 'asc' }], limit: 10 },
      /SEARCH .*organization_id,created_at/,
    ],
    [
      'a status',
      { where: { and: [org, paid] }, sort: [{ field: 'created_at', direction: 'desc' }], limit: 10 },
      /organization_id,status,created_at/,
    ],
    [
      'one organization of a list',
      { where: { in: ['organization_id', ['o']] }, sort: [{ field: 'created_at', direction: 'desc' }], limit: 10 },
      /SEARCH .*organization_id,created_at/,
    ],
    [
      'a range',
      {
        where: { and: [org, { gte: ['created_at', '2026'] }] },
        sort: [{ field: 'created_at', direction: 'asc' }],
        limit: 10,
      },
      /SEARCH .*f_created_at>/,
    ],
    [
      'a walk',
      {
        where: { and: [org, { contains: ['note', 'x'] }] },
        sort: [{ field: 'created_at', direction: 'desc' }],
        limit: 10,
      },
      /SEARCH .*organization_id,created_at/,
    ],
  ])('answers %s in the order of an index', (_, query, index) => {
    const plan = store.explain(orders, query).join('\n');
    expect(plan).not.toContain('TEMP B-TREE');
    expect(plan).toMatch(index);
  });

  it('shows in its plan that it has to sort', () => {
    const plan = store.explain(orders, { where: org, sort: [{ field: 'note', direction: 'asc' }], limit: 10 });
    expect(plan.join('\n')).toContain('USE TEMP B-TREE');
  });

  it('counts and pages many documents by the index', async () => {
    const [all, batch] = [sized({ gate: 5_000, soak: 100_000 }), 5_000];
    for (let n = 0; n < all; n += batch)
      await store.save(
        Array.from({ length: batch }, (_, i) => ({
          collection: orders,
          id: `${n + i}`,
          seen: undefined,
          position: at(1),
          document: order(n + i),
        })),
      );
    const query: Find = { where: org, sort: [{ field: 'created_at', direction: 'desc' }], limit: 10 };
    expect((await store.find(orders, { ...query, counted: true })).total).toBe(all);
    expect(store.explain(orders, query)).toEqual([expect.stringMatching(/^SEARCH \S+ USING (COVERING )?INDEX /)]);
  });

  describe('lists by two keys', () => {
    const things: Collection = {
      name: 'things_v1',
      indexes: [],
      lists: { scope: ['org'], sortings: ['name', 'created_at'], filters: [] },
    };
    const both: Where = { in: ['org', ['A', 'B']] };

    const fill = async (name: (n: number) => string | null) => {
      const documents = Array.from({ length: 4_000 }, (_, n) => ({
        id: String(n).padStart(5, '0'),
        org: n % 2 ? 'A' : 'B',
        name: name(n % 50),
        created_at: String(n % 7),
      }));
      await store.ensure(things);
      await store.save(
        documents.map((document) => ({
          collection: things,
          id: document.id,
          seen: undefined,
          position: at(1),
          document,
        })),
      );
      return documents;
    };
    const byName = (direction: 'asc' | 'desc', where: Where, skip: number): CountedFind => ({
      where,
      sort: [
        { field: 'name', direction },
        { field: 'created_at', direction: direction === 'asc' ? 'desc' : 'asc' },
      ],
      skip,
      limit: 100,
      counted: true,
    });

    it.each([
      ['NUL', '\0'],
      ['a lone surrogate', '\ud800'],
    ])('finds every page when names hold %s', async (_, character) => {
      const documents = await fill((n) => `a${character}${n}`);
      for (const where of [{ eq: ['org', 'A'] }, both] as Where[])
        for (const direction of ['asc', 'desc'] as const)
          for (const skip of [0, 1_450, 1_950, 2_600, 3_950]) {
            const query = byName(direction, where, skip);
            expect({ query, ...(await store.find(things, query)) }).toEqual({ query, ...findIn(documents, query) });
          }
      const where: Where = { eq: ['name', `a${character}7`] };
      expect((await store.find(things, { where, limit: 1, counted: true })).total).toBe(80);
    });

    it.each<[string, Where, 'asc' | 'desc', number]>([
      ['one organization', { eq: ['org', 'A'] }, 'asc', 1_900],
      ['one organization', { eq: ['org', 'A'] }, 'desc', 1_900],
      ['several organizations', both, 'asc', 3_900],
      ['several organizations', both, 'desc', 3_900],
    ])(
      'returns the remaining documents when documents of %s are removed meanwhile (%#)',
      async (_, where, direction, skip) => {
        await fill((n) => (n < 10 ? null : `a${n}`));
        const query = byName(direction, where, skip);
        const last = (await store.ids(things, query)).reverse();
        const inner = store as unknown as { turn: () => Promise<void> };
        let steps = 0;
        // One document is removed before the first step of the query, another before the second step of the next query, and so on.
        for (let step = 1; step === 1 || step <= steps; step++) {
          const write = { collection: things, id: last[step]!, seen: at(1), position: at(2), document: undefined };
          steps = 0;
          inner.turn = async () => {
            if (++steps === step) await store.save([write]);
          };
          const ids = (await store.find(things, query)).items.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.length).toBeGreaterThanOrEqual(100 - step);
        }
        expect(steps).toBeGreaterThan(3);
      },
    );
  });

  it('keeps tombstones out of its indexes', async () => {
    await store.save([{ collection: orders, id: 'a', seen: undefined, position: at(1), document: order(1) }]);
    await store.save([{ collection: orders, id: 'a', seen: at(1), position: at(2), document: undefined }]);
    const db = (store as unknown as { db: Database }).db;
    const sql = `SELECT sum(ncell) AS entries FROM dbstat WHERE name LIKE 'orders_v1:%'`;
    const entries = () => (db.prepare(sql).get() as { entries: number }).entries;
    expect(entries()).toBe(0);
  });
});

describe('SqliteVault', () => {
  it('overwrites deleted values on disk', async () => {
    const vault = new SqliteVault(folder);
    for (let n = 0; n < 20; n++) await vault.put(`a/${n}`, `the-secret-of-${n}`);
    await vault.delete('a/7');
    await vault.close();
    const bytes = await readFile(join(folder, 'vault.db'));
    expect([bytes.includes('the-secret-of-6'), bytes.includes('the-secret-of-7')]).toEqual([true, false]);
  });
});

const orders: Collection = {
  name: 'orders_v1',
  indexes: [
    ['organization_id', 'created_at'],
    ['organization_id', 'status', 'created_at'],
  ],
  fields: ['note'],
};

const at = (n: number) => String(n).padStart(20, '0');

const order = (n: number): Document & Record<string, unknown> => ({
  id: `${n}`,
  organization_id: 'o',
  created_at: `2026-${n}`,
  status: n % 2 ? 'paid' : 'open',
  note: 'n',
});
