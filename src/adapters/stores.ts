import type { Config } from '../config.ts';
import type { DocumentStore } from '../kernel/document-store.ts';
import type { EventStore } from '../kernel/event-store.ts';
import type { Log } from '../kernel/log.ts';
import type { MovableVault, Vault } from '../kernel/vault.ts';
import { SqliteDocumentStore } from './sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from './sqlite/sqlite-event-store.ts';
import { SqliteVault } from './sqlite/sqlite-vault.ts';

/** Where an installation keeps what it knows: servers where they are set, else the data folder. Drivers of servers load when they are wanted. */
export interface Stores {
  store: EventStore;
  documents: DocumentStore;
  /** As the adapter keeps it. */
  vault: Vault;
  /** Files whose commits can be told not to wait for the disk. */
  files: readonly { relax(relaxed: boolean): void }[];
  close(): Promise<void>;
}

export interface StoresOptions {
  readOnly?: boolean;
  /** Machine time in milliseconds since 1970, for tests. */
  now?: () => number;
}

type Where = Pick<Config, 'dataDir' | 'engines'>;

/** @throws ServiceUnavailable a server that is set does not answer */
export async function openStores(where: Where, log: Log, options: StoresOptions = {}): Promise<Stores> {
  const files: { relax(relaxed: boolean): void }[] = [];
  const { eventStore, eventStorePrefix: prefix, mongo } = where.engines;
  const store = await openEventStore(eventStore ?? where.dataDir, log, { ...options, prefix });
  if (store instanceof SqliteEventStore) files.push(store);
  if (mongo !== undefined) {
    const kept = await onMongo(mongo, options);
    return { ...kept, store, files, close: () => closeAll(store, kept.documents) };
  }
  const documents = new SqliteDocumentStore(where.dataDir, { readOnly: options.readOnly });
  const vault = new SqliteVault(where.dataDir, options);
  return { store, documents, vault, files: [...files, vault], close: () => closeAll(store, documents, vault) };
}

export type ClosableEventStore = EventStore & { close(): Promise<void> };

/**
 * A log by where it is: a connection string of EventStoreDB, or a data folder.
 * @param options with what the names of streams on a server begin
 * @throws ServiceUnavailable
 */
export async function openEventStore(
  where: string,
  log: Log,
  { readOnly, prefix }: Pick<StoresOptions, 'readOnly'> & { prefix?: string } = {},
): Promise<ClosableEventStore> {
  if (!where.includes('://')) return new SqliteEventStore(where, { readOnly });
  const { EventStoreDbEventStore } = await import('./eventstoredb/eventstoredb-event-store.ts');
  const store = new EventStoreDbEventStore({ url: where, prefix, log });
  await store.end();
  return store;
}

export type ClosableVault = MovableVault & { close(): Promise<void> };

/**
 * A vault by where it is: a connection string of MongoDB, or a data folder.
 * @throws ServiceUnavailable
 */
export async function openVault(where: string): Promise<ClosableVault> {
  if (!where.includes('://')) return new SqliteVault(where);
  return (await onMongo(where, {})).vault;
}

async function onMongo(url: string, { now }: StoresOptions) {
  const { MongoConnection } = await import('./mongodb/mongo-connection.ts');
  const { MongoDocumentStore } = await import('./mongodb/mongo-document-store.ts');
  const { MongoVault } = await import('./mongodb/mongo-vault.ts');
  const connection = new MongoConnection(url);
  await connection.check();
  const vault = new MongoVault(connection, { now });
  await vault.ensure();
  return { documents: new MongoDocumentStore(connection), vault };
}

async function closeAll(...stores: readonly { close(): Promise<void> }[]): Promise<void> {
  await Promise.all(stores.map((store) => store.close()));
}
