import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../../../kernel/errors.ts';
import { FileContents } from '../files/file-contents.service.ts';
import type { FileDocument } from '../files/file.projection.ts';
import { FileReader } from '../files/files.queries.ts';
import { GrantReader } from '../grants/grants.queries.ts';
import { DownloadCounts } from './download-counts.service.ts';
import { DownloadLinks } from './download-links.service.ts';
import type { Download } from './downloads.rules.ts';

/** What a token lets its holder download, as long as a grant gives it: checked each time. */
@Injectable()
export class Downloads {
  constructor(
    private readonly links: DownloadLinks,
    private readonly grants: GrantReader,
    private readonly files: FileReader,
    private readonly contents: FileContents,
    private readonly counts: DownloadCounts,
  ) {}

  /** Where the bytes are. @throws DomainError 400, 404 or 410 */
  async locate(token: string): Promise<string> {
    const { file } = await this.demand(token);
    return this.links.urlOf(token, file.name);
  }

  /** Sends the bytes, and counts a download that starts at the beginning. @throws DomainError 400, 404 or 410 */
  async send(token: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { download, file } = await this.demand(token);
    if (isStart(request)) await this.counts.add(download);
    await this.contents.sendDownload(file, request, reply);
  }

  private async demand(token: string): Promise<{ download: Download; file: FileDocument }> {
    const download = this.links.read(token);
    const { customerId, benefitId, fileId } = download;
    const held = await this.grants.filesHeld(customerId, benefitId);
    const file = held.includes(fileId) ? (await this.files.find([fileId])).get(fileId) : undefined;
    if (!file) throw new NotFound();
    return { download, file };
  }
}

/** The rest of a download that was interrupted is no other download. */
function isStart({ method, headers: { range } }: FastifyRequest): boolean {
  return method === 'GET' && (range === undefined || /^bytes=0-/.test(range));
}
