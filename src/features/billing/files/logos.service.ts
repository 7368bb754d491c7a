import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { isUuid } from '../../../kernel/ids.ts';
import type { FileDocument } from './file.projection.ts';
import { FilePresenter, FileReader } from './files.queries.ts';

/** The picture that an organization has uploaded as its own; an address elsewhere is never fetched, nor sent to customers. */
@Injectable()
export class Logos {
  constructor(
    private readonly files: FileReader,
    private readonly presenter: FilePresenter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** A raster picture of at most 1 MiB; undefined for any other, and once it is deleted. */
  async of(organizationId: string, avatarUrl: string | null): Promise<{ file: FileDocument; url: string } | undefined> {
    const own = `${this.config.baseUrl}/media/`;
    if (!avatarUrl?.startsWith(own)) return undefined;
    const id = avatarUrl.slice(own.length).split('/', 1)[0]!.toLowerCase();
    const file = isUuid(id) ? await this.files.public(id) : undefined;
    if (file?.organization_id !== organizationId || file.service !== 'organization_avatar') return undefined;
    const isRaster = file.image !== null && file.image === file.mime_type;
    return isRaster ? { file, url: this.presenter.publicUrl(file) } : undefined;
  }
}
