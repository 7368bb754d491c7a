import { Inject, Injectable } from '@nestjs/common';
import { generateKeyPair, exportJWK } from 'jose';
import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import { Socket } from 'node:net';
import type Provider from 'oidc-provider';
import type { Configuration, InteractionResults, interactionPolicy, JWK, KoaContextWithOIDC } from 'oidc-provider';
import { CONFIG, LOG, VAULT } from '../../../app/tokens.ts';
import { withError } from '../../../app/http/redirects.ts';
import type { Config } from '../../../config.ts';
import { newUuid } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { newToken } from '../../../kernel/secrets/tokens.ts';
import type { Writes } from '../../../kernel/writing/command.ts';
import { OAuthClients } from './oauth-clients.service.ts';
import { LiveOAuthGrants } from './oauth-grants.service.ts';
import { OAuthStorage } from './oauth-storage.service.ts';
import { OAuthSubjects } from './oauth-subjects.service.ts';
import { ACCESS_PREFIX, clientIdOf, REFRESH_PREFIX } from './oauth.rules.ts';
import { OAUTH_SCOPES } from './oauth.scopes.ts';

const SIGNING_KEY = 'oauth/signing-key';
const COOKIES = {
  session: 'tillbook.oauth_session',
  interaction: 'tillbook.oauth_request',
  resume: 'tillbook.oauth_resume',
};
const RESPONSE_MODES = ['query', 'fragment'];
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** A request as it came in. */
export interface Incoming {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** Of the request that the library answers: what it writes is visible when it is answered. */
  writes: Writes;
}

export interface Outgoing {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** The OAuth 2 authorization server (oidc-provider): codes with PKCE, refresh tokens that rotate, and opaque access tokens. */
@Injectable()
export class OAuthServer {
  private started: Promise<Provider> | undefined;

  constructor(
    private readonly storage: OAuthStorage,
    private readonly subjects: OAuthSubjects,
    private readonly clients: OAuthClients,
    private readonly grants: LiveOAuthGrants,
    private readonly keys: Keys,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Created, and the library loaded, by the first request that needs it. */
  async provider(): Promise<Provider> {
    this.started ??= this.create();
    try {
      return await this.started;
    } catch (error) {
      this.started = undefined;
      throw error;
    }
  }

  /** Lets the library answer a request, with URLs of the site, whatever host and protocol the request says that it was sent to. */
  async answer({ headers, ...asked }: Incoming): Promise<Outgoing> {
    const { host, protocol } = new URL(this.config.baseUrl);
    const ownHost = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
    const handle = (await this.provider()).callback() as RequestListener;
    return answered(handle, { ...asked, headers: { ...headers, ...ownHost } });
  }

  /** How an app's request begins: for all of the app's scopes, if it names none (RFC 6749 §3.3). */
  async begun({ url, headers }: Pick<Incoming, 'url' | 'headers'>): Promise<Pick<Incoming, 'url' | 'headers'>> {
    const target = new URL(url, this.config.baseUrl);
    const id = clientIdOf(target.searchParams.get('client_id') ?? '');
    const client = id === undefined ? undefined : await this.clients.byId(id);
    // Its page is a form that sends itself, which our Content-Security-Policy forbids: refused as a mode that does not exist.
    const mode = target.searchParams.get('response_mode');
    if (mode !== null && !RESPONSE_MODES.includes(mode)) target.searchParams.set('response_mode', 'none');
    if (client && !target.searchParams.get('scope')) target.searchParams.set('scope', client.scopes.join(' '));
    return { url: target.pathname + target.search, ...this.fresh({ headers }) };
  }

  /**
   * Without the session that earlier requests of apps have left in the browser: each is answered by whoever is signed in to Tillbook then, for
   * whom they choose, and the library would ask them to sign out of the one before.
   */
  fresh({ headers }: Pick<Incoming, 'headers'>): Pick<Incoming, 'headers'> {
    const cookies = (headers.cookie ?? '').split(/; */).filter((one) => !one.startsWith(COOKIES.session));
    return { headers: { ...headers, cookie: cookies.join('; ') } };
  }

  /** What an app asks a user for. @throws SessionNotFound it was asked in another browser, or too long ago */
  async asked(request: IncomingMessage, response: ServerResponse) {
    return (await this.provider()).interactionDetails(request, response);
  }

  /** Keeps the user's answer. @returns where their browser goes next @throws SessionNotFound as above */
  async finish(request: IncomingMessage, response: ServerResponse, result: InteractionResults): Promise<string> {
    return (await this.provider()).interactionResult(request, response, result, { mergeWithLastSubmission: false });
  }

  private async create(): Promise<Provider> {
    const library = await import('oidc-provider');
    const provider = new library.default(this.config.baseUrl, {
      ...this.configuration(await this.signingKey()),
      adapter: (model: string) => this.storage.of(model, library),
      interactions: {
        policy: alwaysAsking(library.interactionPolicy),
        url: (_, { uid }) => `/api/dashboard/oauth-requests/${uid}`,
      },
    });
    provider.proxy = true;
    provider.on('server_error', (_, error) => this.log.error('The authorization server failed', { error }));
    prefix(provider.AccessToken, ACCESS_PREFIX);
    prefix(provider.RefreshToken, REFRESH_PREFIX);
    provider.use((ctx, next) => this.inContract(ctx as unknown as KoaContextWithOIDC, next));
    return provider;
  }

  private configuration(key: JWK): Configuration {
    return {
      jwks: { keys: [key] },
      scopes: [...OAUTH_SCOPES],
      extraParams: ['sub_type', 'sub'],
      claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
      findAccount: (_, id) => this.subjects.account(id),
      features: {
        devInteractions: { enabled: false },
        userinfo: { enabled: true },
        introspection: { enabled: true, allowedPolicy: (_, client, token) => client.clientId === token.clientId },
        revocation: { enabled: true, allowedPolicy: (_, client, token) => client.clientId === token.clientId },
        rpInitiatedLogout: { enabled: false },
        resourceIndicators: { enabled: false },
        pushedAuthorizationRequests: { enabled: false },
      },
      issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
      rotateRefreshToken: true,
      expiresWithSession: () => false,
      // Confidential clients of the contract's SDK cannot send a verifier; public ones have nothing else.
      pkce: { required: (_, client) => client.clientAuthMethod === 'none' },
      clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
      responseTypes: ['code'],
      ttl: {
        AccessToken: HOUR,
        AuthorizationCode: 60,
        RefreshToken: 90 * DAY,
        IdToken: HOUR,
        Interaction: HOUR,
        Session: HOUR,
        Grant: DAY,
      },
      cookies: {
        keys: this.keys.signing('oauth').map((one) => one.toString('base64')),
        names: COOKIES,
        long: { httpOnly: true, sameSite: 'lax', signed: true },
        short: { httpOnly: true, sameSite: 'lax', signed: true },
      },
      routes: {
        authorization: '/oauth2/authorize',
        token: '/v1/oauth2/token',
        introspection: '/v1/oauth2/introspect',
        revocation: '/v1/oauth2/revoke',
        userinfo: '/v1/oauth2/userinfo',
        jwks: '/v1/oauth2/jwks',
      },
      renderError: (ctx, { error }) => {
        ctx.redirect(withError(`${this.config.baseUrl}/error`, error));
      },
    };
  }

  /** Adds the fields that the billing contract's answers have, and the standards' need not. */
  private async inContract(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    await next();
    if (ctx.status !== 200) return;
    switch (ctx.oidc?.route) {
      case 'discovery':
        ctx.body = { ...(ctx.body as object), response_modes_supported: RESPONSE_MODES };
        return;
      case 'token':
        ctx.body = { refresh_token: null, ...(ctx.body as object) };
        return;
      case 'revocation':
        ctx.body = {};
        return;
      case 'introspection': {
        const { AccessToken, RefreshToken } = ctx.oidc.entities;
        const token = AccessToken ?? RefreshToken;
        const grant = token?.grantId === undefined ? undefined : await this.grants.byId(token.grantId);
        if (!token || !grant || !(ctx.body as { active: boolean }).active) return;
        const token_type = AccessToken ? 'access_token' : 'refresh_token';
        ctx.body = { ...(ctx.body as object), aud: token.clientId, sub_type: grant.subject, token_type };
      }
    }
  }

  private async signingKey(): Promise<JWK> {
    for (;;) {
      const known = await readVault(this.vault, SIGNING_KEY);
      if (known !== undefined) return JSON.parse(known) as JWK;
      const { privateKey } = await generateKeyPair('RS256', { extractable: true });
      const key = { ...(await exportJWK(privateKey)), kid: newUuid(), use: 'sig', alg: 'RS256' };
      await this.vault.put(SIGNING_KEY, JSON.stringify(key), { ifAbsent: true });
    }
  }
}

/** Gives tokens our own form, by which programs that search for leaked secrets know them. */
function prefix({ prototype }: { prototype: object }, text: string): void {
  const model = prototype as { generateTokenId(): string };
  const { generateTokenId } = model;
  model.generateTokenId = function () {
    // It notes the token's format, too.
    generateTokenId.call(this);
    return newToken(text, newUuid());
  };
}

/** Users sign in to Tillbook, not to the authorization server: each request of an app is put before whoever is signed in now. */
function alwaysAsking({ Check, Prompt, base }: typeof interactionPolicy) {
  const policy = base();
  policy.clear();
  const isUnanswered = ({ oidc }: KoaContextWithOIDC) => oidc.result?.login === undefined;
  const check = new Check('unanswered', 'The user has not answered', 'consent_required', isUnanswered);
  policy.add(new Prompt({ name: 'consent', requestable: true }, check));
  policy.add(new Prompt({ name: 'login', requestable: true }, new Check('never', 'Never', () => false)));
  return policy;
}

/** What a handler writes, as a value: so the product's own hooks see the answer like any other. The library ends each answer with its whole body. */
function answered(handle: RequestListener, { body, ...incoming }: Incoming): Promise<Outgoing> {
  const request = Object.assign(new IncomingMessage(new Socket()), incoming);
  request.push(body);
  request.push(null);
  const response = new ServerResponse(request);
  return new Promise((resolve) => {
    response.end = (text?: unknown) => {
      const answer = { status: response.statusCode, headers: response.getHeaders() as Outgoing['headers'] };
      resolve({ ...answer, body: typeof text === 'string' || Buffer.isBuffer(text) ? String(text) : '' });
      return response;
    };
    handle(request, response);
  });
}
