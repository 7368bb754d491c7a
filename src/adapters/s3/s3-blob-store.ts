import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { ServiceUnavailable } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { HostAddresses, lookupBy } from '../outgoing/host-addresses.ts';
import { BlobMissing, type BlobPart, type BlobStore, type ByteRange } from '../../kernel/ports/blob-store.ts';

/** S3's lower limit for every part of an object but the last. */
const SMALLEST_PART = 5 * 1_048_576;
const COPIES_AT_ONCE = 8;
const CONNECT_MS = 5_000;
/** Without a byte from the server. */
const SILENT_MS = 60_000;

const nothing = (): void => undefined;
/** What matters is thrown. */
const QUIET = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Blobs as objects of a bucket, on S3 or a server with its protocol. Joining copies within the server. */
export class S3BlobStore implements BlobStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly prefix: string;

  /** @param url `https://key:secret@host/bucket?region=eu-west-1`, with a prefix of names after the bucket */
  constructor(url: string) {
    const { protocol, host, username, password, pathname, searchParams } = new URL(url);
    const [bucket, ...prefix] = pathname.slice(1).split('/').filter(Boolean).map(decodeURIComponent);
    this.bucket = bucket!;
    this.prefix = prefix.map((name) => `${name}/`).join('');
    const agent = { lookup: lookupBy(new HostAddresses()) };
    this.client = new S3Client({
      endpoint: `${protocol}//${host}`,
      region: searchParams.get('region') ?? 'us-east-1',
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
      forcePathStyle: true,
      // Servers with its protocol do not all know the checksums in trailers, and parts have their own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      logger: QUIET,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        socketTimeout: SILENT_MS,
        httpAgent: agent,
        httpsAgent: agent,
      },
    });
  }

  async put(id: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    const stop = new AbortController();
    let broken: { error: unknown } | undefined;
    const exactly = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* counted(bytes, size);
      } catch (error) {
        // Before the request has its last byte, so that the server stores nothing.
        broken = { error };
        stop.abort();
        throw error;
      }
    };
    const body = size === 0 ? await emptied(exactly()) : Readable.from(exactly(), { objectMode: false });
    if (body instanceof Readable) body.on('error', () => undefined);
    try {
      await this.client.send(
        new PutObjectCommand({ ...this.place(id), Body: body, ContentLength: size }),
        // A body is read once: no second attempt.
        { abortSignal: stop.signal },
      );
    } catch (error) {
      throw broken ? broken.error : unavailable(error);
    }
  }

  async join(id: string, parts: readonly BlobPart[]): Promise<void> {
    try {
      if (parts.length === 1) await this.copy(id, parts[0]!);
      else if (parts.slice(0, -1).every(({ size }) => size >= SMALLEST_PART)) await this.copyParts(id, parts);
      else await this.stream(id, parts);
    } catch (error) {
      throw isMissing(error) ? new BlobMissing(id) : unavailable(error);
    }
  }

  async read(id: string, range?: ByteRange): Promise<Readable | undefined> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ ...this.place(id), Range }));
      return Body as Readable;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unavailable(error);
    }
  }

  async delete(id: string): Promise<void> {
    try {
      await this.client.send(new DeleteObjectCommand(this.place(id)));
    } catch (error) {
      if (!isMissing(error)) throw unavailable(error);
    }
  }

  close(): Promise<void> {
    this.client.destroy();
    return Promise.resolve();
  }

  private async copy(id: string, part: BlobPart): Promise<void> {
    await this.client.send(new CopyObjectCommand({ ...this.place(id), CopySource: this.source(part) }));
  }

  private async copyParts(id: string, parts: readonly BlobPart[]): Promise<void> {
    const place = this.place(id);
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(place));
    try {
      const copied = await inTurn(parts, COPIES_AT_ONCE, async (part, index) => {
        const PartNumber = index + 1;
        const copy = new UploadPartCopyCommand({ ...place, UploadId, PartNumber, CopySource: this.source(part) });
        const { CopyPartResult } = await this.client.send(copy);
        return { PartNumber, ETag: CopyPartResult?.ETag };
      });
      const MultipartUpload = { Parts: copied };
      await this.client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload }));
    } catch (error) {
      await this.client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
      throw error;
    }
  }

  /** For parts that are too small for the server to copy. */
  private stream(id: string, parts: readonly BlobPart[]): Promise<void> {
    const read = this.read.bind(this);
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      for (const part of parts) {
        const found = await read(part.id);
        if (!found) throw new BlobMissing(part.id);
        yield* found as AsyncIterable<Buffer>;
      }
    };
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    return this.put(id, bytes(), size);
  }

  private place(id: string): { Bucket: string; Key: string } {
    if (!isUuid(id)) throw new TypeError('A blob is named by a UUID');
    return { Bucket: this.bucket, Key: this.prefix + id };
  }

  private source({ id }: BlobPart): string {
    const { Bucket, Key } = this.place(id);
    return encodeURI(`${Bucket}/${Key}`);
  }
}

/** The same bytes, of which the last are only passed on once there are no more, and not too few. @throws RangeError */
async function* counted(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let [count, last] = [0, undefined as Uint8Array | undefined];
  for await (const chunk of bytes) {
    count += chunk.length;
    if (count > size) break;
    if (last) yield last;
    last = chunk;
  }
  if (count !== size) throw new RangeError(`A blob of ${size} bytes has ${count}`);
  if (last) yield last;
}

async function emptied(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const _ of bytes) void _;
  return new Uint8Array();
}

/** In order, so many at once. */
async function inTurn<T, R>(
  all: readonly T[],
  atOnce: number,
  task: (one: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < all.length; index = next++) results[index] = await task(all[index]!, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

function isMissing(error: unknown): boolean {
  return error instanceof BlobMissing || ['NoSuchKey', 'NoSuchBucket', 'NotFound'].includes((error as Error).name);
}

function unavailable(error: unknown): unknown {
  return error instanceof BlobMissing || error instanceof RangeError || error instanceof TypeError
    ? error
    : new ServiceUnavailable('The storage of files', 'is unavailable', error);
}
