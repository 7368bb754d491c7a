import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { DocumentStore } from '../kernel/ports/document-store.ts';
import type { EventStore } from '../kernel/ports/event-store.ts';
import type { Log } from '../kernel/ports/log.ts';
import { furthestPosition } from '../kernel/reading/checkpoints.ts';
import type { AnyProjection } from '../kernel/reading/projection.ts';
import { StorageUnavailable, type StorageFault } from '../kernel/storage-unavailable.ts';
import type { MovableVault } from '../kernel/ports/vault.ts';
import type { EventStoreDbOptions } from '../adapters/eventstoredb/eventstoredb-event-store.ts';
import type { OpenOptions } from '../adapters/sqlite/database.ts';
import { SqliteDocumentStore } from '../adapters/sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from '../adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../adapters/sqlite/sqlite-vault.ts';
import { THREAD_PROGRAM } from '../adapters/sqlite/write-thread.ts';

export { isClientFault } from '../adapters/eventstoredb/client-fault.ts';

/** An installation's stores: on the configured servers, else in the data folder. Drivers of servers are loaded on demand. */
export interface Stores {
  store: EventStore;
  documents: DocumentStore;
  /** Not decrypted. */
  vault: MovableVault;
  /** Files whose commits can be made not to wait for the disk. */
  files: readonly { relax(relaxed: boolean): Promise<void> }[];
  close(): Promise<void>;
}

export interface StoresOptions {
  readOnly?: boolean;
  /** Whether each file is written by a thread of its own; only the built program can start one. */
  threads?: boolean;
  /** Those of this release, whose read models the log must not lag behind. */
  projections?: readonly AnyProjection[];
  /** Machine time in milliseconds since 1970, for tests. */
  now?: () => number;
}

type Where = Pick<Config, 'dataDir' | 'engines'>;

/** Which required files of an installation do not exist; servers count as existing. */
export function missingFiles({ dataDir, engines: { eventStore, mongo } }: Where): { log: boolean; vault: boolean } {
  const isMissing = (name: string) => !existsSync(join(dataDir, name));
  return { log: eventStore === undefined && isMissing('log.db'), vault: mongo === undefined && isMissing('vault.db') };
}

/** @throws ServiceUnavailable a server is unavailable, or a file cannot be used */
export async function openStores(where: Where, log: Log, options: StoresOptions = {}): Promise<Stores> {
  const files: { relax(relaxed: boolean): Promise<void> }[] = [];
  const { eventStore, eventStorePrefix: prefix, mongo } = where.engines;
  let opened: DocumentStore | undefined;
  const readModels = async () => opened && furthestPosition(opened, options.projections);
  const onFile: OpenOptions = { readOnly: options.readOnly, thread: options.threads ? THREAD_PROGRAM : undefined };
  const store = await openEventStore(eventStore ?? where.dataDir, log, { ...onFile, prefix, readModels });
  if (store instanceof SqliteEventStore) files.push(store);
  if (mongo !== undefined) {
    const kept = await onMongo(mongo, options, log);
    opened = kept.documents;
    return { ...kept, store, files, close: () => closeAll(store, kept.documents) };
  }
  const documents = openDocuments(where.dataDir, log, onFile);
  opened = documents;
  const vault = new SqliteVault(where.dataDir, { ...onFile, now: options.now });
  return { store, documents, vault, files: [...files, vault], close: () => closeAll(store, documents, vault) };
}

export type ClosableEventStore = EventStore & { close(): Promise<void> };

/**
 * @param where a connection string of EventStoreDB, or a data folder
 * @param options the prefix of streams' names on a server, and the position of its read models
 * @throws ServiceUnavailable
 */
export async function openEventStore(
  where: string,
  log: Log,
  { readOnly, thread, ...options }: OpenOptions & Pick<EventStoreDbOptions, 'prefix' | 'readModels'> = {},
): Promise<ClosableEventStore> {
  if (!where.includes('://')) return new SqliteEventStore(where, { readOnly, thread });
  const { EventStoreDbEventStore } = await import('../adapters/eventstoredb/eventstoredb-event-store.ts');
  const store = new EventStoreDbEventStore({ ...options, url: where, log });
  await store.open();
  return store;
}

export type ClosableVault = MovableVault & { close(): Promise<void> };

/**
 * @param where a connection string of MongoDB, or a data folder
 * @throws ServiceUnavailable
 */
export async function openVault(where: string, options: StoresOptions = {}): Promise<ClosableVault> {
  if (!where.includes('://')) return new SqliteVault(where, options);
  return (await onMongo(where, options)).vault;
}

async function onMongo(url: string, { now }: StoresOptions, log?: Log) {
  const { MongoConnection } = await import('../adapters/mongodb/mongo-connection.ts');
  const { MongoDocumentStore } = await import('../adapters/mongodb/mongo-document-store.ts');
  const { MongoVault } = await import('../adapters/mongodb/mongo-vault.ts');
  const connection = new MongoConnection(url);
  await connection.check();
  const vault = new MongoVault(connection, { now });
  await vault.ensure();
  return { documents: new MongoDocumentStore(connection, log), vault };
}

async function closeAll(...stores: readonly { close(): Promise<void> }[]): Promise<void> {
  await Promise.all(stores.map((store) => store.close()));
}

const REBUILT: ReadonlySet<StorageFault> = new Set(['damaged', 'outdated']);

/** Replaces a file that is damaged or of another release, because read models can be rebuilt. */
function openDocuments(folder: string, log: Log, options: OpenOptions): SqliteDocumentStore {
  try {
    return new SqliteDocumentStore(folder, options);
  } catch (error) {
    if (options.readOnly || !(error instanceof StorageUnavailable) || !REBUILT.has(error.fault)) throw error;
    log.warn('The read models cannot be used: removed, and rebuilt from the log', { problem: error.problem });
    for (const end of ['', '-wal', '-shm']) rmSync(error.file + end, { force: true });
    return new SqliteDocumentStore(folder, options);
  }
}
