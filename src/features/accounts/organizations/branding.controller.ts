import { Body, Get, Put } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/reading/documents.ts';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { StreamDocuments } from '../../../app/reading/stream-documents.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Branding, BrandingUpdate } from './accent.dto.ts';
import { UpdateOrganization } from './organization.commands.ts';
import { organizationStream } from './organization.events.ts';
import { organizationProjection, type OrganizationDocument } from './organization.projection.ts';
import { OrganizationPresenter } from './organizations.queries.ts';

/** How an organization's portal, checkout and mails look. */
@AlsoImpersonated()
@DashboardController('organizations/:id/branding')
export class BrandingController {
  constructor(
    private readonly documents: Documents,
    private readonly streams: StreamDocuments,
    private readonly presenter: OrganizationPresenter,
    private readonly commands: Commands,
  ) {}

  @Get()
  @Scopes('organizations:read', 'organizations:write')
  async get(@Id() id: string, @CallerOf() caller: Caller): Promise<Branding> {
    return this.brandingOf(await this.documents.demand(organizationProjection, id, caller));
  }

  @Put()
  @Scopes('organizations:write')
  async put(
    @Id() organizationId: string,
    @Body() { accent_color }: BrandingUpdate,
    @CallerOf() { kind, id }: Caller,
    @Ctx() context: Context,
  ): Promise<Branding> {
    const accentColor = accent_color?.toLowerCase() ?? null;
    const data = { organizationId, actorId: kind === 'user' ? id : null, accentColor };
    const { history } = await this.commands.execute(new UpdateOrganization(data, { ...context, organizationId }));
    const stream = organizationStream(organizationId);
    return this.brandingOf((await this.streams.after(organizationProjection, organizationId, stream, history))!);
  }

  private brandingOf(organization: OrganizationDocument): Branding {
    return { accent_color: organization.accent_color, accent: this.presenter.accent(organization) };
  }
}
