import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { Commands } from '../../../src/app/commands.ts';
import { userQueryOf } from '../../../src/features/accounts/admin/user-search.rules.ts';
import { StartSession } from '../../../src/features/accounts/sessions/session.commands.ts';
import { BanUser, ChangeUserRole } from '../../../src/features/accounts/users/user.commands.ts';
import type { SqliteDocumentStore } from '../../../src/adapters/sqlite/sqlite-document-store.ts';
import { userProjection } from '../../../src/features/accounts/users/user.projection.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { createOrganization, tokenOf } from '../../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../support/app.ts';
import { browser, type Browser } from '../../support/auth-client.ts';

const PASSWORD = 'correct horse';
const NOBODY = 'a'.repeat(32);
const TOKEN = 'better-auth.session_token';

/** Every call with a well-formed body, and its 403. */
const CALLS = [
  ['create-user', { email: 'x@example.com', password: PASSWORD, name: 'X' }, 'You are not allowed to create users'],
  ['set-role', { userId: NOBODY, role: 'admin' }, 'You are not allowed to change users role'],
  ['ban-user', { userId: NOBODY }, 'You are not allowed to ban users'],
  ['unban-user', { userId: NOBODY }, 'You are not allowed to ban users'],
  ['impersonate-user', { userId: NOBODY }, 'You are not allowed to impersonate users'],
  ['list-user-sessions', { userId: NOBODY }, 'You are not allowed to list users sessions'],
  ['revoke-user-session', { sessionToken: 'x' }, 'You are not allowed to revoke users sessions'],
  ['revoke-user-sessions', { userId: NOBODY }, 'You are not allowed to revoke users sessions'],
  ['remove-user', { userId: NOBODY }, 'You are not allowed to delete users'],
  ['set-user-password', { userId: NOBODY, newPassword: PASSWORD }, 'You are not allowed to set users password'],
] as const;

let app: TestApp;
let admin: Browser;
let adminId: string;

beforeAll(async () => {
  app = await startApp({ ages: true });
  admin = await signedInAdmin();
  adminId = (await admin.client.getSession()).data!.user.id;
});
afterAll(() => app.close());

async function signedInAdmin(rememberMe = true): Promise<Browser> {
  const visitor = browser(app);
  const { error } = await visitor.client.signIn.email({ ...ADMIN, rememberMe });
  if (error) throw new Error(JSON.stringify(error));
  return visitor;
}

type Somebody = Browser & { id: string; email: string };

async function signedUp(name = 'Ada', email = `person-${newUuid()}@example.com`): Promise<Somebody> {
  const visitor = browser(app);
  const { data, error } = await visitor.client.signUp.email({ email, password: PASSWORD, name });
  if (error) throw new Error(JSON.stringify(error));
  return { ...visitor, id: data.user.id, email };
}

async function canSignIn(email: string, password = PASSWORD): Promise<boolean> {
  return (await browser(app).client.signIn.email({ email, password })).error === null;
}

async function isSignedIn(somebody: Browser): Promise<boolean> {
  return (await somebody.client.getSession()).data !== null;
}

function operator() {
  return startContext({ kind: 'operator', id: 'test' }, app.clock);
}

const codeOf = (message: string) => message.toUpperCase().replaceAll(' ', '_');

describe('permission', () => {
  it.each(CALLS)('%s', async (call, body, message) => {
    const ask = (who: Browser) => who.post(`/api/auth/admin/${call}`, body);
    const visitor = await ask(browser(app));
    expect([visitor.status, visitor.headers.get('content-type'), await visitor.text()]).toEqual([
      401,
      'application/json',
      '',
    ]);
    const user = await ask(await signedUp());
    expect([user.status, await user.json()]).toEqual([403, { code: codeOf(message), message }]);
  });

  it('list users', async () => {
    const visitor = await browser(app).fetch('/api/auth/admin/list-users');
    expect([visitor.status, await visitor.text()]).toEqual([401, '']);
    const user = await (await signedUp()).fetch('/api/auth/admin/list-users');
    const message = 'You are not allowed to list users';
    expect([user.status, await user.json()]).toEqual([403, { code: codeOf(message), message }]);
  });

  it('is checked after the shape', async () => {
    const ask = async (call: string, body: object) => (await browser(app).post(`/api/auth/admin/${call}`, body)).json();
    const refused = { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' };
    expect(await ask('create-user', { email: 'x@example.com', password: PASSWORD })).toEqual(refused);
    expect(await ask('create-user', { email: 'x@example.com', password: PASSWORD, name: 'X', role: 7 })).toEqual(
      refused,
    );
    expect(await ask('set-role', { userId: NOBODY })).toEqual(refused);
    expect(await ask('set-role', { userId: NOBODY, role: ['user', 1] })).toEqual(refused);
    expect(await ask('ban-user', { userId: NOBODY, banExpiresIn: 'long' })).toEqual(refused);
    expect(await ask('revoke-user-session', {})).toEqual(refused);
    expect(await ask('set-user-password', { userId: NOBODY })).toEqual(refused);
    expect(await ask('has-permission', {})).toEqual(refused);
    expect(await ask('has-permission', { permission: {}, permissions: {} })).toEqual(refused);
    expect(await ask('has-permission', { permissions: { user: 'create' } })).toEqual(refused);
  });
});

describe('the organizations of a user', () => {
  const listOf = async (visitor: Browser, userId: unknown) => {
    const answer = await visitor.post('/api/auth/admin/list-user-organizations', { userId });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };

  it('are listed with their roles, for administrators only', async () => {
    const person = await signedUp();
    const slug = `org-${newUuid()}`;
    const { data } = await person.client.organization.create({ name: 'Nordlicht', slug });
    await app.runtime.settled();
    expect(await listOf(admin, person.id)).toEqual({
      status: 200,
      body: { organizations: [{ id: data!.id, name: 'Nordlicht', slug, role: 'owner', joinedAt: expect.any(String) }] },
    });
    expect((await listOf(person, person.id)).status).toBe(403);
    expect(await listOf(admin, NOBODY)).toEqual({ status: 200, body: { organizations: [] } });
    expect(await listOf(admin, { not: 'a text' })).toMatchObject({ body: { organizations: [] } });
  });
});

describe('creating users', () => {
  it('answers the user, and starts no session', async () => {
    const email = `Person-${newUuid()}@Example.com`;
    const data = { image: 'https://example.com/a.png', emailVerified: true };
    const created = await admin.client.admin.createUser({ email, password: PASSWORD, name: 'Grace', data });
    expect(created.data!.user).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
      email: email.toLowerCase(),
      name: 'Grace',
      ...data,
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
      role: 'user',
      banned: null,
      banReason: null,
      banExpires: null,
    });
    expect(admin.set).toEqual([]);
    expect(await canSignIn(email)).toBe(true);
    const [registered] = await app.ports.store.read(`user-${created.data!.user.id}`);
    expect(registered!.metadata.actor).toMatchObject({ kind: 'user', id: adminId });
  });

  it('accepts existing roles', async () => {
    const person = () => ({ email: `person-${newUuid()}@example.com`, password: PASSWORD, name: 'Grace' });
    const both = await admin.client.admin.createUser({ ...person(), role: ['user', 'admin'] });
    expect(both.data!.user.role).toBe('user,admin');
    const { error } = await admin.client.admin.createUser({ ...person(), role: 'root' as 'user' });
    expect(error).toMatchObject({ status: 400, code: 'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE' });
  });

  it('rejects what sign-up rejects, a taken address with 400', async () => {
    const { email } = await signedUp();
    const ask = async (person: object) =>
      (await admin.client.admin.createUser({ email, password: PASSWORD, name: 'Grace', ...person })).error;
    expect(await ask({})).toMatchObject({ status: 400, code: 'USER_ALREADY_EXISTS', message: 'User already exists' });
    expect(await ask({ email: 'nobody' })).toMatchObject({ status: 400, code: 'INVALID_EMAIL' });
    expect(await ask({ email: `${'a'.repeat(65)}@example.com` })).toMatchObject({ code: 'INVALID_EMAIL' });
    expect(await ask({ password: 'short' })).toMatchObject({ status: 400, code: 'PASSWORD_TOO_SHORT' });
    expect(await ask({ password: 'a'.repeat(129) })).toMatchObject({ status: 400, code: 'PASSWORD_TOO_LONG' });
  });
});

describe('listing users', () => {
  const domain = `${newUuid()}.example`;
  const names = ['Cleo', 'ada', 'Bob'];
  let ids: string[];

  beforeAll(async () => {
    const people: Somebody[] = [];
    for (const name of names) people.push(await signedUp(name, `${name.toLowerCase()}@${domain}`));
    ids = people.map(({ id }) => id);
    await app.app.get(CommandBus).execute(new BanUser({ userId: ids[2]!, reason: 'x', expiresAt: null }, operator()));
    await app.runtime.settled();
  });

  const list = async (query: object) => (await admin.client.admin.listUsers({ query })).data!;
  const emails = async (query: object) =>
    (await list({ searchValue: domain, ...query })).users.map(({ email }) => email.split('@')[0]);

  it('answers the users with the total, in the order of creation', async () => {
    const { users, ...rest } = await list({ searchValue: domain.toUpperCase() });
    expect(users.map(({ id }) => id)).toEqual(ids);
    expect(Object.keys(users[0]!).sort()).toEqual(
      'id email name image emailVerified createdAt updatedAt role banned banReason banExpires'.split(' ').sort(),
    );
    expect(rest).toEqual({ total: 3 });
  });

  it('in pages', async () => {
    const page = await list({ searchValue: domain, limit: 1, offset: 1 });
    expect(page).toMatchObject({ users: [{ id: ids[1] }], total: 3, limit: 1, offset: 1 });
    expect(await list({ searchValue: domain, limit: 'many', offset: -3 })).toMatchObject({ total: 3 });
    expect((await list({ searchValue: domain, limit: 9_000 })) as object).toMatchObject({ limit: 500 });
  });

  it.each([
    [{ searchOperator: 'starts_with' }, []],
    [
      { searchValue: 'ADA@', searchOperator: 'starts_with', filterField: 'email', filterValue: `ada@${domain}` },
      ['ada'],
    ],
    [{ searchOperator: 'ends_with' }, ['cleo', 'ada', 'bob']],
    [{ searchValue: `o@${domain}`, searchOperator: 'ends_with' }, ['cleo']],
    [{ searchValue: `${domain}x`, searchOperator: 'ends_with' }, []],
    [{ sortBy: 'name' }, ['ada', 'bob', 'cleo']],
    [{ sortBy: 'name', sortDirection: 'desc' }, ['cleo', 'bob', 'ada']],
    [{ sortBy: 'email', searchOperator: 'ends_with', limit: 1, offset: 1 }, ['bob']],
    [{ sortBy: 'createdAt', sortDirection: 'desc' }, ['bob', 'ada', 'cleo']],
    [{ filterField: 'name', filterValue: 'ADA' }, ['ada']],
    [{ filterField: 'name', filterValue: 'b', filterOperator: 'contains' }, ['bob']],
    [{ filterField: 'name', filterValue: 'ada', filterOperator: 'ne' }, ['cleo', 'bob']],
    [{ filterField: 'name', filterValue: 'bob', filterOperator: 'lt' }, ['ada']],
    [{ filterField: 'name', filterValue: 'bob', filterOperator: 'lte' }, ['ada', 'bob']],
    [{ filterField: 'name', filterValue: 'bob', filterOperator: 'gt' }, ['cleo']],
    [{ filterField: 'name', filterValue: 'bob', filterOperator: 'gte' }, ['cleo', 'bob']],
    [{ filterField: 'banned', filterValue: 'true' }, ['bob']],
    [{ filterField: 'banned', filterValue: 'false' }, ['cleo', 'ada']],
    [{ filterField: 'banned', filterValue: 'true', filterOperator: 'ne' }, ['cleo', 'ada']],
    [{ filterField: 'emailVerified', filterValue: 'true' }, []],
    [{ filterField: 'role', filterValue: 'user' }, ['cleo', 'ada', 'bob']],
    [{ filterField: 'createdAt', filterValue: '2020-01-01T00:00:00Z', filterOperator: 'lt' }, []],
  ])('by %j', async (query, expected) => expect(await emails(query)).toEqual(expected));

  it.each([
    { sortBy: 'password' },
    { sortBy: 'constructor' },
    { filterField: 'password', filterValue: 'x' },
    { filterField: 'createdAt', filterValue: 'yesterday' },
    { filterField: 'banned', filterValue: 'perhaps' },
  ])('finds no users by %j', async (query) => expect(await list(query)).toEqual({ users: [], total: 0 }));

  it.each([{ searchField: 'id' }, { searchOperator: 'like' }, { filterOperator: 'in' }, { sortDirection: 'up' }])(
    'refuses %j',
    async (query) => {
      const { error } = await admin.client.admin.listUsers({ query: query as object });
      expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', message: 'Invalid query parameters' });
    },
  );

  it('by name, with the name alone', async () => {
    const found = await list({ searchValue: 'CLE', searchField: 'name', filterField: 'id', filterValue: ids[0] });
    expect(found.users.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('sorts by indexes', () => {
    const plans = ['createdAt', 'email', 'name', 'role', 'banned'].map((sortBy) => {
      const { where, sort } = userQueryOf({ sortBy, searchValue: 'x' })!;
      return (app.ports.documents as SqliteDocumentStore).explain(collectionOf(userProjection), {
        where,
        sort,
        limit: 100,
      });
    });
    for (const plan of plans) expect(plan).toEqual([expect.stringMatching(/^SCAN \S+ USING INDEX/)]);
  });
});

describe('roles', () => {
  it('are set, if they exist', async () => {
    const { id: userId } = await signedUp();
    const promoted = await admin.client.admin.setRole({ userId, role: 'admin' });
    expect(promoted.data!.user).toMatchObject({ id: userId, role: 'admin' });
    expect((await admin.client.admin.setRole({ userId, role: ['user', 'admin'] })).data!.user.role).toBe('user,admin');
    const { error } = await admin.client.admin.setRole({ userId, role: 'owner' as 'user' });
    expect(error).toMatchObject({
      status: 400,
      code: 'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE',
      message: 'You are not allowed to set a non-existent role value',
    });
    expect((await admin.client.admin.setRole({ userId: NOBODY, role: 'user' })).data).toEqual({ user: null });
    expect(await (await admin.post('/api/auth/admin/set-role', { role: 'user' })).json()).toEqual({ user: null });
  });

  it('are checked by has-permission', async () => {
    const permissions = { user: ['ban' as const] };
    const ask = async (who: Browser, body: object) => {
      const answer = await who.post('/api/auth/admin/has-permission', body);
      const text = await answer.text();
      return [answer.status, text && (JSON.parse(text) as object)];
    };
    const user = await signedUp();
    const yes = { error: null, success: true };
    const no = { error: null, success: false };
    expect((await admin.client.admin.hasPermission({ permissions })).data).toEqual(yes);
    expect(await ask(admin, { permission: permissions })).toEqual([200, yes]);
    // A signed-in user always asks about themselves.
    expect(await ask(user, { permissions, role: 'admin', userId: adminId })).toEqual([200, no]);
    const visitor = browser(app);
    expect(await ask(visitor, { permissions })).toEqual([401, '']);
    expect(await ask(visitor, { permissions, role: 'admin' })).toEqual([200, yes]);
    // What role a user has is not a visitor's to know.
    for (const userId of [adminId, user.id, NOBODY])
      expect(await ask(visitor, { permissions, userId })).toEqual([401, '']);
  });
});

describe('banning', () => {
  it('ends every session, until it is lifted', async () => {
    const me = await signedUp();
    const { data } = await admin.client.admin.banUser({ userId: me.id });
    expect(data!.user).toMatchObject({ id: me.id, banned: true, banReason: 'No reason', banExpires: null });
    expect(await isSignedIn(me)).toBe(false);
    expect((await browser(app).client.signIn.email({ email: me.email, password: PASSWORD })).error!.code).toBe(
      'BANNED_USER',
    );
    const lifted = await admin.client.admin.unbanUser({ userId: me.id });
    expect(lifted.data!.user).toMatchObject({ banned: false, banReason: null, banExpires: null });
    expect(await canSignIn(me.email)).toBe(true);
    expect(await isSignedIn(me)).toBe(false);
  });

  it('has an expiry and a reason', async () => {
    const { id: userId } = await signedUp();
    const before = Date.parse(app.clock.machineNow());
    const { data } = await admin.client.admin.banUser({ userId, banReason: 'spam', banExpiresIn: 60 });
    expect(data!.user.banReason).toBe('spam');
    const expires = (data!.user.banExpires as unknown as Date).getTime() - before;
    expect(expires).toBeGreaterThanOrEqual(60_000);
    expect(expires).toBeLessThan(90_000);
  });

  it('rejects banning oneself, and answers null for an unknown user', async () => {
    const { error } = await admin.client.admin.banUser({ userId: adminId });
    expect(error).toMatchObject({ status: 400, code: 'YOU_CANNOT_BAN_YOURSELF', message: 'You cannot ban yourself' });
    expect((await admin.client.admin.banUser({ userId: NOBODY })).data).toEqual({ user: null });
    expect((await admin.client.admin.unbanUser({ userId: NOBODY })).data).toEqual({ user: null });
  });
});

describe('impersonating', () => {
  it('starts a session as the user, and keeps the administrator’s', async () => {
    const me = await signedUp();
    const acting = await signedInAdmin();
    const adminToken = acting.cookies.get(TOKEN)!;
    const { data } = await acting.client.admin.impersonateUser({ userId: me.id });
    expect(data).toMatchObject({
      session: { userId: me.id, impersonatedBy: adminId, activeOrganizationId: null },
      user: { id: me.id, email: me.email, role: 'user' },
    });
    expect(data!.session.expiresAt.getTime() - data!.session.createdAt.getTime()).toBe(3_600_000);
    const set = Object.fromEntries(acting.set.map((line) => [line.split('=')[0], line]));
    expect(Object.keys(set).sort()).toEqual([
      'better-auth.admin_session',
      'better-auth.dont_remember',
      'better-auth.session_data',
      TOKEN,
    ]);
    expect(set['better-auth.admin_session']).toContain('Max-Age=604800');
    expect(decodeURIComponent(set['better-auth.admin_session']!)).toContain(
      `=${decodeURIComponent(adminToken).split('.')[0]}:.`,
    );
    expect(set[TOKEN]).not.toContain('Max-Age');
    expect(set['better-auth.dont_remember']).toMatch(/=true\.[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await acting.client.getSession()).data!.user.id).toBe(me.id);

    const stopped = await acting.client.admin.stopImpersonating();
    expect(stopped.data).toMatchObject({ session: { userId: adminId, impersonatedBy: null }, user: { id: adminId } });
    expect(acting.set.find((line) => line.startsWith(TOKEN))).toContain('Max-Age=');
    expect([...acting.cookies.keys()]).toEqual([TOKEN]);
    expect(acting.cookies.get(TOKEN)).toBe(adminToken);
    const events = await app.ports.store.read(`session-${data!.session.id}`);
    expect(events.map(({ type, data: { reason } }) => [type, reason])).toEqual([
      ['SessionStarted', undefined],
      ['SessionEnded', 'impersonation_stopped'],
    ]);
    // The session is extended again, as before.
    app.clock.advanceMachine(86_500);
    await acting.client.getSession();
    expect(acting.set[0]).toContain('Max-Age=604800');
    admin = await signedInAdmin();
  });

  it('returns to a session without rememberMe as such', async () => {
    const { id: userId } = await signedUp();
    const acting = await signedInAdmin(false);
    await acting.client.admin.impersonateUser({ userId });
    await acting.client.admin.stopImpersonating();
    expect(acting.set.find((line) => line.startsWith(TOKEN))).not.toContain('Max-Age');
    expect([...acting.cookies.keys()].sort()).toEqual(['better-auth.dont_remember', TOKEN]);
  });

  it('names the administrator in every event', async () => {
    const me = await signedUp();
    const acting = await signedInAdmin();
    await acting.client.admin.impersonateUser({ userId: me.id });
    await acting.client.updateUser({ name: 'Lovelace' });
    const events = await app.ports.store.read(`user-${me.id}`);
    expect(events.at(-1)).toMatchObject({
      type: 'UserUpdated',
      metadata: { actor: { kind: 'user', id: me.id, impersonator: adminId } },
    });
  });

  it('is not shown to the user, and does not change their last organization', async () => {
    const me = await signedUp();
    const cookie = [...me.cookies].map((pair) => pair.join('=')).join('; ');
    const [first, second] = [await createOrganization(app, cookie), await createOrganization(app, cookie)];
    const acting = await signedInAdmin();
    await acting.client.admin.impersonateUser({ userId: me.id });
    await acting.client.organization.setActive({ organizationId: first.id });
    expect((await me.client.listSessions()).data).toHaveLength(1);
    const next = browser(app);
    await next.client.signIn.email({ email: me.email, password: PASSWORD });
    expect((await next.client.getSession()).data!.session.activeOrganizationId).toBe(second.id);
  });

  it.each([
    ['/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another horse' }],
    ['/api/auth/change-email', { newEmail: 'other@example.com' }],
    ['/api/auth/delete-user', {}],
    ['/api/auth/delete-user/callback?token=x', undefined],
    ['/api/auth/link-social', { provider: 'fake' }],
    ['/api/auth/unlink-account', { providerId: 'credential' }],
    ['/api/auth/get-access-token', { providerId: 'fake' }],
    ['/api/auth/refresh-token', { providerId: 'fake' }],
    ['/api/auth/api-key/create', {}],
    ['/api/auth/api-key/update', { keyId: 'x', name: 'y' }],
    ['/api/auth/api-key/delete', { keyId: 'x' }],
    ['/api/auth/organization/delete', { organizationId: 'x' }],
  ])('may not %s', async (path, body) => {
    const { id: userId } = await signedUp();
    const acting = await signedInAdmin();
    await acting.client.admin.impersonateUser({ userId });
    const answer = body ? await acting.post(path, body) : await acting.fetch(path);
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: 'YOU_CANNOT_DO_THIS_WHILE_IMPERSONATING', message: 'You cannot do this while impersonating' },
    ]);
  });

  it('may not create or delete access tokens either', async () => {
    const me = await signedUp();
    const cookie = [...me.cookies].map((pair) => pair.join('=')).join('; ');
    const { id } = await createOrganization(app, cookie);
    const { tokenId } = await tokenOf(app, cookie, id, 'products:read');
    const acting = await signedInAdmin();
    await acting.client.admin.impersonateUser({ userId: me.id });
    const refused = { error: 'NotPermitted', detail: 'You cannot do this while impersonating' };
    const body = { organization_id: id, comment: 'x', scopes: ['products:read'] };
    const made = await acting.post('/v1/organization-access-tokens/', body);
    expect([made.status, await made.json()]).toEqual([403, refused]);
    const deleted = await acting.fetch(`/v1/organization-access-tokens/${tokenId}`, { method: 'DELETE' });
    expect([deleted.status, await deleted.json()]).toEqual([403, refused]);
  });

  it('still sees and does what the user does', async () => {
    const me = await signedUp();
    const { id } = await createOrganization(app, [...me.cookies].map((pair) => pair.join('=')).join('; '));
    const acting = await signedInAdmin();
    await acting.client.admin.impersonateUser({ userId: me.id });
    expect((await acting.client.organization.update({ organizationId: id, data: { name: 'Sued' } })).error).toBeNull();
    expect((await acting.fetch('/v1/organization-access-tokens/')).status).toBe(200);
  });

  it('rejects administrators and unknown users', async () => {
    const { id: userId } = await signedUp();
    await admin.client.admin.setRole({ userId, role: ['user', 'admin'] });
    expect((await admin.client.admin.impersonateUser({ userId })).error).toMatchObject({
      status: 403,
      code: 'YOU_CANNOT_IMPERSONATE_ADMINS',
      message: 'You cannot impersonate admins',
    });
    expect((await admin.client.admin.impersonateUser({ userId: NOBODY })).error).toMatchObject({
      status: 404,
      code: 'USER_NOT_FOUND',
      message: 'User not found',
    });
  });

  it('ends as soon as either loses the needed role', async () => {
    const boss = await signedUp();
    const start = async () => {
      const me = await signedUp();
      const acting = browser(app);
      await acting.client.signIn.email({ email: boss.email, password: PASSWORD });
      const { error } = await acting.client.admin.impersonateUser({ userId: me.id });
      expect(error).toBeNull();
      return { me, acting };
    };
    await admin.client.admin.setRole({ userId: boss.id, role: 'admin' });
    const promoted = await start();
    await admin.client.admin.setRole({ userId: promoted.me.id, role: 'admin' });
    expect(await isSignedIn(promoted.acting)).toBe(false);
    const banned = await start();
    await admin.client.admin.banUser({ userId: banned.me.id });
    expect(await isSignedIn(banned.acting)).toBe(false);
    const demoted = await start();
    await admin.client.admin.setRole({ userId: boss.id, role: 'user' });
    expect(await isSignedIn(demoted.acting)).toBe(false);
  });

  it('rejects banned users', async () => {
    const { id: userId } = await signedUp();
    await admin.client.admin.banUser({ userId });
    expect((await admin.client.admin.impersonateUser({ userId })).error).toMatchObject({
      status: 403,
      code: 'BANNED_USER',
    });
    expect((await admin.client.getSession()).data!.user.id).toBe(adminId);
  });

  it('stops only after it was started, and with a session to return to', async () => {
    const { error } = await admin.client.admin.stopImpersonating();
    expect(error).toMatchObject({
      status: 400,
      code: 'YOU_ARE_NOT_IMPERSONATING_ANYONE',
      message: 'You are not impersonating anyone',
    });
    expect((await browser(app).post('/api/auth/admin/stop-impersonating')).status).toBe(401);
    const { id: userId } = await signedUp();
    const acting = await signedInAdmin();
    await acting.client.admin.impersonateUser({ userId });
    acting.cookies.delete('better-auth.admin_session');
    expect((await acting.client.admin.stopImpersonating()).error).toMatchObject({
      status: 500,
      code: 'FAILED_TO_FIND_ADMIN_SESSION',
      message: 'Failed to find admin session',
    });
  });

  it('clears its cookie on sign-out', async () => {
    const { id: userId } = await signedUp();
    const acting = await signedInAdmin();
    await acting.client.admin.impersonateUser({ userId });
    await acting.client.signOut();
    expect([...acting.cookies.keys()]).toEqual([]);
  });

  it('works for fifty concurrent requests', async () => {
    const { id: userId } = await signedUp();
    const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ');
    const ask = () =>
      fetch(`${app.url}/api/auth/admin/impersonate-user`, {
        method: 'POST',
        headers: { cookie, origin: app.url, 'content-type': 'application/json' },
        body: JSON.stringify({ userId }),
      });
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    const sessions = await Promise.all(answers.map((answer) => answer.json() as Promise<{ session: { id: string } }>));
    expect(new Set(sessions.map(({ session }) => session.id)).size).toBe(50);
  });
});

describe('sessions of users', () => {
  it('are listed by handles, expired and impersonated ones too', async () => {
    const me = await signedUp();
    const { session } = (await me.client.getSession()).data!;
    const expired = { userId: me.id, rememberMe: true, ttl: -1, ipAddress: '', userAgent: '' };
    const old = await app.app.get(Commands).execute(new StartSession(expired, operator()));
    await (await signedInAdmin()).client.admin.impersonateUser({ userId: me.id });
    const { data } = await admin.client.admin.listUserSessions({ userId: me.id });
    const sessions = data!.sessions as unknown as { id: string; token: string; impersonatedBy: string | null }[];
    expect(sessions.map(({ id, impersonatedBy }) => [id, impersonatedBy])).toEqual([
      [session.id, null],
      [old.session.id, null],
      [expect.any(String), adminId],
    ]);
    expect(sessions.every(({ id, token }) => id === token)).toBe(true);
    expect((await admin.client.admin.listUserSessions({ userId: NOBODY })).data).toEqual({ sessions: [] });
  });

  it('are revoked singly, by handle or token, and all together', async () => {
    const me = await signedUp();
    const other = async () => {
      const visitor = browser(app);
      await visitor.client.signIn.email({ email: me.email, password: PASSWORD });
      return visitor;
    };
    const [second, third, fourth] = [await other(), await other(), await other()];
    const token = (await second.client.getSession()).data!.session.token;
    const handle = (await third.client.getSession()).data!.session.id;
    const revoke = (sessionToken: string) => admin.client.admin.revokeUserSession({ sessionToken });
    for (const one of [token, handle, 'unknown']) expect((await revoke(one)).data).toEqual({ success: true });
    expect([await isSignedIn(me), await isSignedIn(second), await isSignedIn(third)]).toEqual([true, false, false]);
    expect((await admin.client.admin.revokeUserSessions({ userId: me.id })).data).toEqual({ success: true });
    expect([await isSignedIn(me), await isSignedIn(fourth)]).toEqual([false, false]);
    expect((await admin.client.admin.revokeUserSessions({ userId: NOBODY })).data).toEqual({ success: true });
  });
});

describe('passwords of users', () => {
  it('are set within the length limits, and end the sessions', async () => {
    const me = await signedUp();
    const set = (newPassword: string, userId = me.id) => admin.client.admin.setUserPassword({ userId, newPassword });
    expect((await set('short')).error).toMatchObject({ status: 400, code: 'PASSWORD_TOO_SHORT' });
    expect((await set('a'.repeat(129))).error).toMatchObject({ status: 400, code: 'PASSWORD_TOO_LONG' });
    expect((await set('another horse')).data).toEqual({ status: true });
    expect((await set('another horse', NOBODY)).data).toEqual({ status: true });
    expect(await isSignedIn(me)).toBe(false);
    expect([await canSignIn(me.email), await canSignIn(me.email, 'another horse')]).toEqual([false, true]);
  });
});

describe('removing users', () => {
  it('leaves no way to sign in, and releases the address', async () => {
    const me = await signedUp();
    const { data } = await admin.client.admin.removeUser({ userId: me.id });
    expect(data).toEqual({ success: true });
    expect(await isSignedIn(me)).toBe(false);
    expect(await canSignIn(me.email)).toBe(false);
    expect((await admin.client.admin.listUsers({ query: { searchValue: me.email } })).data!.total).toBe(0);
    await signedUp('Ada', me.email);
    expect((await admin.client.admin.removeUser({ userId: me.id })).data).toEqual({ success: true });
  });

  it('is rejected for the only owner of an organization with other members', async () => {
    const me = await signedUp();
    const { id: organizationId } = await createOrganization(
      app,
      [...me.cookies].map((pair) => pair.join('=')).join('; '),
    );
    const other = await signedUp();
    const { data } = await me.client.organization.inviteMember({ email: other.email, role: 'member', organizationId });
    await other.client.organization.acceptInvitation({ invitationId: data!.id });
    const { error } = await admin.client.admin.removeUser({ userId: me.id });
    expect(error).toMatchObject({ status: 400, code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER' });
    expect(await isSignedIn(me)).toBe(true);
  });
});

describe('a former administrator', () => {
  it('loses all rights at once', async () => {
    const { id: userId, email } = await signedUp();
    await app.app.get(CommandBus).execute(new ChangeUserRole({ userId, role: 'admin' }, operator()));
    const boss = browser(app);
    await boss.client.signIn.email({ email, password: PASSWORD });
    expect((await boss.client.admin.listUsers({ query: {} })).error).toBeNull();
    await admin.client.admin.setRole({ userId, role: 'user' });
    expect((await boss.client.admin.listUsers({ query: {} })).error!.status).toBe(403);
  });
});
