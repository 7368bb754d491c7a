import { Get, Query, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers, BillingController, DashboardController, Scopes } from '../../../app/http/api.ts';
import { organizationOf, type Caller } from '../../../app/http/caller.ts';
import { ORGANIZATION_ID, OrganizationIdOf } from '../../../app/http/organization-id.ts';
import { redirect } from '../../../app/http/redirects.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { GuildTokens } from './guild-tokens.service.ts';
import { InstallFlow } from './install-flow.service.ts';
import { DiscordGuild, Integrations, RemotePlaceChoices } from './integrations.dto.ts';
import { RemoteInstallationReader } from './remote-installations.queries.ts';
import { badGuildToken, isBelowBot, RemotePlaces } from './remote-places.service.ts';
import type { ServerRole } from './remote-platform.ts';

type TextQuery = Record<string, unknown>;

const RETURN_TO = { name: 'return_to', schema: { type: 'string' }, required: false } as const;
const CALLBACK = ['code', 'state', 'error'].map(
  (name) => ({ name, schema: { type: 'string' }, required: false }) as const,
);

/** A seller adds our bot to their Discord server. The callback leads back with `guild_id` and `guild_token`. */
@BillingController('integrations/discord')
export class DiscordIntegrationController {
  constructor(
    private readonly flow: InstallFlow,
    private readonly places: RemotePlaces,
    private readonly tokens: GuildTokens,
  ) {}

  @Get('bot/authorize')
  @Scopes('benefits:write')
  @ApiQuery(ORGANIZATION_ID)
  @ApiQuery(RETURN_TO)
  @Answers(302, 404, 422)
  async authorize(
    @Query() query: TextQuery,
    @OrganizationIdOf() id: string,
    @CallerOf() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const organizationId = readable(caller, id);
    redirect(reply, await this.flow.begin('discord', { organizationId, returnTo: returnToIn(query) }, caller));
  }

  @Get('bot/callback')
  @Scopes('benefits:write')
  @ApiQuery(CALLBACK[0]!)
  @ApiQuery(CALLBACK[1]!)
  @ApiQuery(CALLBACK[2]!)
  @Answers(302)
  async callback(
    @Query() query: TextQuery,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    redirect(reply, await this.flow.complete('discord', textsIn(query), caller, context));
  }

  @Get('guild/lookup')
  @Scopes('benefits:read', 'benefits:write')
  @ApiQuery({ name: 'guild_token', schema: { type: 'string' } })
  @Answers(404, 422, 503)
  async lookup(@Query() query: TextQuery, @CallerOf() caller: Caller): Promise<DiscordGuild> {
    const { guild_token: token = '' } = textsIn(query);
    const guild = this.tokens.verified(token, caller.organizationIds);
    if (!guild) throw badGuildToken('query.guild_token');
    const choices = await this.places.choices('discord', guild.guildId, 'query.guild_token');
    if (choices.platform !== 'discord') throw badGuildToken('query.guild_token');
    return { name: choices.name, roles: choices.roles.map(roleOf) };
  }
}

/** A seller installs our GitHub App at their account or organization. */
@BillingController('integrations/github')
export class GithubIntegrationController {
  constructor(private readonly flow: InstallFlow) {}

  @Get('installation/authorize')
  @Scopes('benefits:write')
  @ApiQuery(ORGANIZATION_ID)
  @ApiQuery(RETURN_TO)
  @ApiQuery({ name: 'is_installed', schema: { type: 'boolean' }, required: false })
  @Answers(302, 404, 422)
  async authorize(
    @Query() query: TextQuery,
    @OrganizationIdOf() id: string,
    @CallerOf() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const isInstalled = textsIn(query).is_installed === 'true';
    const request = { organizationId: readable(caller, id), returnTo: returnToIn(query), isInstalled };
    redirect(reply, await this.flow.begin('github', request, caller));
  }

  @Get('installation/callback')
  @Scopes('benefits:write')
  @ApiQuery(CALLBACK[0]!)
  @ApiQuery(CALLBACK[1]!)
  @ApiQuery(CALLBACK[2]!)
  @ApiQuery({ name: 'installation_id', schema: { type: 'string' }, required: false })
  @Answers(302)
  async callback(
    @Query() query: TextQuery,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    redirect(reply, await this.flow.complete('github', textsIn(query), caller, context));
  }
}

/** For the form of a benefit: where something can be given, and what. */
@DashboardController('integrations')
@Scopes('benefits:read', 'benefits:write')
export class IntegrationsController {
  constructor(
    private readonly installations: RemoteInstallationReader,
    private readonly places: RemotePlaces,
    private readonly tokens: GuildTokens,
  ) {}

  @Get()
  @ApiQuery(ORGANIZATION_ID)
  @Answers(404, 422)
  async list(@OrganizationIdOf() organizationId: string, @CallerOf() caller: Caller): Promise<Integrations> {
    const found = await this.installations.shown(organizationId, caller);
    const installations = found.map(({ organization_id: _, ...installation }) => installation);
    return { platforms: this.places.offered, installations };
  }

  @Get(':id')
  @Answers(503)
  async choices(@Id() id: string, @CallerOf() caller: Caller): Promise<RemotePlaceChoices> {
    const { platform, place_id: placeId, organization_id } = await this.installations.demand(id, caller);
    const choices = await this.places.choices(platform, placeId, 'path.id');
    if (choices.platform === 'github') {
      const repositories = choices.repositories.map(({ owner, name, isPrivate }) => ({
        owner,
        name,
        is_private: isPrivate,
      }));
      return { guild_token: null, roles: [], repositories };
    }
    const { roles } = choices;
    const shown = roles.map((role) => ({ ...roleOf(role), is_assignable: isBelowBot(role, roles) }));
    return { guild_token: this.tokens.sign(placeId, organization_id), roles: shown, repositories: [] };
  }
}

function roleOf({ id, name, position, isBot: is_bot, color }: ServerRole) {
  return { id, name, position, is_bot, color };
}

/** One of the caller's organizations, as for what is created. */
function readable(caller: Caller, organizationId: string): string {
  return organizationOf(caller, caller.kind === 'token' ? undefined : organizationId);
}

function returnToIn(query: TextQuery): string {
  return textsIn(query).return_to ?? '/';
}

/** A parameter that is given several times counts as missing. */
function textsIn(query: TextQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
