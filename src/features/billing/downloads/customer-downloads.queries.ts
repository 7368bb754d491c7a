import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { customerProjection } from '../customers/customer.projection.ts';
import { readableSize } from '../files/file.rules.ts';
import { FileReader } from '../files/files.queries.ts';
import { grantProjection } from '../grants/grant.projection.ts';
import { DownloadCounts } from './download-counts.service.ts';
import type { CustomerDownloads } from './downloads.dto.ts';
import { downloadsOf } from './downloads.rules.ts';

/** For sellers: what a customer can download, and what they have downloaded. */
@Injectable()
export class CustomerDownloadQueries {
  constructor(
    private readonly documents: Documents,
    private readonly files: FileReader,
    private readonly counts: DownloadCounts,
  ) {}

  /** @throws NotFound the customer does not exist */
  async of(customerId: string, scope: TenantScope): Promise<CustomerDownloads> {
    await this.documents.demand(customerProjection, customerId, scope);
    const where: Where = { and: [{ eq: ['customer_id', customerId] }, { eq: ['is_granted', true] }] };
    const downloads = downloadsOf(await this.documents.all(grantProjection, { where }, scope));
    const [files, counts] = await Promise.all([
      this.files.find(downloads.map(({ fileId }) => fileId)),
      this.counts.of(downloads),
    ]);
    const items = downloads.flatMap(({ benefitId: benefit_id, fileId }, at) => {
      const file = files.get(fileId);
      if (!file) return [];
      const { downloads = 0, lastDownloadedAt: last_downloaded_at = null } = counts[at] ?? {};
      const { id, name, size } = file;
      return [{ benefit_id, file: { id, name, size_readable: readableSize(size) }, downloads, last_downloaded_at }];
    });
    return { items };
  }
}
