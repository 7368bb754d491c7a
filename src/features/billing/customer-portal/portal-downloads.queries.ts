import { Injectable } from '@nestjs/common';
import { pageOf, type ListRequest, type Page } from '../../../app/http/lists/list.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { DownloadLinks } from '../downloads/download-links.service.ts';
import { downloadsOf, type Download } from '../downloads/downloads.rules.ts';
import type { FileDocument } from '../files/file.projection.ts';
import { FilePresenter, FileReader } from '../files/files.queries.ts';
import { PortalGrants } from './portal-grants.queries.ts';
import type { PortalDownload } from './portal.dto.ts';
import type { PortalCaller } from './portal.rules.ts';

/** The files that a customer can download. */
@Injectable()
export class PortalDownloads {
  constructor(
    private readonly grants: PortalGrants,
    private readonly files: FileReader,
    private readonly presenter: FilePresenter,
    private readonly links: DownloadLinks,
  ) {}

  /** Grant by grant, in the seller's order; each once for a benefit, however often it was bought. */
  async of(list: ListRequest, caller: PortalCaller): Promise<Page<PortalDownload>> {
    const { organizationIds, skip, limit } = list;
    const isAsked = organizationIds?.some((id) => caller.organizationIds.includes(id)) ?? true;
    const grants = isAsked ? await this.grants.withFiles(list, caller) : [];
    const held = downloadsOf(grants);
    const found = await this.files.find(held.map(({ fileId }) => fileId));
    const all = held.flatMap((download) => {
      const file = found.get(download.fileId);
      return file ? [{ download, file }] : [];
    });
    const shown = all.slice(skip, skip + limit).map(({ download, file }) => this.present(download, file));
    return pageOf(shown, all.length, limit);
  }

  private present(download: Download, document: FileDocument): PortalDownload {
    const { created_at, ...file } = this.presenter.presentDownloadable(document);
    const { url, expiresAt: expires_at } = this.links.to(download);
    const { customerId, benefitId: benefit_id, fileId } = download;
    const id = deriveUuid(customerId, `download:${benefit_id}:${fileId}`);
    return { id, benefit_id, file: { ...file, download: { url, headers: {}, expires_at } } };
  }
}
