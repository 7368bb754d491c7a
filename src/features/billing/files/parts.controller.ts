import { HttpCode, Param, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, BillingController, Public } from '../../../app/http/api.ts';
import { StreamsBody, Uploads } from '../../../app/http/bodies/uploads.ts';
import { Id } from '../../../app/http/validation.ts';
import { FilePartQuery } from './files.dto.ts';
import { PartUrls, type SignedPart } from './part-urls.service.ts';
import { AnnouncedFiles } from './announced-files.service.ts';
import { tooLarge, UploadParts, type ArrivedPart } from './upload-parts.service.ts';

/** Where the parts of an upload go. The link itself is the permission. */
@BillingController('files')
export class FilePartsController {
  constructor(
    private readonly urls: PartUrls,
    private readonly announced: AnnouncedFiles,
    private readonly parts: UploadParts,
    private readonly uploads: Uploads,
  ) {}

  /** Takes the bytes of one part, of any content type, and answers their `ETag`. A part that is sent again replaces the earlier one. */
  @Put(':id/parts/:number')
  @HttpCode(200)
  @Public()
  @StreamsBody()
  @Answers(400, 410, 429)
  async put(
    @Id() id: string,
    @Param('number') number: string,
    @Query() link: FilePartQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const part = this.urls.check(id, number, link);
    const organizationId = await this.announced.demand(id);
    const { 'content-length': length, 'x-amz-checksum-sha256': checksum } = request.headers;
    if (Number(length ?? 0) > part.size) throw tooLarge(part.size);
    const owner = { organizationId, target: `part ${part.number} of ${id}` };
    const arrived = await this.uploads.receive(request, owner, (bytes) =>
      this.parts.receive(part, bytes, checksum?.toString()),
    );
    await this.refuseLate(part, arrived);
    void reply.header('ETag', `"${arrived.sha256}"`);
  }

  /** The upload may have ended while the part arrived, which nothing counts then. @throws as `AnnouncedFiles.demand` */
  private async refuseLate({ fileId, number }: SignedPart, arrived: ArrivedPart): Promise<void> {
    try {
      await this.announced.demand(fileId);
    } catch (error) {
      await this.parts.discard(fileId, new Map([[number, arrived]]));
      throw error;
    }
  }
}
