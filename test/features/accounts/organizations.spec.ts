import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { Polar } from '@polar-sh/sdk';
import { accessTokenProjection } from '../../../src/features/accounts/access-tokens/access-token.projection.ts';
import { accessTokenList } from '../../../src/features/accounts/access-tokens/access-tokens.controller.ts';
import { memberProjection } from '../../../src/features/accounts/organizations/members/member.projection.ts';
import {
  BY_JOINING,
  MembershipReader,
  membershipsOf,
} from '../../../src/features/accounts/organizations/members/memberships.queries.ts';
import { invitationProjection } from '../../../src/features/accounts/organizations/invitations/invitation.projection.ts';
import { BY_CREATION } from '../../../src/features/accounts/organizations/invitations/invitations.queries.ts';
import { memberPage } from '../../../src/features/accounts/organizations/members/members.queries.ts';
import { LeaveAllOrganizations } from '../../../src/features/accounts/organizations/organization.commands.ts';
import { teamProjection } from '../../../src/features/accounts/organizations/teams/team.projection.ts';
import { membersOfTeam, TEAMS } from '../../../src/features/accounts/organizations/teams/teams.queries.ts';
import { subscriptionProjection } from '../../../src/features/billing/subscriptions/subscription.projection.ts';
import { endpointProjection } from '../../../src/features/delivery/webhooks/endpoints/webhook-endpoint.projection.ts';
import { organizationProjection } from '../../../src/features/accounts/organizations/organization.projection.ts';
import { organizationList } from '../../../src/features/accounts/organizations/organizations.controller.ts';
import { sessionProjection } from '../../../src/features/accounts/sessions/session.projection.ts';
import { sessionsOf } from '../../../src/features/accounts/sessions/sessions.queries.ts';
import type { SqliteDocumentStore } from '../../../src/adapters/sqlite/sqlite-document-store.ts';
import { pageQuery } from '../../../src/app/reading/documents.ts';
import { listRequest, type ListSpec } from '../../../src/app/http/lists/list.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { LIMITS } from '../../../src/limits.ts';
import { collectionOf, type AnyProjection } from '../../../src/kernel/reading/projection.ts';
import type { Find } from '../../../src/kernel/ports/document-store.ts';
import { createOrganization, organizationToken, post, signUp, tokenOf, type Person } from '../../support/accounts.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { happen } from '../../support/sellers.ts';
import { browser, type Browser } from '../../support/auth-client.ts';
import { newOwner, joined, race, somebody as somebodyNew } from '../../support/members.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ages: true });
});
afterAll(() => app.close());

async function somebody(): Promise<Browser> {
  const visitor = browser(app);
  const email = `person-${newUuid()}@example.com`;
  await visitor.client.signUp.email({ email, password: 'correct horse', name: 'Ada' });
  return visitor;
}

const slug = () => `org-${newUuid()}`;

function ask(path: string, { cookie, token, ...init }: RequestInit & { cookie?: string; token?: string } = {}) {
  const headers = {
    origin: app.url,
    ...(init.body !== undefined && { 'content-type': 'application/json' }),
    ...(cookie && { cookie }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return fetch(`${app.url}${path}`, { ...init, headers });
}

describe('creating an organization', () => {
  it('returns it with its owner and makes it active', async () => {
    const me = await somebody();
    const name = slug();
    const { data } = await me.client.organization.create({
      name: 'Acme',
      slug: name.toUpperCase(),
      logo: 'https://example.com/a.png',
      metadata: { plan: 'x' },
    });
    const session = (await me.client.getSession()).data!;
    expect(data).toMatchObject({
      name: 'Acme',
      slug: name,
      logo: 'https://example.com/a.png',
      metadata: { plan: 'x' },
      members: [{ userId: session.user.id, organizationId: data!.id, role: 'owner', teamId: expect.any(String) }],
    });
    expect(Object.keys(data!).sort()).toEqual(['createdAt', 'id', 'logo', 'members', 'metadata', 'name', 'slug']);
    expect(session.session.activeOrganizationId).toBe(data!.id);
  });

  it('keeps the active organization on request', async () => {
    const me = await somebody();
    const first = await me.client.organization.create({ name: 'Acme', slug: slug() });
    await me.client.organization.create({ name: 'Other', slug: slug(), keepCurrentActiveOrganization: true });
    expect((await me.client.getSession()).data!.session.activeOrganizationId).toBe(first.data!.id);
  });

  it('ignores a user id in the body', async () => {
    const [me, other] = [await somebody(), await somebody()];
    const { id: userId } = (await other.client.getSession()).data!.user;
    const body = { name: 'Acme', slug: slug(), userId };
    expect((await ask('/api/auth/organization/create', { method: 'POST', body: JSON.stringify(body) })).status).toBe(
      401,
    );
    const created = (await (await me.post('/api/auth/organization/create', body)).json()) as { members: object[] };
    expect(created.members).toMatchObject([{ userId: (await me.client.getSession()).data!.user.id }]);
    expect((await other.client.organization.list()).data).toEqual([]);
  });

  it('rejects a slug that is taken, in any case, or reserved', async () => {
    const me = await somebody();
    const name = slug();
    await me.client.organization.create({ name: 'Acme', slug: name });
    for (const taken of [name, name.toUpperCase(), 'v1', 'sign-in', 'Admin']) {
      const { error } = await me.client.organization.create({ name: 'Acme', slug: taken });
      expect(error).toMatchObject({
        status: 400,
        code: 'ORGANIZATION_ALREADY_EXISTS',
        message: 'Organization already exists',
      });
      const checked = await me.client.organization.checkSlug({ slug: taken });
      expect(checked.error).toMatchObject({ status: 400, code: 'SLUG_IS_TAKEN', message: 'slug is taken' });
    }
    expect((await me.client.organization.checkSlug({ slug: slug() })).data).toEqual({ status: true });
  });

  it('rejects a slug that cannot be part of a path, as if it were taken', async () => {
    const me = await somebody();
    for (const impossible of ['a/b', '', '..', 'ä', 'x'.repeat(101)]) {
      const { error } = await me.client.organization.create({ name: 'Acme', slug: impossible });
      expect(error).toMatchObject({ status: 400, code: 'ORGANIZATION_ALREADY_EXISTS' });
      const checked = await me.client.organization.checkSlug({ slug: impossible });
      expect(checked.error).toMatchObject({ status: 400, code: 'SLUG_IS_TAKEN' });
    }
  });

  it('rejects malformed requests', async () => {
    const me = await somebody();
    for (const body of [
      { name: 'a', slug: 7 },
      { name: 'a' },
      { slug: 'a' },
      { name: 'a', slug: 'b', metadata: 'x' },
    ]) {
      const answer = await me.post('/api/auth/organization/create', body);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' },
      ]);
    }
  });

  it('gives a slug to one of 50 parallel requests', async () => {
    const me = await somebody();
    const name = slug();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => me.client.organization.create({ name: 'Acme', slug: name })),
    );
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    for (const { error } of answers.filter(({ error }) => error))
      expect(error).toMatchObject({ status: 400, code: 'ORGANIZATION_ALREADY_EXISTS' });
    expect((await me.client.organization.list()).data).toHaveLength(1);
  });

  it.each([
    ['POST', 'create', { name: 'a', slug: 'b' }],
    ['POST', 'check-slug', { slug: 'b' }],
    ['POST', 'set-active', {}],
    ['GET', 'list', undefined],
    ['GET', 'get-full-organization', undefined],
  ])('rejects %s %s without a session', async (method, path, body) => {
    const answer = await ask(`/api/auth/organization/${path}`, { method, body: body && JSON.stringify(body) });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      401,
      'application/json',
      '',
    ]);
  });
});

describe('an organization by the identity contract', () => {
  it('lists metadata as text', async () => {
    const me = await somebody();
    expect((await me.client.organization.list()).data).toEqual([]);
    const { data } = await me.client.organization.create({ name: 'Acme', slug: slug(), metadata: { a: 1 } });
    const { members: _, ...organization } = data!;
    expect((await me.client.organization.list()).data).toEqual([{ ...organization, metadata: '{"a":1}' }]);
  });

  it('lists the first hundred that a user joined', async () => {
    const me = await somebodyNew(app);
    const names = Array.from({ length: 101 }, () => slug());
    for (const name of names) await me.do('create', { name, slug: name, keepCurrentActiveOrganization: true });
    const listed = (await me.client.organization.list()).data!;
    expect(listed.map(({ name }) => name)).toEqual(names.slice(0, 100));
  });

  it('is returned in full with members, invitations and its first team', async () => {
    const me = await somebody();
    const { data } = await me.client.organization.create({ name: 'Acme', slug: slug() });
    const { user } = (await me.client.getSession()).data!;
    const full = (await me.client.organization.getFullOrganization()).data!;
    expect(full).toMatchObject({ id: data!.id, metadata: null, invitations: [] });
    expect(full.teams).toMatchObject([{ name: 'Acme', organizationId: data!.id, updatedAt: null }]);
    expect(full.members[0]!.teamId).toBe((full.teams as unknown as { id: string }[])[0]!.id);
    expect(full.members).toMatchObject([
      { role: 'owner', user: { id: user.id, name: user.name, email: user.email, image: null } },
    ]);
    const bySlug = await me.fetch(`/api/auth/organization/get-full-organization?organizationSlug=${data!.slug}`);
    expect(((await bySlug.json()) as { id: string }).id).toBe(data!.id);
  });

  it('is null if none is active', async () => {
    const me = await somebody();
    const answer = await me.fetch('/api/auth/organization/get-full-organization');
    expect([answer.status, await answer.text()]).toEqual([200, 'null']);
    const active = await me.post('/api/auth/organization/set-active', {});
    expect([active.status, await active.text()]).toEqual([200, 'null']);
  });

  it('can be made active and inactive, which renews the cookie', async () => {
    const me = await somebody();
    const [first, second] = [
      (await me.client.organization.create({ name: 'First', slug: slug() })).data!,
      (await me.client.organization.create({ name: 'Second', slug: slug() })).data!,
    ];
    const active = async () => (await me.client.getSession()).data!.session.activeOrganizationId;
    expect(await active()).toBe(second.id);
    const set = (await me.client.organization.setActive({ organizationId: first.id })).data!;
    expect(me.set[0]).toContain('better-auth.session_token=');
    expect(set).toMatchObject({ id: first.id, invitations: [], teams: null });
    expect(await active()).toBe(first.id);
    const again = await me.post('/api/auth/organization/set-active', {});
    expect(await again.json()).toMatchObject({ id: first.id });
    expect((await me.client.organization.setActive({ organizationSlug: second.slug })).data!.id).toBe(second.id);
    expect((await me.client.organization.setActive({ organizationId: null })).data).toBeNull();
    expect(await active()).toBeNull();
  });

  it('is hidden from other users, which clears their preference', async () => {
    const [me, you] = [await somebody(), await somebody()];
    const yours = (await you.client.organization.create({ name: 'Yours', slug: slug() })).data!;
    const refusal = {
      status: 403,
      code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
      message: 'User is not a member of the organization',
    };
    await me.client.organization.create({ name: 'Mine', slug: slug() });
    for (const organizationId of [yours.id, newUuid()]) {
      expect((await me.client.organization.setActive({ organizationId })).error).toMatchObject(refusal);
      expect((await me.client.getSession()).data!.session.activeOrganizationId).toBeNull();
      const full = await me.client.organization.getFullOrganization({ query: { organizationId } });
      expect(full.error).toMatchObject(refusal);
    }
    const bySlug = await me.client.organization.setActive({ organizationSlug: yours.slug });
    expect(bySlug.error).toMatchObject(refusal);
  });
});

describe('an organization by the billing contract', () => {
  let owner: Person;
  let mine: { id: string; slug: string };
  beforeAll(async () => {
    owner = await signUp(app);
    mine = await createOrganization(app, owner.cookie, { name: 'Nordlicht' });
  });
  const polarOf = async (...scopes: string[]) =>
    new Polar({ accessToken: (await tokenOf(app, owner.cookie, mine.id, ...scopes)).token, serverURL: app.url });

  it('is the same organization, retrieved and listed with the SDK', async () => {
    const polar = await polarOf('organizations:read');
    const got = await polar.organizations.get({ id: mine.id });
    expect(got).toMatchObject({
      id: mine.id,
      name: 'Nordlicht',
      slug: mine.slug,
      avatarUrl: null,
      email: null,
      socials: [],
      detailsSubmittedAt: null,
      featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
      subscriptionSettings: {
        allowMultipleSubscriptions: false,
        allowCustomerUpdates: true,
        prorationBehavior: 'prorate',
      },
    });
    const { result } = await polar.organizations.list({ slug: mine.slug });
    expect(result.items).toEqual([got]);
    expect((await polar.organizations.list({ slug: 'another' })).result.items).toEqual([]);
  });

  it('is updated with the SDK, merging features and replacing the rest', async () => {
    const polar = await polarOf('organizations:write');
    const updated = await polar.organizations.update({
      id: mine.id,
      organizationUpdate: {
        name: 'Nordlicht Verlag',
        avatarUrl: 'https://example.com/logo.png',
        email: 'hello@example.com',
        website: 'https://example.com/',
        socials: [{ platform: 'github', url: 'https://github.com/nordlicht' }],
        featureSettings: { usageBasedBillingEnabled: true },
        subscriptionSettings: {
          allowMultipleSubscriptions: true,
          allowCustomerUpdates: false,
          prorationBehavior: 'invoice',
        },
        details: {
          about: 'a',
          productDescription: 'b',
          intendedUse: 'c',
          customerAcquisition: [],
          futureAnnualRevenue: 1,
        },
      },
    });
    expect(updated).toMatchObject({
      name: 'Nordlicht Verlag',
      email: 'hello@example.com',
      featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: true },
      subscriptionSettings: { allowMultipleSubscriptions: true, prorationBehavior: 'invoice' },
    });
    expect(updated.detailsSubmittedAt).not.toBeNull();
    expect(updated.modifiedAt).not.toBeNull();
    expect(await polar.organizations.get({ id: mine.id })).toEqual(updated);
    const me = await ask(`/api/auth/organization/list`, { cookie: owner.cookie });
    expect(await me.json()).toMatchObject([{ name: 'Nordlicht Verlag', logo: 'https://example.com/logo.png' }]);
    const cleared = await polar.organizations.update({ id: mine.id, organizationUpdate: { email: '', website: null } });
    expect(cleared).toMatchObject({ email: null, website: null, name: 'Nordlicht Verlag' });
  });

  it('has a time zone, UTC until it is set, which only this contract answers', async () => {
    const person = await signUp(app);
    const { id } = await createOrganization(app, person.cookie, { name: 'Almanac' });
    const path = `/v1/organizations/${id}`;
    const zone = async () =>
      ((await (await ask(path, { cookie: person.cookie })).json()) as { time_zone: string }).time_zone;
    const set = (time_zone: string | null) =>
      ask(path, { method: 'PATCH', cookie: person.cookie, body: JSON.stringify({ time_zone }) });
    expect(await zone()).toBe('UTC');
    expect(await (await set('America/Argentina/Buenos_Aires')).json()).toMatchObject({
      time_zone: 'America/Argentina/Buenos_Aires',
    });
    await set(null);
    expect(await zone()).toBe('America/Argentina/Buenos_Aires');
    const [identity] = (await (await ask('/api/auth/organization/list', { cookie: person.cookie })).json()) as object[];
    expect(JSON.stringify(identity)).not.toMatch(/zone/i);
  });

  it('keeps settings for billing as a whole; what a change of product does may be left open', async () => {
    const { token } = await tokenOf(app, owner.cookie, mine.id, 'organizations:write');
    const set = async (billing_settings: object) => {
      const body = JSON.stringify({ billing_settings });
      const answer = await ask(`/v1/organizations/${mine.id}`, { method: 'PATCH', token, body });
      return ((await answer.json()) as { billing_settings: object }).billing_settings;
    };
    const unpaid = { benefit_grace_days: 3, unpaid_action: 'unpaid' };
    const changes = { upgrade_behavior: 'invoice', downgrade_behavior: 'next_period' };
    const open = { upgrade_behavior: null, downgrade_behavior: null };
    expect(await set({ ...changes, ...unpaid })).toEqual({ ...changes, ...unpaid });
    expect(await set(unpaid)).toEqual({ ...open, ...unpaid });
    await set({ ...changes, ...unpaid });
    expect(await set({ ...open, ...unpaid })).toEqual({ ...open, ...unpaid });
  });

  it.each([
    [{ name: 'ab' }, 'body.name'],
    [{ email: 'nobody' }, 'body.email'],
    [{ email: 'half\ud800@example.com' }, 'body.email'],
    [{ website: 'javascript:alert(1)' }, 'body.website'],
    [{ socials: [{ platform: 'x', url: 'https://evil.example/x' }] }, 'body.socials.0.url'],
    [{ socials: [{ platform: 'x', url: 'https://x.com.evil.example/x' }] }, 'body.socials.0.url'],
    [{ socials: [{ platform: 'linkedin', url: 'https://x.com@evil.example/' }] }, 'body.socials.0.url'],
    [{ socials: [{ platform: 'other', url: 'ftp://files.example/' }] }, 'body.socials.0.url'],
    [{ details: { about: 'x' } }, 'body.details.product_description'],
    [{ subscription_settings: null, name: 'x' }, 'body.name'],
    [{ socials: [{ platform: 'myspace', url: 'https://x.com' }] }, 'body.socials.0.platform'],
    [{ feature_settings: { usage_based_billing_enabled: null } }, 'body.feature_settings.usage_based_billing_enabled'],
    [{ feature_settings: { issue_funding_enabled: null } }, 'body.feature_settings.issue_funding_enabled'],
    [
      { subscription_settings: { allow_multiple_subscriptions: true } },
      'body.subscription_settings.allow_customer_updates',
    ],
    [{ feature_settings: { usage_based_billing_enabled: null } }, 'body.feature_settings.usage_based_billing_enabled'],
    [
      {
        subscription_settings: {
          ...{ allow_multiple_subscriptions: true, allow_customer_updates: true, proration_behavior: 'prorate' },
          prevent_trial_abuse: true,
        },
      },
      'body.subscription_settings.prevent_trial_abuse',
    ],
    [{ time_zone: 'Europe/Atlantis' }, 'body.time_zone'],
    [{ time_zone: '+02:00' }, 'body.time_zone'],
    [{ time_zone: 2 }, 'body.time_zone'],
    [{ time_zone: '' }, 'body.time_zone'],
  ])('refuses %j at %s', async (body, path) => {
    const { token } = await tokenOf(app, owner.cookie, mine.id, 'organizations:write');
    const answer = await ask(`/v1/organizations/${mine.id}`, { method: 'PATCH', token, body: JSON.stringify(body) });
    const { detail } = (await answer.json()) as { detail: { loc: string[] }[] };
    expect([answer.status, detail[0]!.loc.join('.')]).toEqual([422, path]);
  });

  it('is 404 for other tokens, and requires the scope', async () => {
    const stranger = await organizationToken(app, 'organizations:read', 'organizations:write');
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'PATCH' ? '{"name":"Stolen"}' : undefined;
      const answer = await ask(`/v1/organizations/${mine.id}`, { method, token: stranger.token, body });
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([404, 'ResourceNotFound']);
    }
    const { token } = await tokenOf(app, owner.cookie, mine.id, 'organizations:read');
    const refused = await ask(`/v1/organizations/${mine.id}`, { method: 'PATCH', token, body: '{"name":"Name"}' });
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([403, 'insufficient_scope']);
    const foreignCookie = await ask(`/v1/organizations/${mine.id}`, { cookie: stranger.cookie });
    expect(foreignCookie.status).toBe(404);
  });

  it('accepts its owner’s cookie', async () => {
    const second = await createOrganization(app, owner.cookie, { name: 'A second' });
    const listed = await ask('/v1/organizations/?sorting=name', { cookie: owner.cookie });
    const { items, pagination } = (await listed.json()) as { items: { id: string }[]; pagination: object };
    expect(items.map(({ id }) => id)).toEqual([second.id, mine.id]);
    expect(pagination).toEqual({ total_count: 2, max_page: 1 });
    const patched = await ask(`/v1/organizations/${second.id}`, {
      method: 'PATCH',
      cookie: owner.cookie,
      body: '{"name":"New name"}',
    });
    expect(((await patched.json()) as { name: string }).name).toBe('New name');
  });
});

describe('creating an organization by the billing contract', () => {
  const create = (cookie: string | undefined, body: object, token?: string) =>
    ask('/v1/organizations/', {
      method: 'POST',
      body: JSON.stringify(body),
      ...(cookie && { cookie }),
      ...(token && { token }),
    });
  const refusalOf = async (answer: Response) => {
    const { error, detail } = (await answer.json()) as { error: string; detail: { loc: string[] }[] | string };
    return [answer.status, typeof detail === 'string' ? error : detail[0]!.loc.join('.')];
  };

  it('takes every field with the SDK, from a user who is its owner afterwards', async () => {
    const me = await somebody();
    const key = (await me.client.apiKey.create({})).data!.key;
    const polar = new Polar({ accessToken: key, serverURL: app.url });
    const wanted = {
      name: 'Sternwarte',
      slug: slug().toUpperCase(),
      avatarUrl: 'https://example.com/star.png',
      email: 'hello@example.com',
      website: 'https://example.com/',
      socials: [
        { platform: 'x' as const, url: 'https://twitter.com/stern' },
        { platform: 'other' as const, url: 'https://social.example/@stern' },
      ],
      subscriptionSettings: {
        allowMultipleSubscriptions: true,
        allowCustomerUpdates: false,
        prorationBehavior: 'invoice' as const,
      },
    };
    const details = {
      about: 'Star charts',
      productDescription: 'Charts by the month',
      intendedUse: 'Subscriptions',
      customerAcquisition: ['newsletter'],
      futureAnnualRevenue: 12_000,
      switchingFrom: 'gumroad' as const,
    };
    const created = await polar.organizations.create({
      ...wanted,
      details,
      featureSettings: { usageBasedBillingEnabled: true },
    });
    expect(created).toMatchObject({
      ...wanted,
      slug: wanted.slug.toLowerCase(),
      detailsSubmittedAt: expect.any(Date),
      featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: true },
      modifiedAt: null,
    });
    expect(await polar.organizations.get({ id: created.id })).toEqual(created);
    const paged = await polar.organizations.list({ sorting: ['-name', 'slug', '-created_at'], page: 1, limit: 1 });
    expect(paged.result).toEqual({ items: [created], pagination: { totalCount: 1, maxPage: 1 } });
    expect(
      (await polar.organizations.update({ id: created.id, organizationUpdate: { name: 'Planetarium' } })).name,
    ).toBe('Planetarium');
  });

  it('needs no role in another organization, and gives the defaults', async () => {
    const person = await signUp(app);
    const answer = await create(person.cookie, { name: 'First', slug: slug() });
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      {
        feature_settings: { issue_funding_enabled: false, usage_based_billing_enabled: false },
        subscription_settings: {
          allow_multiple_subscriptions: false,
          allow_customer_updates: true,
          proration_behavior: 'prorate',
        },
        socials: [],
        details_submitted_at: null,
        time_zone: 'UTC',
      },
    ]);
  });

  it('is refused to tokens and to keys without the permission', async () => {
    const owner = await signUp(app);
    const { id } = await createOrganization(app, owner.cookie);
    const { token } = await tokenOf(app, owner.cookie, id, 'organizations:write');
    expect(await refusalOf(await create(undefined, { name: 'By token', slug: slug() }, token))).toEqual([
      403,
      'NotPermitted',
    ]);
    expect((await create(undefined, { name: 'Nobody', slug: slug() })).status).toBe(401);
  });

  it('rejects invalid fields and slugs at their field', async () => {
    const { cookie } = await signUp(app);
    const { slug: taken } = await createOrganization(app, (await signUp(app)).cookie);
    const details = {
      about: 'x',
      product_description: 'x',
      intended_use: 'x',
      customer_acquisition: [],
      future_annual_revenue: 0,
    };
    const cases: [object, string][] = [
      [{ slug: slug() }, 'body.name'],
      [{ name: null, slug: slug() }, 'body.name'],
      [{ name: 'Good' }, 'body.slug'],
      [{ name: 'Good', slug: 'ab' }, 'body.slug'],
      [{ name: 'Good', slug: taken.toUpperCase() }, 'body.slug'],
      [{ name: 'Good', slug: 'checkout' }, 'body.slug'],
      [{ name: 'Good', slug: 'a/../b' }, 'body.slug'],
      [{ name: 'x'.repeat(900_000), slug: slug() }, 'body.name'],
      [{ name: 'Good', slug: slug(), details: { ...details, about: 'x'.repeat(5_001) } }, 'body.details.about'],
      [
        { name: 'Good', slug: slug(), details: { ...details, switching_from: 'nowhere' } },
        'body.details.switching_from',
      ],
      [{ name: 'Good', slug: slug(), details: { about: 'x' } }, 'body.details.product_description'],
      [
        { name: 'Good', slug: slug(), socials: [{ platform: 'youtube', url: 'https://youtube.com.evil.example/a' }] },
        'body.socials.0.url',
      ],
    ];
    for (const [body, at] of cases)
      expect([at, ...(await refusalOf(await create(cookie, body)))]).toEqual([at, 422, at]);
    const mine = await ask('/v1/organizations/', { cookie });
    expect(((await mine.json()) as { items: unknown[] }).items).toEqual([]);
  });

  it('gives a slug to one of 50 parallel requests', async () => {
    const { cookie } = await signUp(app);
    const body = { name: 'Race', slug: slug() };
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await create(cookie, body)).status));
    expect(statuses.sort()).toEqual([201, ...Array.from({ length: 49 }, () => 422)]);
  });
});

describe('updating an organization', () => {
  const IN_ORDER: [who: 'stranger' | 'member' | 'owner', body: object, status: number, message: string][] = [
    ['stranger', { data: { name: 'x' } }, 400, 'Organization not found'],
    ['stranger', { data: { name: 'x' }, organizationId: 'here' }, 400, 'User is not a member of the organization'],
    ['member', { data: { name: 'x' } }, 403, 'You are not allowed to update this organization'],
    ['member', { data: { slug: 'taken' } }, 403, 'You are not allowed to update this organization'],
    ['owner', { data: { slug: 'taken' } }, 400, 'Organization already exists'],
    ['owner', { data: { slug: 'admin' } }, 400, 'Organization already exists'],
    ['owner', { data: { slug: 'a/b' } }, 400, 'Organization already exists'],
  ];

  it('shows through both contracts, whichever one it came through', async () => {
    const owner = await newOwner(app);
    const { data } = await owner.client.organization.update({
      data: { name: 'Südlicht', logo: 'https://example.com/s.png', metadata: { plan: 'x' } },
    });
    expect(data).toMatchObject({
      id: owner.organizationId,
      name: 'Südlicht',
      slug: owner.slug,
      logo: 'https://example.com/s.png',
      metadata: { plan: 'x' },
    });
    const path = `/v1/organizations/${owner.organizationId}`;
    expect(await (await owner.fetch(path)).json()).toMatchObject({
      name: 'Südlicht',
      avatar_url: 'https://example.com/s.png',
    });
    const body = JSON.stringify({ name: 'Nordlicht', avatar_url: null });
    await owner.fetch(path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
    expect((await owner.client.organization.list()).data).toMatchObject([
      { name: 'Nordlicht', logo: null, metadata: '{"plan":"x"}' },
    ]);
  });

  it('changes nothing if no field is given', async () => {
    const owner = await newOwner(app);
    const before = await app.ports.store.read(`organization-${owner.organizationId}`);
    expect(await owner.ask('update', { data: {} })).toMatchObject([200, { name: 'Nordlicht', slug: owner.slug }]);
    expect(await owner.ask('update', { data: { slug: owner.slug, name: 'Nordlicht' } })).toMatchObject([200, {}]);
    expect(await app.ports.store.read(`organization-${owner.organizationId}`)).toHaveLength(before.length);
  });

  it('takes a new slug, and keeps the old one from everybody else', async () => {
    const [owner, other] = [await newOwner(app), await newOwner(app)];
    const moved = `moved-${slug()}`;
    expect(await owner.ask('update', { data: { slug: moved.toUpperCase() } })).toMatchObject([200, { slug: moved }]);
    expect(await (await owner.fetch(`/v1/organizations/${owner.organizationId}`)).json()).toMatchObject({
      slug: moved,
    });
    await app.runtime.settled();
    for (const taken of [moved, owner.slug]) {
      expect((await other.ask('check-slug', { slug: taken }))[0]).toBe(400);
      expect((await other.ask('update', { data: { slug: taken } }))[0]).toBe(400);
      expect((await other.ask('create', { name: 'x', slug: taken }))[0]).toBe(400);
    }
    expect(await owner.ask('update', { data: { slug: owner.slug } })).toMatchObject([200, { slug: owner.slug }]);
    await app.runtime.settled();
    expect((await other.ask('update', { data: { slug: moved } }))[0]).toBe(400);
  });

  it('is found by the slugs that it gave up, at its portal too', async () => {
    const owner = await newOwner(app);
    const [first, second] = [owner.slug, `moved-${slug()}`];
    const found = async (named: string) => {
      const listed = await (await owner.fetch(`/v1/organizations?slug=${named}`)).json();
      const portal = await (await fetch(`${app.url}/v1/customer-portal/organizations/${named}`)).json();
      const chosen = (await owner.client.organization.setActive({ organizationSlug: named })).data!;
      const { items } = listed as { items: { id: string; slug: string }[] };
      const { organization } = portal as { organization: { id: string; slug: string } };
      return [...items, organization, chosen].map(({ id, slug }) => ({ id, slug }));
    };
    for (const now of [second, first]) {
      expect(await owner.ask('update', { data: { slug: now } })).toMatchObject([200, {}]);
      for (const named of [first, second])
        expect(await found(named)).toEqual(Array(3).fill({ id: owner.organizationId, slug: now }));
    }
  });

  it('takes no more slugs than an organization can have', async () => {
    const owner = await newOwner(app);
    const name = slug();
    const { most } = LIMITS.organization.slugs;
    for (let at = 1; at < most; at++)
      expect((await owner.ask('update', { data: { slug: `${name}-${at}` } }))[0]).toBe(200);
    expect(await owner.ask('update', { data: { slug: `${name}-${most}` } })).toEqual([
      403,
      {
        code: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_SLUGS',
        message: expect.stringContaining(`at most ${most} slugs`),
      },
    ]);
    const other = await newOwner(app);
    expect((await other.ask('update', { data: { slug: `${name}-${most}` } }))[0]).toBe(200);
    expect((await owner.ask('update', { data: { slug: owner.slug } }))[0]).toBe(200);
  });

  it.each(IN_ORDER)('by a %s with %j is rejected with %i %s', async (who, body, status, message) => {
    const owner = await newOwner(app);
    const taken = await newOwner(app);
    const people = { owner, member: await joined(app, owner), stranger: await somebodyNew(app) };
    const text = JSON.stringify(body).replace('taken', taken.slug).replace('here', owner.organizationId);
    const code = message.toUpperCase().replaceAll(' ', '_');
    expect(await people[who].ask('update', JSON.parse(text))).toEqual([status, { code, message }]);
  });

  it('gives a slug to one of 50 parallel requests', async () => {
    const owners = await Promise.all(Array.from({ length: 5 }, () => newOwner(app)));
    const wanted = slug();
    const result = await race((index) => owners[index % 5]!.ask('update', { data: { slug: wanted } }), 5);
    expect(result).toEqual({ won: 1, codes: ['400 ORGANIZATION_ALREADY_EXISTS'] });
  });

  it('shows in get-organization, for newer clients', async () => {
    const [owner, stranger] = [await newOwner(app), await somebodyNew(app)];
    expect(await owner.see('get-organization')).toMatchObject([200, { id: owner.organizationId, metadata: null }]);
    expect(await owner.see(`get-organization?organizationSlug=${owner.slug}`)).toMatchObject([
      200,
      { slug: owner.slug },
    ]);
    expect(await stranger.see('get-organization')).toEqual([200, null]);
    expect((await stranger.see(`get-organization?organizationId=${owner.organizationId}`))[0]).toBe(403);
  });
});

type Owner = Awaited<ReturnType<typeof newOwner>>;
const NOT_DELETED = [
  403,
  {
    code: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
    message: 'You are not allowed to delete this organization',
  },
];

/** An organization with a token, a webhook endpoint, a product and an open checkout. */
async function shopOf(owner: Owner, { monthly = false } = {}) {
  const scopes = ['products:write', 'products:read', 'checkouts:write', 'subscriptions:write', 'webhooks:write'];
  const { token } = await tokenOf(app, cookieOf(owner), owner.organizationId, ...scopes);
  const polar = new Polar({ accessToken: token, serverURL: app.url });
  const { id: productId } = await polar.products.create({
    name: 'Ledger paper',
    recurringInterval: monthly ? 'month' : null,
    prices: [{ amountType: 'fixed', priceAmount: 1_000 }],
  });
  const open = () => polar.checkouts.create({ products: [productId] });
  const confirm = (clientSecret: string, confirmationTokenId = 'ctoken_ok') =>
    polar.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerName: 'Ada',
        customerEmail: `buyer-${newUuid()}@example.com`,
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId,
      },
    });
  return { polar, token, open, confirm };
}

function cookieOf({ cookies }: Browser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

const remove = (owner: Owner) => owner.ask('delete', { organizationId: owner.organizationId });

describe('deleting an organization', () => {
  it('returns it as it was, removes it from every list and keeps its slug taken', async () => {
    const owner = await newOwner(app);
    const member = await joined(app, owner);
    await owner.do('invite-member', { email: 'someone@example.com', role: 'member' });
    const { organizationId } = owner;
    const { data } = await owner.client.organization.delete({ organizationId });
    expect(data).toMatchObject({ id: organizationId, name: 'Nordlicht', slug: owner.slug, metadata: null });
    expect(await owner.active()).toBeNull();
    for (const person of [owner, member]) {
      expect((await person.client.organization.list()).data).toEqual([]);
      expect((await person.fetch(`/v1/organizations/${organizationId}`)).status).toBe(404);
      expect((await person.see(`get-full-organization?organizationId=${organizationId}`))[0]).toBe(403);
      expect((await person.see(`list-invitations?organizationId=${organizationId}`))[0]).toBe(403);
    }
    expect(await remove(owner)).toMatchObject([400, { code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION' }]);
    await app.runtime.settled();
    for (const person of [owner, member])
      expect((await person.ask('create', { name: 'Again', slug: owner.slug }))[0]).toBe(400);
    expect((await fetch(`${app.url}/v1/customer-portal/organizations/${owner.slug}`)).status).toBe(404);
  });

  it('requires the permission', async () => {
    const owner = await newOwner(app);
    const [admin, stranger] = [await joined(app, owner, { role: 'admin' }), await somebodyNew(app)];
    const { organizationId } = owner;
    expect(await admin.ask('delete', { organizationId })).toEqual(NOT_DELETED);
    for (const id of [organizationId, newUuid(), 'nowhere'])
      expect(await stranger.ask('delete', { organizationId: id })).toMatchObject([
        400,
        { code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION' },
      ]);
  });

  it('revokes its tokens at once, deletes its endpoints and closes its checkouts', async () => {
    const owner = await newOwner(app);
    const { token, open, confirm } = await shopOf(owner);
    const endpoint = { url: 'http://127.0.0.1:9/hook', format: 'raw', events: ['order.paid'] };
    await ask('/v1/webhooks/endpoints', { method: 'POST', token, body: JSON.stringify(endpoint) });
    const { id, clientSecret } = await open();
    expect((await remove(owner))[0]).toBe(200);
    expect((await ask('/v1/products/', { token })).status).toBe(401);
    await app.runtime.settled();
    const types = async (stream: string) => (await app.ports.store.read(stream)).map(({ type }) => type);
    expect(await types(`checkout-${id}`)).toEqual(['CheckoutCreated', 'CheckoutExpired']);
    const endpoints = await app.ports.documents.find(collectionOf(endpointProjection), {
      where: { eq: ['organization_id', owner.organizationId] },
      limit: 1,
    });
    expect(endpoints.items).toEqual([]);
    await expect(confirm(clientSecret)).rejects.toMatchObject({ name: 'ExpiredCheckoutError' });
  });

  it('is rejected while a subscription is active', async () => {
    const owner = await newOwner(app);
    const { polar, open, confirm } = await shopOf(owner, { monthly: true });
    await confirm((await open()).clientSecret);
    await app.runtime.settled();
    expect(await remove(owner)).toEqual(NOT_DELETED);
    expect((await owner.client.organization.list()).data).toHaveLength(1);
    const { clientSecret } = await open();
    await confirm(clientSecret);
    await app.runtime.settled();
    const { result } = await polar.subscriptions.list({ active: true });
    for (const { id } of result.items) await polar.subscriptions.revoke({ id });
    expect((await remove(owner))[0]).toBe(200);
  });

  it('is rejected while a payment is pending', async () => {
    const owner = await newOwner(app);
    const { open, confirm } = await shopOf(owner);
    const { clientSecret } = await open();
    const confirmed = await confirm(clientSecret, 'ctoken_pending');
    expect(await remove(owner)).toEqual(NOT_DELETED);
    const { payment_id } = confirmed.paymentProcessorMetadata as { payment_id: string };
    await post(app, `/sandbox/payments/${payment_id}/settle`, { outcome: 'succeeded' });
    await app.runtime.settled();
    expect((await remove(owner))[0]).toBe(200);
  });

  it('is completed by a process if the request died', async () => {
    const owner = await newOwner(app);
    const { organizationId } = owner;
    const { open, confirm } = await shopOf(owner);
    const { clientSecret } = await open();
    const data = { organizationId, deletionId: 'd1', cause: 'asked' };
    await happen(app, `organization-${organizationId}`, { type: 'OrganizationDeletionStarted', data });
    await app.runtime.settled();
    expect((await app.ports.store.read(`organization-${organizationId}`)).at(-1)!.type).toBe('OrganizationDeleted');
    await expect(confirm(clientSecret)).rejects.toMatchObject({ name: 'ExpiredCheckoutError' });
  });

  it('excludes a parallel confirm of one of its checkouts', async () => {
    for (let round = 0; round < 6; round++) {
      const owner = await newOwner(app);
      const { open, confirm } = await shopOf(owner, { monthly: true });
      const secrets = await Promise.all(Array.from({ length: 4 }, async () => (await open()).clientSecret));
      const attempts = [
        ...(round % 2 ? [remove(owner), remove(owner)] : []),
        ...secrets.map((secret) =>
          confirm(secret).then(
            () => 'sold',
            () => 'refused',
          ),
        ),
        ...(round % 2 ? [] : [remove(owner), remove(owner)]),
      ] as Promise<'sold' | 'refused' | [number, unknown]>[];
      const answers = await Promise.all(attempts);
      await app.runtime.settled();
      const isSold = answers.includes('sold');
      const isGone = answers.some((answer) => answer[0] === 200);
      expect(isSold && isGone).toBe(false);
      const { items } = await app.ports.documents.find(collectionOf(subscriptionProjection), {
        where: { eq: ['organization_id', owner.organizationId] },
        limit: 10,
      });
      expect(items.length > 0).toBe(isSold);
    }
  });
});

describe('leaving all organizations before an account is deleted', () => {
  const leaveAll = (userId: string) =>
    app.app
      .get(CommandBus)
      .execute(new LeaveAllOrganizations({ userId }, startContext({ kind: 'user', id: userId }, app.clock)));
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );

  it('deletes those without other members, and leaves the rest', async () => {
    const [me, other] = [await newOwner(app), await newOwner(app)];
    const { id: invitationId } = await other.do<{ id: string }>('invite-member', { email: me.email, role: 'admin' });
    await me.do('accept-invitation', { invitationId });
    await leaveAll(me.id);
    const last = async (id: string) => (await app.ports.store.read(`organization-${id}`)).at(-1)!;
    expect((await last(me.organizationId)).type).toBe('OrganizationDeleted');
    expect(await last(other.organizationId)).toMatchObject({ type: 'MemberRemoved', data: { reason: 'user_deleted' } });
    expect((await me.client.organization.list()).data).toEqual([]);
  });

  it('does nothing if the user is the only owner of one, or one is held', async () => {
    const [me, other] = [await newOwner(app), await newOwner(app)];
    const { id: invitationId } = await other.do<{ id: string }>('invite-member', { email: me.email, role: 'admin' });
    await me.do('accept-invitation', { invitationId });
    const { id: second } = await me.do<{ id: string }>('create', { name: 'Second', slug: slug() });
    const guest = await joined(app, { ...me, organizationId: second });
    expect(await codeOf(leaveAll(me.id))).toBe('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
    expect((await me.client.organization.list()).data).toHaveLength(3);
    await guest.do('leave', { organizationId: second });
    const { open, confirm } = await shopOf({ ...me, organizationId: second }, { monthly: true });
    await confirm((await open()).clientSecret);
    await app.runtime.settled();
    expect(await codeOf(leaveAll(me.id))).toBe('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION');
    expect((await me.client.organization.list()).data).toHaveLength(3);
  });
});

describe('organization access tokens', () => {
  it('are shown once, authenticate, and are listed without secrets', async () => {
    const { token, tokenId, organizationId, cookie } = await organizationToken(app, 'products:read', 'webhooks:write');
    expect(token).toMatch(/^tb_oat_[0-9A-Za-z]{54}$/);
    const listed = await ask(`/v1/organization-access-tokens/?organization_id=${organizationId}`, { cookie });
    const text = await listed.text();
    expect(text).not.toContain(token);
    expect((JSON.parse(text) as { items: object[] }).items).toEqual([
      {
        id: tokenId,
        created_at: expect.any(String),
        modified_at: null,
        organization_id: organizationId,
        comment: 'test',
        scopes: ['products:read', 'webhooks:write'],
        expires_at: null,
        last_used_at: null,
        created_by: expect.any(String),
      },
    ]);
    const stored = JSON.stringify(await app.ports.store.read(`accesstoken-${tokenId}`));
    expect(stored).not.toContain(token.slice('tb_oat_'.length));
  });

  it('work until they are deleted', async () => {
    const { token, tokenId, cookie } = await organizationToken(app, 'organizations:read');
    const asks = async () => (await ask('/v1/organizations/', { token })).status;
    expect(await asks()).toBe(200);
    const stranger = await organizationToken(app, 'organizations:read');
    const foreign = await ask(`/v1/organization-access-tokens/${tokenId}`, {
      method: 'DELETE',
      cookie: stranger.cookie,
    });
    expect(foreign.status).toBe(404);
    const gone = await ask(`/v1/organization-access-tokens/${tokenId}`, { method: 'DELETE', cookie });
    expect([gone.status, await gone.text()]).toEqual([204, '']);
    expect(await asks()).toBe(401);
  });

  it('have the scopes that they were given last', async () => {
    const { token, tokenId, cookie } = await organizationToken(app, 'organizations:read');
    const asks = async (path: string) => (await ask(`/v1/${path}/`, { token })).status;
    const update = (body: object) =>
      ask(`/v1/organization-access-tokens/${tokenId}`, { method: 'PATCH', cookie, body: JSON.stringify(body) });
    expect([await asks('organizations'), await asks('products')]).toEqual([200, 403]);
    const updated = await update({ comment: 'Catalogue', scopes: ['products:read'] });
    expect(await updated.json()).toMatchObject({ id: tokenId, comment: 'Catalogue', scopes: ['products:read'] });
    expect([await asks('organizations'), await asks('products')]).toEqual([403, 200]);
    for (const body of [{ scopes: [] }, { scopes: ['organization_access_tokens:write'] }, { comment: '' }])
      expect((await update(body)).status).toBe(422);
    const own = { method: 'PATCH', token, body: JSON.stringify({ scopes: ['orders:read'] }) };
    expect((await ask(`/v1/organization-access-tokens/${tokenId}`, own)).status).toBe(403);
  });

  it('work until they expire, by machine time', async () => {
    const { cookie, organizationId } = await organizationToken(app, 'organizations:read');
    const body = {
      organization_id: organizationId,
      comment: 'short',
      scopes: ['organizations:read'],
      expires_in: 'PT1H',
    };
    const answer = await ask('/v1/organization-access-tokens/', { method: 'POST', cookie, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
    const { token } = (await answer.json()) as { token: string };
    const asks = async () => (await ask('/v1/organizations/', { token })).status;
    app.clock.advanceMachine(3_590);
    expect(await asks()).toBe(200);
    app.clock.advanceMachine(11);
    expect(await asks()).toBe(401);
  });

  it('do not work with another secret, or truncated', async () => {
    const { token } = await organizationToken(app, 'organizations:read');
    const last = token.endsWith('a') ? 'b' : 'a';
    for (const wrong of [token.slice(0, -1) + last, token.slice(0, -1), 'tb_oat_', `${token}a`]) {
      const answer = await ask('/v1/organizations/', { token: wrong });
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([401, 'invalid_token']);
    }
  });

  it('cannot create or list tokens, whatever their scopes', async () => {
    const { token } = await organizationToken(app, 'admin', 'organizations:write', 'web_default');
    const listed = await ask('/v1/organization-access-tokens/', { token });
    const body = JSON.stringify({ comment: 'x', scopes: ['orders:read'] });
    const made = await ask('/v1/organization-access-tokens/', { method: 'POST', token, body });
    expect([listed.status, made.status]).toEqual([403, 403]);
  });

  it.each([
    [{ comment: '', scopes: ['orders:read'] }, 'body.comment'],
    [{ comment: 'x', scopes: ['orders:fly'] }, 'body.scopes'],
    [{ comment: 'x', scopes: ['organization_access_tokens:write'] }, 'body.scopes'],
    [{ comment: 'x', scopes: [] }, 'body.scopes'],
    [{ comment: 'x', scopes: ['orders:read'], expires_in: 'soon' }, 'body.expires_in'],
    [{ comment: 'x', scopes: ['orders:read'], organization_id: undefined }, 'body.organization_id'],
  ])('refuses %j at %s', async (given, path) => {
    const { cookie } = await signUp(app);
    const { id } = await createOrganization(app, cookie);
    const body = JSON.stringify({ organization_id: id, ...given });
    const answer = await ask('/v1/organization-access-tokens/', { method: 'POST', cookie, body });
    const { detail } = (await answer.json()) as { detail: { loc: string[] }[] };
    expect([answer.status, detail[0]!.loc.join('.')]).toEqual([422, path]);
  });
});

describe('memberships', () => {
  it('are all found, even of a user in more than 1,000 organizations', async () => {
    const { id: userId } = await signUp(app);
    const writes = Array.from({ length: 1_050 }, (_, n) => {
      const [id, organizationId] = [`${userId}-${n}`, `o${n}`];
      const document = {
        id,
        userId,
        organizationId,
        role: 'member',
        createdAt: new Date(n).toISOString(),
        teamIds: [],
      };
      return { collection: collectionOf(memberProjection), id, seen: undefined, position: '0', document };
    });
    await app.ports.documents.save(writes);
    const members = app.app.get(MembershipReader, { strict: false });
    expect(await members.allOfUser(userId)).toHaveLength(1_050);
    expect(Object.keys(await members.rolesOf(userId, null))).toHaveLength(1_050);
  });
});

describe('the plans of lists', () => {
  const plan = (projection: AnyProjection, query: Find) =>
    (app.ports.documents as SqliteDocumentStore).explain(collectionOf(projection), query).join('\n');
  const inO1 = ({ where, ...query }: Find): Find => {
    const asked = where && 'and' in where ? where.and : where ? [where] : [];
    return { ...query, where: { and: [{ eq: ['organizationId', 'o1'] }, ...asked] } };
  };
  const inList = (projection: AnyProjection, spec: ListSpec, sorting: string) =>
    plan(projection, pageQuery(projection, listRequest(spec, { sorting }), { organizationIds: ['o1'] }));

  it.each(Object.keys(accessTokenList.sorting))('access tokens by %s: an index, no sorting', (sorting) => {
    expect(inList(accessTokenProjection, accessTokenList, sorting)).toMatch(/^SEARCH .* USING INDEX[^\n]*$/);
  });
  it.each(Object.keys(organizationList.sorting))('organizations by %s: a search, no sorting', (sorting) => {
    expect(inList(organizationProjection, organizationList, sorting)).toMatch(/^SEARCH[^\n]*$/);
  });
  it('sessions and members: an index, no sorting', () => {
    expect(plan(sessionProjection, sessionsOf({ id: 'u1' }, '2026-01-01'))).toMatch(/^SEARCH .* USING INDEX[^\n]*$/);
    expect(plan(memberProjection, { ...membershipsOf('u1'), limit: 100 })).toMatch(/^SEARCH .* USING INDEX[^\n]*$/);
    expect(plan(memberProjection, inO1({ sort: BY_JOINING, limit: 100 }))).toMatch(/^SEARCH .* USING INDEX[^\n]*$/);
    expect(plan(memberProjection, inO1({ where: { eq: ['userId', 'u1'] }, limit: 1 }))).toMatch(
      /^SEARCH .* USING INDEX[^\n]*$/,
    );
  });
  it.each(['createdAt', 'role', 'userId'] as const)('a page of members by %s: an index, no sorting', (sortBy) => {
    for (const sortDirection of ['asc', 'desc'] as const)
      expect(plan(memberProjection, inO1(memberPage({ sortBy, sortDirection, limit: '10' }, 100)))).toMatch(
        /^SEARCH .* USING INDEX[^\n]*$/,
      );
  });
  it.each([memberProjection, invitationProjection, teamProjection])(
    'documents of an organization by id: an index, no sorting ($name)',
    (projection) => {
      const where: Find['where'] = { and: [{ eq: ['organizationId', 'o1'] }, { gt: ['id', 'a'] }] };
      const query: Find = { where, sort: [{ field: 'id', direction: 'asc' }], limit: 500 };
      expect(plan(projection, query)).toMatch(/^SEARCH .* USING INDEX [^\n]*AND id>\?\)$/);
    },
  );
  it('invitations and teams: an index, no sorting', () => {
    const SEARCH = /^SEARCH .* USING INDEX[^\n]*$/;
    expect(plan(invitationProjection, inO1({ sort: BY_CREATION, limit: 10 }))).toMatch(SEARCH);
    expect(plan(invitationProjection, { where: { eq: ['emailDigest', 'd'] }, sort: BY_CREATION, limit: 10 })).toMatch(
      SEARCH,
    );
    expect(plan(teamProjection, inO1(TEAMS))).toMatch(SEARCH);
    expect(plan(memberProjection, inO1(membersOfTeam('t1')))).not.toContain('TEMP B-TREE');
  });
});
