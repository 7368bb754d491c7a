import {
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  type FileHandle,
} from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { isUuid, newUuid } from '../../kernel/ids.ts';
import { BlobMissing, type BlobPart, type BlobStore, type ByteRange } from '../../kernel/ports/blob-store.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { storageFault } from '../sqlite/storage-fault.ts';

/** Bytes that are collected for one call of the operating system. */
const BATCH = 1_048_576;
/** What stays free for the log, which may lie on the same disk: this share of it, within these bytes. */
const RESERVE = { share: 0.1, least: 64 * 1_048_576, most: 4 * 1_024 ** 3 };
/** What an interrupted write leaves behind is removed after a day. */
const STALE_MS = 86_400_000;
/** File systems without hard links, or a file with too many of them. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EXDEV'];

/**
 * Blobs in a folder: a file by its id or, if it was joined from several, a folder of its parts, so that joining copies nothing. Both appear by a
 * rename, after their bytes are on the disk.
 */
export class DiskBlobStore implements BlobStore {
  private readonly unfinished: string;
  /** What is not on the disk yet of the blobs that are being written, each in bytes. */
  private readonly arriving = new Set<{ bytes: number }>();

  constructor(private readonly folder: string) {
    this.unfinished = join(folder, 'unfinished');
  }

  /** Restricts the folder to its owner, and removes what writes of a day ago have left behind. */
  async open(): Promise<void> {
    await this.onDisk(async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      // It may have been copied with other modes, or belong to another user.
      await chmod(this.folder, 0o700).catch(() => undefined);
      await mkdir(this.unfinished, { recursive: true, mode: 0o700 });
      for (const name of await readdir(this.unfinished)) {
        const path = join(this.unfinished, name);
        if (Date.now() - (await stat(path)).mtimeMs > STALE_MS) await rm(path, { recursive: true });
      }
    });
  }

  async put(id: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    const rest = { bytes: size };
    this.arriving.add(rest);
    try {
      await this.demandSpace();
      await this.appear(id, (path) => this.fill(path, bytes, rest));
    } finally {
      this.arriving.delete(rest);
    }
  }

  async join(id: string, parts: readonly BlobPart[]): Promise<void> {
    const [only, ...others] = parts;
    if (others.length === 0) return this.appear(id, (path) => this.linkTo(only!.id, path));
    await this.appear(id, async (path) => {
      await this.onDisk(() => mkdir(path, { mode: 0o700 }));
      for (const [index, part] of parts.entries()) await this.linkTo(part.id, join(path, nameOf(index)));
      await this.onDisk(() => synced(path));
    });
  }

  async read(id: string, range?: ByteRange): Promise<Readable | undefined> {
    const path = this.pathOf(id);
    const segments = await this.onDisk(() => segmentsOf(path));
    if (!segments) return undefined;
    const [only, ...others] = within(segments, range);
    if (!only) return Readable.from([]);
    if (others.length > 0) return Readable.from(each([only, ...others]), { objectMode: false });
    return createReadStream(only.path, { start: only.first, end: only.last });
  }

  async delete(id: string): Promise<void> {
    await this.onDisk(() => rm(this.pathOf(id), { recursive: true, force: true }));
  }

  /** Where a blob is. The last digits of an id are random, so the folders fill evenly. */
  pathOf(id: string): string {
    if (!isUuid(id)) throw new TypeError('A blob is named by a UUID');
    return join(this.folder, id.slice(-2), id);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Lets `make` prepare something at a path of its own, and moves it to its place. */
  private async appear(id: string, make: (path: string) => Promise<void>): Promise<void> {
    const [path, place] = [join(this.unfinished, newUuid()), this.pathOf(id)];
    try {
      await make(path);
      await this.onDisk(async () => {
        await mkdir(dirname(place), { recursive: true, mode: 0o700 });
        await rename(path, place);
        await synced(dirname(place));
      });
    } catch (error) {
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
      throw error;
    }
  }

  private async fill(path: string, bytes: AsyncIterable<Uint8Array>, rest: { bytes: number }): Promise<void> {
    const size = rest.bytes;
    const file = await this.onDisk(() => open(path, 'wx', 0o600));
    try {
      const written = await this.write(file, bytes, rest);
      if (written !== size) throw new RangeError(`A blob of ${size} bytes has ${written}`);
      await this.onDisk(() => file.sync());
    } finally {
      await file.close();
    }
  }

  /** Writes one batch while the next one arrives. @returns how many bytes there were */
  private async write(file: FileHandle, bytes: AsyncIterable<Uint8Array>, rest: { bytes: number }): Promise<number> {
    let [written, waiting] = [0, 0];
    let batch: Uint8Array[] = [];
    let writing: Promise<unknown> = Promise.resolve();
    const flush = async (): Promise<void> => {
      await writing;
      writing = this.onDisk(() => writeAll(file, batch));
      rest.bytes -= waiting;
      // It is awaited with the next batch.
      writing.catch(() => undefined);
      [batch, waiting] = [[], 0];
    };
    try {
      for await (const chunk of bytes) {
        batch.push(chunk);
        [written, waiting] = [written + chunk.length, waiting + chunk.length];
        if (waiting >= BATCH) await flush();
      }
      if (waiting > 0) await flush();
    } finally {
      await writing.catch(() => undefined);
    }
    await writing;
    return written;
  }

  private async linkTo(id: string, path: string): Promise<void> {
    const from = this.pathOf(id);
    try {
      await link(from, path);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') throw new BlobMissing(id);
      if (!WITHOUT_LINKS.includes(code)) throw storageFault(error, this.folder);
      await this.onDisk(() => copied(from, path));
    }
  }

  /** Whether all blobs that are being written fit, beside the reserve. @throws StorageUnavailable */
  private async demandSpace(): Promise<void> {
    const { blocks, bavail, bsize } = await this.onDisk(() => statfs(this.folder));
    const reserve = Math.min(Math.max(blocks * bsize * RESERVE.share, RESERVE.least), RESERVE.most);
    // File systems without a known size report 0.
    const expected = [...this.arriving].reduce((sum, { bytes }) => sum + bytes, 0);
    if (blocks > 0 && bavail * bsize < expected + reserve)
      throw new StorageUnavailable('full', this.folder, new Error('ENOSPC'));
  }

  private async onDisk<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storageFault(error, this.folder);
    }
  }
}

interface Segment {
  path: string;
  first: number;
  last: number;
}

/** Sorts by code point. */
function nameOf(index: number): string {
  return String(index + 1).padStart(6, '0');
}

/** The files of a blob; undefined if there is none. */
async function segmentsOf(path: string): Promise<Segment[] | undefined> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return [{ path, first: 0, last: found.size - 1 }];
    const names = (await readdir(path)).sort();
    return await Promise.all(
      names.map(async (name) => ({
        path: join(path, name),
        first: 0,
        last: (await stat(join(path, name))).size - 1,
      })),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What a range of the whole is in each file. */
function within(segments: readonly Segment[], range: ByteRange | undefined): Segment[] {
  let start = 0;
  return segments.flatMap(({ path, last: end }) => {
    const [first, last] = [range ? range.first - start : 0, range ? range.last - start : end];
    start += end + 1;
    const segment = { path, first: Math.max(first, 0), last: Math.min(last, end) };
    return segment.first <= segment.last ? [segment] : [];
  });
}

async function* each(segments: readonly Segment[]): AsyncGenerator<Uint8Array> {
  for (const { path, first, last } of segments)
    yield* createReadStream(path, { start: first, end: last }) as AsyncIterable<Buffer>;
}

/** A call may write less than it was given. */
async function writeAll(file: FileHandle, batch: readonly Uint8Array[]): Promise<void> {
  let rest = batch;
  for (;;) {
    const size = rest.reduce((sum, { length }) => sum + length, 0);
    const { bytesWritten } = await file.writev(rest);
    if (bytesWritten >= size) return;
    rest = [Buffer.concat(rest).subarray(bytesWritten)];
  }
}

async function copied(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await synced(to);
}

/** A file, or the names in a folder, are on the disk when it resolves. */
async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
