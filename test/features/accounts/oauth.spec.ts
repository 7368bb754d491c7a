import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { createHash, randomBytes } from 'node:crypto';
import { newUuid } from '../../../src/kernel/ids.ts';
import { cookiesOf, createOrganization, post, signUp, tokenOf, type Person } from '../../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../support/app.ts';

const CALLBACK = 'https://app.example.com/callback';

describe('the authorization server', () => {
  let app: TestApp;
  let owner: Person;
  let organization: { id: string; slug: string };

  beforeAll(async () => {
    app = await startApp();
    owner = await signUp(app);
    organization = await createOrganization(app, owner.cookie);
  });
  afterAll(() => app.close());

  /** The SDK in the browser of somebody who is signed in. */
  const sdkOf = (cookie: string) =>
    new Polar({
      serverURL: app.url,
      httpClient: new HTTPClient({
        fetcher: (input, init) => {
          const request = new Request(input, init);
          request.headers.set('cookie', cookie);
          request.headers.set('origin', app.url);
          return fetch(request);
        },
      }),
    });
  const anybody = () => new Polar({ serverURL: app.url });

  const configuration = (more: object = {}) => ({
    clientName: 'Reports',
    redirectUris: [CALLBACK],
    scope: 'openid profile email organizations:read products:read products:write',
    ...more,
  });

  interface Client {
    client_id: string;
    client_secret: string;
  }

  const register = async (more: object = {}, cookie = owner.cookie): Promise<Client> =>
    (await sdkOf(cookie).oauth2.clients.create(configuration(more))) as Client;

  /** A browser at the app's request, before its user answers. */
  interface Asking {
    uid: string;
    /** What the browser holds for it. */
    jar: string;
    state: string;
    verifier: string;
  }

  async function ask(client: Client, more: Record<string, string> = {}, cookie = ''): Promise<Asking> {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      state: 'abc',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    });
    const answer = await fetch(`${app.url}/oauth2/authorize?${query}`, { redirect: 'manual', headers: { cookie } });
    expect([answer.status, await answer.text()]).toEqual([303, expect.any(String)]);
    expect(answer.headers.get('location')).toMatch(/oauth-requests/);
    const uid = /oauth-requests\/([^/?]+)$/.exec(answer.headers.get('location')!)![1]!;
    return { uid, jar: cookiesOf(answer), state: 'abc', verifier };
  }

  const path = ({ uid }: Asking, what: string) => `/api/dashboard/oauth-requests/${uid}/${what}`;

  async function answered(asking: Asking, body: object, { cookie } = owner): Promise<URL> {
    const answer = await post(app, path(asking, 'answer'), body, `${cookie}; ${asking.jar}`);
    const { url } = (await answer.json()) as { url: string };
    expect(new URL(url).origin).toBe(app.url);
    const back = await fetch(url, { redirect: 'manual', headers: { cookie: asking.jar } });
    expect(back.status).toBe(303);
    return new URL(back.headers.get('location')!);
  }

  async function codeOf(asking: Asking, body: object = { allow: true, organization_id: organization.id }) {
    const back = await answered(asking, body);
    expect(back.origin + back.pathname).toBe(CALLBACK);
    expect(back.searchParams.get('state')).toBe(asking.state);
    return back.searchParams.get('code')!;
  }

  const exchange = async (client: Client, form: Record<string, string>) => {
    const { client_id, client_secret } = client;
    const body = new URLSearchParams({ client_id, client_secret, redirect_uri: CALLBACK, ...form });
    const answer = await fetch(`${app.url}/v1/oauth2/token`, { method: 'POST', body });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };

  const exchangeCode = (client: Client, { verifier }: Asking, code: string) =>
    exchange(client, { grant_type: 'authorization_code', code, code_verifier: verifier });

  async function allowed(client: Client, more: Record<string, string> = {}, body?: object) {
    const asking = await ask(client, more);
    const { status, body: token } = await exchangeCode(client, asking, await codeOf(asking, body));
    expect([status, token]).toEqual([200, expect.anything()]);
    return token;
  }

  const productsWith = (token: string) =>
    fetch(`${app.url}/v1/products/`, { headers: { authorization: `Bearer ${token}` } });

  it('registers, shows, changes, lists and removes clients of a user', async () => {
    const { oauth2 } = sdkOf(owner.cookie);
    const client = await register();
    expect(client).toMatchObject({
      client_id: expect.stringMatching(/^tb_ci_/),
      client_secret: expect.stringMatching(/^tb_cs_/),
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    });
    const { client_id: clientId } = client;
    expect(await oauth2.clients.get({ clientId })).toMatchObject({ client_id: clientId, client_name: 'Reports' });
    const update = { ...configuration({ clientName: 'Figures' }), clientId };
    expect(await oauth2.clients.update({ clientId, oAuth2ClientConfigurationUpdate: update })).toMatchObject({
      client_name: 'Figures',
      client_secret: client.client_secret,
    });
    const { result } = await oauth2.clients.list({});
    expect(result.items.map((one) => one.clientName)).toEqual(['Figures']);
    const other = await signUp(app);
    const theirs = sdkOf(other.cookie).oauth2.clients;
    await expect(theirs.get({ clientId })).rejects.toMatchObject({ statusCode: 404 });
    await expect(theirs.delete({ clientId })).rejects.toMatchObject({ statusCode: 404 });
    await expect(theirs.get({ clientId: 'tb_ci_nothing' })).rejects.toMatchObject({ statusCode: 404 });
    await oauth2.clients.delete({ clientId });
    expect((await oauth2.clients.list({})).result.items).toEqual([]);
  });

  it('refuses clients that could not be used', async () => {
    const registering = (more: object) =>
      fetch(`${app.url}/v1/oauth2/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.url, cookie: owner.cookie },
        body: JSON.stringify({ client_name: 'X', redirect_uris: [CALLBACK], ...more }),
      });
    for (const more of [{ scope: 'admin nothing' }, { grant_types: ['refresh_token'] }, { logo_uri: 'javascript:1' }])
      expect([more, (await registering(more)).status]).toEqual([more, 422]);
    const nothing = { scope: null, grant_types: null, response_types: null, token_endpoint_auth_method: null };
    expect((await registering(nothing)).status).toBe(200);
    await expect(register({ redirectUris: ['http://app.example.com/'] })).rejects.toThrow('redirect_uris');
    await expect(register({ redirectUris: [] })).rejects.toThrow('redirect_uris');
  });

  it('says what an app asks for, and lets it act for the organization that its user chooses', async () => {
    const client = await register();
    const asking = await ask(client, { scope: 'openid products:read' });
    const asked = await fetch(app.url + path(asking, 'asked'), {
      headers: { cookie: `${owner.cookie}; ${asking.jar}` },
    });
    expect(await asked.json()).toMatchObject({
      client: { client_id: client.client_id, client_name: 'Reports' },
      sub_type: 'organization',
      sub: null,
      scopes: ['openid', 'products:read'],
      organizations: [{ id: organization.id, slug: organization.slug }],
    });
    const code = await codeOf(asking);
    const { clientId, clientSecret } = { clientId: client.client_id, clientSecret: client.client_secret };
    const { status, body } = await exchangeCode(client, asking, code);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^tb_at_/),
      refresh_token: expect.stringMatching(/^tb_rt_/),
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'openid products:read',
    });
    const keys = createRemoteJWKSet(new URL(`${app.url}/v1/oauth2/jwks`));
    const { payload } = await jwtVerify(body['id_token']!, keys, { issuer: app.url, audience: clientId });
    expect(payload.sub).toBe(organization.id);
    expect((await productsWith(body['access_token']!)).status).toBe(200);
    const write = await fetch(`${app.url}/v1/products/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body['access_token']}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Plan', prices: [{ amount_type: 'free' }] }),
    });
    expect(write.status).toBe(403);
    expect(await anybody().oauth2.introspect({ token: body['access_token']!, clientId, clientSecret })).toMatchObject({
      active: true,
      clientId,
      tokenType: 'access_token',
      subType: 'organization',
      sub: organization.id,
    });
    // Another app learns nothing of a token.
    const { client_id, client_secret } = await register();
    const introspected = await fetch(`${app.url}/v1/oauth2/introspect`, {
      method: 'POST',
      body: new URLSearchParams({ token: body['access_token']!, client_id, client_secret }),
    });
    expect(await introspected.json()).toEqual({ active: false });
    const app1 = new Polar({ serverURL: app.url, accessToken: body['access_token']! });
    expect(await app1.oauth2.userinfo()).toEqual({ sub: organization.id });
  });

  it('lets an app act for a user, within what they may do', async () => {
    const client = await register();
    const token = await allowed(client, { sub_type: 'user' }, { allow: true });
    const client1 = new Polar({ serverURL: app.url, accessToken: token['access_token']! });
    const userinfo = await fetch(`${app.url}/v1/oauth2/userinfo`, {
      headers: { authorization: `Bearer ${token['access_token']}` },
    });
    expect(await userinfo.json()).toMatchObject({ sub: owner.id, name: 'Ada', email: owner.email });
    // The SDK takes it for an organization's, and keeps only what those have.
    expect(await client1.oauth2.userinfo()).toMatchObject({ sub: owner.id });
    expect((await client1.organizations.list({})).result.items.map(({ id }) => id)).toEqual([organization.id]);
    // It cannot make itself another app.
    await expect(client1.oauth2.clients.create(configuration())).rejects.toMatchObject({ statusCode: 403 });
    await expect(client1.orders.list({})).rejects.toMatchObject({ statusCode: 403 });
  });

  it('exchanges a refresh token once through the SDK, and ends everything when it comes again', async () => {
    const client = await register();
    const first = await allowed(client);
    const refresh = (refreshToken: string) =>
      anybody().oauth2.token({
        grantType: 'refresh_token',
        clientId: client.client_id,
        clientSecret: client.client_secret,
        refreshToken,
      });
    const second = await refresh(first['refresh_token']!);
    expect(second.refreshToken).not.toBe(first['refresh_token']);
    expect((await productsWith(second.accessToken)).status).toBe(200);
    const passed = jest.spyOn(app.runtime.readModels, 'passed');
    await expect(refresh(first['refresh_token']!)).rejects.toMatchObject({ statusCode: 400 });
    // It is answered once authorization sees that everything has ended.
    expect(passed).toHaveBeenCalledWith(expect.anything(), expect.anything(), ['access']);
    passed.mockRestore();
    expect((await productsWith(second.accessToken)).status).toBe(401);
    await expect(refresh(second.refreshToken!)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('takes a code once, from its client, with its verifier, and one of fifty that come together', async () => {
    const [client, other] = [await register(), await register()];
    const asking = await ask(client);
    const code = await codeOf(asking);
    expect(await exchangeCode(other, asking, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await exchangeCode(client, { ...asking, verifier: 'x'.repeat(43) }, code)).toMatchObject({ status: 400 });
    const again = await ask(client);
    const fresh = await codeOf(again);
    const all = await Promise.all(Array.from({ length: 50 }, () => exchangeCode(client, again, fresh)));
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(all.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
  });

  it('demands PKCE of clients without a secret', async () => {
    const client = await register({ tokenEndpointAuthMethod: 'none' });
    const query = new URLSearchParams({ client_id: client.client_id, redirect_uri: CALLBACK, response_type: 'code' });
    const answer = await fetch(`${app.url}/oauth2/authorize?${query}`, { redirect: 'manual' });
    expect(new URL(answer.headers.get('location')!).searchParams.get('error')).toBe('invalid_request');
  });

  it('sends nobody to a page that the client has not registered', async () => {
    const client = await register();
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: 'https://evil.example.com/',
      response_type: 'code',
    });
    const answer = await fetch(`${app.url}/oauth2/authorize?${query}`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`${app.url}/error?error=invalid_redirect_uri`);
  });

  it('refuses scopes that the client may not ask for', async () => {
    const { client_id } = await register();
    const query = new URLSearchParams({
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'ledger:read',
    });
    const answer = await fetch(`${app.url}/oauth2/authorize?${query}`, { redirect: 'manual' });
    expect(new URL(answer.headers.get('location')!).searchParams.get('error')).toBe('invalid_scope');
  });

  it('tells the app that its user has refused', async () => {
    const back = await answered(await ask(await register()), { allow: false });
    expect(back.searchParams.get('error')).toBe('access_denied');
  });

  it('takes an answer only in the browser that was asked, of a user, for an organization of theirs', async () => {
    const client = await register();
    const asking = await ask(client);
    const answer = (cookie: string, body: object, headers: object = { origin: app.url }) =>
      fetch(app.url + path(asking, 'answer'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, ...headers },
        body: JSON.stringify(body),
      });
    const yes = { allow: true, organization_id: organization.id };
    const stranger = await signUp(app);
    expect((await answer(owner.cookie, yes)).status).toBe(410);
    expect((await answer(asking.jar, yes)).status).toBe(401);
    expect((await answer(`${stranger.cookie}; ${asking.jar}`, yes)).status).toBe(422);
    expect((await answer(`${owner.cookie}; ${asking.jar}`, yes, { origin: 'https://evil.example.com' })).status).toBe(
      403,
    );
    expect((await answer(`${owner.cookie}; ${asking.jar}`, { allow: true })).status).toBe(422);
    expect((await answer(`${owner.cookie}; ${asking.jar}`, yes)).status).toBe(200);
  });

  it('takes one answer after another in the same browser, for another organization, a user, or another person', async () => {
    const client = await register();
    const jar = new Map<string, string>();
    const keep = (cookies: string) => cookies.split('; ').forEach((pair) => jar.set(pair.split('=')[0]!, pair));
    const held = () => [...jar.values()].join('; ');
    const second = await createOrganization(app, owner.cookie);
    const other = await signUp(app);
    const theirs = await createOrganization(app, other.cookie);
    const answers = [
      [owner, { sub_type: 'organization' }, { organization_id: organization.id }, organization.id],
      [owner, { sub_type: 'organization' }, { organization_id: second.id }, second.id],
      [owner, { sub_type: 'user' }, {}, owner.id],
      [other, { sub_type: 'organization' }, { organization_id: theirs.id }, theirs.id],
    ] as const;
    for (const [person, kind, body, subject] of answers) {
      const asking = await ask(client, { ...kind, scope: 'openid' }, held());
      keep(asking.jar);
      const said = await post(app, path(asking, 'answer'), { allow: true, ...body }, `${person.cookie}; ${held()}`);
      const { url } = (await said.json()) as { url: string };
      const back = await fetch(url, { redirect: 'manual', headers: { cookie: held() } });
      expect([back.status, await back.text()]).toEqual([303, '']);
      keep(cookiesOf(back));
      const code = new URL(back.headers.get('location')!).searchParams.get('code')!;
      const { status, body: token } = await exchangeCode(client, asking, code);
      expect(status).toBe(200);
      const headers = { authorization: `Bearer ${token['access_token']}` };
      const userinfo = await fetch(`${app.url}/v1/oauth2/userinfo`, { headers });
      expect(await userinfo.json()).toEqual({ sub: subject });
    }
    expect([...jar.keys()]).toContain('tillbook.oauth_session');
  });

  it('does less with tokens of a client that may ask for less now', async () => {
    const client = await register();
    const { client_id: clientId, client_secret: clientSecret } = client;
    const token = await allowed(client, { sub_type: 'user' }, { allow: true });
    const narrower = { ...configuration({ scope: 'openid organizations:read' }), clientId };
    await sdkOf(owner.cookie).oauth2.clients.update({ clientId, oAuth2ClientConfigurationUpdate: narrower });
    expect((await productsWith(token['access_token']!)).status).toBe(403);
    const headers = { authorization: `Bearer ${token['access_token']}` };
    const userinfo = await fetch(`${app.url}/v1/oauth2/userinfo`, { headers });
    expect(await userinfo.json()).toEqual({ sub: owner.id });
    const introspect = { token: token['access_token']!, clientId, clientSecret };
    expect(await anybody().oauth2.introspect(introspect)).toMatchObject({ scope: 'openid organizations:read' });
    const form = { grant_type: 'refresh_token', refresh_token: token['refresh_token']! };
    const { body } = await exchange(client, form);
    expect(body).toMatchObject({ scope: 'openid organizations:read' });
    expect((await productsWith(body['access_token']!)).status).toBe(403);
  });

  it('lists what apps may do, and ends it at once, for the user and the log', async () => {
    const client = await register({ clientName: 'Ends' });
    const token = await allowed(client);
    const list = async (cookie: string) => {
      const answer = await fetch(`${app.url}/api/dashboard/oauth-grants?limit=100`, { headers: { cookie } });
      const { items } = (await answer.json()) as { items: { id: string; client: { client_name: string } }[] };
      return items.filter((one) => one.client.client_name === 'Ends');
    };
    const [grant] = await list(owner.cookie);
    expect(grant).toMatchObject({ subject: 'organization', organization: { id: organization.id }, is_own: true });
    const stranger = await signUp(app);
    expect(await list(stranger.cookie)).toEqual([]);
    const revoke = (cookie: string) =>
      fetch(`${app.url}/api/dashboard/oauth-grants/${grant!.id}`, {
        method: 'DELETE',
        headers: { cookie, origin: app.url },
      });
    expect((await revoke(stranger.cookie)).status).toBe(404);
    expect((await productsWith(token['access_token']!)).status).toBe(200);
    expect((await revoke(owner.cookie)).status).toBe(204);
    expect((await productsWith(token['access_token']!)).status).toBe(401);
    expect(await list(owner.cookie)).toEqual([]);
    await app.runtime.settled();
    const ledger = await fetch(`${app.url}/api/ledger/events?organization_id=${organization.id}&limit=2`, {
      headers: { cookie: owner.cookie },
    });
    const { items } = (await ledger.json()) as { items: { type: string; actor: object }[] };
    expect(items).toMatchObject([
      { type: 'OAuthAccessRevoked', actor: { id: owner.id } },
      { type: 'OAuthAccessGranted', actor: { id: owner.id } },
    ]);
  });

  it('revokes through the SDK, and ends with the client, too', async () => {
    const client = await register();
    const [clientId, clientSecret] = [client.client_id, client.client_secret];
    const token = await allowed(client);
    expect(await anybody().oauth2.revoke({ token: token['refresh_token']!, clientId, clientSecret })).toEqual({});
    expect((await productsWith(token['access_token']!)).status).toBe(401);
    const another = await allowed(client);
    expect((await productsWith(another['access_token']!)).status).toBe(200);
    await sdkOf(owner.cookie).oauth2.clients.delete({ clientId });
    expect((await productsWith(another['access_token']!)).status).toBe(401);
  });

  it.each([
    ['a new password, which proves the e-mail', ({ email }: Person) => resetPassword(email)],
    ['a provider, which has verified the e-mail', ({ email }: Person) => signInWithProvider(email)],
    ['a password that an administrator sets', ({ id }: Person) => setPassword(id)],
  ])('ends with the sessions and keys of a user whose account is returned to its owner by %s', async (_, returns) => {
    const squatter = await signUp(app);
    const { id: organizationId } = await createOrganization(app, squatter.cookie);
    const created = await post(app, '/api/auth/api-key/create', { name: 'back door' }, squatter.cookie);
    const { key } = (await created.json()) as { key: string };
    const { token: organizationsOwn } = await tokenOf(app, squatter.cookie, organizationId, 'products:read');
    const client = await register({}, squatter.cookie);
    const allowedBySquatter = async (more: Record<string, string>, body: object) => {
      const asking = await ask(client, more);
      const code = (await answered(asking, { allow: true, ...body }, squatter)).searchParams.get('code')!;
      return (await exchangeCode(client, asking, code)).body;
    };
    const tokens = [
      await allowedBySquatter({ sub_type: 'user' }, {}),
      await allowedBySquatter({ sub_type: 'organization' }, { organization_id: organizationId }),
    ];
    const opened = async () => [
      (await productsWith(key)).status,
      ...(await Promise.all(tokens.map(async (token) => (await productsWith(token['access_token']!)).status))),
      (await productsWith(organizationsOwn)).status,
    ];
    expect(await opened()).toEqual([200, 200, 200, 200]);
    await returns(squatter);
    await app.runtime.settled();
    expect(await opened()).toEqual([401, 401, 401, 200]);
    for (const { refresh_token } of tokens) {
      const refreshed = await exchange(client, { grant_type: 'refresh_token', refresh_token: refresh_token! });
      expect([refreshed.status, refreshed.body['error']]).toEqual([400, 'invalid_grant']);
    }
  });

  async function resetPassword(email: string): Promise<void> {
    await post(app, '/api/auth/request-password-reset', { email });
    await app.runtime.settled();
    const outbox = await fetch(`${app.url}/sandbox/outbox?to=${encodeURIComponent(email)}&kind=reset-password`);
    const [mail] = (await outbox.json()) as { token: string }[];
    await post(app, '/api/auth/reset-password', { token: mail!.token, newPassword: 'battery staple' });
  }

  async function signInWithProvider(email: string): Promise<void> {
    const profile = Buffer.from(JSON.stringify({ sub: newUuid(), email, email_verified: true }));
    const idToken = { token: profile.toString('base64url') };
    await post(app, '/api/auth/sign-in/social', { provider: 'fake', idToken });
  }

  async function setPassword(userId: string): Promise<void> {
    const admin = cookiesOf(await post(app, '/api/auth/sign-in/email', ADMIN));
    await post(app, '/api/auth/admin/set-user-password', { userId, newPassword: 'battery staple' }, admin);
  }

  it('shows what an app with these parameters asks for', async () => {
    const client = await register();
    const answer = await fetch(`${app.url}/v1/oauth2/authorize?client_id=${client.client_id}&sub_type=user`, {
      headers: { cookie: owner.cookie },
    });
    expect(await answer.json()).toMatchObject({ sub_type: 'user', sub: { email: owner.email } });
    // Not to whom they have allowed less: the app asks for no e-mail address, and an organization has none.
    const theirs = await allowed(client, { sub_type: 'user', scope: 'openid organizations:read' }, { allow: true });
    const its = await allowed(client);
    for (const { access_token } of [theirs, its]) {
      const headers = { authorization: `Bearer ${access_token}` };
      const url = `${app.url}/v1/oauth2/authorize?client_id=${client.client_id}&sub_type=user`;
      expect((await fetch(url, { headers })).status).toBe(403);
    }
    const unknown = await fetch(`${app.url}/v1/oauth2/authorize`, { headers: { cookie: owner.cookie } });
    expect(unknown.status).toBe(422);
  });

  it('says when the user signed in, and asks for it again where the app demands it', async () => {
    const client = await register();
    const session = await fetch(`${app.url}/api/auth/get-session`, { headers: { cookie: owner.cookie } });
    const { createdAt } = ((await session.json()) as { session: { createdAt: string } }).session;
    const { id_token } = await allowed(client, { scope: 'openid', max_age: '86400' });
    expect(decodeJwt(id_token!)['auth_time']).toBe(Math.floor(Date.parse(createdAt) / 1_000));
    const demands: Record<string, string>[] = [{ prompt: 'login' }, { max_age: '0' }];
    for (const demand of demands) {
      const back = await answered(await ask(client, demand), { allow: true, organization_id: organization.id });
      expect([demand, back.searchParams.get('error')]).toEqual([demand, 'login_required']);
    }
  });

  it('offers no form_post', async () => {
    const { client_id } = await register();
    const asked = { client_id, redirect_uri: CALLBACK, response_type: 'code', response_mode: 'form_post' };
    const answer = await fetch(`${app.url}/oauth2/authorize?${new URLSearchParams(asked)}`, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location')!);
    expect([back.origin + back.pathname, back.searchParams.get('error')]).toEqual([
      CALLBACK,
      'unsupported_response_mode',
    ]);
  });

  it('describes itself', async () => {
    const answer = await fetch(`${app.url}/.well-known/oauth-authorization-server`);
    const described = await answer.json();
    expect(described).not.toHaveProperty('pushed_authorization_request_endpoint');
    expect(described).toMatchObject({
      response_modes_supported: ['query', 'fragment'],
      issuer: app.url,
      authorization_endpoint: `${app.url}/oauth2/authorize`,
      token_endpoint: `${app.url}/v1/oauth2/token`,
      introspection_endpoint: `${app.url}/v1/oauth2/introspect`,
      revocation_endpoint: `${app.url}/v1/oauth2/revoke`,
      userinfo_endpoint: `${app.url}/v1/oauth2/userinfo`,
      code_challenge_methods_supported: ['S256'],
    });
  });
});
