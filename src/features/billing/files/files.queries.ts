import { Inject, Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { fileStream, type FileEvent, type FileService } from './file.events.ts';
import { fileProjection, type FileDocument } from './file.projection.ts';
import { readableSize } from './file.rules.ts';
import type { DownloadableFileRead, FileRead, OrganizationAvatarFileRead, ProductMediaFileRead } from './files.dto.ts';

/** Files on the wire. */
@Injectable()
export class FilePresenter {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  present(document: FileDocument): FileRead {
    if (document.service === 'downloadable') return this.presentDownloadable(document);
    return { ...common(document), service: document.service, public_url: this.publicUrl(document) } as
      OrganizationAvatarFileRead | ProductMediaFileRead;
  }

  presentAll(documents: readonly FileDocument[]): FileRead[] {
    return documents.map((document) => this.present(document));
  }

  /** A file that buyers download. */
  presentDownloadable(document: FileDocument): DownloadableFileRead {
    return { ...common(document), service: 'downloadable' };
  }

  /** Of those that an entity names, those that still exist, in its order. */
  presentMedias(ids: readonly string[], found: ReadonlyMap<string, FileDocument>): ProductMediaFileRead[] {
    return ids
      .flatMap((id) => found.get(id) ?? [])
      .map((document) => ({ ...common(document), service: 'product_media', public_url: this.publicUrl(document) }));
  }

  /** The fields of a file that an upload was announced for. */
  presentCommon(document: FileDocument): Omit<DownloadableFileRead, 'service' | 'created_at'> {
    const { created_at: _, ...fields } = common(document);
    return fields;
  }

  publicUrl({ id, name }: FileDocument): string {
    return `${this.config.baseUrl}/media/${id}/${encodeURIComponent(name)}`;
  }
}

@Injectable()
export class FileReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  /** By the ids that documents of an authorized caller name; deleted ones do not exist. */
  find(ids: Iterable<string>): Promise<Map<string, FileDocument>> {
    return this.documents.getMany(fileProjection, ids, 'any');
  }

  /** A picture that everybody may see. */
  async public(id: string): Promise<FileDocument | undefined> {
    const document = await this.documents.get(fileProjection, id, 'any');
    return document?.is_uploaded && document.service !== 'downloadable' ? document : undefined;
  }

  /** Of an organization, also those whose upload is not complete. */
  idsOf(organizationId: string): Promise<string[]> {
    return this.documents.ids(fileProjection, { and: [] }, { organizationIds: [organizationId] });
  }

  /**
   * For decisions: folded from their streams.
   * @param except is not checked
   * @throws InvalidInput one of them is no uploaded media of the organization, at `body.medias`
   */
  demandMedias(ids: readonly string[], organizationId: string, except: readonly string[] = []): Promise<void> {
    const asked = ids.map((id) => (except.includes(id) ? null : id));
    return this.demand(asked, organizationId, 'product_media', { at: ['medias'], msg: 'Media does not exist.' });
  }

  /** The same for files that customers download. @throws InvalidInput at `body.properties.files` */
  demandDownloadables(ids: readonly string[], organizationId: string, except: readonly string[] = []): Promise<void> {
    const asked = ids.map((id) => (except.includes(id) ? null : id));
    return this.demand(asked, organizationId, 'downloadable', {
      at: ['properties', 'files'],
      msg: 'File does not exist.',
    });
  }

  /** @param ids null: not checked */
  private async demand(
    ids: readonly (string | null)[],
    organizationId: string,
    service: FileService,
    { at, msg }: { at: readonly string[]; msg: string },
  ): Promise<void> {
    const scope: TenantScope = { organizationIds: [organizationId] };
    const fields = await Promise.all(
      ids.map(async (id, index): Promise<FieldError[]> => {
        if (id === null) return [];
        const file = project(fileProjection, await this.executor.load<FileEvent>(fileStream(id), scope));
        return file?.is_uploaded && file.service === service
          ? []
          : [{ loc: ['body', ...at, index], msg, type: 'value_error' }];
      }),
    );
    if (fields.flat().length > 0) throw new InvalidInput(fields.flat());
  }
}

@Injectable()
export class FileQueries extends resource(fileProjection, FilePresenter, { where: { eq: ['is_uploaded', true] } }) {}

function common(document: FileDocument): Omit<DownloadableFileRead, 'service'> {
  const { id, organization_id, name, path, mime_type, size, checksum_etag, sha256 } = document;
  const { last_modified_at, version, is_uploaded, created_at } = document;
  return {
    id,
    organization_id,
    name,
    path,
    mime_type,
    size,
    // Bytes never change.
    storage_version: null,
    checksum_etag,
    checksum_sha256_base64: sha256,
    checksum_sha256_hex: sha256 && Buffer.from(sha256, 'base64').toString('hex'),
    last_modified_at,
    version,
    is_uploaded,
    flagged_malicious_at: null,
    created_at,
    size_readable: readableSize(size),
  };
}
