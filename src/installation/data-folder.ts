import { mkdirSync } from 'node:fs';
import { contentsOf, copyFolder } from '../adapters/sqlite/folder-copy.ts';
import { FolderLock } from '../adapters/sqlite/folder-lock.ts';
import { FolderReplacement } from '../adapters/sqlite/folder-replacement.ts';
import { SqliteDocumentStore } from '../adapters/sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from '../adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../adapters/sqlite/sqlite-vault.ts';
import { EncryptedVault } from '../kernel/secrets/encrypted-vault.ts';
import { Keys, type KeyMaterial } from '../kernel/secrets/keys.ts';
import { SubjectKeys } from '../kernel/secrets/subject-keys.ts';
import { ErasureReplay } from '../kernel/reacting/erasure-replay.ts';

/** A data folder's files, for backup and restore. */
export const dataFolder = {
  lock: (folder: string) => FolderLock.take(folder),
  copy: copyFolder,
  contents: contentsOf,
  replace: (folder: string) => new FolderReplacement(folder),
};

/**
 * Completes a folder into which a log and a vault were copied: read models are empty, and people whom the log says are erased are erased in
 * the vault too.
 * @returns how many people were erased again
 */
export async function completeFolder(folder: string, keys: KeyMaterial): Promise<number> {
  const store = new SqliteEventStore(folder, { readOnly: true });
  const stored = new SqliteVault(folder);
  const vault = new EncryptedVault(stored, new Keys(keys));
  try {
    await new SqliteDocumentStore(folder).close();
    return await new ErasureReplay(store, vault, new SubjectKeys(vault)).replay();
  } finally {
    await Promise.all([store.close(), stored.close()]);
  }
}

/** Read models in a temporary folder of their own. */
export function openScratch(folder: string): SqliteDocumentStore {
  mkdirSync(folder, { recursive: true });
  return new SqliteDocumentStore(folder);
}
