import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { FileEvent, FileService, ImageType } from './file.events.ts';

type Changed = Executed<unknown, FileEvent>;

export class CreateFile extends command('CreateFile')<
  {
    fileId: string;
    organizationId: string;
    service: FileService;
    name: string;
    mimeType: string;
    size: number;
    version: string | null;
    sha256: string | null;
    parts: number;
  },
  Changed
> {}

/** A part as the client reports it. */
export interface ReportedPart {
  number: number;
  etag: string;
  /** In base64. */
  sha256: string | null;
}

/** The handler checks the parts and joins them. */
export class CompleteUpload extends command('CompleteUpload')<
  { fileId: string; uploadId: string; path: string; parts: readonly ReportedPart[] },
  Changed
> {}
/** What the handler has found in the parts. */
export interface JoinedUpload {
  blobId: string;
  sha256: string | null;
  etag: string;
  image: ImageType | null;
}

/** Changes only the given fields. */
export class UpdateFile extends command('UpdateFile')<
  { fileId: string; name?: string; version?: string | null },
  Changed
> {}
export class DeleteFile extends command('DeleteFile')<{ fileId: string }> {}
/** Deletes the bytes of a deleted file, by a worker. */
export class DiscardFileBytes extends command('DiscardFileBytes')<{ blobId: string; at: Instant }> {}
/** Deletes the parts of an upload whose file was deleted, by a worker. */
export class DiscardFileParts extends command('DiscardFileParts')<{ fileId: string }> {}
/** Deletes all files of a deleted organization. */
export class DeleteFilesOf extends command('DeleteFilesOf')<{ organizationId: string }> {}
