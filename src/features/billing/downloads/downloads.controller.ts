import { Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, BillingController, Public, SendsBytes } from '../../../app/http/api.ts';
import { redirect } from '../../../app/http/redirects.ts';
import { Downloads } from './downloads.service.ts';

/** Where links to bought files lead. The token itself is the permission. */
@BillingController('customer-portal/downloadables')
export class DownloadsController {
  constructor(private readonly downloads: Downloads) {}

  /** Redirects to the bytes. */
  @Get(':token')
  @Public()
  @Answers(302, 400, 404, 410)
  async locate(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    void reply.header('Cache-Control', 'private, no-store');
    redirect(reply, await this.downloads.locate(token));
  }

  /** The bytes, also in ranges. The name is for people, and may be any. */
  @Get(':token/:name')
  @Public()
  @SendsBytes()
  @Answers(400, 410)
  async send(@Param('token') token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.downloads.send(token, request, reply);
  }
}
