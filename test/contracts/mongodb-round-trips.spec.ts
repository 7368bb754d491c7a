import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoConnection } from '../../src/adapters/mongodb/mongo-connection.ts';
import { MongoDocumentStore } from '../../src/adapters/mongodb/mongo-document-store.ts';
import type { Checkpoint, Collection, Write } from '../../src/kernel/ports/document-store.ts';
import { givenMongo, missingMongo, MongoServer } from '../support/mongodb/server.ts';
import type { Server } from '../support/given-servers.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';

const things: Collection = { name: 'things', indexes: [] };
const others: Collection = { name: 'others', indexes: [] };

/** Waits on a network: commands of which one is sent only after another was answered. */
describeWith(missingMongo(), 'round trips to MongoDB', () => {
  const database = `trips_${randomUUID().slice(0, 8)}`;
  let folder: string;
  let server: Server;
  let connection: MongoConnection;
  let store: MongoDocumentStore;
  /** `+` with a command's collection when it is sent, `-` when it is answered. */
  let seen: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillbook-mongo-'));
    server = givenMongo(database) ?? (await MongoServer.start(folder, database));
    connection = new MongoConnection(server.url);
    store = new MongoDocumentStore(connection);
    const { client } = connection.db;
    Object.assign(client, { monitorCommands: true });
    const named = new Map<number, string>();
    client.on('commandStarted', ({ requestId, commandName, command }) => {
      const name = `${commandName} ${String((command as Record<string, unknown>)[commandName])}`;
      named.set(requestId, name);
      seen.push(`+${name}`);
    });
    client.on('commandSucceeded', ({ requestId }) => seen.push(`-${named.get(requestId)}`));
    seen = [];
    // Opens as many connections as are needed at once.
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.find(things, { limit: n + 1 })));
    await store.save([write(things, 'a', undefined, '1'), write(others, 'a', undefined, '1')]);
  });

  beforeEach(() => {
    seen = [];
  });

  afterAll(async () => {
    await store.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  it('a batch is saved in one, whatever it adds and replaces, and its checkpoint after that', async () => {
    const writes = [
      write(things, 'a', '1', '2'),
      write(things, 'b', undefined, '2'),
      write(others, 'a', '1', '2'),
      write(others, 'b', undefined, '2'),
    ];
    expect(await store.save(writes, { name: 'group/one', value: at('2') })).toEqual([]);
    const documents = [...seen];
    expect(documents.slice(0, 4).every((one) => one.startsWith('+'))).toBe(true);
    expect(documents.filter((one) => one.startsWith('-')).sort()).toEqual([
      '-insert read_models.others',
      '-insert read_models.things',
      '-update read_models.others',
      '-update read_models.things',
    ]);
    expect(documents).not.toContain('-update read_models.checkpoints');
    await until(() => seen.includes('-update read_models.checkpoints'), 'the checkpoint');
    expect(seen.indexOf('+update read_models.checkpoints')).toBeGreaterThanOrEqual(8);
  });

  it('checkpoints that are saved at about the same time take two commands at most, and lose nothing', async () => {
    for (let n = 1; n <= 9; n++)
      for (const name of ['group/one', 'group/two', 'group/three']) await store.save([], { name, value: at(`3${n}`) });
    const elsewhere = new MongoDocumentStore(connection);
    const positions = () =>
      Promise.all(
        ['one', 'two', 'three'].map(async (group) => (await elsewhere.checkpoint(`group/${group}`))?.position),
      );
    expect((await store.checkpoint('group/three'))?.position).toBe('39');
    await until(async () => (await positions()).every((position) => position === '39'), 'the checkpoints');
    expect(seen.filter((one) => one === '+update read_models.checkpoints')).toHaveLength(2);
    // Its answer may come after what it has written can be read.
    await until(() => seen.filter((one) => one === '-update read_models.checkpoints').length === 2, 'the answers');
  });

  it('checkpoints are read in one command', async () => {
    await Promise.all(['one', 'two', 'three', 'none'].map((group) => store.checkpoint(`group/${group}`)));
    expect(seen).toEqual(['+find read_models.checkpoints', '-find read_models.checkpoints']);
  });

  it('documents that are asked for in the same turn are loaded in one command, and each caller has their own', async () => {
    await store.save(['c', 'd'].map((id) => write(things, id, undefined, '4')));
    seen = [];
    const asked = [['c'], ['d', 'c'], ['none'], ['c']];
    const loaded = await Promise.all(asked.map((ids) => store.load(things, ids)));
    expect(seen).toEqual(['+find read_models.things', '-find read_models.things']);
    expect(loaded.map((found) => [...found.keys()])).toEqual([['c'], ['d', 'c'], [], ['c']]);
    const [first, second, , last] = loaded.map((found) => found.get('c')?.document);
    Object.assign(first!, { id: 'changed' });
    expect([second, last]).toEqual([{ id: 'c' }, { id: 'c' }]);
  });

  it('the same query of the same turn is one command, and each caller has their own documents', async () => {
    await store.save([write(others, 'c', undefined, '4')]);
    seen = [];
    const asked = [1, 2, 1].map((limit) => store.find(others, { limit, where: { eq: ['id', 'c'] } }));
    const [first, second, third] = (await Promise.all(asked)).map(({ items }) => items[0]!);
    expect(seen.filter((one) => one.startsWith('+'))).toHaveLength(2);
    first!.id = 'changed';
    expect([second, third]).toEqual([{ id: 'c' }, { id: 'c' }]);
  });

  it('a load after the turn is a command of its own, and finds what was saved meanwhile', async () => {
    const before = store.load(things, ['e']);
    await store.save([write(things, 'e', undefined, '4')]);
    expect((await store.load(things, ['e'])).size).toBe(1);
    await before;
    expect(seen.filter((one) => one === '+find read_models.things')).toHaveLength(2);
  });

  it('what waits when the store is closed is saved before', async () => {
    const own = new MongoConnection(server.url);
    const closed = new MongoDocumentStore(own);
    for (let n = 1; n <= 3; n++) await closed.save([], { name: 'group/closed', value: at(`8${n}`) });
    await closed.close();
    expect((await store.checkpoint('group/closed'))?.position).toBe('83');
  });

  it('a checkpoint is not moved back by a save that comes late', async () => {
    const late = new MongoDocumentStore(connection);
    await store.save([], { name: 'group/late', value: at('6') });
    await store.moveCheckpoint('group/late', at('6'), at('7'));
    await late.save([], { name: 'group/late', value: at('5') });
    await until(() => seen.filter((one) => one === '-update read_models.checkpoints').length === 3, 'three writes');
    expect((await store.checkpoint('group/late'))?.position).toBe('7');
    expect(await late.moveCheckpoint('group/late', at('7'), undefined)).toBe(true);
  });
});

function write(collection: Collection, id: string, seen: string | undefined, position: string): Write {
  return { collection, id, seen, position, document: { id } };
}

function at(position: string): Checkpoint {
  return { position, eventId: position, caughtUpAt: '2026-01-01T00:00:00.000Z' as Checkpoint['caughtUpAt'] };
}
