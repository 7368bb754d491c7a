import { Readable } from 'node:stream';
import { isUuid } from '../../../src/kernel/ids.ts';
import { BlobMissing, type BlobPart, type BlobStore, type ByteRange } from '../../../src/kernel/ports/blob-store.ts';

/** Blobs of small files, in memory. */
export class MemoryBlobStore implements BlobStore {
  private readonly blobs = new Map<string, Buffer>();

  async put(id: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    const chunks: Uint8Array[] = [];
    demandId(id);
    for await (const chunk of bytes) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    if (whole.length !== size) throw new RangeError(`A blob of ${size} bytes has ${whole.length}`);
    this.blobs.set(id, whole);
  }

  join(id: string, parts: readonly BlobPart[]): Promise<void> {
    const missing = parts.find((part) => !this.blobs.has(part.id));
    if (missing) return Promise.reject(new BlobMissing(missing.id));
    this.blobs.set(id, Buffer.concat(parts.map((part) => this.blobs.get(part.id)!)));
    return Promise.resolve();
  }

  async read(id: string, range?: ByteRange): Promise<Readable | undefined> {
    demandId(id);
    const found = this.blobs.get(id);
    return found && Readable.from([range ? found.subarray(range.first, range.last + 1) : found], { objectMode: false });
  }

  async delete(id: string): Promise<void> {
    demandId(id);
    this.blobs.delete(id);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function demandId(id: string): void {
  if (!isUuid(id)) throw new TypeError('A blob is named by a UUID');
}
