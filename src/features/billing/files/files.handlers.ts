import { Inject, type Type } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Blobs } from '../../../app/blobs.ts';
import { Handles, handlersOf } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { DomainError, InvalidInput, NotFound, type FieldError } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { BlobMissing } from '../../../kernel/ports/blob-store.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import {
  CompleteUpload,
  CreateFile,
  DeleteFile,
  DeleteFilesOf,
  DiscardFileBytes,
  DiscardFileParts,
  UpdateFile,
  type JoinedUpload,
  type ReportedPart,
} from './file.commands.ts';
import { fileDecider, type FileState } from './file.decider.ts';
import { fileStream, type FileEvent } from './file.events.ts';
import { FileSpace } from './file-space.service.ts';
import { FileReader } from './files.queries.ts';
import { clearPicture } from './picture-bytes.rules.ts';
import { HEAD_BYTES, imageTypeOf, svgProblem } from './picture.rules.ts';
import { UploadParts, type ArrivedPart } from './upload-parts.service.ts';

type Changed = Executed<FileState, FileEvent>;
type Announced = Extract<FileState, { status: 'announced' }>;

/** @throws InvalidInput the file is not allowed, or the organization's would take more than they may */
@Handles(CreateFile)
export class CreateFileHandler {
  constructor(
    private readonly executor: Executor,
    private readonly locks: KeyedLock,
    private readonly space: FileSpace,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** One at a time per organization, so that two requests cannot pass the limit together. */
  execute(command: CreateFile): Promise<Changed> {
    return this.locks.withLock('file-space', command.data.organizationId, () => this.create(command));
  }

  private async create(command: CreateFile): Promise<Changed> {
    const { fileId, organizationId, size } = command.data;
    const { state } = await this.executor.state(fileDecider, fileStream(fileId), command.context.scope);
    // A repeated request is answered with the file that it created.
    if (state.status === 'absent') {
      await caughtUp(this.runtime, this.store, 'billing');
      await this.space.demand(organizationId, size);
    }
    return this.executor.execute(fileDecider, fileStream(fileId), command);
  }
}

/**
 * Joins the parts to a blob, checks that, and names it in the event. The first of several requests does; the others find the file uploaded.
 * @throws InvalidInput parts are missing or others than reported, or the whole is not what was announced
 */
@Handles(CompleteUpload)
export class CompleteUploadHandler {
  constructor(
    private readonly executor: Executor,
    private readonly locks: KeyedLock,
    private readonly parts: UploadParts,
    private readonly blobs: Blobs,
  ) {}

  execute(command: CompleteUpload): Promise<Changed> {
    return this.locks.withLock('file', command.data.fileId, () => this.complete(command));
  }

  private async complete(command: CompleteUpload): Promise<Changed> {
    const { fileId, uploadId, path, parts: reported } = command.data;
    const stream = fileStream(fileId);
    const { state, revision, history } = await this.executor.state(fileDecider, stream, command.context.scope);
    if (state.status === 'uploaded') return { state, revision, history: history as Changed['history'], appended: [] };
    if (state.status !== 'announced') throw new NotFound();
    // A file has one upload.
    if (uploadId.toLowerCase() !== fileId) throw InvalidInput.at('body.id', 'The upload is not that of the file');
    if (path !== state.path) throw InvalidInput.at('body.path', 'The path is not that of the file');
    const arrived = await this.arrived(state, reported);
    const blobId = deriveUuid(command.context.requestId, 'blob');
    try {
      const joined = await this.joined(blobId, state, arrived);
      return await this.executor.execute(fileDecider, stream, command.with(joined));
    } catch (error) {
      // What no event can name; otherwise it is swept.
      if (error instanceof DomainError && error.status < 500) await this.blobs.delete(blobId).catch(() => undefined);
      throw error;
    } finally {
      // What fails is swept.
      await this.tidy(state, arrived).catch(() => undefined);
    }
  }

  /** What was reported must be what has arrived. */
  private async arrived(file: Announced, reported: readonly ReportedPart[]): Promise<Map<number, ArrivedPart>> {
    if (reported.length !== file.parts)
      throw InvalidInput.at('body.parts', `The file has ${file.parts} parts, and ${reported.length} are listed`);
    const numbers = Array.from({ length: file.parts }, (_, index) => index + 1);
    const arrived = await this.parts.arrived(file.fileId, numbers);
    const listed = new Set<number>();
    const fields = reported.flatMap(({ number, etag, sha256 }, index): FieldError[] => {
      const at = (field: string, msg: string) => [{ loc: ['body', 'parts', index, field], msg, type: 'value_error' }];
      const part = arrived.get(number);
      if (listed.has(number)) return at('number', 'This part is listed twice');
      listed.add(number);
      if (!part) return at('number', 'This part has not been uploaded');
      if (plain(etag) !== part.sha256) return at('checksum_etag', 'This is not the ETag of the part as uploaded');
      if (sha256 !== null && sha256 !== base64(part.sha256))
        return at('checksum_sha256_base64', 'This is not the SHA-256 of the part as uploaded');
      return [];
    });
    if (fields.length > 0) throw new InvalidInput(fields.slice(0, 10));
    return arrived;
  }

  /** @throws InvalidInput the whole is not what was announced */
  private async joined(blobId: string, file: Announced, arrived: Map<number, ArrivedPart>): Promise<JoinedUpload> {
    const parts = [...arrived.values()];
    try {
      const all = parts.map((part) => ({ id: part.blobId, size: part.size }));
      await this.blobs.join(blobId, all, fileStream(file.fileId));
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      throw InvalidInput.at('body.parts', 'A part was uploaded again meanwhile: send its new ETag');
    }
    const image = imageTypeOf(await this.head(blobId, file.size));
    const upload = { blobId, image, ...(await this.sums(blobId, file, parts)) };
    return file.service === 'downloadable' ? upload : this.asPicture(upload, file);
  }

  /** @throws InvalidInput the SHA-256 of the whole is not the announced one */
  private async sums(blobId: string, file: Announced, parts: readonly ArrivedPart[]) {
    const [only, ...others] = parts;
    const isOne = others.length === 0;
    // One of several parts says nothing about the whole, which is read only if somebody wants to know.
    const sha256 = isOne ? base64(only!.sha256) : file.sha256 && (await this.hashed(blobId));
    if (file.sha256 !== null && sha256 !== file.sha256)
      throw InvalidInput.at('body.parts', 'The SHA-256 of the whole file is not the announced one');
    const digests = createHash('sha256').update(parts.map((part) => part.sha256).join(''));
    return { sha256, etag: isOne ? only!.sha256 : `${digests.digest('hex')}-${parts.length}` };
  }

  /** A public picture must be what it is said to be, and tells nothing else. */
  private async asPicture(upload: JoinedUpload, { fileId, mimeType }: Announced): Promise<JoinedUpload> {
    const { blobId, image } = upload;
    const bytes = await buffer((await this.blobs.read(blobId))!);
    const cleared = Buffer.from(bytes);
    const problem =
      mimeType === 'image/svg+xml'
        ? svgProblem(bytes)
        : image === mimeType
          ? clearPicture(image, cleared)
          : `The bytes of the file are not of the type ${mimeType}`;
    if (problem !== undefined) throw InvalidInput.at('body.parts', problem);
    if (cleared.equals(bytes)) return upload;
    const clearedId = deriveUuid(blobId, 'cleared');
    await this.blobs.put(clearedId, cleared, fileStream(fileId));
    await this.blobs.delete(blobId);
    const etag = createHash('sha256').update(cleared).digest('hex');
    return { blobId: clearedId, image, sha256: base64(etag), etag };
  }

  private async head(blobId: string, size: number): Promise<Buffer> {
    return buffer((await this.blobs.read(blobId, { first: 0, last: Math.min(HEAD_BYTES, size) - 1 }))!);
  }

  private async hashed(blobId: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of (await this.blobs.read(blobId))!) hash.update(chunk as Buffer);
    return hash.digest('base64');
  }

  /** Parts are of no more use once the file is uploaded. */
  private async tidy(file: Announced, arrived: ReadonlyMap<number, ArrivedPart>): Promise<void> {
    const { state } = await this.executor.state(fileDecider, fileStream(file.fileId), 'any');
    if (state.status !== 'announced') await this.parts.discard(file.fileId, arrived);
  }
}

@Handles(DiscardFileBytes)
export class DiscardFileBytesHandler {
  constructor(private readonly blobs: Blobs) {}

  execute({ data: { blobId, at } }: DiscardFileBytes): Promise<void> {
    return this.blobs.discard(blobId, at);
  }
}

@Handles(DiscardFileParts)
export class DiscardFilePartsHandler {
  constructor(private readonly parts: UploadParts) {}

  execute({ data: { fileId } }: DiscardFileParts): Promise<void> {
    return this.parts.discardAll(fileId);
  }
}

@Handles(DeleteFilesOf)
export class DeleteFilesOfHandler {
  constructor(
    private readonly executor: Executor,
    private readonly reader: FileReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { organizationId }, context }: DeleteFilesOf): Promise<void> {
    await caughtUp(this.runtime, this.store, 'billing');
    for (const fileId of await this.reader.idsOf(organizationId)) {
      const command = new DeleteFile({ fileId }, context, `DeleteFile:${fileId}`);
      await this.executor.execute(fileDecider, fileStream(fileId), command);
    }
  }
}

export const fileHandlers: Type[] = [
  CreateFileHandler,
  CompleteUploadHandler,
  DiscardFileBytesHandler,
  DiscardFilePartsHandler,
  DeleteFilesOfHandler,
  ...handlersOf(fileDecider, ({ fileId }) => fileStream(fileId), UpdateFile, DeleteFile),
];

/** An ETag without its quotes, which some clients keep. */
function plain(etag: string): string {
  return etag.replace(/^"(.*)"$/s, '$1');
}

function base64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}
