import { join } from 'node:path';
import { DiskBlobStore } from '../adapters/disk/disk-blob-store.ts';
import { outsidePort } from '../app/outside.ts';
import type { Config } from '../config.ts';
import type { BlobStore } from '../kernel/ports/blob-store.ts';

/**
 * The bytes of files: in the configured bucket, else in the data folder.
 * @throws ServiceUnavailable the folder cannot be written
 */
export async function openBlobs({ s3Url, dataDir }: Config): Promise<BlobStore> {
  if (s3Url !== undefined) {
    const { S3BlobStore } = await import('../adapters/s3/s3-blob-store.ts');
    return outsidePort<BlobStore>(new S3BlobStore(s3Url), ['put', 'join', 'read', 'delete']);
  }
  const blobs = new DiskBlobStore(join(dataDir, 'blobs'));
  await blobs.open();
  return blobs;
}
