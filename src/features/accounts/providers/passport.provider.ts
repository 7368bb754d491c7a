import type { ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport, { type StrategyCreated, type StrategyCreatedStatic } from 'passport';
import type { Strategy, StrategyOptions, VerifyCallback } from 'passport-oauth2';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { AuthorizationRequest, IdentityProvider } from './identity-provider.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import type { Endpoints } from './provider.endpoints.ts';
import type { SignInStates } from './sign-in-states.service.ts';
import { TokenEndpoint, tokensIn, type Registration } from './token-endpoint.ts';

export interface ProviderSetup<E extends Endpoints> {
  registration: Registration;
  endpoints: E;
  states: SignInStates;
  clock: Clock;
}

/** What a strategy is built from. */
export interface StrategySetup {
  options: StrategyOptions & { callbackURL: string; scope?: undefined };
  verify(access: string, refresh: string, answer: object, profile: unknown, done: VerifyCallback): void;
  tokens: TokenEndpoint;
}

/**
 * A provider with a passport strategy, which runs behind Nest's AuthGuard on the browser's own request: going there and coming back, with our
 * state store and PKCE. Refreshing tokens and profiles, which passport does not have or not without a sign-in, are a request each.
 */
export abstract class PassportProvider<E extends Endpoints> implements IdentityProvider {
  readonly signUp: IdentityProvider['signUp'];
  protected readonly endpoints: E;
  protected readonly registration: Registration;
  protected readonly clock: Clock;
  private readonly states: SignInStates;
  private readonly tokens: TokenEndpoint;
  private readonly guard: ReturnType<typeof AuthGuard>;

  protected constructor(
    readonly id: string,
    private readonly scopes: readonly string[],
    { registration, endpoints, states, clock }: ProviderSetup<E>,
    StrategyClass: new (setup: StrategySetup) => Strategy,
  ) {
    const { clientId: clientID, clientSecret, redirectURI: callbackURL } = registration;
    const { authorization: authorizationURL, token: tokenURL, signUp } = endpoints;
    this.signUp = signUp;
    this.endpoints = endpoints;
    this.registration = registration;
    this.clock = clock;
    this.states = states;
    this.tokens = new TokenEndpoint(registration, tokenURL, authorizationURL);
    const urls = { authorizationURL, tokenURL, callbackURL };
    const store = states.store as unknown as StrategyOptions['store'];
    const options = { clientID, clientSecret, ...urls, scopeSeparator: ' ', pkce: true, store, skipUserProfile: true };
    const verify: StrategySetup['verify'] = (access_token, refresh_token, answer, _profile, done) =>
      done(null, tokensIn({ ...answer, access_token, refresh_token }, clock));
    // Strategies are registered per process: the address tells apart installations that share one, as in tests.
    const name = `${id} ${callbackURL}`;
    passport.use(name, answeringUrl(new StrategyClass({ options, verify, tokens: this.tokens })));
    this.guard = AuthGuard(name);
  }

  abstract profile(tokens: ProviderTokens): Promise<ProviderProfile | undefined>;

  async authorizationUrl(context: ExecutionContext, { loginHint, ...state }: AuthorizationRequest): Promise<string> {
    this.states.expect(context.switchToHttp().getRequest<FastifyRequest>(), state);
    const scope = [...new Set([...this.scopes, ...state.scopes])];
    return (await this.authenticate<{ url: string }>(context, { scope, loginHint })).url;
  }

  exchange(context: ExecutionContext): Promise<ProviderTokens> {
    return this.authenticate<ProviderTokens>(context, {});
  }

  async refresh(refreshToken: string): Promise<ProviderTokens> {
    return tokensIn(await this.tokens.refresh(refreshToken), this.clock);
  }

  /** Passport leaves on the request what the strategy answers as the user. */
  private async authenticate<T>(context: ExecutionContext, options: object): Promise<T> {
    await new this.guard({ session: false, ...options }).canActivate(context);
    return context.switchToHttp().getRequest<{ user: T }>().user;
  }
}

/** Has a strategy answer the URL to the guard instead of redirecting: clients of the contract redirect themselves. */
function answeringUrl(strategy: Strategy): Strategy {
  const authenticate = strategy.authenticate;
  strategy.authenticate = function (
    this: StrategyCreated<Strategy, Strategy & StrategyCreatedStatic>,
    ...[request, options]: Parameters<Strategy['authenticate']>
  ): void {
    this.redirect = (url) => this.success({ url });
    authenticate.call(this, request, options);
  };
  return strategy;
}
