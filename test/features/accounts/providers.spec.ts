import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { createRemoteJWKSet } from 'jose';
import { SessionCookieKeeper } from '../../../src/app/http/callers/keep-session.ts';
import { features } from '../../../src/app.module.ts';
import type { GoogleProvider } from '../../../src/features/accounts/providers/google.provider.ts';
import { IdentityProviders } from '../../../src/features/accounts/providers/identity-providers.service.ts';
import { BanUser, ChangeUserRole, EraseUser } from '../../../src/features/accounts/users/user.commands.ts';
import { userStream } from '../../../src/features/accounts/users/user.events.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { NotFound } from '../../../src/kernel/errors.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startApp, type TestApp, WITHOUT_SANDBOX } from '../../support/app.ts';
import { browser, type Browser } from '../../support/auth-client.ts';
import { codeOf, endpointsAt, startIdentityServers, type IdentityServers } from '../../support/identity-servers.ts';
import { withReplaced } from '../../support/replaced.ts';

const PASSWORD = 'correct horse';
const CREDENTIALS = Object.fromEntries(
  ['GOOGLE', 'GITHUB', 'DISCORD'].flatMap((name) => [
    [`${name}_CLIENT_ID`, `${name.toLowerCase()}-client`],
    [`${name}_CLIENT_SECRET`, 'a secret'],
  ]),
);

let servers: IdentityServers;
let app: TestApp;
beforeAll(async () => {
  servers = await startIdentityServers();
  app = await startApp({ env: CREDENTIALS, features: [...features, endpointsAt(servers.endpoints)] });
});
beforeEach(() => {
  servers.exchanges.length = 0;
  servers.instead.clear();
});
afterAll(async () => {
  await app.close();
  await servers.close();
});

interface Profile {
  sub?: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
}

function somebody(given: Profile = {}) {
  const id = newUuid();
  return { sub: `sub-${id}`, email: `person-${id}@example.com`, email_verified: true, name: 'Ada', ...given };
}

type Social = Parameters<Browser['client']['signIn']['social']>[0];

/** Starts an authorization; answers the URL for the browser. */
async function begin(visitor: Browser, provider: string, given: object = {}): Promise<URL> {
  const { data, error } = await visitor.client.signIn.social({ provider, callbackURL: '/home', ...given } as Social);
  if (error) throw new Error(JSON.stringify(error));
  return new URL((data as { url: string }).url);
}

async function stateOf(visitor: Browser, provider = 'fake', given: object = {}): Promise<string> {
  return (await begin(visitor, provider, given)).searchParams.get('state')!;
}

async function linkState(visitor: Browser, provider = 'fake', given: object = {}): Promise<string> {
  const { data, error } = await visitor.client.linkSocial({ provider, callbackURL: '/linked', ...given } as never);
  if (error) throw new Error(JSON.stringify(error));
  return new URL((data as { url: string }).url).searchParams.get('state')!;
}

/** The redirect of a provider's callback. */
async function back(visitor: Browser, provider: string, query: Record<string, string>): Promise<string> {
  const answer = await visitor.fetch(`/api/auth/callback/${provider}?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(302);
  expect(await answer.text()).toBe('');
  return answer.headers.get('location')!;
}

/** A complete authorization at a fake provider. */
async function trip(visitor: Browser, profile: object, provider = 'fake', given: object = {}): Promise<string> {
  return back(visitor, provider, { state: await stateOf(visitor, provider, given), code: codeOf(profile) });
}

async function linkTrip(visitor: Browser, profile: object, provider = 'fake', given: object = {}): Promise<string> {
  return back(visitor, provider, { state: await linkState(visitor, provider, given), code: codeOf(profile) });
}

/** A browser signed in with a fake provider. */
async function arrived(profile: object = somebody(), provider = 'fake', at = app): Promise<Browser> {
  const visitor = browser(at);
  expect(await trip(visitor, profile, provider)).toBe('/home');
  return visitor;
}

async function signedUp(email = somebody().email, at = app): Promise<Browser> {
  const visitor = browser(at);
  const { error } = await visitor.client.signUp.email({ email, password: PASSWORD, name: 'Ada' });
  if (error) throw new Error(JSON.stringify(error));
  return visitor;
}

async function userOf(visitor: Browser) {
  return (await visitor.client.getSession()).data?.user as
    { id: string; email: string; name: string; emailVerified: boolean; image: string | null } | undefined;
}

interface Listed {
  id: string;
  provider: string;
  accountId: string;
  scopes: string[];
}

async function accountsOf(visitor: Browser): Promise<Listed[]> {
  return (await visitor.client.listAccounts()).data as unknown as Listed[];
}

async function call(visitor: Browser, path: string, body: object): Promise<{ data: never; error: never }> {
  return (await visitor.client.$fetch(path, { method: 'POST', body })) as { data: never; error: never };
}

const ownError = (at: TestApp, error: string): string => `${at.url}/api/auth/error?error=${error}`;

async function eventsOf(userId: string, at = app) {
  return at.app.get(Executor).load(userStream(userId), 'any');
}

async function isKept(tokens: string, at = app): Promise<boolean> {
  const key = `provider-tokens/${tokens}`;
  return (await at.ports.vault.getMany([key])).has(key);
}

function contextOf(at: TestApp) {
  return startContext({ kind: 'operator', id: 'test' }, at.clock);
}

describe('Google', () => {
  it('signs in by the real strategy: state, PKCE, scopes, hint, redirect_uri, profile', async () => {
    const profile = somebody({ picture: 'https://images.example.com/ada.png' });
    servers.googleUser = profile;
    const visitor = browser(app);
    const url = await begin(visitor, 'google', { scopes: ['calendar'], loginHint: 'ada@example.com' });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'google-client',
      response_type: 'code',
      redirect_uri: `${app.url}/api/auth/callback/google`,
      scope: 'email profile openid calendar',
      login_hint: 'ada@example.com',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{32}$/),
    });
    const there = await fetch(url, { redirect: 'manual' });
    const landing = new URL(there.headers.get('location')!);
    expect(await back(visitor, 'google', Object.fromEntries(landing.searchParams))).toBe('/home');
    expect(await userOf(visitor)).toMatchObject({
      email: profile.email,
      name: 'Ada',
      emailVerified: true,
      image: profile.picture,
    });
    expect(await accountsOf(visitor)).toMatchObject([
      { provider: 'google', accountId: profile.sub, scopes: ['dummy'] },
    ]);
  });

  it('gets the code verifier of the challenge', async () => {
    servers.googleUser = somebody();
    const verifiers: unknown[] = [];
    servers.google.service.once('beforeResponse', (_, { body }) => verifiers.push(body.code_verifier));
    await viaGoogle(browser(app));
    expect(verifiers).toEqual([expect.stringMatching(/^[\w-]{43,}$/)]);
    const challenged = await begin(browser(app), 'google');
    const other = browser(app);
    const code = new URL((await fetch(challenged, { redirect: 'manual' })).headers.get('location')!).searchParams;
    const state = await stateOf(other, 'google');
    expect(await back(other, 'google', { state, code: code.get('code')! })).toBe(ownError(app, 'invalid_code'));
  });

  it('redirects with an error for a bad code or profile', async () => {
    servers.google.service.once('beforeResponse', (answer) => {
      answer.statusCode = 400;
      answer.body = { error: 'invalid_grant' };
    });
    expect(await viaGoogle(browser(app))).toBe(ownError(app, 'invalid_code'));
    for (const body of ['null', '[]', 'no json', '{"sub":{}}'])
      expect(await viaGoogleWith({ statusCode: 200, body })).toBe(ownError(app, 'unable_to_get_user_info'));
    expect(await viaGoogleWith({ statusCode: 500, body: '{}' })).toBe(ownError(app, 'unable_to_get_user_info'));
    expect(await viaGoogleWith({ statusCode: 200, body: '{"sub":"x"}' })).toBe(ownError(app, 'email_not_found'));
  });

  it('exchanges no code under another state than the one that was checked', async () => {
    const visitor = browser(app);
    const body = new URLSearchParams({ state: await stateOf(visitor, 'google'), code: 'x' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { method: 'POST', headers, body };
    const answer = await visitor.fetch('/api/auth/callback/google?state=another&code=y', sent);
    expect(answer.headers.get('location')).toBe(ownError(app, 'invalid_code'));
    expect(servers.exchanges).toEqual([]);
  });

  it('refreshes tokens', async () => {
    servers.googleUser = somebody();
    const visitor = browser(app);
    await viaGoogle(visitor);
    const before = await call(visitor, '/get-access-token', { providerId: 'google' });
    const { data } = await call(visitor, '/refresh-token', { providerId: 'google' });
    expect(data).toMatchObject({ accessToken: expect.any(String), refreshToken: expect.any(String) });
    expect(servers.exchanges.at(-1)).toMatchObject({ grant_type: 'refresh_token', client_id: 'google-client' });
    expect((await call(visitor, '/get-access-token', { providerId: 'google' })).data).not.toEqual(before.data);
    servers.google.service.once('beforeResponse', (answer) => (answer.statusCode = 400));
    expect((await call(visitor, '/refresh-token', { providerId: 'google' })).error).toMatchObject({
      status: 400,
      code: 'FAILED_TO_REFRESH_ACCESS_TOKEN',
    });
  });

  it('signs in with an ID token', async () => {
    const profile = somebody();
    const visitor = browser(app);
    const token = await idToken(profile, { nonce: 'n-1' });
    const { data } = await visitor.client.signIn.social({ provider: 'google', idToken: { token, nonce: 'n-1' } });
    expect(data).toMatchObject({ redirect: false, token: expect.any(String), user: { email: profile.email } });
    expect(await userOf(visitor)).toMatchObject({ email: profile.email });
    expect((await call(visitor, '/account-info', { accountId: profile.sub })).data).toMatchObject({
      user: { id: profile.sub, email: profile.email, emailVerified: true },
    });
  });

  it.each([
    ['another audience', { aud: 'somebody-else' }, {}],
    ['another issuer', { iss: 'https://elsewhere.example.com' }, {}],
    ['another nonce', { nonce: 'n-1' }, { nonce: 'n-2' }],
    ['no nonce, if one is expected', {}, { nonce: 'n-2' }],
    ['an age over an hour', { iat: Math.floor(Date.now() / 1000) - 3_700 }, {}],
    ['an expiry in the past', { exp: Math.floor(Date.now() / 1000) - 10 }, {}],
    ['no id', { sub: '' }, {}],
  ])('rejects an ID token with %s', async (_, claims, given) => {
    const token = await idToken(somebody(), claims);
    const { error } = await browser(app).client.signIn.social({ provider: 'google', idToken: { token, ...given } });
    expect(error).toMatchObject({ status: 401, code: 'INVALID_TOKEN', message: 'invalid token' });
  });

  it('rejects an ID token that is malformed, unsigned, or without e-mail', async () => {
    const visitor = browser(app);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${codeOf(somebody())}.`;
    for (const token of ['x', unsigned, `${await idToken(somebody())}x`])
      expect((await visitor.client.signIn.social({ provider: 'google', idToken: { token } })).error).toMatchObject({
        status: 401,
        code: 'INVALID_TOKEN',
      });
    const token = await idToken(somebody({ email: undefined }));
    expect((await visitor.client.signIn.social({ provider: 'google', idToken: { token } })).error).toMatchObject({
      status: 401,
      code: 'USER_EMAIL_NOT_FOUND',
      message: 'User email not found',
    });
  });

  async function viaGoogle(visitor: Browser): Promise<string> {
    const there = await fetch(await begin(visitor, 'google'), { redirect: 'manual' });
    const landing = new URL(there.headers.get('location')!);
    return back(visitor, 'google', Object.fromEntries(landing.searchParams));
  }

  /** Makes Google's userinfo answer exactly this. */
  async function viaGoogleWith({ statusCode, body }: { statusCode: number; body: string }): Promise<string> {
    servers.google.service.once('beforeUserinfo', (answer, request) => {
      const response = (request as unknown as { res: { status(code: number): unknown; json(body: unknown): unknown } })
        .res;
      answer.statusCode = statusCode;
      response.json = () => (response as unknown as { end(text: string): void }).end(body);
    });
    return viaGoogle(browser(app));
  }
});

async function idToken(profile: object, claims: object = {}): Promise<string> {
  return servers.google.issuer.buildToken({
    scopesOrTransform: (_, payload) => Object.assign(payload, { aud: 'google-client', ...profile, ...claims }),
  });
}

describe('GitHub and Discord', () => {
  let people = 0;
  const github = <T extends object>(given: T) => ({
    id: ++people,
    login: 'ada',
    name: null,
    email: null,
    ...given,
  });

  it('sign in with GitHub, with the primary address and its verification', async () => {
    const { email } = somebody();
    const emails = [
      { email: 'other@example.com', primary: false, verified: true },
      { email, primary: true, verified: true },
    ];
    const user = github({ emails, avatar_url: 'https://avatars.example.com/1' });
    const visitor = browser(app);
    expect(await trip(visitor, user, 'github')).toBe('/home');
    expect(await userOf(visitor)).toMatchObject({ email, name: 'ada', emailVerified: true, image: user.avatar_url });
    expect(await accountsOf(visitor)).toMatchObject([
      { provider: 'github', accountId: String(user.id), scopes: ['a', 'b'] },
    ]);
    expect(servers.exchanges).toMatchObject([
      {
        client_id: 'github-client',
        client_secret: 'a secret',
        grant_type: 'authorization_code',
        redirect_uri: `${app.url}/api/auth/callback/github`,
        code_verifier: expect.any(String),
      },
    ]);
  });

  it('read form-encoded tokens, as GitHub sends them', async () => {
    const user = github({ emails: [{ email: somebody().email, primary: true, verified: true }] });
    const body = `access_token=${codeOf(user)}&expires_in=28800&refresh_token_expires_in=15897600&scope=&token_type=bearer`;
    servers.instead.set('/token', { status: 200, body });
    const visitor = browser(app);
    expect(await trip(visitor, user, 'github')).toBe('/home');
    const { data } = await call(visitor, '/get-access-token', { providerId: 'github' });
    expect(data).toEqual({ accessToken: codeOf(user), accessTokenExpiresAt: expect.any(Date), scopes: [] });
  });

  it('do not trust an address that GitHub has not verified', async () => {
    const { email } = somebody();
    await signedUp(email);
    const unverified = github({ email, emails: [{ email, primary: true, verified: false }] });
    expect(await trip(browser(app), unverified, 'github')).toBe(ownError(app, 'account_not_linked'));
  });

  it('sign in with Discord', async () => {
    const { email, sub: id } = somebody();
    const visitor = browser(app);
    const url = await begin(visitor, 'discord', { loginHint: email });
    expect(url.origin + url.pathname).toBe('https://discord.com/oauth2/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      scope: 'identify email',
      code_challenge_method: 'S256',
      login_hint: email,
    });
    const user = { id, username: 'ada', global_name: 'Ada L', email, verified: true, avatar: 'abc' };
    expect(await trip(visitor, user, 'discord')).toBe('/home');
    expect(await userOf(visitor)).toMatchObject({
      email,
      name: 'Ada L',
      image: `https://cdn.discordapp.com/avatars/${id}/abc.png`,
    });
    const { data } = await call(visitor, '/get-access-token', { providerId: 'discord' });
    expect(data).toMatchObject({ accessToken: codeOf(user), scopes: ['a', 'b'] });
    expect(servers.exchanges.at(-1)).toMatchObject({ grant_type: 'refresh_token' });
  });

  it.each([
    ['github', '/token', 200, '{"error":"bad_verification_code"}', 'invalid_code'],
    ['github', '/token', 200, 'null', 'invalid_code'],
    ['github', '/token', 500, 'oops', 'invalid_code'],
    ['discord', '/token', 401, '{"error":"invalid_client"}', 'invalid_code'],
    ['github', '/user', 200, 'null', 'unable_to_get_user_info'],
    ['github', '/user', 500, '{}', 'unable_to_get_user_info'],
    ['github', '/user/emails', 200, 'no json', 'unable_to_get_user_info'],
    ['github', '/user/emails', 403, '{}', 'unable_to_get_user_info'],
    ['discord', '/users/@me', 200, 'null', 'unable_to_get_user_info'],
    ['discord', '/users/@me', 200, '{"id":"1"}', 'email_not_found'],
  ])('redirect with an error when %s’s %s answers %i %s: %s', async (provider, path, status, body, error) => {
    servers.instead.set(path, { status, body });
    const user = github({ emails: [{ email: somebody().email, primary: true, verified: true }] });
    expect(await trip(browser(app), user, provider)).toBe(ownError(app, error));
  });

  it('do not support ID tokens', async () => {
    for (const provider of ['github', 'discord'] as const)
      expect((await browser(app).client.signIn.social({ provider, idToken: { token: 'x' } })).error).toMatchObject({
        status: 404,
        code: 'ID_TOKEN_NOT_SUPPORTED',
        message: 'id_token not supported',
      });
  });
});

describe('sign-in/social', () => {
  it('answers the URL, and whether to redirect', async () => {
    const visitor = browser(app);
    const { data } = await visitor.client.signIn.social({ provider: 'fake', disableRedirect: true } as never);
    expect(data).toMatchObject({ redirect: false });
    const url = await begin(visitor, 'fake', { scopes: ['more'], loginHint: 'ada@example.com' });
    expect(url.origin + url.pathname).toBe('https://idp.invalid/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: expect.any(String),
      response_type: 'code',
      state: expect.stringMatching(/^[\w-]{32}$/),
      redirect_uri: `${app.url}/api/auth/callback/fake`,
      scope: 'openid email profile more',
      login_hint: 'ada@example.com',
    });
  });

  it('reports a state that cannot be stored', async () => {
    const { vault } = app.ports;
    const put = jest.spyOn(vault, 'put').mockRejectedValue(new Error('no disk'));
    try {
      const { error } = await browser(app).client.signIn.social({ provider: 'fake' } as never);
      expect(error).toMatchObject({
        status: 500,
        code: 'UNABLE_TO_CREATE_VERIFICATION',
        message: 'Unable to create verification',
      });
    } finally {
      put.mockRestore();
    }
  });

  it.each(['google', 'github', 'discord', 'fake'])(
    'accepts any readable text as a hint or a scope: %s',
    async (provider) => {
      const begun = async (loginHint: string) =>
        (await browser(app).post('/api/auth/sign-in/social', { provider, loginHint, scopes: ['a b', '__proto__'] }))
          .status;
      expect([await begun('\u202e &'), await begun('\ud800'), await begun('\0')]).toEqual([200, 400, 400]);
    },
  );

  it('signs in with a fake ID token', async () => {
    const profile = somebody();
    const visitor = browser(app);
    const idToken = { token: codeOf(profile), accessToken: codeOf(profile), refreshToken: 'refresh-x', expiresAt: 4e9 };
    const { data } = await visitor.client.signIn.social({ provider: 'fake', idToken } as unknown as Social);
    expect(data).toEqual({
      redirect: false,
      token: expect.any(String),
      user: {
        id: expect.any(String),
        email: profile.email,
        name: 'Ada',
        image: null,
        emailVerified: true,
        createdAt: expect.anything(),
        updatedAt: expect.anything(),
      },
    });
    expect(await userOf(visitor)).toMatchObject({ email: profile.email });
    expect((await call(visitor, '/get-access-token', { providerId: 'fake' })).data).toMatchObject({
      accessToken: codeOf(profile),
      idToken: codeOf(profile),
    });
  });

  it.each([
    ['another provider', { provider: 'apple' }, 404, 'PROVIDER_NOT_FOUND', 'Provider not found'],
    ['a token without a subject', { idToken: { token: codeOf({}) } }, 401, 'INVALID_TOKEN', 'invalid token'],
    ['no e-mail', { idToken: { token: codeOf({ sub: '1' }) } }, 401, 'USER_EMAIL_NOT_FOUND', 'User email not found'],
    ['another site', { callbackURL: 'https://evil.example.com' }, 403, 'INVALID_CALLBACKURL', 'Invalid callbackURL'],
    ['a bad shape', { provider: 7 }, 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
    ['an ID token of a bad shape', { idToken: {} }, 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
  ])('rejects %s', async (_, given, status, code, message) => {
    const { error } = await browser(app).client.signIn.social({ provider: 'fake', ...given } as unknown as Social);
    expect(error).toMatchObject({ status, code, message });
  });

  it('explains why an ID token was rejected', async () => {
    const { email } = somebody();
    await signedUp(email);
    const byToken = async (profile: object) =>
      (await browser(app).client.signIn.social({ provider: 'fake', idToken: { token: codeOf(profile) } } as never))
        .error;
    expect(await byToken(somebody({ email, email_verified: false }))).toMatchObject({
      status: 401,
      code: 'ACCOUNT_NOT_LINKED',
      message: 'account not linked',
    });
    expect(await byToken(somebody({ email: `${'x'.repeat(65)}@example.com` }))).toMatchObject({
      status: 401,
      code: 'UNABLE_TO_CREATE_USER',
      message: 'unable to create user',
    });
  });

  it('rejects a banned user, in both forms', async () => {
    const profile = somebody();
    const { id: userId } = (await userOf(await arrived(profile)))!;
    await app.app.get(CommandBus).execute(new BanUser({ userId, reason: 'spam', expiresAt: null }, contextOf(app)));
    const message =
      'You have been banned from this application. Please contact support if you believe this is an error.';
    const visitor = browser(app);
    const description = encodeURIComponent(message);
    for (const one of [profile, somebody({ email: profile.email })])
      expect(await trip(visitor, one)).toBe(`${ownError(app, 'banned')}&error_description=${description}`);
    const { error } = await visitor.client.signIn.social({
      provider: 'fake',
      idToken: { token: codeOf(profile) },
    } as never);
    expect(error).toMatchObject({ status: 403, code: 'BANNED_USER', message });
    expect(await userOf(visitor)).toBeUndefined();
  });
});

describe('the callback', () => {
  it.each([
    ['an invalid shape', 'code=a&code=b', 'invalid_callback_request'],
    ['an error', 'error=access_denied', 'access_denied&error_description=undefined'],
    [
      'an error with its description',
      'error=access_denied&error_description=No+way%26x',
      'access_denied&error_description=No%20way%26x',
    ],
    ['no state', 'code=a', 'state_not_found'],
    ['nothing', '', 'state_not_found'],
    ['an unknown state', 'code=a&state=nobody-knows-it', 'please_restart_the_process'],
  ])('redirects %s', async (_, query, error) => {
    const answer = await browser(app).fetch(`/api/auth/callback/fake?${query}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, ownError(app, error)]);
  });

  it.each([
    ['no code', {}, 'fake', 'no_code'],
    ['an empty code', { code: '' }, 'fake', 'no_code'],
    ['an unknown provider', { code: 'x' }, 'nobody', 'oauth_provider_not_found'],
    ['a state of another provider', { code: 'x' }, 'fake-trusted', 'please_restart_the_process'],
    ['a bad code', { code: 'bad' }, 'fake', 'invalid_code'],
    ['a code without a profile', { code: 'x' }, 'fake', 'unable_to_get_user_info'],
    ['a code without an id', { code: codeOf({ email: 'a@example.com' }) }, 'fake', 'unable_to_get_user_info'],
    ['a code without an e-mail', { code: codeOf({ sub: '1' }) }, 'fake', 'email_not_found'],
    ['an invalid e-mail', { code: codeOf({ sub: newUuid(), email: 'not one' }) }, 'fake', 'unable_to_create_user'],
  ])('redirects %s to the error page, or to the errorCallbackURL', async (_, query, provider, error) => {
    for (const [errorCallbackURL, expected] of [
      [undefined, ownError(app, error)],
      ['/failed', `/failed?error=${error}`],
      ['/failed?why=1', `/failed?why=1&error=${error}`],
    ] as const) {
      const visitor = browser(app);
      const state = await stateOf(visitor, 'fake', { errorCallbackURL });
      expect(await back(visitor, provider, { state, ...query })).toBe(expected);
    }
  });

  it('accepts a form, and JSON', async () => {
    const visitor = browser(app);
    const profile = somebody();
    for (const [type, encode] of [
      ['application/x-www-form-urlencoded', (sent: Record<string, string>) => new URLSearchParams(sent).toString()],
      ['application/json', (sent: Record<string, string>) => JSON.stringify(sent)],
    ] as const) {
      const body = encode({ state: await stateOf(visitor), code: codeOf(profile) });
      const answer = await visitor.fetch('/api/auth/callback/fake', {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/home']);
    }
  });

  it('redirects with an error for an unreadable form', async () => {
    for (const [type, body] of [
      ['application/json', '{'],
      ['application/json', '{"code":1}'],
      ['text/plain', 'code=a'],
    ])
      expect(
        (
          await browser(app).fetch('/api/auth/callback/fake', {
            method: 'POST',
            headers: { 'content-type': type! },
            body,
          })
        ).headers.get('location'),
      ).toBe(ownError(app, 'invalid_callback_request'));
  });

  it('registers a user, named after the e-mail without a name, and redirects new users to their own URL', async () => {
    const { name: _, ...nameless } = somebody({ email: `Person-${newUuid()}@Example.com`, email_verified: false });
    const visitor = browser(app);
    const given = { newUserCallbackURL: '/welcome', callbackURL: `${app.url}/home` };
    expect(await trip(visitor, nameless, 'fake', given)).toBe('/welcome');
    const email = nameless.email.toLowerCase();
    expect(await userOf(visitor)).toMatchObject({ email, name: email, emailVerified: false, role: 'user' });
    expect(visitor.cookies.has('better-auth.session_token')).toBe(true);
    expect(await trip(browser(app), nameless, 'fake', given)).toBe(`${app.url}/home`);
    const site = browser(app);
    expect(
      await back(site, 'fake', {
        state: await stateOf(site, 'fake', { callbackURL: undefined }),
        code: codeOf(nameless),
      }),
    ).toBe(`${app.url}/`);
  });

  it('links the account to the user with the e-mail, if it is verified or the provider trusted', async () => {
    for (const [provider, email_verified] of [
      ['fake', true],
      ['fake-trusted', false],
    ] as const) {
      const { email } = somebody();
      const before = (await userOf(await signedUp(email)))!;
      const visitor = await arrived(somebody({ email: email.toUpperCase(), email_verified }), provider);
      expect(await userOf(visitor)).toMatchObject({ id: before.id, emailVerified: false });
      const accounts = email_verified ? [provider] : ['credential', provider];
      expect((await accountsOf(visitor)).map(({ provider: id }) => id)).toEqual(accounts);
    }
    const { email } = somebody();
    await signedUp(email);
    expect(await trip(browser(app), somebody({ email, email_verified: false }))).toBe(
      ownError(app, 'account_not_linked'),
    );
  });

  it('gives an account back to the verified owner of its e-mail, and removes what others registered', async () => {
    const { email } = somebody();
    const stranger = await signedUp(email);
    const { data: key } = await stranger.client.apiKey.create({ name: 'back door' });
    const { id } = (await userOf(stranger))!;
    const owner = await arrived(somebody({ email, email_verified: true }));
    expect(await userOf(owner)).toMatchObject({ id });
    expect(await userOf(stranger)).toBeUndefined();
    const again = await browser(app).client.signIn.email({ email, password: PASSWORD });
    expect(again.error).toMatchObject({ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' });
    await app.runtime.settled();
    const byKey = await fetch(`${app.url}/api/auth/list-accounts`, { headers: { 'x-api-key': key!.key } });
    expect(byKey.status).toBe(401);
    // The account is theirs now: a password that they set stays, even if another provider vouches for the e-mail.
    await browser(app).post('/api/auth/request-password-reset', { email });
    await app.runtime.settled();
    const [{ token }] = (await (await fetch(`${app.url}/sandbox/outbox?to=${email}&kind=reset-password`)).json()) as [
      { token: string },
    ];
    await browser(app).post('/api/auth/reset-password', { token, newPassword: 'another horse' });
    await arrived(somebody({ email, email_verified: true }), 'fake-trusted');
    const own = await browser(app).client.signIn.email({ email, password: 'another horse' });
    expect(own.data!.user.id).toBe(id);
    const ways = (await accountsOf(owner)).map(({ provider }) => provider);
    expect(ways.sort()).toEqual(['credential', 'fake', 'fake-trusted']);
  });

  it('also ends a session and a key created while the provider answers', async () => {
    const { email } = somebody();
    const stranger = await signedUp(email);
    const owner = browser(app);
    const state = await stateOf(owner);
    const late = browser(app);
    let key: { key: string } | null = null;
    const provider = app.app.get(IdentityProviders).get('fake')!;
    const exchange = provider.exchange.bind(provider);
    const slow = jest.spyOn(provider, 'exchange').mockImplementationOnce(async (...given) => {
      app.clock.advanceMachine(1);
      await late.client.signIn.email({ email, password: PASSWORD });
      key = (await stranger.client.apiKey.create({ name: 'back door' })).data;
      app.clock.advanceMachine(1);
      return exchange(...given);
    });
    try {
      expect(await back(owner, 'fake', { state, code: codeOf(somebody({ email })) })).toBe('/home');
    } finally {
      slow.mockRestore();
    }
    expect(await userOf(owner)).toMatchObject({ email });
    expect(await userOf(late)).toBeUndefined();
    await app.runtime.settled();
    const byKey = await fetch(`${app.url}/api/auth/list-accounts`, { headers: { 'x-api-key': key!['key'] } });
    expect(byKey.status).toBe(401);
  });

  it('finds an account by provider and id, whatever its current e-mail', async () => {
    const profile = somebody();
    const { id } = (await userOf(await arrived(profile)))!;
    const renamed = { ...profile, email: somebody().email, email_verified: false };
    expect(await userOf(await arrived(renamed))).toMatchObject({ id, email: profile.email });
    const elsewhere = await arrived(somebody({ sub: profile.sub }), 'fake-trusted');
    expect((await userOf(elsewhere))!.id).not.toBe(id);
  });

  it('reports a user who was deleted before their session started', async () => {
    const visitor = browser(app);
    const state = await stateOf(visitor);
    const keeper = app.app.get(SessionCookieKeeper);
    const open = jest.spyOn(keeper, 'open').mockRejectedValueOnce(new NotFound('User not found'));
    try {
      const end = await back(visitor, 'fake', { state, code: codeOf(somebody()) });
      expect(end).toBe(ownError(app, 'unable_to_create_session'));
    } finally {
      open.mockRestore();
    }
    expect(await userOf(visitor)).toBeUndefined();
  });

  it('redirects to the error page on an unexpected failure', async () => {
    const visitor = browser(app);
    const state = await stateOf(visitor);
    const { vault } = app.ports;
    const put = vault.put.bind(vault);
    vault.put = () => Promise.reject(new Error('no disk'));
    try {
      expect(await back(visitor, 'fake', { state, code: codeOf(somebody()) })).toBe(
        ownError(app, 'internal_server_error'),
      );
    } finally {
      vault.put = put;
    }
    expect(app.logged.some(({ message, msg }) => [message, msg].includes('A sign-in with a provider failed'))).toBe(
      true,
    );
  });
});

describe('the state', () => {
  it('works once', async () => {
    const visitor = browser(app);
    const state = await stateOf(visitor);
    expect(await back(visitor, 'fake', { state })).toBe(ownError(app, 'no_code'));
    const again = { state, code: codeOf(somebody()) };
    expect(await back(visitor, 'fake', again)).toBe(ownError(app, 'please_restart_the_process'));
  });

  it('works only in the browser that started', async () => {
    const [mine, yours] = [browser(app), browser(app)];
    const state = await stateOf(mine);
    const yoursToo = await stateOf(yours);
    const sent = { state, code: codeOf(somebody()) };
    expect(await back(yours, 'fake', sent)).toBe(ownError(app, 'please_restart_the_process'));
    const bare = await fetch(`${app.url}/api/auth/callback/fake?state=${yoursToo}&code=x`, { redirect: 'manual' });
    expect(bare.headers.get('location')).toBe(ownError(app, 'please_restart_the_process'));
    expect(await userOf(yours)).toBeUndefined();
  });

  it('is bound by a signed cookie, which serves several authorizations', async () => {
    const visitor = browser(app);
    const first = await stateOf(visitor);
    expect(visitor.set).toEqual([
      expect.stringMatching(/^better-auth\.state=\w{32}\.[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    await stateOf(visitor);
    expect(await back(visitor, 'fake', { state: first, code: codeOf(somebody()) })).toBe('/home');
    const forger = browser(app);
    const state = await stateOf(forger);
    const [value, signature] = forger.cookies.get('better-auth.state')!.split('.');
    forger.cookies.set('better-auth.state', `${value!.slice(0, -1)}!.${signature}`);
    expect(await back(forger, 'fake', { state, code: codeOf(somebody()) })).toBe(
      ownError(app, 'please_restart_the_process'),
    );
  });

  it('expires after ten minutes', async () => {
    for (const [seconds, expected] of [
      [595, '/home'],
      [601, ownError(app, 'please_restart_the_process')],
    ] as const) {
      const visitor = browser(app);
      const state = await stateOf(visitor);
      app.clock.advanceMachine(seconds);
      expect(await back(visitor, 'fake', { state, code: codeOf(somebody()) })).toBe(expected);
      app.clock.advanceMachine(-seconds);
    }
  });
});

describe('link-social', () => {
  it('links an account by redirect', async () => {
    const { email } = somebody();
    const visitor = await signedUp(email);
    const profile = somebody({ email });
    const { data } = await visitor.client.linkSocial({ provider: 'fake', callbackURL: '/linked' } as never);
    expect(data).toEqual({ redirect: true, url: expect.stringContaining('https://idp.invalid/authorize?') });
    expect(await linkTrip(visitor, profile)).toBe('/linked');
    expect((await accountsOf(visitor)).map(({ provider }) => provider)).toEqual(['credential', 'fake']);
    expect(await linkTrip(visitor, profile)).toBe('/linked');
    expect(await accountsOf(visitor)).toHaveLength(2);
    expect(await userOf(await arrived(profile))).toMatchObject({ email });
  });

  it('proves the e-mail by an account of the same address, so that no later sign-in reclaims it', async () => {
    const { email } = somebody();
    const visitor = await signedUp(email);
    expect(await linkTrip(visitor, somebody({ email: email.toUpperCase() }))).toBe('/linked');
    await arrived(somebody({ email }), 'fake-trusted');
    expect(await userOf(visitor)).toMatchObject({ email });
    const ways = (await accountsOf(visitor)).map(({ provider }) => provider);
    expect(ways).toEqual(['credential', 'fake', 'fake-trusted']);
  });

  it('rejects an untrusted account, another user’s, and one with another e-mail', async () => {
    const { email } = somebody();
    const visitor = await signedUp(email);
    const unverified = somebody({ email, email_verified: false });
    const others = somebody();
    await arrived(others);
    for (const [profile, error] of [
      [unverified, 'unable_to_link_account'],
      [others, 'account_already_linked_to_different_user'],
      [somebody(), 'unable_to_link_account'],
    ] as const) {
      expect(await linkTrip(visitor, profile)).toBe(ownError(app, error));
      expect(await linkTrip(visitor, profile, 'fake', { errorCallbackURL: '/account' })).toBe(
        `/account?error=${error}`,
      );
    }
    expect(await linkTrip(visitor, unverified, 'fake-trusted')).toBe('/linked');
    expect(await accountsOf(visitor)).toHaveLength(2);
  });

  it('links an account with an ID token', async () => {
    const { email } = somebody();
    const visitor = await signedUp(email);
    const link = (profile: object) =>
      visitor.client.linkSocial({ provider: 'fake', idToken: { token: codeOf(profile) } } as never);
    const profile = somebody({ email });
    const linked = { redirect: false, url: '', status: true };
    expect((await link(profile)).data).toEqual(linked);
    expect((await link({ ...profile, email_verified: false })).data).toEqual(linked);
    expect(await accountsOf(visitor)).toHaveLength(2);
    const others = somebody();
    await arrived(others);
    expect((await link(somebody({ email, email_verified: false }))).error).toMatchObject({
      status: 401,
      code: 'ACCOUNT_NOT_LINKED__LINKING_NOT_ALLOWED',
      message: 'Account not linked - linking not allowed',
    });
    expect((await link(others)).error).toMatchObject({
      status: 401,
      code: 'ACCOUNT_NOT_LINKED__DIFFERENT_EMAILS_NOT_ALLOWED',
      message: 'Account not linked - different emails not allowed',
    });
    expect((await link({ ...others, email })).error).toMatchObject({
      status: 417,
      message: 'Account not linked - unable to create account',
    });
  });

  it('links nothing to a user who was deleted meanwhile', async () => {
    const visitor = await signedUp();
    const { id: userId, email } = (await userOf(visitor))!;
    const state = await linkState(visitor);
    await app.app.get(CommandBus).execute(new EraseUser({ userId }, contextOf(app)));
    expect(await back(visitor, 'fake', { state, code: codeOf(somebody({ email })) })).toBe(
      ownError(app, 'unable_to_link_account'),
    );
  });

  it.each([
    [{ provider: 'nobody' }, 404, 'PROVIDER_NOT_FOUND'],
    [{ provider: 'github', idToken: { token: 'x' } }, 404, 'ID_TOKEN_NOT_SUPPORTED'],
    [{ provider: 'fake', idToken: { token: 'x' } }, 401, 'INVALID_TOKEN'],
    [{ provider: 'fake', idToken: { token: codeOf({ sub: '1' }) } }, 401, 'USER_EMAIL_NOT_FOUND'],
    [{ provider: 'fake', errorCallbackURL: 'https://evil.example.com' }, 403, 'INVALID_ERRORCALLBACKURL'],
    [{ callbackURL: '/linked' }, 400, 'VALIDATION_ERROR'],
  ])('rejects %j', async (given, status, code) => {
    const { error } = await (await signedUp()).client.linkSocial(given as never);
    expect(error).toMatchObject({ status, code });
  });
});

describe('accounts', () => {
  it('require a session, once the shape is valid', async () => {
    const nobody = browser(app);
    expect((await nobody.client.listAccounts()).error).toEqual({ status: 401, statusText: 'Unauthorized' });
    for (const [path, body] of [
      ['/link-social', { provider: 'fake' }],
      ['/unlink-account', { providerId: 'fake' }],
      ['/get-access-token', { providerId: 'fake', userId: 'x' }],
      ['/refresh-token', { providerId: 'fake', userId: 'x' }],
      ['/account-info', { accountId: 'x' }],
    ] as const) {
      expect((await call(nobody, path, body)).error).toEqual({ status: 401, statusText: 'Unauthorized' });
      expect((await call(nobody, path, {})).error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    }
  });

  it('are listed as the contract has them', async () => {
    const { email } = somebody();
    const visitor = await signedUp(email);
    const profile = somebody({ email });
    await linkTrip(visitor, profile, 'fake', { scopes: ['calendar'] });
    const times = { createdAt: expect.anything(), updatedAt: expect.anything() };
    expect(await accountsOf(visitor)).toEqual([
      {
        id: expect.any(String),
        provider: 'credential',
        accountId: (await userOf(visitor))!.id,
        scopes: [],
        ...times,
      },
      { id: expect.any(String), provider: 'fake', accountId: profile.sub, scopes: ['calendar'], ...times },
    ]);
  });

  it('are unlinked by provider and id, and available to others at once', async () => {
    const { email } = somebody();
    const visitor = await signedUp(email);
    const [one, two] = [somebody({ email }), somebody({ email })];
    await linkTrip(visitor, one);
    await linkTrip(visitor, two);
    const unlink = (body: object) => call(visitor, '/unlink-account', body);
    expect((await unlink({ providerId: 'fake', accountId: two.sub })).data).toEqual({ status: true });
    expect((await accountsOf(visitor)).map(({ accountId }) => accountId)).toEqual([expect.any(String), one.sub]);
    const other = await arrived({ ...two, email: somebody().email });
    expect((await userOf(other))!.id).not.toBe((await userOf(visitor))!.id);
    expect((await unlink({ providerId: 'fake', accountId: two.sub })).error).toMatchObject({
      status: 400,
      code: 'ACCOUNT_NOT_FOUND',
      message: 'Account not found',
    });
    expect((await unlink({ providerId: 'fake' })).data).toEqual({ status: true });
    expect((await unlink({ providerId: 'nobody' })).error).toMatchObject({
      status: 400,
      code: 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT',
      message: "You can't unlink your last account",
    });
  });

  it('are unlinked only in a fresh session', async () => {
    const visitor = await signedUp();
    await linkTrip(visitor, somebody({ email: (await userOf(visitor))!.email }));
    app.clock.advanceMachine(86_400);
    expect((await call(visitor, '/unlink-account', { providerId: 'fake' })).error).toMatchObject({
      status: 403,
      code: 'SESSION_IS_NOT_FRESH',
      message: 'Session is not fresh',
    });
    app.clock.advanceMachine(-86_400);
  });

  it('are neither linked nor unlinked by an impersonator', async () => {
    const { id: userId } = (await userOf(await signedUp()))!;
    const admin = await signedUp();
    const promotion = { userId: (await userOf(admin))!.id, role: 'admin' };
    await app.app.get(CommandBus).execute(new ChangeUserRole(promotion, contextOf(app)));
    await app.runtime.settled();
    expect((await admin.client.admin.impersonateUser({ userId })).error).toBeNull();
    for (const [path, body] of [
      ['/link-social', { provider: 'fake' }],
      ['/unlink-account', { providerId: 'credential' }],
    ] as const)
      expect((await call(admin, path, body)).error).toMatchObject({
        status: 403,
        code: 'YOU_CANNOT_DO_THIS_WHILE_IMPERSONATING',
      });
  });
});

describe('tokens of providers', () => {
  it('are answered, and refreshed if less than five seconds are left', async () => {
    const profile = somebody();
    const visitor = await arrived(profile);
    const ask = async () =>
      (await call(visitor, '/get-access-token', { providerId: 'fake' })).data as { accessTokenExpiresAt: Date };
    const first = await ask();
    expect(first).toEqual({ accessToken: codeOf(profile), accessTokenExpiresAt: expect.any(Date), scopes: [] });
    app.clock.advanceMachine(3_590);
    expect(await ask()).toEqual(first);
    app.clock.advanceMachine(6);
    const second = await ask();
    expect(second.accessTokenExpiresAt.getTime() - first.accessTokenExpiresAt.getTime()).toBeGreaterThan(7_100_000);
    expect(await ask()).toEqual(second);
    app.clock.advanceMachine(-3_596);
  });

  it('are refreshed on demand', async () => {
    const profile = somebody();
    const visitor = await arrived(profile);
    const [{ id: accountId }] = (await accountsOf(visitor)) as [Listed];
    expect((await call(visitor, '/refresh-token', { providerId: 'fake', accountId })).data).toEqual({
      accessToken: codeOf(profile),
      refreshToken: `refresh-${codeOf(profile)}`,
      accessTokenExpiresAt: expect.any(Date),
      scopes: [],
    });
  });

  it('are rejected with the contract’s literals', async () => {
    const visitor = await arrived();
    for (const path of ['/get-access-token', '/refresh-token']) {
      expect((await call(visitor, path, { providerId: 'nobody' })).error).toMatchObject({
        status: 400,
        code: 'PROVIDER_NOBODY_IS_NOT_SUPPORTED',
        message: 'Provider nobody is not supported.',
      });
      for (const body of [{ providerId: 'fake-trusted' }, { providerId: 'fake', accountId: 'not-his' }])
        expect((await call(visitor, path, body)).error).toMatchObject({
          status: 400,
          code: 'ACCOUNT_NOT_FOUND',
          message: 'Account not found',
        });
    }
    const byToken = browser(app);
    const bare = { provider: 'fake', idToken: { token: codeOf(somebody()) } };
    await byToken.client.signIn.social(bare as never);
    expect((await call(byToken, '/refresh-token', { providerId: 'fake' })).error).toMatchObject({
      status: 400,
      code: 'PROVIDER_FAKE_DOES_NOT_SUPPORT_TOKEN_REFRESHING',
      message: 'Provider fake does not support token refreshing.',
    });
    const spoilt = browser(app);
    const idToken = { token: codeOf(somebody()), refreshToken: 'not good' };
    await spoilt.client.signIn.social({ provider: 'fake', idToken } as never);
    expect((await call(spoilt, '/refresh-token', { providerId: 'fake' })).error).toMatchObject({
      status: 400,
      code: 'FAILED_TO_REFRESH_ACCESS_TOKEN',
      message: 'Failed to refresh access token',
    });
    expect((await call(spoilt, '/get-access-token', { providerId: 'fake' })).error).toMatchObject({
      status: 400,
      code: 'FAILED_TO_GET_A_VALID_ACCESS_TOKEN',
      message: 'Failed to get a valid access token',
    });
  });

  it('show their account, only to its user', async () => {
    const profile = somebody();
    const visitor = await arrived(profile);
    const ask = (who: Browser, accountId: string) => call(who, '/account-info', { accountId });
    expect((await ask(visitor, profile.sub)).data).toEqual({
      user: { id: profile.sub, name: 'Ada', email: profile.email, image: null, emailVerified: true },
      data: profile,
    });
    const notFound = { status: 400, code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' };
    expect((await ask(visitor, 'nobody')).error).toMatchObject(notFound);
    expect((await ask(await arrived(), profile.sub)).error).toMatchObject(notFound);
  });

  it('answer null if the provider gives no profile any more', async () => {
    const emails = [{ email: somebody().email, primary: true, verified: true }];
    const visitor = browser(app);
    await trip(visitor, { id: 4_711, login: 'ada', emails }, 'github');
    servers.instead.set('/user', { status: 500, body: '{}' });
    const answer = await visitor.post('/api/auth/account-info', { accountId: '4711' });
    expect([answer.status, await answer.json()]).toEqual([200, null]);
  });

  it('keep the refresh token if the provider issues no new one', async () => {
    const profile = somebody();
    const visitor = await arrived(profile);
    const idToken = { token: codeOf(profile) };
    await visitor.client.signIn.social({ provider: 'fake', idToken } as never);
    expect((await call(visitor, '/refresh-token', { providerId: 'fake' })).data).toMatchObject({
      refreshToken: `refresh-${codeOf(profile)}`,
      idToken: codeOf(profile),
    });
  });

  it('are only in the Vault, encrypted, until they are replaced, unlinked, or the user is deleted', async () => {
    const profile = somebody({ name: `Nobody else ${newUuid()}` });
    const visitor = await arrived(profile);
    const { id: userId } = (await userOf(visitor))!;
    await trip(visitor, profile);
    await linkTrip(visitor, somebody({ email: profile.email }), 'fake-trusted');
    await call(visitor, '/unlink-account', { providerId: 'fake-trusted' });
    await app.runtime.settled();
    const names = (await eventsOf(userId)).flatMap(({ data }) => (data as { tokens?: string }).tokens ?? []);
    expect(names).toHaveLength(3);
    expect(await Promise.all(names.map((name) => isKept(name)))).toEqual([false, true, false]);
    const token = codeOf(profile);
    for (const file of readdirSync(app.config.dataDir).filter((name) => name.includes('.db')))
      expect([file, readFileSync(join(app.config.dataDir, file)).includes(token)]).toEqual([file, false]);
    expect(JSON.stringify(await eventsOf(userId))).not.toContain(token);
    expect(JSON.stringify(app.logged)).not.toContain(token);
    await app.app.get(CommandBus).execute(new EraseUser({ userId }, contextOf(app)));
    await app.runtime.settled();
    expect(await Promise.all(names.map((name) => isKept(name)))).toEqual([false, false, false]);
  });
});

describe('concurrently', () => {
  const MANY = 50;

  it('fifty callbacks of one account register one user', async () => {
    const profile = somebody();
    const visitor = browser(app);
    await stateOf(visitor);
    const states = await Promise.all(Array.from({ length: MANY }, () => stateOf(visitor)));
    const ends = await Promise.all(states.map((state) => back(visitor, 'fake', { state, code: codeOf(profile) })));
    expect(new Set(ends)).toEqual(new Set(['/home']));
    expect(await accountsOf(visitor)).toHaveLength(1);
    const { id } = (await userOf(visitor))!;
    expect((await eventsOf(id)).filter(({ type }) => type === 'AccountLinked')).toHaveLength(1);
    await app.runtime.settled();
    const names = (await eventsOf(id)).flatMap(({ data }) => (data as { tokens?: string }).tokens ?? []);
    expect((await Promise.all(names.map((name) => isKept(name)))).filter(Boolean)).toHaveLength(1);
  });

  it('two providers with one e-mail register one user', async () => {
    const { email } = somebody();
    const visitors = Array.from({ length: 20 }, (_, index) => ({
      visitor: browser(app),
      provider: index % 2 ? 'fake' : 'fake-trusted',
    }));
    const profiles = { fake: somebody({ email }), 'fake-trusted': somebody({ email }) };
    const ends = await Promise.all(
      visitors.map(({ visitor, provider }) => trip(visitor, profiles[provider as 'fake'], provider)),
    );
    expect(new Set(ends)).toEqual(new Set(['/home']));
    const ids = await Promise.all(visitors.map(async ({ visitor }) => (await userOf(visitor))!.id));
    expect(new Set(ids).size).toBe(1);
    expect((await accountsOf(visitors[0]!.visitor)).map(({ provider }) => provider).sort()).toEqual([
      'fake',
      'fake-trusted',
    ]);
  });

  it('one state works once', async () => {
    const visitor = browser(app);
    const state = await stateOf(visitor);
    const code = codeOf(somebody());
    const ends = await Promise.all(Array.from({ length: MANY }, () => back(visitor, 'fake', { state, code })));
    expect(ends.filter((end) => end === '/home')).toHaveLength(1);
  });

  it('one account is linked to one of several users', async () => {
    const profile = somebody();
    const users = await Promise.all(Array.from({ length: 10 }, () => signedUp()));
    const link = async (visitor: Browser) => {
      const { email } = (await userOf(visitor))!;
      return linkTrip(visitor, { ...profile, email });
    };
    const ends = await Promise.all(users.map(link));
    expect(ends.filter((end) => end === '/linked')).toHaveLength(1);
    expect(ends.filter((end) => end === ownError(app, 'account_already_linked_to_different_user'))).toHaveLength(9);
  });

  it('expiring tokens are refreshed once', async () => {
    const { email } = somebody();
    servers.googleUser = somebody({ email });
    const visitor = browser(app);
    const there = await fetch(await begin(visitor, 'google'), { redirect: 'manual' });
    await back(visitor, 'google', Object.fromEntries(new URL(there.headers.get('location')!).searchParams));
    servers.exchanges.length = 0;
    const body = { providerId: 'google' };
    const refreshed = await Promise.all(Array.from({ length: MANY }, () => call(visitor, '/refresh-token', body)));
    expect(new Set(refreshed.map(({ data }) => (data as { accessToken: string }).accessToken)).size).toBeLessThan(MANY);
    app.clock.advanceMachine(3_596);
    servers.exchanges.length = 0;
    const asked = await Promise.all(Array.from({ length: MANY }, () => call(visitor, '/get-access-token', body)));
    expect(servers.exchanges.filter(({ grant_type }) => grant_type === 'refresh_token')).toHaveLength(1);
    expect(new Set(asked.map(({ data }) => (data as { accessToken: string }).accessToken)).size).toBe(1);
    app.clock.advanceMachine(-3_596);
  });

  it('the last account stays linked', async () => {
    const visitor = await arrived();
    await linkTrip(visitor, somebody({ email: (await userOf(visitor))!.email }), 'fake-trusted');
    const ends = await Promise.all(
      Array.from({ length: MANY }, (_, index) =>
        call(visitor, '/unlink-account', { providerId: index % 2 ? 'fake' : 'fake-trusted' }),
      ),
    );
    expect(ends.filter(({ data }) => data)).toHaveLength(1);
    expect(await accountsOf(visitor)).toHaveLength(1);
  });
});

describe('other configurations', () => {
  const google = () => app.app.get(IdentityProviders).find('google', {} as never) as GoogleProvider;

  it('Google registers users on request, or never', async () => {
    const land = async (signUp: 'on-request' | 'never', requestSignUp: boolean) => {
      servers.googleUser = somebody();
      const visitor = browser(app);
      const there = await fetch(await begin(visitor, 'google', { requestSignUp }), { redirect: 'manual' });
      const query = Object.fromEntries(new URL(there.headers.get('location')!).searchParams);
      return withReplaced(google(), { signUp }, () => back(visitor, 'google', query));
    };
    expect(await land('on-request', false)).toBe(ownError(app, 'signup_disabled'));
    expect(await land('on-request', true)).toBe('/home');
    expect(await land('never', true)).toBe(ownError(app, 'signup_disabled'));
    const token = await idToken(somebody());
    const signIn = () => browser(app).client.signIn.social({ provider: 'google', idToken: { token } });
    expect((await withReplaced(google(), { signUp: 'never' }, signIn)).error).toMatchObject({
      status: 401,
      code: 'SIGNUP_DISABLED',
      message: 'signup disabled',
    });
  });

  it('an ID token whose keys are unavailable is FAILED_TO_GET_USER_INFO', async () => {
    const keys = createRemoteJWKSet(new URL(`${servers.endpoints.google.keys}-not-there`));
    const token = await idToken(somebody());
    const visitor = await signedUp();
    const given = { provider: 'google', idToken: { token } } as const;
    const replies = await withReplaced(google() as unknown as { keys: typeof keys }, { keys }, async () => [
      await visitor.client.signIn.social(given),
      await visitor.client.linkSocial(given as never),
    ]);
    for (const { error } of replies)
      expect(error).toMatchObject({ status: 401, code: 'FAILED_TO_GET_USER_INFO', message: 'Failed to get user info' });
  });

  it('unconfigured providers are not found, nor fake ones outside the sandbox', async () => {
    const [off, pretend] = [await startApp({ env: WITHOUT_SANDBOX }), await startApp()];
    for (const [at, missing] of [
      [off, ['google', 'github', 'fake', 'fake-trusted']],
      [pretend, ['google', 'github', 'discord']],
    ] as const)
      for (const provider of missing)
        expect((await browser(at).client.signIn.social({ provider } as Social)).error).toMatchObject({
          status: 404,
          code: 'PROVIDER_NOT_FOUND',
        });
    const options = async (at: TestApp, headers: Record<string, string> = {}) =>
      (await fetch(`${at.url}/api/ledger/sign-in-options`, { headers })).json();
    expect(await options(off)).toMatchObject({ providers: ['discord'], pretend: [] });
    expect(await options(pretend)).toMatchObject({ providers: [], pretend: ['fake', 'fake-trusted'] });
    const configured = ['google', 'github', 'discord'];
    expect(await options(app)).toMatchObject({ providers: configured, pretend: ['fake', 'fake-trusted'] });
    expect(await options(app, { via: 'proxy' })).toMatchObject({ providers: configured, pretend: [] });
    await Promise.all([off.close(), pretend.close()]);
    const proxied = { headers: { 'x-forwarded-for': '192.0.2.1', 'content-type': 'application/json' } };
    const start = await fetch(`${app.url}/api/auth/sign-in/social`, {
      ...proxied,
      method: 'POST',
      body: '{"provider":"fake"}',
    });
    expect(start.status).toBe(404);
    const visitor = browser(app);
    const query = new URLSearchParams({ state: await stateOf(visitor), code: codeOf(somebody()) });
    const end = await visitor.fetch(`/api/auth/callback/fake?${query.toString()}`, proxied);
    expect(end.headers.get('location')).toBe(ownError(app, 'oauth_provider_not_found'));
  });

  it('other providers are trusted, other e-mails linked, the last account unlinked, the address verified by mail', async () => {
    const at = await startApp({
      ages: true,
      env: {
        AUTH_TRUSTED_PROVIDERS: 'fake',
        AUTH_ALLOW_DIFFERENT_EMAILS: 'on',
        AUTH_ALLOW_UNLINK_LAST: 'on',
        AUTH_REQUIRE_EMAIL_VERIFICATION: 'on',
      },
    });
    const profile = somebody({ email_verified: false });
    const visitor = await arrived(profile, 'fake', at);
    const mails = (await (await fetch(`${at.url}/sandbox/outbox?to=${profile.email}`)).json()) as { kind: string }[];
    expect(mails.map(({ kind }) => kind)).toEqual(['verify-email']);
    expect(
      (await userOf(await arrived(somebody({ email: profile.email, email_verified: false }), 'fake', at)))!.email,
    ).toBe(profile.email);
    expect(await linkTrip(visitor, somebody(), 'fake-trusted')).toBe('/linked');
    const idToken = { token: codeOf(somebody()) };
    expect((await visitor.client.linkSocial({ provider: 'fake', idToken } as never)).data).toMatchObject({
      status: true,
    });
    for (const { provider, accountId } of await accountsOf(visitor))
      expect((await call(visitor, '/unlink-account', { providerId: provider, accountId })).data).toEqual({
        status: true,
      });
    expect(await accountsOf(visitor)).toEqual([]);
    await at.close();
  });
});
