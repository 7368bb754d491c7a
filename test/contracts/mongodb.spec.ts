import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoInvalidArgumentError, MongoServerError, type Collection as MongoCollection } from 'mongodb';
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
import type { Collection, Document, Where, Write } from '../../src/kernel/ports/document-store.ts';
import { block } from '../support/block.ts';
import { randomDocument, randomMap } from '../support/contract-documents.ts';
import { Random, type Opened } from '../support/contract-tools.ts';
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

  describe('a stored document', () => {
    const things = { indexes: [['org']], maps: ['metadata'] };
    const write = (collection: Collection, document: Document, seen?: string): Write => ({
      ...{ collection, id: document.id, position: `${document.id}.1`, seen, document },
    });
    let connection: MongoConnection;
    let store: MongoDocumentStore;
    let collection: Collection;
    let rows: MongoCollection<{ _id: string }>;

    beforeEach(async () => {
      connection = new MongoConnection(server.url);
      store = new MongoDocumentStore(connection);
      collection = { ...things, name: `things_${randomUUID().slice(0, 8)}_v1` };
      await store.ensure(collection);
      rows = connection.db.collection(`read_models.${collection.name}`);
    });
    afterEach(() => connection.close());

    it('has its own fields and lists of the entries of maps, for ordinary tools', async () => {
      const address = { country: 'DE', lines: ['a', null] };
      const metadata = { 'a.b': 1, $where: 'x', deep: { '': [{ 0: true }] }, none: {} };
      await store.save([
        write(collection, { id: 'a', org: 'o', amount: 2 ** 40, open: true, address, metadata } as Document),
        write(collection, { id: 'b', org: null, metadata: {} } as Document),
      ]);
      const entries = [
        { k: 'a.b', v: 1 },
        { k: '$where', v: 'x' },
        { k: 'deep', v: [{ k: '', v: [[{ k: '0', v: true }]] }] },
        { k: 'none', v: [] },
      ];
      const stored = { _position: 'a.1', _save: expect.any(String) };
      const row = { _id: 'a', org: 'o', amount: 2 ** 40, open: true, address, metadata: entries, ...stored };
      for (const filter of [
        { 'address.country': 'DE' },
        { 'address.lines': 'a', amount: { $gt: 1 } },
        { metadata: { $elemMatch: { k: '$where', v: 'x' } } },
        { 'metadata.k': 'a.b' },
      ])
        expect(await rows.find(filter).toArray()).toEqual([row]);
      expect(await rows.findOne({ _id: 'b' })).toEqual({
        ...{ _id: 'b', org: null, metadata: [], _position: 'b.1', _save: expect.any(String) },
      });
    });

    it('never has a field that a caller named', async () => {
      const random = new Random(11);
      const maps = Array.from({ length: 300 }, (_, n) => ({ id: `${n}`, metadata: randomMap(random, 4) }));
      await store.save(maps.map((document) => write(collection, document)));
      const stored = await rows.find().toArray();
      expect(stored).toHaveLength(300);
      const names = new Set(stored.flatMap(namesIn));
      expect([...names].sort()).toEqual(['_id', '_json', '_position', '_save', 'k', 'metadata', 'v']);
      // MongoDB stores no more than 100 levels.
      expect(Math.max(...stored.map(levelsOf))).toBeLessThan(100);
    });

    it('never has a field that is an operator, a path or an index, although no map is declared', async () => {
      const random = new Random(12);
      const undeclared = { ...collection, maps: [] };
      const documents = Array.from({ length: 300 }, (_, n) => randomDocument(random, `${n}`));
      await store.save(documents.map((document) => write(undeclared, document)));
      const names = new Set((await rows.find().toArray()).flatMap(namesIn));
      const ours = ['_id', '_json', '_position', '_save'];
      expect([...names].filter((name) => !/^[A-Za-z]\w*$/.test(name) || name === 'constructor').sort()).toEqual(ours);
      const loaded = await store.load(
        undeclared,
        documents.map(({ id }) => id),
      );
      expect(documents.map(({ id }) => loaded.get(id)!.document)).toEqual(documents);
    });

    it.each([
      ['half a surrogate pair', { note: 'a\ud800' }],
      ['half a surrogate pair as a key', { metadata: { '\udfff': 1 } }],
      ['an empty list in a map', { metadata: { list: [] } }],
      ['a field with the name of one of the store', { _position: 'mine', _removed_at: '', _json: 'mine' }],
      ['an operator in an object that is not a map', { address: { $gt: '' } }],
      ['a list instead of a map', { metadata: [] }],
    ])('that has %s is also stored as JSON text, to be loaded as it was', async (_, fields) => {
      const document = { id: 'a', org: 'o', ...fields };
      await store.save([write(collection, document)]);
      expect(await rows.findOne({ _id: 'a' })).toMatchObject({ org: 'o', _json: JSON.stringify(document) });
      expect((await store.load(collection, ['a'])).get('a')!.document).toEqual(document);
      expect((await store.find(collection, { limit: 9 })).items).toEqual([document]);
    });

    it('keeps what JSON text would not, and leaves out fields without a value', async () => {
      await store.save([
        write(collection, { id: 'a', zero: -0, not: undefined, metadata: { not: undefined } } as Document),
      ]);
      expect(await rows.findOne({ _id: 'a' })).not.toHaveProperty('not');
      const { document } = (await store.load(collection, ['a'])).get('a')!;
      expect(document).toStrictEqual({ id: 'a', zero: -0, metadata: {} });
    });

    it('is found by a field that is declared later, without being written again', async () => {
      const documents = Array.from({ length: 1_200 }, (_, n) => ({ id: `${n}`, colour: n % 2 ? 'red' : 'blue' }));
      await store.save(documents.map((document) => write(collection, document)));
      const before = await rows.find().toArray();
      const more = { ...collection, fields: ['colour'] };
      await store.ensure(more);
      const where: Where = { eq: ['colour', 'red'] };
      expect(await store.find(more, { where, limit: 1, counted: true })).toMatchObject({ total: 600 });
      expect(await rows.find().toArray()).toEqual(before);
    });
  });

  it('answers every command on a collection that several create, index and fill at once', async () => {
    const connection = new MongoConnection(server.url);
    try {
      for (let n = 0; n < 25; n++) {
        const rows = connection.db.collection<{ _id: number }>(`new_${n}`);
        await Promise.all([
          ...[0, 1, 2, 3].map((_id) => rows.insertOne({ _id })),
          rows.find().toArray(),
          rows.createIndex({ org: 1 }),
        ]);
      }
    } finally {
      await connection.close();
    }
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
  const saysLive = (where: Where) => JSON.stringify(filterOf(things, { where })).includes('"_removed_at"');

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

/** The names of all fields in a stored document. */
function namesIn(stored: unknown): string[] {
  if (typeof stored !== 'object' || stored === null) return [];
  if (Array.isArray(stored)) return stored.flatMap(namesIn);
  return Object.entries(stored).flatMap(([name, value]) => [name, ...namesIn(value)]);
}

function levelsOf(stored: unknown): number {
  if (typeof stored !== 'object' || stored === null) return 0;
  return 1 + Math.max(0, ...Object.values(stored).map(levelsOf));
}
