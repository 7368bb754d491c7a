import { Get, Header, Param, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiQuery } from '@nestjs/swagger';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { ORGANIZATION_ID, OrganizationIdOf } from '../../../app/http/callers/organization-id.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { MailPreviewList } from './mail-previews.dto.ts';
import { MailPreviews } from './mail-previews.service.ts';

/** A mail has inline styles, a picture of ours and nothing else, and only our own pages show it. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/** What customers get by mail, for the seller to look at. */
@DashboardController('mail-previews')
@Scopes('organizations:read')
export class MailPreviewsController {
  constructor(private readonly previews: MailPreviews) {}

  @Get()
  @ApiQuery(ORGANIZATION_ID)
  @Answers(404, 422)
  async list(@OrganizationIdOf() organizationId: string, @CallerOf() caller: Caller): Promise<MailPreviewList> {
    return { items: await this.previews.of(organizationId, caller) };
  }

  @Get(':kind/page')
  @ApiQuery(ORGANIZATION_ID)
  @Answers(404, 422)
  @ApiProduces('text/html')
  @ApiOkResponse({ schema: { type: 'string' } })
  @Header('Content-Security-Policy', MAIL_POLICY)
  async page(
    @Param('kind') kind: string,
    @OrganizationIdOf() organizationId: string,
    @CallerOf() caller: Caller,
  ): Promise<StreamableFile> {
    const page = await this.previews.page(kind, organizationId, caller);
    return new StreamableFile(Buffer.from(page), { type: 'text/html; charset=utf-8' });
  }
}
