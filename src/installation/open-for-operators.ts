import { FolderLock } from '../adapters/sqlite/folder-lock.ts';
import { SqliteEventStore } from '../adapters/sqlite/sqlite-event-store.ts';
import type { Feature } from '../app/feature.ts';
import { codecOf } from '../app/kernel.module.ts';
import type { Config } from '../config.ts';
import type { Log } from '../kernel/ports/log.ts';
import { EncryptedVault } from '../kernel/secrets/encrypted-vault.ts';
import { Keys } from '../kernel/secrets/keys.ts';
import { SubjectKeys } from '../kernel/secrets/subject-keys.ts';
import { Installation, placesOf } from './installation.ts';
import { keysMissing, readKeys } from './keys-file.ts';
import { openEventStore, openStores, openVault } from './open-stores.ts';

export type ReadOnlyStores = Awaited<ReturnType<typeof openForReading>>;

/**
 * An installation's stores, read only, beside the program that may be running.
 * @throws StartRefused the keys are missing, or do not open the vault
 */
export async function openForReading(config: Config, features: readonly Feature[], log: Log) {
  const material = readKeys(config);
  if (!material) throw keysMissing(config);
  const { vault: stored, ...stores } = await openStores(config, log, { readOnly: true });
  const keys = new Keys(material);
  const vault = new EncryptedVault(stored, keys);
  try {
    await new Installation({ store: stores.store, vault: stored, places: placesOf(config) }).check(material, vault);
  } catch (error) {
    await stores.close();
    throw error;
  }
  return { ...stores, keys, vault, codec: codecOf(features, new SubjectKeys(vault), stores.store) };
}

/**
 * One event log on its own.
 * @param where a data folder, or a connection string of EventStoreDB
 * @throws FolderInUse it is to be written, and a program runs on it
 * @throws ServiceUnavailable
 */
export async function openLogAlone(where: string, { engines }: Config, log: Log, { readOnly }: { readOnly: boolean }) {
  const embedded = !where.includes('://');
  const lock = embedded && !readOnly ? FolderLock.take(where) : undefined;
  const store = await openEventStore(where, log, { readOnly, prefix: engines.eventStorePrefix });
  // A copy that a power cut interrupts is repeated; everything is on the disk before `close` resolves.
  const file = lock && store instanceof SqliteEventStore ? store : undefined;
  await file?.relax(true);
  return {
    store,
    /** How many concurrent appends it stores in the order of the calls. */
    atOnce: embedded ? 500 : 1,
    async close() {
      await file?.relax(false);
      await store.close();
      lock?.release();
    },
  };
}

/**
 * One vault on its own, which no program uses meanwhile.
 * @param where a data folder, or a connection string of MongoDB
 * @throws FolderInUse
 * @throws ServiceUnavailable
 */
export async function openVaultAlone(where: string) {
  const lock = where.includes('://') ? undefined : FolderLock.take(where);
  const vault = await openVault(where);
  return {
    vault,
    async close() {
      await vault.close();
      lock?.release();
    },
  };
}
