import type { Readable } from 'node:stream';
import type { BlobPart, BlobStore, ByteRange } from '../../src/kernel/ports/blob-store.ts';
import type { Network } from './network.ts';
import type { Owner } from './scheduler.ts';

const NAME = 'The storage of files';

/** A store of blobs as a process sees it. */
export class RemoteBlobStore implements BlobStore {
  constructor(
    private readonly blobs: BlobStore,
    private readonly network: Network,
    private readonly caller: Owner,
  ) {}

  /** The bytes are on their way one after the other; here they arrive together. */
  async put(id: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    const sent: Uint8Array[] = [];
    for await (const chunk of bytes) sent.push(chunk);
    const arriving = async function* (): AsyncGenerator<Uint8Array> {
      yield* sent;
    };
    return this.network.call(this.caller, NAME, () => this.blobs.put(id, arriving(), size));
  }

  join(id: string, parts: readonly BlobPart[]): Promise<void> {
    const sent = structuredClone(parts);
    return this.network.call(this.caller, NAME, () => this.blobs.join(id, sent));
  }

  read(id: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.network.call(this.caller, NAME, () => this.blobs.read(id, range));
  }

  delete(id: string): Promise<void> {
    return this.network.call(this.caller, NAME, () => this.blobs.delete(id));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
