import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { Blobs } from '../../../app/blobs.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { ByteRange } from '../../../kernel/ports/blob-store.ts';
import type { FileDocument } from './file.projection.ts';

/** Bytes never change under an id. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
const NOTHING_RUNS = "default-src 'none'; sandbox";

/**
 * Sends the bytes of files, as RFC 9110 has it: ranges and conditions. What sellers upload is never a page of ours
 * (docs/SECURITY.md#uploaded-files).
 */
@Injectable()
export class FileContents {
  constructor(private readonly blobs: Blobs) {}

  /** A picture that everybody may see, and keep. */
  sendPublic(file: FileDocument, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.header('Cache-Control', FOR_GOOD).header('Cross-Origin-Resource-Policy', 'cross-origin');
    // Only what the bytes are can be shown; an SVG in an <img> ignores the disposition, and runs nothing.
    const isShown = file.image !== null && file.image === file.mime_type;
    const isSvg = file.mime_type === 'image/svg+xml' && file.image === null;
    const type = isShown ? file.mime_type : isSvg ? 'image/svg+xml' : 'application/octet-stream';
    return this.send(file, { type, disposition: isShown ? 'inline' : 'attachment' }, request, reply);
  }

  /** For somebody who may download it, to be saved and not kept by caches. */
  sendDownload(file: FileDocument, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.header('Cache-Control', 'private, no-store');
    return this.send(file, { type: 'application/octet-stream', disposition: 'attachment' }, request, reply);
  }

  private async send(
    file: FileDocument,
    { type, disposition }: { type: string; disposition: 'inline' | 'attachment' },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (file.blob_id === null) throw new NotFound();
    const etag = `"${file.checksum_etag}"`;
    void reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Content-Security-Policy', NOTHING_RUNS)
      .header('Content-Disposition', `${disposition}; filename*=UTF-8''${fileName(file.name)}`)
      .header('Accept-Ranges', 'bytes')
      .header('ETag', etag);
    if (matches(request.headers['if-none-match'], etag)) return void reply.status(304).send();
    const range = rangeOf(request, file.size, etag);
    if (range === 'none')
      return void reply.status(416).header('Content-Range', `bytes */${file.size}`).header('Content-Length', 0).send();
    const { first, last } = range ?? { first: 0, last: file.size - 1 };
    void reply.status(range ? 206 : 200).header('Content-Type', type);
    void reply.header('Content-Length', last - first + 1);
    if (range) void reply.header('Content-Range', `bytes ${first}-${last}/${file.size}`);
    // Fastify counts what it sends, unless it is a stream.
    if (request.method === 'HEAD') return void reply.send(Readable.from([]));
    const bytes = await this.blobs.read(file.blob_id, range);
    // Deleted a moment ago.
    if (!bytes) throw new NotFound();
    void reply.send(bytes);
  }
}

/** One range of bytes; undefined if the whole is wanted, also by a form that need not be known (several ranges, other units). */
function rangeOf({ headers }: FastifyRequest, size: number, etag: string): ByteRange | 'none' | undefined {
  const { range, 'if-range': condition } = headers;
  if (range === undefined || (condition !== undefined && condition !== etag)) return undefined;
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.replaceAll(' ', '')) ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  if (from === '') return Number(to) === 0 ? 'none' : { first: Math.max(size - Number(to), 0), last: size - 1 };
  if (to !== '' && Number(to) < Number(from)) return undefined;
  if (Number(from) >= size) return 'none';
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}

/** RFC 8187 */
function fileName(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}
