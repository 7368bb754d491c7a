import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MongoInvalidArgumentError, MongoServerError } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { filterOf } from '../../src/adapters/mongodb/document-filter.ts';
import { stagesOf } from '../../src/adapters/mongodb/explained.ts';
import { answered, MongoConnection } from '../../src/adapters/mongodb/mongo-connection.ts';
import { MongoDocumentStore } from '../../src/adapters/mongodb/mongo-document-store.ts';
import { MongoVault } from '../../src/adapters/mongodb/mongo-vault.ts';
import type { Where } from '../../src/kernel/ports/document-store.ts';
import { block } from '../support/block.ts';
import type { Opened } from '../support/contract-tools.ts';
import { HoldingProxy } from '../support/mongodb/holding-proxy.ts';
import { givenMongo, missingMongo, MongoServer, onDatabase } from '../support/mongodb/server.ts';
import { given, type Server } from '../support/given-servers.ts';
import { until } from '../support/until.ts';
import { describeWith } from '../support/servers.ts';
import { documentFindContract } from './document-find.contract.ts';
import { documentStoreContract } from './document-store.contract.ts';
import { vaultContract } from './vault.contract.ts';

describeWith(missingMongo(), 'on MongoDB', () => {
  const database = `contract_${randomUUID().slice(0, 8)}`;
  let folder: string;
  let server: Server;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillbook-mongo-'));
    server = givenMongo(database) ?? (await MongoServer.start(folder, database));
  });

  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** A store on a connection of its own; the data stays on the server. */
  async function connected<S>(make: (connection: MongoConnection) => S): Promise<Opened<S>> {
    let connection = new MongoConnection(server.url);
    const opened: Opened<S> = {
      store: make(connection),
      reopen: async () => {
        await connection.close();
        connection = new MongoConnection(server.url);
        return (opened.store = make(connection));
      },
      close: () => connection.close(),
    };
    return opened;
  }

  documentStoreContract('MongoDocumentStore', () => connected((connection) => new MongoDocumentStore(connection)));
  documentFindContract('MongoDocumentStore', () => connected((connection) => new MongoDocumentStore(connection)), {
    byUtf16: !given('MONGODB_URL'),
  });

  // The double cannot explain queries.
  (given('MONGODB_URL') ? it : it.skip)('serves a list by its index, if the server can explain it', async () => {
    const { store, close } = await connected((connection) => new MongoDocumentStore(connection));
    try {
      const collection = { name: `orders_${randomUUID().slice(0, 8)}`, indexes: [['organization_id', 'created_at']] };
      await store.ensure(collection);
      const stages = await store.explain(collection, {
        where: { eq: ['organization_id', 'acme'] },
        sort: [{ field: 'created_at', direction: 'desc' }],
        limit: 10,
      });
      // A server that explains plans in another form gives nothing to check.
      if (stages.length === 0) return;
      expect(stages).toContain('IXSCAN organization_id,created_at');
      expect(stages).not.toContain('SORT');
    } finally {
      await close();
    }
  });

  it('fills a field that is declared later, page by page', async () => {
    const { store, close } = await connected((connection) => new MongoDocumentStore(connection));
    const things = { name: `things_${randomUUID().slice(0, 8)}`, indexes: [['org']] };
    await store.ensure(things);
    const documents = Array.from({ length: 1_200 }, (_, n) => ({
      id: `${n}`,
      org: 'o',
      colour: n % 2 ? 'red' : 'blue',
    }));
    const position = '0'.repeat(20);
    await store.save(
      documents.map((document) => ({ collection: things, id: document.id, seen: undefined, position, document })),
    );
    const proxy = await HoldingProxy.start(server.url, 'update');
    proxy.release();
    const connection = new MongoConnection(proxy.url);
    const more = { ...things, fields: ['colour'] };
    await new MongoDocumentStore(connection).ensure(more);
    await connection.close();
    expect(await store.find(more, { where: { eq: ['colour', 'red'] }, limit: 1, counted: true })).toMatchObject({
      total: 600,
    });
    // Three pages, and the declaration.
    expect(proxy.seen).toBe(4);
    await proxy.stop();
    await close();
  });

  it('waits for as long as an index takes to build, and reports it', async () => {
    // A server that answers everything at once, except `createIndexes`, which it holds until released.
    const proxy = await HoldingProxy.start(server.url, 'createIndexes');
    const logged: string[] = [];
    const log = { info: (message: string) => void logged.push(message), warn: () => undefined, error: () => undefined };
    const connection = new MongoConnection(proxy.url, { patienceMs: 300 });
    const store = new MongoDocumentStore(connection, log, { progressEveryMs: 100 });
    const ensured = store.ensure({ name: `slow_${randomUUID().slice(0, 8)}`, indexes: [['org']] });
    await until(() => logged.length >= 5, 'progress has been logged five times');
    proxy.release();
    await ensured;
    expect(logged[0]).toMatch(/builds indexes of slow_/);
    // The command is not given up and sent again.
    expect(proxy.seen).toBe(1);
    await connection.close();
    await proxy.stop();
  });

  it('starts at the second attempt when a connection breaks', async () => {
    const proxy = await HoldingProxy.start(server.url, 'createIndexes');
    const connection = new MongoConnection(proxy.url);
    const store = new MongoDocumentStore(connection);
    const ensured = store.ensure({ name: `broken_${randomUUID().slice(0, 8)}`, indexes: [['org']] });
    await until(() => proxy.held > 0, 'the command is held back');
    proxy.breakHeld();
    await until(() => proxy.held > 0, 'the command is held back');
    proxy.release();
    await ensured;
    await connection.close();
    await proxy.stop();
  });

  it('iterates over all documents although connections break and both the driver and the store retry', async () => {
    const { store, close } = await connected((connection) => new MongoDocumentStore(connection));
    const things = { name: `things_${randomUUID().slice(0, 8)}`, indexes: [['org']] };
    await store.ensure(things);
    await store.save([{ collection: things, id: 'a', seen: undefined, position: '0', document: { id: 'a' } }]);
    await close();
    const proxy = await HoldingProxy.start(server.url, 'find');
    const connection = new MongoConnection(proxy.url);
    const found: string[] = [];
    const reading = (async () => {
      for await (const { document } of new MongoDocumentStore(connection).each(things)) found.push(document.id);
    })();
    for (let n = 0; n < 2; n++) {
      await until(() => proxy.held > 0, 'the command is held back');
      proxy.breakHeld();
    }
    await Promise.race([reading, until(() => proxy.held > 0, 'the command is held back')]);
    proxy.release();
    await reading;
    expect(found).toEqual(['a']);
    await connection.close();
    await proxy.stop();
  });

  it('is unavailable when a connection breaks during a bulk write, whose error has no code', async () => {
    const proxy = await HoldingProxy.start(server.url, 'insert');
    const connection = new MongoConnection(proxy.url);
    const store = new MongoDocumentStore(connection);
    const things = { name: `things_${randomUUID().slice(0, 8)}`, indexes: [['org']] };
    await store.ensure(things);
    const write = { collection: things, id: 'a', seen: undefined, position: '0', document: { id: 'a' } };
    const saved = store.save([write]).then(
      () => 'saved',
      (error: unknown) => error,
    );
    await until(() => proxy.held > 0, 'the command is held back');
    proxy.breakHeld();
    expect(await saved).toMatchObject({ code: 'ServiceUnavailable' });
    proxy.release();
    await connection.close();
    await proxy.stop();
  });

  it('keeps its client, and reads the answer, after this process was blocked for longer than any limit', async () => {
    const connection = new MongoConnection(server.url);
    await connection.check();
    const { client } = connection.db;
    const checking = connection.check();
    // The command has been sent by then.
    await setImmediate();
    block(11_000);
    await checking;
    await connection.check();
    expect(connection.db.client).toBe(client);
    await connection.close();
  });

  it.each([
    6, 7, 43, 63, 64, 89, 91, 133, 134, 150, 189, 262, 9_001, 10_058, 10_107, 11_600, 11_602, 13_388, 13_435, 13_436,
  ])('is unavailable when the server answers %d', async (code) => {
    const refused = new MongoServerError({ message: 'not now', code });
    await expect(answered(Promise.reject(refused))).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });

  it('is unavailable if a socket breaks while a command is written', async () => {
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    await expect(answered(Promise.reject(broken))).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    for (const ours of [
      Object.assign(new Error('the command is wrong'), { code: 9 }),
      new MongoServerError({ message: 'Authentication failed.', code: 18 }),
      new MongoInvalidArgumentError('not an argument'),
      new TypeError('a fault of ours'),
    ])
      await expect(answered(Promise.reject(ours))).rejects.toBe(ours);
  });

  it('ignores dropping a missing collection, whatever the server answers', async () => {
    const { store, close } = await connected((connection) => new MongoDocumentStore(connection));
    await store.drop({ name: `never_${randomUUID().slice(0, 8)}`, indexes: [] });
    await close();
  });

  vaultContract('MongoVault', async () => {
    let now = 0;
    const opened = await connected((connection) => new MongoVault(connection, { now: () => now }));
    return Object.assign(opened, { setNow: (ms: number) => void (now = ms) });
  });
});

describe('stagesOf', () => {
  const scan = { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: 'organization_id,created_at' } };
  const stages = ['LIMIT', 'FETCH', 'IXSCAN organization_id,created_at'];

  it.each([
    [
      'the classic engine',
      { winningPlan: { stage: 'LIMIT', inputStage: scan }, rejectedPlans: [{ stage: 'COLLSCAN' }] },
    ],
    [
      'the slot-based engine',
      {
        winningPlan: {
          queryPlan: { stage: 'LIMIT', planNodeId: 3, inputStage: scan },
          slotBasedPlan: { slots: '$$RESULT=s7', stages: '[3] limit 10' },
        },
        rejectedPlans: [],
      },
    ],
    [
      'a mongos over one shard',
      {
        winningPlan: {
          stage: 'SINGLE_SHARD',
          shards: [{ shardName: 'a', winningPlan: { stage: 'LIMIT', inputStage: scan }, rejectedPlans: [] }],
        },
      },
    ],
  ])('reads a plan of %s', (_name, queryPlanner) => {
    expect(stagesOf({ queryPlanner, ok: 1 }).filter((stage) => stage !== 'SINGLE_SHARD')).toEqual(stages);
  });

  it('reads every branch, with several shards and several indexes', () => {
    const or = { stage: 'OR', inputStages: [scan, { stage: 'COLLSCAN' }] };
    const shards = ['a', 'b'].map((shardName) => ({ shardName, winningPlan: { queryPlan: or } }));
    const found = stagesOf({ queryPlanner: { winningPlan: { stage: 'SHARD_MERGE', shards } } });
    const branch = ['OR', ...stages.slice(1), 'COLLSCAN'];
    expect(found).toEqual(['SHARD_MERGE', ...branch, ...branch]);
  });

  it('finds nothing in plans of another form', () => {
    expect(stagesOf({ explain: 'Index Scan using idx on documents', ok: 1 })).toEqual([]);
  });
});

describe('a filter', () => {
  const things = { name: 'things_v1', indexes: [['org', 'name']], fields: ['open'] };
  const saysLive = (where: Where) => JSON.stringify(filterOf(things, { where })).includes('"body"');

  it('omits the condition on tombstones if no tombstone could match, so that an index serves it', () => {
    const org: Where = { eq: ['org', 'o'] };
    for (const where of [org, { and: [{ eq: ['name', null] }, org] }, { or: [org, { gt: ['name', 'a'] }] }] as Where[])
      expect([where, saysLive(where)]).toEqual([where, false]);
    for (const where of [
      { eq: ['org', null] },
      { in: ['org', ['o', null]] },
      { exists: ['org', false] },
      { in: ['id', ['a']] },
      { or: [org, { eq: ['name', null] }] },
      { and: [] },
    ] as Where[])
      expect([where, saysLive(where)]).toEqual([where, true]);
  });
});

it('tests on another database of a server sign in against the same database as before', () => {
  expect(onDatabase('mongodb://a:1,b:2/tillbook?replicaSet=r', 'other')).toBe('mongodb://a:1,b:2/other?replicaSet=r');
  expect(onDatabase('mongodb://me:x@a/tillbook', 'other')).toBe('mongodb://me:x@a/other?authSource=tillbook');
  expect(onDatabase('mongodb+srv://me:x@a/tillbook?authSource=admin', 'other')).toBe(
    'mongodb+srv://me:x@a/other?authSource=admin',
  );
});
