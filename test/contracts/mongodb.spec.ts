import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answered, MongoConnection } from '../../src/adapters/mongodb/mongo-connection.ts';
import { MongoDocumentStore } from '../../src/adapters/mongodb/mongo-document-store.ts';
import { MongoVault } from '../../src/adapters/mongodb/mongo-vault.ts';
import type { Opened } from '../support/contract-tools.ts';
import { givenMongo, missingMongo, MongoServer } from '../support/mongodb/server.ts';
import { given, type Server } from '../support/given-servers.ts';
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

  // Which the double has not.
  (given('MONGODB_URL') ? it : it.skip)('serves a list by its index, where the server can explain it', async () => {
    const { store, close } = await connected((connection) => new MongoDocumentStore(connection));
    const collection = { name: `orders_${randomUUID().slice(0, 8)}`, indexes: [['organization_id', 'created_at']] };
    await store.ensure(collection);
    const stages = await store.explain(collection, {
      where: { eq: ['organization_id', 'acme'] },
      sort: [{ field: 'created_at', direction: 'desc' }],
      limit: 10,
    });
    expect(stages).toContain('IXSCAN organization_id,created_at');
    expect(stages).not.toContain('SORT');
    await close();
  });

  it('is away where a socket breaks as a command is written', async () => {
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    await expect(answered(Promise.reject(broken))).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    const ours = Object.assign(new Error('the command is wrong'), { code: 9 });
    await expect(answered(Promise.reject(ours))).rejects.toBe(ours);
  });

  vaultContract('MongoVault', async () => {
    let now = 0;
    const opened = await connected((connection) => new MongoVault(connection, { now: () => now }));
    return Object.assign(opened, { setNow: (ms: number) => void (now = ms) });
  });
});
