import { applyDecorators, Delete, Get, HttpCode, Query, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { Answers, BillingController, DashboardController, Scopes } from '../../../app/http/api.ts';
import { NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { ORGANIZATION_ID, OrganizationIdOf } from '../../../app/http/callers/organization-id.ts';
import { redirect } from '../../../app/http/redirects.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { GuildTokens } from './guild-tokens.service.ts';
import { InstallFlow } from './install-flow.service.ts';
import { DiscordGuild, Integrations, RemotePlaceChoices } from './integrations.dto.ts';
import { DisconnectRemoteInstallation } from './remote-installation.commands.ts';
import { RemoteInstallationReader } from './remote-installations.queries.ts';
import { badGuildToken, isBelowBot, RemotePlaces } from './remote-places.service.ts';
import type { ServerRole } from './remote-platform.ts';

type TextQuery = Record<string, unknown>;

const TEXT = { schema: { type: 'string' } } as const;
const RETURN_TO = { name: 'return_to', ...TEXT, required: false } as const;

/** Leads the seller to a platform. */
function AuthorizeRoute(path: string): MethodDecorator {
  return applyDecorators(
    Get(path),
    Scopes('benefits:write'),
    NotImpersonated(),
    ApiQuery(ORGANIZATION_ID),
    ApiQuery(RETURN_TO),
    Answers(302, 404, 422),
  );
}

/** Where a platform leads the seller back to. */
function CallbackRoute(path: string): MethodDecorator {
  const parameters = ['code', 'state', 'error'].map((name) => ApiQuery({ name, ...TEXT, required: false }));
  return applyDecorators(Get(path), Scopes('benefits:write'), NotImpersonated(), ...parameters, Answers(302));
}

/** A seller adds our bot to their Discord server, or installs our GitHub App at their account or organization. */
@BillingController('integrations')
export class InstallationController {
  constructor(
    private readonly flow: InstallFlow,
    private readonly places: RemotePlaces,
  ) {}

  @AuthorizeRoute('discord/bot/authorize')
  async authorizeBot(
    @Query() query: TextQuery,
    @OrganizationIdOf() id: string,
    @CallerOf() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    redirect(reply, await this.flow.begin('discord', requestOf(query, id, caller), caller));
  }

  /** Leads back with `guild_id` and `guild_token`. */
  @CallbackRoute('discord/bot/callback')
  async addBot(
    @Query() query: TextQuery,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    redirect(reply, await this.flow.complete('discord', textsIn(query), caller, context));
  }

  @Get('discord/guild/lookup')
  @Scopes('benefits:read', 'benefits:write')
  @ApiQuery({ name: 'guild_token', ...TEXT })
  @Answers(404, 422, 503)
  async lookUpGuild(@Query() query: TextQuery, @CallerOf() caller: Caller): Promise<DiscordGuild> {
    const { guild_token: token = '' } = textsIn(query);
    const guildId = await this.places.guildOf(token, caller.organizationIds, 'query.guild_token');
    const choices = await this.places.choices('discord', guildId, 'query.guild_token');
    if (choices.platform !== 'discord') throw badGuildToken('query.guild_token');
    return { name: choices.name, roles: choices.roles.map(roleOf) };
  }

  @AuthorizeRoute('github/installation/authorize')
  @ApiQuery({ name: 'is_installed', schema: { type: 'boolean' }, required: false })
  async authorizeApp(
    @Query() query: TextQuery,
    @OrganizationIdOf() id: string,
    @CallerOf() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const isInstalled = textsIn(query).is_installed === 'true';
    redirect(reply, await this.flow.begin('github', { ...requestOf(query, id, caller), isInstalled }, caller));
  }

  @CallbackRoute('github/installation/callback')
  @ApiQuery({ name: 'installation_id', ...TEXT, required: false })
  async installApp(
    @Query() query: TextQuery,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    redirect(reply, await this.flow.complete('github', textsIn(query), caller, context));
  }
}

/** Where something can be given, and what: for the form of a benefit, and to disconnect it. */
@DashboardController('integrations')
@Scopes('benefits:read', 'benefits:write')
export class IntegrationsController {
  constructor(
    private readonly commands: Commands,
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

  @Delete(':id')
  @HttpCode(204)
  @Answers(409)
  @Scopes('benefits:write')
  async disconnect(@Id() remoteInstallationId: string, @Ctx() context: Context): Promise<void> {
    await this.commands.execute(new DisconnectRemoteInstallation({ remoteInstallationId }, context));
  }
}

function roleOf({ id, name, position, isBot: is_bot, color }: ServerRole) {
  return { id, name, position, is_bot, color };
}

/** One of the caller's organizations, as for what is created, and where to return to. */
function requestOf(query: TextQuery, id: string, caller: Caller): { organizationId: string; returnTo: string } {
  const organizationId = organizationOf(caller, caller.kind === 'token' ? undefined : id);
  return { organizationId, returnTo: textsIn(query).return_to ?? '/' };
}

/** A parameter that is given several times counts as missing. */
function textsIn(query: TextQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
