import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { REMOTE_PLATFORMS } from '../../../src/app/tokens.ts';
import { remoteInstallationIdOf } from '../../../src/features/billing/remote-access/remote-installation.commands.ts';
import {
  remoteInstallationStream,
  type RemoteInstallationEvent,
} from '../../../src/features/billing/remote-access/remote-installation.events.ts';
import type { RemotePlatforms } from '../../../src/features/billing/remote-access/remote-platform.ts';
import { cookiesOf, createOrganization, post, signUp, tokenOf, type Person } from '../../support/accounts.ts';
import { startApp, type TestApp, WITHOUT_SANDBOX } from '../../support/app.ts';
import { happen, polar } from '../../support/sellers.ts';
import { until } from '../../support/until.ts';

const DISCORD = 'discord/bot';
const GITHUB = 'github/installation';
type Flow = typeof DISCORD | typeof GITHUB;

interface Seller extends Person {
  organizationId: string;
}

interface Made {
  id: string;
  token: string;
  client_secret: string;
  customer_id: string;
  properties: object;
}

let app: TestApp;
let acme: Seller;
let other: Seller;
let api: Polar;

async function seller(): Promise<Seller> {
  const person = await signUp(app);
  return { ...person, organizationId: (await createOrganization(app, person.cookie)).id };
}

/** Another session of the same user. */
async function signInAgain({ email, password }: Seller): Promise<{ cookie: string }> {
  return { cookie: cookiesOf(await post(app, '/api/auth/sign-in/email', { email, password })) };
}

function send(path: string, body: object, { cookie }: Seller): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: app.url, cookie };
  return fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

function visit(path: string, cookie: string): Promise<Response> {
  return fetch(app.url + path, { headers: { cookie }, redirect: 'manual' });
}

/** The address to which a page redirects. */
async function redirected(path: string, cookie: string): Promise<URL> {
  const answer = await visit(path, cookie);
  expect([path, answer.status]).toEqual([path, 302]);
  return new URL(answer.headers.get('location')!);
}

async function begin(flow: Flow, { cookie, organizationId }: Seller): Promise<string> {
  const query = new URLSearchParams({ organization_id: organizationId, return_to: '/acme/benefits/new' });
  const page = await redirected(`/v1/integrations/${flow}/authorize?${query.toString()}`, cookie);
  return page.searchParams.get('state')!;
}

function comeBack(flow: Flow, state: string, cookie: string, rest: object = { code: 'readers' }): Promise<URL> {
  const query = new URLSearchParams({ state, ...rest });
  return redirected(`/v1/integrations/${flow}/callback?${query.toString()}`, cookie);
}

async function connect(flow: Flow, by: Seller, code: string): Promise<URL> {
  return comeBack(flow, await begin(flow, by), by.cookie, { code });
}

async function refusal(answer: Promise<Response>): Promise<unknown> {
  const { status, ...body } = await answer.then(async (one) => ({
    status: one.status,
    ...((await one.json()) as object),
  }));
  const [{ loc, type }] = (body as unknown as { detail: [{ loc: string[]; type: string }] }).detail;
  return [status, loc.join('.'), type];
}

const repository = { repository_owner: 'paper-atlas', repository_name: 'docs', permission: 'pull' };

function createRepository(by: Seller, properties: object = repository): Promise<Response> {
  const body = { type: 'github_repository', description: 'Sources', organization_id: by.organizationId, properties };
  return send('/v1/benefits', body, by);
}

beforeAll(async () => {
  app = await startApp({ ages: true });
  [acme, other] = [await seller(), await seller()];
  const { token } = await tokenOf(app, acme.cookie, acme.organizationId, 'benefits:read', 'benefits:write');
  api = polar(app.url, token);
});
afterAll(() => app.close());

describe('a Discord server', () => {
  let guildToken: string;
  beforeAll(async () => {
    guildToken = (await connect(DISCORD, acme, 'readers')).searchParams.get('guild_token')!;
  });
  const lookUp = (token: string, { cookie }: Seller) =>
    visit(`/v1/integrations/discord/guild/lookup?guild_token=${encodeURIComponent(token)}`, cookie);
  const create = (role_id: string, guild_token = guildToken) =>
    api.benefits.create({
      type: 'discord',
      description: 'The club',
      properties: { guildToken: guild_token, roleId: role_id },
    });

  it('is connected by adding the bot, and shows its roles', async () => {
    const page = await redirected(
      `/v1/integrations/${DISCORD}/authorize?organization_id=${acme.organizationId}`,
      acme.cookie,
    );
    expect([page.origin, page.pathname]).toEqual([app.url, '/pretend-platform']);
    const back = await connect(DISCORD, acme, 'readers');
    expect([back.pathname, back.searchParams.get('guild_id')]).toEqual(['/acme/benefits/new', 'pretend-readers']);
    const guild = (await (await lookUp(guildToken, acme)).json()) as { name: string; roles: object[] };
    expect(guild).toMatchObject({ name: 'readers', roles: [{ name: 'Moderator' }, { is_bot: true }, {}, {}] });
    const listed = await visit(`/api/dashboard/integrations?organization_id=${acme.organizationId}`, acme.cookie);
    const { installations, platforms } = (await listed.json()) as Record<string, { id: string }[]>;
    expect(platforms).toContainEqual({ platform: 'discord', is_pretend: true });
    expect(installations).toEqual([expect.objectContaining({ platform: 'discord', place_id: 'pretend-readers' })]);
    const choices = await visit(`/api/dashboard/integrations/${installations![0]!.id}`, acme.cookie);
    expect(await choices.json()).toMatchObject({
      guild_token: guildToken,
      roles: [{ is_assignable: false }, { is_assignable: false }, { is_assignable: true }, { is_assignable: true }],
    });
    expect((await visit(`/api/dashboard/integrations/${installations![0]!.id}`, other.cookie)).status).toBe(404);
  });

  it('gives a role in create, get, list and update', async () => {
    const { id, properties } = await create('2');
    expect(properties).toEqual({ guildId: 'pretend-readers', roleId: '2', guildToken: expect.any(String) });
    const shown = await api.benefits.get({ id });
    const again = shown.properties as { guildToken: string };
    const changed = { guildToken: again.guildToken, roleId: '1' };
    const updated = await api.benefits.update({ id, requestBody: { type: 'discord', properties: changed } });
    expect(updated.properties).toMatchObject({ guildId: 'pretend-readers', roleId: '1' });
    const { result } = await api.benefits.list({ typeFilter: 'discord' });
    expect(result.items.map((one) => one.id)).toContain(id);
  });

  it('gives only roles that exist, below the bot', async () => {
    const at = (type: string) => ({
      detail: [expect.objectContaining({ loc: ['body', 'properties', 'role_id'], type })],
    });
    await expect(create('99')).rejects.toMatchObject(at('invalid_role'));
    for (const id of ['3', '4']) await expect(create(id)).rejects.toMatchObject(at('invalid_role_position'));
    const without = { type: 'discord', description: 'The club', organization_id: acme.organizationId, properties: {} };
    expect(await refusal(send('/v1/benefits', without, acme))).toEqual([
      ...[422, 'body.properties.guild_token', 'missing'],
    ]);
  });

  it('cannot be given with a token that is forged, of another organization, or too old', async () => {
    const theirs = (await connect(DISCORD, other, 'writers')).searchParams.get('guild_token')!;
    const [, expires, signature] = guildToken.split('.') as [string, string, string];
    const later = String(Number(expires) + 1);
    const forged = [
      `pretend-writers.${expires}.${signature}`,
      `pretend-readers.${later}.${signature}`,
      `pretend-readers.${expires}.${'A'.repeat(signature.length)}`,
      theirs,
      '',
      'pretend-readers',
    ];
    for (const token of forged) {
      await expect(create('2', token)).rejects.toMatchObject({
        detail: [expect.objectContaining({ loc: ['body', 'properties', 'guild_token'] })],
      });
      const query = [422, 'query.guild_token', 'invalid_guild_token'];
      expect(await refusal(lookUp(token, acme))).toEqual(query);
    }
    expect((await lookUp(guildToken, other)).status).toBe(422);
    const fresh = (await connect(DISCORD, acme, 'readers')).searchParams.get('guild_token')!;
    app.clock.advanceMachine(7_201);
    await expect(create('2', fresh)).rejects.toMatchObject({ detail: expect.any(Array) });
    guildToken = (await connect(DISCORD, acme, 'readers')).searchParams.get('guild_token')!;
  });

  it('of the sandbox shows who has a role by the benefit', async () => {
    const { id } = await create('2');
    const members = async ({ cookie }: Seller) => visit(`/api/dashboard/benefits/${id}/pretend-members`, cookie);
    expect(await (await members(acme)).json()).toEqual({ usernames: [] });
    const platform = app.app.get<RemotePlatforms>(REMOTE_PLATFORMS, { strict: false }).get('discord')!;
    const { account, tokens } = await platform.link('pat', app.url);
    const access = { platform: 'discord', guildId: 'pretend-readers', roleId: '2' } as const;
    await platform.grant(access, { ...account, accessToken: tokens.accessToken });
    expect(await (await members(acme)).json()).toEqual({ usernames: ['pat'] });
    expect((await members(other)).status).toBe(404);
  });
});

describe('a GitHub repository', () => {
  it('is given only by the organization that has connected its installation', async () => {
    const none = [422, 'body.properties.repository_name', 'no_repository_installation_found'];
    expect(await refusal(createRepository(acme))).toEqual(none);
    await connect(GITHUB, acme, 'paper-atlas');
    const created = await createRepository(acme, { ...repository, repository_owner: 'Paper-Atlas' });
    expect([created.status, await created.json()]).toEqual([
      201,
      expect.objectContaining({ type: 'github_repository', properties: repository }),
    ]);
    expect(await refusal(createRepository(other))).toEqual(none);
    expect(await refusal(createRepository(acme, { ...repository, repository_name: 'gone' }))).toEqual(none);
    expect((await createRepository(acme, { ...repository, permission: 'owner' })).status).toBe(422);
  });

  it('is shown to an organization token, which cannot give it', async () => {
    const { id } = (await (await createRepository(acme)).json()) as { id: string };
    const { properties } = await api.benefits.get({ id });
    expect(properties).toEqual({ repositoryOwner: 'paper-atlas', repositoryName: 'docs', permission: 'pull' });
    const asked = { repositoryOwner: 'paper-atlas', repositoryName: 'docs', permission: 'pull' } as const;
    const refused = {
      detail: [
        expect.objectContaining({ loc: ['body', 'properties', 'repository_owner'], type: 'invalid_auth_subject' }),
      ],
    };
    const create = { type: 'github_repository', description: 'Sources', properties: asked } as const;
    await expect(api.benefits.create(create)).rejects.toMatchObject(refused);
    const update = { type: 'github_repository', properties: { ...asked, permission: 'admin' } } as const;
    await expect(api.benefits.update({ id, requestBody: update })).rejects.toMatchObject(refused);
  });

  it('leads back with the reason if nothing was connected', async () => {
    const declined = await comeBack(GITHUB, await begin(GITHUB, acme), acme.cookie, { error: 'access_denied' });
    expect(declined.pathname).toBe('/acme/benefits/new');
    expect(declined.searchParams.get('error')).toMatch(/not allowed/);
    const failed = await comeBack(GITHUB, await begin(GITHUB, acme), acme.cookie, { code: 'No name' });
    expect(failed.searchParams.get('error')).toMatch(/linked again/);
  });
});

describe('what a seller has connected', () => {
  const connectedBy = async ({ cookie, organizationId }: Seller) => {
    const answer = await visit(`/api/dashboard/integrations?organization_id=${organizationId}`, cookie);
    return ((await answer.json()) as { installations: { id: string; name: string }[] }).installations;
  };
  const disconnect = (id: string, { cookie }: Seller) =>
    fetch(`${app.url}/api/dashboard/integrations/${id}`, { method: 'DELETE', headers: { cookie, origin: app.url } });

  it.each([
    [
      DISCORD,
      'leaving',
      (guild_token: string) => ({ type: 'discord', description: 'Club', properties: { guild_token, role_id: '1' } }),
    ],
    [
      GITHUB,
      'leaving-app',
      () => ({
        type: 'github_repository',
        description: 'Club',
        properties: { ...repository, repository_owner: 'leaving-app' },
      }),
    ],
  ] as const)('is disconnected at %s, once no benefit gives something there', async (flow, name, benefit) => {
    const back = await connect(flow, acme, name);
    const id = back.searchParams.get('connected')!;
    const body = { ...benefit(back.searchParams.get('guild_token')!), organization_id: acme.organizationId };
    const created = await send('/v1/benefits', body, acme);
    expect(created.status).toBe(201);
    const refused = await disconnect(id, acme);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { error: 'RemoteInstallationInUse', detail: expect.stringContaining('"Club" gives access at ' + name) },
    ]);
    expect((await disconnect(id, other)).status).toBe(404);
    await api.benefits.delete({ id: ((await created.json()) as Made).id });
    expect((await disconnect(id, acme)).status).toBe(204);
    expect((await connectedBy(acme)).map((one) => one.name)).not.toContain(name);
    expect((await disconnect(id, acme)).status).toBe(404);
    expect((await send('/v1/benefits', body, acme)).status).toBe(422);
    await connect(flow, acme, name);
    expect((await connectedBy(acme)).map((one) => one.name)).toContain(name);
  });

  it('is listed whole, however much it is', async () => {
    const many = await seller();
    const { organizationId } = many;
    for (let n = 0; n < 101; n++) {
      const remoteInstallationId = remoteInstallationIdOf(organizationId, 'discord', String(n));
      const place = { platform: 'discord', placeId: String(n), name: `Server ${n}` } as const;
      const connected: RemoteInstallationEvent = {
        type: 'RemoteInstallationConnected',
        data: { remoteInstallationId, organizationId, ...place },
      };
      await happen(app, remoteInstallationStream(remoteInstallationId), connected);
    }
    await app.runtime.settled();
    expect(await connectedBy(many)).toHaveLength(101);
  });
});

describe('a subscription in the sandbox', () => {
  it('gives the role once the account is linked by the pretend Discord, shows no token of it, and takes it at the end', async () => {
    const guildToken = (await connect(DISCORD, acme, 'subscribers')).searchParams.get('guild_token')!;
    const make = async (path: string, body: object) =>
      (await post(app, path, body, acme.cookie)).json() as Promise<Made>;
    const mine = { organization_id: acme.organizationId };
    const properties = { guild_token: guildToken, role_id: '1' };
    const benefit = await make('/v1/benefits', { ...mine, type: 'discord', description: 'The club', properties });
    const prices = [{ amount_type: 'fixed', price_amount: 1_000 }];
    const product = await make('/v1/products', { ...mine, name: 'Club', recurring_interval: 'month', prices });
    await make(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] });
    const { client_secret } = await make('/v1/checkouts', { products: [product.id] });
    const buyer = { customer_email: 'reader@example.com', customer_name: 'R', confirmation_token_id: 'ctoken_ok' };
    const address = { customer_billing_address: { country: 'DE' } };
    const bought = await make(`/v1/checkouts/client/${client_secret}/confirm`, { ...buyer, ...address });
    await app.runtime.settled();
    const { token } = await make('/v1/customer-sessions', { customer_id: bought.customer_id });
    const headers = { authorization: `Bearer ${token}` };
    const accounts = `${app.url}/v1/customer-portal/oauth-accounts/authorize`;
    const query = new URLSearchParams({ platform: 'discord', return_to: `${app.url}/portal` });
    const begun = await fetch(`${accounts}?${query.toString()}`, { headers });
    const page = new URL(((await begun.json()) as { url: string }).url);
    expect([page.pathname, page.searchParams.get('kind')]).toEqual(['/pretend-platform', 'link']);
    const back = new URL(page.searchParams.get('redirect_uri')!);
    back.search = new URLSearchParams({ code: 'reader', state: page.searchParams.get('state')! }).toString();
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!;
    const returned = await fetch(back, { headers: { cookie }, redirect: 'manual' });
    expect(returned.headers.get('location')).toBe(`${app.url}/portal`);
    const members = async () => {
      const answer = await visit(`/api/dashboard/benefits/${benefit.id}/pretend-members`, acme.cookie);
      return ((await answer.json()) as { usernames: string[] }).usernames;
    };
    await until(async () => (await members()).includes('reader'), 'the member to have the role');
    const grants = await fetch(`${app.url}/v1/customer-portal/benefit-grants`, { headers });
    const [grant] = ((await grants.json()) as { items: { benefit: Made }[] }).items;
    expect(grant!.benefit.properties).toEqual({ guild_id: 'pretend-subscribers' });
    const listed = await visit(`/v1/subscriptions?product_id=${product.id}`, acme.cookie);
    const [{ id }] = ((await listed.json()) as { items: [Made] }).items;
    await fetch(`${app.url}/v1/subscriptions/${id}`, {
      method: 'DELETE',
      headers: { cookie: acme.cookie, origin: app.url },
    });
    await until(async () => (await members()).length === 0, 'the role to be taken');
  });
});

describe('coming back from a platform', () => {
  const connected = async ({ cookie, organizationId }: Seller) => {
    const answer = await visit(`/api/dashboard/integrations?organization_id=${organizationId}`, cookie);
    return ((await answer.json()) as { installations: { name: string }[] }).installations.map(({ name }) => name);
  };

  it('is refused with the state of somebody else or of another platform, and once it was used or is late', async () => {
    const { cookie: sameUser } = await signInAgain(acme);
    const refused = async (flow: Flow, state: string, cookie: string) => {
      const to = await comeBack(flow, state, cookie, { code: 'stolen' });
      expect([to.pathname, to.search]).toEqual(['/error', '?error=please_restart_the_process']);
    };
    await refused(DISCORD, await begin(DISCORD, acme), other.cookie);
    await refused(DISCORD, await begin(DISCORD, acme), sameUser);
    await refused(GITHUB, await begin(DISCORD, acme), acme.cookie);
    await refused(DISCORD, 'made-up', acme.cookie);
    const used = await begin(DISCORD, acme);
    await comeBack(DISCORD, used, acme.cookie, { code: 'used-once' });
    await refused(DISCORD, used, acme.cookie);
    const late = await begin(DISCORD, acme);
    app.clock.advanceMachine(1_801);
    await refused(DISCORD, late, acme.cookie);
    expect(await connected(acme)).toContain('used-once');
    for (const each of [acme, other]) expect(await connected(each)).not.toContain('stolen');
  });

  it('is not begun for another organization, without a session, or to a foreign page', async () => {
    const authorize = (organization: string, cookie: string, returnTo = '/') =>
      visit(
        `/v1/integrations/${GITHUB}/authorize?organization_id=${organization}&return_to=${encodeURIComponent(returnTo)}`,
        cookie,
      );
    expect((await authorize(other.organizationId, acme.cookie)).status).toBe(422);
    expect((await authorize(acme.organizationId, '')).status).toBe(401);
    for (const foreign of ['https://evil.example/', '//evil.example/', 'javascript:alert(1)', '/\\evil.example'])
      expect([foreign, (await authorize(acme.organizationId, acme.cookie, foreign)).status]).toEqual([foreign, 422]);
  });
});

describe('platforms', () => {
  it('are offered to customers only where the shop gives benefits', async () => {
    const person = await signUp(app);
    const { id: organizationId, slug } = await createOrganization(app, person.cookie);
    const one = { ...person, organizationId };
    const linkable = async () => {
      const answer = await visit(`/v1/customer-portal/organizations/${slug}`, '');
      return ((await answer.json()) as { linkable_platforms: string[] }).linkable_platforms;
    };
    expect(await linkable()).toEqual([]);
    await connect(GITHUB, one, 'paper-atlas');
    const { id } = (await (await createRepository(one)).json()) as { id: string };
    expect(await linkable()).toEqual(['github']);
    const headers = { origin: app.url, cookie: one.cookie };
    expect((await fetch(`${app.url}/v1/benefits/${id}`, { method: 'DELETE', headers })).status).toBe(204);
    expect(await linkable()).toEqual([]);
  });

  it('are real with their keys, and off without them where there is no sandbox', async () => {
    const live = await startApp({ env: WITHOUT_SANDBOX });
    const before = app;
    app = live;
    try {
      const one = await seller();
      const page = await redirected(
        `/v1/integrations/${DISCORD}/authorize?organization_id=${one.organizationId}`,
        one.cookie,
      );
      expect([page.hostname, page.searchParams.get('scope')]).toEqual(['discord.com', 'bot']);
      expect(
        (await visit(`/v1/integrations/${GITHUB}/authorize?organization_id=${one.organizationId}`, one.cookie)).status,
      ).toBe(404);
      expect(await refusal(createRepository(one))).toEqual([422, 'body.type', 'value_error']);
      const listed = await visit(`/api/dashboard/integrations?organization_id=${one.organizationId}`, one.cookie);
      expect(await listed.json()).toEqual({
        platforms: [{ platform: 'discord', is_pretend: false }],
        installations: [],
      });
    } finally {
      app = before;
      await live.close();
    }
  });
});
