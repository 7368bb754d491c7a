import type { Readable } from 'node:stream';

/** The bytes of files. An id is a UUID of ours, never text of a caller; a blob never changes once it is stored. */
export interface BlobStore {
  /**
   * Stores a blob whole, or not at all: if the bytes end in an error, or are not `size`, nothing is stored.
   * @throws what the bytes throw
   * @throws ServiceUnavailable
   */
  put(id: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>;
  /** Stores a blob of several others, in order, which may be deleted afterwards. @throws BlobMissing */
  join(id: string, parts: readonly BlobPart[]): Promise<void>;
  /** The whole blob, or a range of it, as its reader consumes it; undefined if there is none. */
  read(id: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Also if there is none. */
  delete(id: string): Promise<void>;
  close(): Promise<void>;
}

export interface BlobPart {
  id: string;
  /** In bytes. */
  size: number;
}

/** From the first byte to the last, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** A blob to be joined does not exist. */
export class BlobMissing extends Error {
  override name = 'BlobMissing';
}
