import { join } from 'node:path';
import { DiskBlobStore } from '../adapters/disk/disk-blob-store.ts';
import { outsidePort } from '../app/outside.ts';
import type { Config } from '../config.ts';
import { ServiceUnavailable, StartRefused } from '../kernel/errors.ts';
import { newUuid } from '../kernel/ids.ts';
import type { BlobStore } from '../kernel/ports/blob-store.ts';
import type { Log } from '../kernel/ports/log.ts';
import { readVault, type Vault } from '../kernel/ports/vault.ts';

/** The id of an empty blob, stored before the first file: wherever it is, the files are. */
const MARKER = 'installation/blobs';

interface Storage {
  blobs: BlobStore;
  /** Where a blob is, for operators. */
  placeOf(id: string): string;
  open(): Promise<void>;
}

/**
 * The bytes of files: in the configured bucket, else in the data folder.
 * @throws StartRefused the folder or the bucket is not the one in which this installation has stored files
 * @throws ServiceUnavailable the folder cannot be written
 */
export async function openBlobs(config: Config, vault: Vault, log: Log): Promise<BlobStore> {
  const storage = await storageOf(config);
  const marker = await readVault(vault, MARKER);
  if (marker !== undefined) await demandMarker(storage, marker, log);
  await storage.open();
  return marker === undefined ? markedFirst(storage.blobs, vault) : storage.blobs;
}

async function storageOf({ s3Url, dataDir }: Config): Promise<Storage> {
  if (s3Url !== undefined) {
    const { S3BlobStore } = await import('../adapters/s3/s3-blob-store.ts');
    const blobs = outsidePort<BlobStore>(new S3BlobStore(s3Url), ['put', 'join', 'read', 'delete']);
    return { blobs, placeOf: (id) => `the object ${id} in the bucket of S3_URL`, open: () => Promise.resolve() };
  }
  const blobs = new DiskBlobStore(join(dataDir, 'blobs'));
  return { blobs, placeOf: (id) => blobs.pathOf(id), open: () => blobs.open() };
}

async function demandMarker({ blobs, placeOf }: Storage, marker: string, log: Log): Promise<void> {
  try {
    if (await exists(blobs, marker)) return;
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error;
    // Everything else works without files.
    log.warn('The storage of files is unavailable: not checked whether it is that of this installation', { error });
    return;
  }
  throw new StartRefused(
    `The uploaded files are missing: ${placeOf(marker)}, which was stored before the first of them, does not exist. Restore them (see docs/BACKUP.md), or correct DATA_DIR or S3_URL.`,
  );
}

/** The same store, which marks itself before it stores its first blob. */
function markedFirst(blobs: BlobStore, vault: Vault): BlobStore {
  let marked: Promise<void> | undefined;
  const put: BlobStore['put'] = async (...blob) => {
    marked ??= mark(blobs, vault);
    await marked.catch((error: unknown) => {
      marked = undefined;
      throw error;
    });
    await blobs.put(...blob);
  };
  return new Proxy(blobs, {
    get(target, name) {
      const value: unknown = name === 'put' ? put : Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** @throws ServiceUnavailable another process has stored files elsewhere */
async function mark(blobs: BlobStore, vault: Vault): Promise<void> {
  const id = newUuid();
  await blobs.put(id, nothing(), 0);
  if ((await vault.put(MARKER, id, { ifAbsent: true })) !== undefined) return;
  await blobs.delete(id);
  if (!(await exists(blobs, (await readVault(vault, MARKER))!)))
    throw new ServiceUnavailable('The storage of files', 'is not the one that other processes use');
}

async function exists(blobs: BlobStore, id: string): Promise<boolean> {
  const found = await blobs.read(id);
  found?.destroy();
  return found !== undefined;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
