import { Body, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiExtraModels, ApiResponse } from '@nestjs/swagger';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { LongBody } from '../../../app/http/bodies/body-bounds.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { anyId } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { Turns } from '../../../kernel/coordination/turns.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { CompleteUpload, CreateFile, DeleteFile, UpdateFile } from './file.commands.ts';
import { fileProjection } from './file.projection.ts';
import { refuseParts } from './file.rules.ts';
import {
  DownloadableFileRead,
  FILE_READ,
  FileCreate,
  FileList,
  FilePatch,
  FileUpload,
  FileUploadCompleted,
  OrganizationAvatarFileRead,
  ProductMediaFileRead,
  VALUES_OF_PARTS,
  type FileRead,
} from './files.dto.ts';
import { FilePresenter, FileQueries } from './files.queries.ts';
import { PartUrls } from './part-urls.service.ts';

export const fileList: ListSpec = {
  sorting: { created_at: 'created_at' },
  defaultSorting: ['-created_at'],
  filters: { ids: anyId('id') },
};

/** Links, in one turn. */
const SIGNED_AT_ONCE = 100;

@AlsoImpersonated()
@BillingController('files')
@ApiExtraModels(DownloadableFileRead, OrganizationAvatarFileRead, ProductMediaFileRead)
export class FilesController {
  private readonly turns = new Turns();

  constructor(
    private readonly commands: Commands,
    private readonly files: FileQueries,
    private readonly presenter: FilePresenter,
    private readonly urls: PartUrls,
  ) {}

  /** Files whose upload is complete. */
  @Get()
  @Scopes('files:read', 'files:write')
  list(@List(fileList) list: ListRequest, @CallerOf() caller: Caller): Promise<FileList> {
    return this.files.list(list, caller);
  }

  /** Announces an upload, and answers a link for each of its parts. */
  @Post()
  @LongBody(VALUES_OF_PARTS)
  @Scopes('files:write')
  async create(@Body() body: FileCreate, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<FileUpload> {
    const { service, name, mime_type: mimeType, size, upload } = body;
    const organizationId = organizationOf(caller, body.organization_id);
    const ranges = upload.parts.map(({ number, chunk_start: start, chunk_end: end }) => ({ number, start, end }));
    refuseParts(ranges, size);
    const fileId = deriveUuid(context.requestId, 'file');
    const about = { service, name, mimeType, size, version: body.version ?? null, parts: ranges.length };
    const data = { fileId, organizationId, ...about, sha256: body.checksum_sha256_base64 ?? null };
    const { history } = await this.commands.execute(new CreateFile(data, { ...context, organizationId }));
    const document = project(fileProjection, history)!;
    const parts: ReturnType<typeof this.partOf>[] = [];
    for (const part of upload.parts) {
      if (parts.length % SIGNED_AT_ONCE === SIGNED_AT_ONCE - 1) await this.turns.next();
      parts.push(this.partOf(fileId, part, context));
    }
    return {
      ...this.presenter.presentCommon(document),
      service,
      upload: { id: fileId, path: document.path, parts },
    };
  }

  /** Completes an upload: checks its parts and the whole, and joins them. A repeat answers the same. */
  @Post(':id/uploaded')
  @LongBody(VALUES_OF_PARTS)
  @HttpCode(200)
  @Scopes('files:write')
  @ApiResponse({ status: 200, schema: FILE_READ })
  uploaded(@Id() fileId: string, @Body() body: FileUploadCompleted, @Ctx() context: Context): Promise<FileRead> {
    const parts = body.parts.map(({ number, checksum_etag: etag, checksum_sha256_base64: sha256 = null }) => ({
      number,
      etag,
      sha256,
    }));
    return this.answer(new CompleteUpload({ fileId, uploadId: body.id, path: body.path, parts }, context));
  }

  @Patch(':id')
  @Scopes('files:write')
  @ApiResponse({ status: 200, schema: FILE_READ })
  update(@Id() fileId: string, @Body() { name, version }: FilePatch, @Ctx() context: Context): Promise<FileRead> {
    return this.answer(new UpdateFile({ fileId, name: name ?? undefined, version }, context));
  }

  /** Products that show it no longer do. */
  @Delete(':id')
  @HttpCode(204)
  @Scopes('files:write')
  async delete(@Id() fileId: string, @Ctx() context: Context): Promise<void> {
    await this.commands.execute(new DeleteFile({ fileId }, context));
  }

  private partOf(fileId: string, part: FileCreate['upload']['parts'][number], { machineNow }: Context) {
    const { number, chunk_start, chunk_end, checksum_sha256_base64: sha256 = null } = part;
    const { url, expiresAt } = this.urls.urlOf({ fileId, number, size: chunk_end - chunk_start, sha256 }, machineNow);
    const headers: Record<string, string> =
      sha256 === null ? {} : { 'x-amz-checksum-sha256': sha256, 'x-amz-sdk-checksum-algorithm': 'SHA256' };
    return { number, chunk_start, chunk_end, checksum_sha256_base64: sha256, url, expires_at: expiresAt, headers };
  }

  private async answer(command: CompleteUpload | UpdateFile): Promise<FileRead> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(fileProjection, history)!);
  }
}
