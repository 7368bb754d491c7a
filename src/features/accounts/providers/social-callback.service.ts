import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { SessionCookieKeeper } from '../../../app/http/callers/keep-session.ts';
import { withoutMessage } from '../../../app/log.ts';
import { withError } from '../../../app/http/redirects.ts';
import { CONFIG, LOG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { isRefusal } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { BannedUser } from '../accounts.errors.ts';
import { IdentityProviders } from './identity-providers.service.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { AccountLinking } from './account-linking.service.ts';
import { SignInWithProvider, type ProviderIdentity } from './provider.commands.ts';
import { CallbackFailed, LinkRefused, SignInRefused } from './provider.errors.ts';
import { SignInStates, type SignInState } from './sign-in-states.service.ts';
import { AuthorizationRequests } from './authorization-requests.service.ts';

/** The parameters that providers send. */
const FIELDS = ['code', 'state', 'error', 'error_description', 'device_id', 'user'] as const;
type Given = Partial<Record<(typeof FIELDS)[number], string>>;

/** The callback from a provider, which always redirects (docs/IDENTITY.md#callback). */
@Injectable()
export class SocialCallback {
  private readonly errorPage: string;

  constructor(
    private readonly commands: Commands,
    private readonly linking: AccountLinking,
    private readonly providers: IdentityProviders,
    private readonly states: SignInStates,
    private readonly requests: AuthorizationRequests,
    private readonly keeper: SessionCookieKeeper,
    @Inject(CONFIG) config: Config,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.errorPage = `${config.baseUrl}/api/auth/error`;
  }

  /** The URL to redirect the browser to. */
  async complete(providerId: string, sent: unknown, execution: ExecutionContext, context: Context): Promise<string> {
    const request = execution.switchToHttp().getRequest<FastifyRequest>();
    let authorization: SignInState | undefined;
    try {
      const given = givenIn(sent);
      if (given.error) return described(this.errorPage, given.error, given.error_description ?? 'undefined');
      if (!given.state) throw new CallbackFailed('state_not_found');
      authorization = await this.states.end(request, given.state);
      if (!authorization) throw new CallbackFailed('please_restart_the_process');
      if (!given.code) throw new CallbackFailed('no_code');
      return await this.use(providerId, authorization, execution, context);
    } catch (error) {
      return this.failed(error, authorization);
    }
  }

  private async use(
    providerId: string,
    authorization: SignInState,
    execution: ExecutionContext,
    context: Context,
  ): Promise<string> {
    const request = execution.switchToHttp().getRequest<FastifyRequest>();
    const provider = this.providers.find(providerId, request);
    if (!provider) throw new CallbackFailed('oauth_provider_not_found');
    // Another provider's callback with this provider's state: a mix-up attack.
    if (provider.id !== authorization.providerId) throw new CallbackFailed('please_restart_the_process');
    const granted = await provider.exchange(execution).catch(failedAs('invalid_code'));
    const tokens = { ...granted, scopes: granted.scopes ?? [...authorization.scopes] };
    const profile = await provider.profile(tokens).catch(failedAs('unable_to_get_user_info'));
    if (!profile) throw new CallbackFailed('unable_to_get_user_info');
    const identity = this.requests.identityFrom(provider, profile, tokens, new CallbackFailed('email_not_found'));
    if (authorization.linkTo !== undefined) {
      await this.linking.link(authorization.linkTo, identity, 'redirect', context);
      return authorization.callbackURL;
    }
    return this.signIn(provider, identity, authorization, request, context);
  }

  private async signIn(
    provider: IdentityProvider,
    identity: ProviderIdentity,
    authorization: SignInState,
    request: FastifyRequest,
    context: Context,
  ): Promise<string> {
    const { callbackURL, requestSignUp, newUserURL } = authorization;
    const maySignUp = this.requests.maySignUp(provider, requestSignUp);
    const command = new SignInWithProvider({ ...identity, maySignUp, callbackURL }, context);
    const { user, isNew, at } = await this.commands.execute(command);
    await this.keeper.open(user.id, true, request, at).catch((error: unknown) => {
      throw isRefusal(error) && !(error instanceof BannedUser) ? new SignInRefused('unable to create session') : error;
    });
    return isNew && newUserURL ? newUserURL : callbackURL;
  }

  private failed(error: unknown, authorization: SignInState | undefined): string {
    if (error instanceof BannedUser) return described(this.errorPage, 'banned', error.message);
    const reason =
      reasonOf(error) ?? (isRefusal(error) && authorization?.linkTo ? 'unable_to_link_account' : undefined);
    if (reason !== undefined) return withError(authorization?.errorURL ?? this.errorPage, reason);
    this.log.error('A sign-in with a provider failed', { error: withoutMessage(error) });
    return withError(this.errorPage, 'internal_server_error');
  }
}

/** @throws CallbackFailed a parameter is not text */
function givenIn(sent: unknown): Given {
  if (typeof sent !== 'object' || sent === null) throw new CallbackFailed('invalid_callback_request');
  const entries = FIELDS.map((field) => [field, (sent as Record<string, unknown>)[field]] as const);
  if (entries.some(([, value]) => value !== undefined && typeof value !== 'string'))
    throw new CallbackFailed('invalid_callback_request');
  return Object.fromEntries(entries) as Given;
}

function failedAs(code: string) {
  return (): never => {
    throw new CallbackFailed(code);
  };
}

/** The error's code in the redirect, if it has one. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof CallbackFailed) return error.code;
  if (error instanceof SignInRefused) return error.message.replaceAll(' ', '_');
  if (error instanceof LinkRefused) return error.redirectsAs;
  return undefined;
}

function described(to: string, error: string, description: string): string {
  return `${withError(to, encodeURIComponent(error))}&error_description=${encodeURIComponent(description)}`;
}
