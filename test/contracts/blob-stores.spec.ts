import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DiskBlobStore } from '../../src/adapters/disk/disk-blob-store.ts';
import { S3BlobStore } from '../../src/adapters/s3/s3-blob-store.ts';
import { JsonLog } from '../../src/app/log.ts';
import type { Config } from '../../src/config.ts';
import { files } from '../../src/features/billing/files/files.feature.ts';
import { openBlobs } from '../../src/installation/open-blobs.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import type { BlobStore } from '../../src/kernel/ports/blob-store.ts';
import type { Vault } from '../../src/kernel/ports/vault.ts';
import { MemoryVault } from '../simulation/memory/memory-vault.ts';
import { startApp } from '../support/app.ts';
import { missingS3, S3Server } from '../support/s3/server.ts';
import { polar, sellers } from '../support/sellers.ts';
import { describeWith } from '../support/servers.ts';
import { PNG, uploadPicture } from '../support/uploads.ts';
import { blobStoreContract } from './blob-store.contract.ts';

describe('on disk', () => {
  let folder: string;
  const open = async (): Promise<DiskBlobStore> => {
    const store = new DiskBlobStore(join(folder, 'blobs'));
    await store.open();
    return store;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillbook-blobs-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  blobStoreContract('DiskBlobStore', open);

  it('leaves nothing unfinished behind, and lets its owner alone read', async () => {
    const store = await open();
    const id = newUuid();
    const broken = async function* () {
      yield Buffer.from('x');
      throw new Error('refused');
    };
    await expect(store.put(newUuid(), broken(), 2)).rejects.toThrow('refused');
    await store.put(id, (async function* () {})(), 0);
    expect(await readdir(join(folder, 'blobs', 'unfinished'))).toEqual([]);
    const { mode } = await stat(join(folder, 'blobs', id.slice(-2), id));
    expect(mode & 0o077).toBe(0);
  });

  it('leaves room for the log on a disk that is nearly full', async () => {
    const store = await open();
    const none = (async function* () {})();
    await expect(store.put(newUuid(), none, 2 ** 60)).rejects.toMatchObject({ fault: 'full', status: 503 });
  });

  it('leaves it beside blobs that are still arriving', async () => {
    const store = await open();
    const { bavail, bsize } = await statfs(folder);
    const most = Math.floor(0.6 * bavail * bsize);
    let breakOff!: () => void;
    const broken = new Promise<void>((_, reject) => (breakOff = () => reject(new Error('broken off'))));
    let begin!: () => void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const arriving = store.put(
      newUuid(),
      (async function* () {
        begin();
        yield Buffer.from('x');
        await broken;
      })(),
      most,
    );
    await begun;
    const none = (async function* () {})();
    await expect(store.put(newUuid(), none, most)).rejects.toMatchObject({ fault: 'full' });
    breakOff();
    await expect(arriving).rejects.toThrow('broken off');
    await expect(store.put(newUuid(), none, most)).rejects.toThrow('has 0');
  });
});

describeWith(missingS3(), 'on S3', () => {
  let server: S3Server;

  beforeAll(async () => {
    server = await S3Server.start();
  });
  afterAll(() => server.stop());

  blobStoreContract('S3BlobStore', async () => new S3BlobStore(server.url));

  it('serves the program', async () => {
    const app = await startApp({ features: [sellers, files], env: { S3_URL: server.url } });
    const { id, public_url } = await uploadPicture(app.url, { authorization: 'Bearer seller-acme' }, {});
    const whole = await fetch(public_url);
    expect([whole.status, Buffer.from(await whole.arrayBuffer())]).toEqual([200, PNG]);
    const part = await fetch(public_url, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    await polar(app.url, 'seller-acme').files.delete({ id });
    expect((await fetch(public_url)).status).toBe(404);
    await app.close();
  });

  it('is unavailable, and says no more, while the server is', async () => {
    const store = new S3BlobStore('http://key:secret@127.0.0.1:1/tillbook');
    await expect(store.read(newUuid())).rejects.toMatchObject({ code: 'ServiceUnavailable', status: 503 });
    await store.close();
  });

  it('is refused at start if it is another bucket than before, but not while it is unavailable', async () => {
    const vault = new MemoryVault(() => Date.now());
    await storeOne(await opened(vault, server.url));
    await storeOne(await opened(vault, server.url));
    const other = new URL(server.url);
    for (const path of [`${other.pathname}/elsewhere`, '/no-such-bucket']) {
      other.pathname = path;
      await expect(opened(vault, String(other))).rejects.toThrow(
        /The uploaded files are missing: the object [0-9a-f-]+/,
      );
    }
    const lines: string[] = [];
    await opened(vault, 'http://key:secret@127.0.0.1:1/tillbook', lines);
    expect(lines).toEqual([expect.stringContaining('The storage of files is unavailable')]);
  });

  it('takes no file where another process has stored files elsewhere', async () => {
    const vault = new MemoryVault(() => Date.now());
    const elsewhere = await opened(vault, server.url.replace('?', '/elsewhere?'));
    await storeOne(await opened(vault, server.url));
    await expect(storeOne(elsewhere)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });

  function opened(vault: Vault, s3Url: string, lines: string[] = []): Promise<BlobStore> {
    return openBlobs({ s3Url } as Config, vault, new JsonLog({ write: (line) => lines.push(line) }));
  }

  function storeOne(blobs: BlobStore): Promise<void> {
    return blobs.put(newUuid(), Readable.from([Buffer.from('x')]), 1);
  }
});
