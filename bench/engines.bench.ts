import { EventStoreDBClient, jsonEvent, NO_STREAM, type JSONType } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbEventStore } from '../src/adapters/eventstoredb/eventstoredb-event-store.ts';
import { MongoConnection } from '../src/adapters/mongodb/mongo-connection.ts';
import { MongoDocumentStore } from '../src/adapters/mongodb/mongo-document-store.ts';
import type { Collection } from '../src/kernel/ports/document-store.ts';
import type { NewStoredEvent } from '../src/kernel/ports/event-store.ts';
import { newUuid } from '../src/kernel/ids.ts';
import { EventStoreDbProcess } from '../test/support/eventstoredb/process.ts';
import { givenMongo, missingMongo, MongoServer } from '../test/support/mongodb/server.ts';
import { given } from '../test/support/given-servers.ts';
import { compare, rate, type Row } from './measure.ts';

const APPENDS = 500;
const DOCUMENTS = 2_000;
const READS = 300;
const PAGE = 10;
const NOBODY = { username: 'nobody', password: 'nothing' };
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Compares the adapters with the bare clients on the same servers: those in the environment, or test doubles, which show only the overhead. */
export async function benchEngines(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  try {
    const rows = await benchAppends(folder);
    const missing = missingMongo();
    if (missing) console.log(`skipped: document reads on MongoDB (${missing})`);
    return missing ? rows : [...rows, ...(await benchReads(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchAppends(folder: string): Promise<Row[]> {
  const server = given('EVENTSTORE_URL') ?? (await EventStoreDbProcess.start(folder));
  const store = new EventStoreDbEventStore({ url: server.url, prefix: `${newUuid()}.`, log: SILENT });
  const bare = EventStoreDBClient.connectionString(server.url);
  const ours = () => rate(APPENDS, () => repeat(APPENDS, () => store.append(`bench-${newUuid()}`, [event()], 'none')));
  const baseline = () =>
    rate(APPENDS, () =>
      repeat(APPENDS, () => {
        const { id, type, data, metadata } = event();
        const one = jsonEvent({ id, type, data: data as JSONType, metadata: { ...metadata } as JSONType });
        return bare.appendToStream(`bench-${newUuid()}`, one, {
          expectedRevision: NO_STREAM,
          requiresLeader: true,
          // With credentials, each append is a separate call, as in our adapter.
          credentials: NOBODY,
        });
      }),
    );
  await Promise.all([ours(), baseline()]);
  const name = `EventStoreDB${given('EVENTSTORE_URL') ? '' : ' (a double: adapter overhead)'}: append ÷ bare client`;
  const row = await compare({ name, unit: 'appends/s', aim: 0.9, ours, baseline });
  await Promise.all([store.close(), bare.dispose()]);
  await server.stop();
  return [row];
}

async function benchReads(folder: string): Promise<Row[]> {
  const database = `bench_${newUuid().slice(-12)}`;
  const server = givenMongo(database) ?? (await MongoServer.start(folder, database));
  const connection = new MongoConnection(server.url);
  const store = new MongoDocumentStore(connection);
  const collection: Collection = { name: 'orders_v1', indexes: [['organization_id', 'created_at']] };
  await store.ensure(collection);
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({
    id: `order-${n}`,
    organization_id: 'acme',
    created_at: `2026-${n}`,
    note: 'x'.repeat(400),
  }));
  await store.save(
    documents.map((document) => ({ collection, id: document.id, seen: undefined, position: '1', document })),
  );
  const client = new MongoClient(server.url);
  const bare = client.db().collection<{ _id: string }>('bare');
  await bare.insertMany(documents.map(({ id, ...rest }) => ({ _id: id, ...rest })));
  // By id, because test doubles have an index for that too.
  const ids = (n: number) => Array.from({ length: PAGE }, (_, i) => `order-${(n * PAGE + i) % DOCUMENTS}`);
  const ours = () => rate(READS, () => repeat(READS, (n) => store.load(collection, ids(n))));
  const baseline = () => rate(READS, () => repeat(READS, (n) => bare.find({ _id: { $in: ids(n) } }).toArray()));
  await Promise.all([ours(), baseline()]);
  const name = `MongoDB${given('MONGODB_URL') ? '' : ' (a double: adapter overhead)'}: ten documents ÷ bare driver`;
  const row = await compare({ name, unit: 'reads/s', aim: 0.8, ours, baseline });
  await client.db().dropDatabase();
  await Promise.all([connection.close(), client.close()]);
  await server.stop();
  return [row];
}

function event(): NewStoredEvent {
  const id = newUuid();
  const now = new Date().toISOString();
  const actor = { kind: 'system', id: 'bench' } as const;
  const metadata = {
    version: 1,
    occurredAt: now,
    recordedAt: now,
    actor,
    correlationId: id,
    causationId: id,
    commandId: id,
  };
  return { id, type: 'Counted', data: { amount: 1, note: 'x'.repeat(80) }, metadata };
}

async function repeat(count: number, run: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n++) await run(n);
}
