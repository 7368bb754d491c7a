import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { jwtVerify } from 'jose';
import { createHmac } from 'node:crypto';
import { run } from '../../../src/cli/run.ts';
import { ChangeActiveTeam } from '../../../src/features/accounts/sessions/session.commands.ts';
import { SessionQueries } from '../../../src/features/accounts/sessions/sessions.queries.ts';
import { BanUser, ChangeUserRole, EraseUser, UpdateUser } from '../../../src/features/accounts/users/user.commands.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { Keys } from '../../../src/kernel/secrets/keys.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { createOrganization, signUp } from '../../support/accounts.ts';
import { browser, type Browser } from '../../support/auth-client.ts';

const PASSWORD = 'correct horse';
const DATA = 'better-auth.session_data';
const TOKEN = 'better-auth.session_token';
const BANNED = 'You have been banned from this application. Please contact support if you believe this is an error.';

function address(): string {
  return `person-${newUuid()}@example.com`;
}

async function signedUp(at: TestApp, email = address()): Promise<Browser & { email: string; id: string }> {
  const visitor = browser(at);
  const { data, error } = await visitor.client.signUp.email({ email, password: PASSWORD, name: 'Ada' });
  if (error) throw new Error(JSON.stringify(error));
  return { ...visitor, email, id: data.user.id };
}

async function signedIn(at: TestApp, email: string, rememberMe = true): Promise<Browser> {
  const visitor = browser(at);
  const { error } = await visitor.client.signIn.email({ email, password: PASSWORD, rememberMe });
  if (error) throw new Error(JSON.stringify(error));
  return visitor;
}

function operator(at: TestApp) {
  return startContext({ kind: 'operator', id: 'test' }, at.clock);
}

/** The Set-Cookie header of a cookie. */
function setting({ set }: Browser, name: string): string | undefined {
  return set.find((line) => line.startsWith(`${name}=`));
}

interface Carried {
  session: { session: Record<string, unknown>; user: Record<string, unknown> };
  expiresAt: number;
  signature: string;
}

function carried(me: Browser): Carried {
  return JSON.parse(Buffer.from(me.cookies.get(DATA)!, 'base64url').toString()) as Carried;
}

function signatureOf(at: TestApp, { session, expiresAt }: Carried): string {
  const [key] = at.app.get(Keys).signing('session-data');
  return createHmac('sha256', key!)
    .update(JSON.stringify({ ...session, expiresAt }))
    .digest('base64url');
}

function carry(me: Browser, payload: object): void {
  me.cookies.set(DATA, Buffer.from(JSON.stringify(payload)).toString('base64url'));
}

async function typesIn(at: TestApp, stream: string): Promise<string[]> {
  return (await at.ports.store.read(stream)).map(({ type }) => type);
}

describe('by default', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ages: true });
  });
  afterAll(() => app.close());

  it('stores no session data in the browser', async () => {
    const me = await signedUp(app);
    await me.client.getSession();
    expect(me.cookies.has(DATA)).toBe(false);
  });

  it('clears session data with a wrong signature, and answers null once', async () => {
    const me = await signedUp(app);
    carry(me, { session: { session: {}, user: {} }, expiresAt: 1, signature: 'x' });
    const answer = await me.fetch('/api/auth/get-session?disableCookieCache=true');
    expect([answer.status, await answer.text()]).toEqual([200, 'null']);
    expect(me.set).toEqual([`${DATA}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`]);
    expect((await me.client.getSession()).data!.user.email).toBe(me.email);
  });

  it('ignores unreadable session data', async () => {
    const me = await signedUp(app);
    for (const value of ['%%%', 'bnVsbA', Buffer.from('"text"').toString('base64url')]) {
      me.cookies.set(DATA, value);
      expect((await me.client.getSession()).data!.user.email).toBe(me.email);
    }
  });

  it('records IP address and user agent', async () => {
    const me = browser(app);
    const body = { email: address(), password: PASSWORD, name: 'Ada' };
    await me.post('/api/auth/sign-up/email', body, { 'user-agent': 'Mosaic/0.9', 'x-forwarded-for': '203.0.113.9' });
    const { session } = (await me.client.getSession()).data!;
    // The header counts only behind TRUST_PROXY.
    expect([session.ipAddress, session.userAgent]).toEqual([expect.stringMatching(/127\.0\.0\.1$/), 'Mosaic/0.9']);
  });

  it('keeps later cookies limited to the browser session after a sign-in without rememberMe', async () => {
    const { email } = await signedUp(app);
    const me = await signedIn(app, email, false);
    expect(setting(me, TOKEN)).not.toContain('Max-Age');
    await me.client.signIn.email({ email, password: PASSWORD });
    expect(setting(me, TOKEN)).toContain('Max-Age=604800');
    await me.client.organization.setActive({ organizationId: null });
    expect(setting(me, TOKEN)).not.toContain('Max-Age');
    await me.client.signOut();
    expect([...me.cookies.keys()]).toEqual([]);
  });

  it('appends one event for 50 concurrent refreshes', async () => {
    const me = await signedUp(app);
    const { id } = (await me.client.getSession()).data!.session;
    app.clock.advanceMachine(86_500);
    const cookie = [...me.cookies].map((pair) => pair.join('=')).join('; ');
    const asks = () => fetch(`${app.url}/api/auth/get-session`, { headers: { cookie } });
    const answers = await Promise.all(Array.from({ length: 50 }, asks));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await typesIn(app, `session-${id}`)).toEqual(['SessionStarted', 'SessionRefreshed']);
  });

  it('starts in the user’s last organization, if they are still a member', async () => {
    const me = await signedUp(app);
    const first = await createOrganization(app, cookieOf(me));
    const second = await createOrganization(app, cookieOf(me));
    await me.client.organization.setActive({ organizationId: first.id });
    const next = await signedIn(app, me.email);
    expect((await next.client.getSession()).data!.session.activeOrganizationId).toBe(first.id);
    await next.client.organization.setActive({ organizationId: second.id });
    await next.client.organization.delete({ organizationId: second.id });
    const after = await signedIn(app, me.email);
    expect((await after.client.getSession()).data!.session.activeOrganizationId).toBeNull();
  });

  it('shows a team only if one is active', async () => {
    const me = await signedUp(app);
    const { id } = (await me.client.getSession()).data!.session;
    await app.app.get(CommandBus).execute(new ChangeActiveTeam({ sessionId: id, teamId: 't1' }, operator(app)));
    await app.runtime.settled();
    expect((await me.client.getSession()).data!.session).toMatchObject({ activeTeamId: 't1' });
  });

  describe('GET /token', () => {
    it('is the session, signed for services', async () => {
      const me = await signedUp(app);
      const { id: organizationId } = await createOrganization(app, cookieOf(me));
      const { session } = (await me.client.getSession()).data!;
      const { token } = (await (await me.fetch('/api/auth/token')).json()) as { token: string };
      const currentDate = new Date(app.clock.machineNow());
      const key = Buffer.from(await jwtKey(), 'base64url');
      const { payload, protectedHeader } = await jwtVerify(token, key, { issuer: app.url, currentDate });
      expect(protectedHeader).toEqual({ alg: 'HS256' });
      expect(payload).toEqual({
        iss: app.url,
        sub: me.id,
        sid: session.id,
        email: me.email,
        name: 'Ada',
        activeOrganizationId: organizationId,
        roles: ['owner'],
        iat: expect.any(Number),
        exp: payload.iat! + 3600,
      });
      expect(app.app.get(Keys).signing('cookie')[0]!.equals(key)).toBe(false);
    });

    /** The key as an operator gives it to a service. */
    async function jwtKey(): Promise<string> {
      const lines: string[] = [];
      const env = { NODE_ENV: 'test', DATA_DIR: app.config.dataDir };
      const code = await run(['keys', 'jwt'], {
        env,
        out: (line) => lines.push(line),
        err: (line) => lines.push(line),
      });
      expect([code, lines.length]).toEqual([0, 1]);
      return lines[0]!;
    }

    it('names the impersonating administrator, and expires with the session', async () => {
      const me = await signedUp(app);
      const boss = await signedUp(app);
      await app.app.get(CommandBus).execute(new ChangeUserRole({ userId: boss.id, role: 'admin' }, operator(app)));
      await app.runtime.settled();
      await boss.client.admin.impersonateUser({ userId: me.id });
      app.clock.advanceMachine(600);
      const { token } = (await (await boss.fetch('/api/auth/token')).json()) as { token: string };
      const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, number>;
      expect(claims).toMatchObject({ sub: me.id, act: { sub: boss.id }, activeOrganizationId: null, roles: [] });
      expect(claims.exp! - claims.iat!).toBeLessThanOrEqual(3_000);
    });

    it('requires a session', async () => {
      const answer = await browser(app).fetch('/api/auth/token');
      expect([answer.status, await answer.text()]).toEqual([401, '']);
    });
  });

  describe('a banned user', () => {
    const ban = (userId: string, expiresAt: string | null = null) =>
      app.app.get(CommandBus).execute(new BanUser({ userId, reason: 'spam', expiresAt }, operator(app)));

    it('learns of the ban only after authenticating', async () => {
      const me = await signedUp(app);
      await ban(me.id);
      await app.runtime.settled();
      expect((await me.client.getSession()).data).toBeNull();
      const asks = (password: string) => browser(app).client.signIn.email({ email: me.email, password });
      expect((await asks(PASSWORD)).error).toMatchObject({ status: 403, code: 'BANNED_USER', message: BANNED });
      expect((await asks('wrong horse')).error).toMatchObject({ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' });
    });

    it('can sign in once the ban has expired, which lifts it', async () => {
      const me = await signedUp(app);
      await ban(me.id, addSeconds(app.clock.machineNow(), 60));
      expect((await browser(app).client.signIn.email({ email: me.email, password: PASSWORD })).error).not.toBeNull();
      app.clock.advanceMachine(61);
      const next = await signedIn(app, me.email);
      const { user } = (await next.client.getSession()).data!;
      expect(user).toMatchObject({ banned: false, banReason: null, banExpires: null });
      const events = await app.ports.store.read(`user-${me.id}`);
      expect(events.at(-1)).toMatchObject({ type: 'UserUnbanned', metadata: { actor: { kind: 'system' } } });
    });

    it('has no session left, even with concurrent sign-ins', async () => {
      const me = await signedUp(app);
      const tries = Array.from({ length: 20 }, () =>
        browser(app).client.signIn.email({ email: me.email, password: PASSWORD }),
      );
      const [answers] = await Promise.all([Promise.all(tries), Promise.race(tries).then(() => ban(me.id))]);
      await app.runtime.settled();
      const tokens = answers.flatMap(({ data }) => (data ? [data.token] : []));
      const living = await Promise.all(tokens.map((token) => app.app.get(SessionQueries).authenticate(token)));
      expect(living.filter((visit) => visit !== undefined)).toEqual([]);
    });
  });
});

describe('AUTH_COOKIE_CACHE', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { AUTH_COOKIE_CACHE: '60' } });
  });
  afterAll(() => app.close());

  /** How often documents and streams were read meanwhile; what followed from earlier requests has come to rest before. */
  async function looked(ask: () => Promise<unknown>): Promise<number> {
    await app.runtime.settled();
    const spies = [jest.spyOn(app.ports.documents, 'load'), jest.spyOn(app.ports.store, 'read')];
    await ask();
    const calls = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    return calls;
  }

  /** The least of some times: others look, too, such as a projector. */
  async function leastLooked(ask: () => Promise<unknown>): Promise<number> {
    let least = await looked(ask);
    for (let n = 0; n < 10 && least > 0; n++) least = Math.min(least, await looked(ask));
    return least;
  }

  it('is written at sign-in, in the contract’s form', async () => {
    const me = await signedUp(app);
    expect(setting(me, DATA)).toMatch(
      /^better-auth\.session_data=[\w-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const payload = carried(me);
    expect(Object.keys(payload)).toEqual(['session', 'expiresAt', 'signature']);
    expect(payload.signature).toBe(signatureOf(app, payload));
    const seen = (await (await me.fetch('/api/auth/get-session?disableCookieCache=true')).json()) as object;
    expect(payload.session).toEqual(seen);
  });

  it('answers without reading the store until it expires', async () => {
    const me = await signedUp(app);
    const { data } = await me.client.getSession();
    let again: unknown;
    expect(await leastLooked(async () => (again = (await me.client.getSession()).data))).toBe(0);
    expect(again).toEqual(data);
    expect(me.set).toEqual([]);
    expect(await looked(() => me.client.getSession({ query: { disableCookieCache: true } }))).toBeGreaterThan(0);
    expect(setting(me, DATA)).toContain('Max-Age=60');
    app.clock.advanceMachine(61);
    expect(await looked(() => me.client.getSession())).toBeGreaterThan(0);
    expect(setting(me, DATA)).toContain('Max-Age=60');
  });

  it('is cleared when it has expired and may not be renewed', async () => {
    const { email } = await signedUp(app);
    const me = await signedIn(app, email, false);
    expect((await me.client.getSession()).data!.user.email).toBe(email);
    expect(me.set).toEqual([]);
    app.clock.advanceMachine(61);
    expect((await me.client.getSession()).data!.user.email).toBe(email);
    expect(me.set).toEqual([`${DATA}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`]);
    expect((await me.client.getSession()).data!.user.email).toBe(email);
    expect(me.set).toEqual([]);
  });

  it('is trusted only together with its own session', async () => {
    const [me, other] = [await signedUp(app), await signedUp(app)];
    me.cookies.set(DATA, other.cookies.get(DATA)!);
    expect((await me.client.getSession()).data!.user.email).toBe(me.email);
    const forged = carried(me);
    forged.session.user.role = 'admin';
    carry(me, forged);
    expect((await me.client.getSession()).data).toBeNull();
    expect((await me.client.getSession()).data!.user).toMatchObject({ email: me.email, role: 'user' });
  });

  it('authorizes nothing: every other route reads the store', async () => {
    const me = await signedUp(app);
    await (await signedIn(app, me.email)).client.revokeOtherSessions();
    expect((await me.client.listSessions()).error!.status).toBe(401);
    expect((await me.client.getSession()).data).not.toBeNull();
    app.clock.advanceMachine(61);
    expect((await me.client.getSession()).data).toBeNull();
    expect([...me.cookies.keys()]).toEqual([]);
  });

  it('is rewritten by every change of its content', async () => {
    const me = await signedUp(app);
    const { data: organization } = await me.client.organization.create({ name: 'Nordlicht', slug: newUuid() });
    expect(carried(me).session.session.activeOrganizationId).toBe(organization!.id);
    await me.client.organization.setActive({ organizationId: null });
    expect(carried(me).session.session.activeOrganizationId).toBeNull();
    await me.client.updateUser({ name: 'Lovelace' });
    expect(setting(me, TOKEN)).toContain('Max-Age=');
    expect(carried(me).session.user.name).toBe('Lovelace');
    expect((await me.client.getSession()).data!.user.name).toBe('Lovelace');
  });

  it('is rewritten when the session is extended', async () => {
    const me = await signedUp(app);
    const before = carried(me).session.session;
    app.clock.advanceMachine(86_500);
    const { data } = await me.client.getSession();
    expect(data!.session.expiresAt.toISOString() > String(before.expiresAt)).toBe(true);
    expect(setting(me, TOKEN)).toContain('Max-Age=604800');
    expect(carried(me).session.session).toMatchObject({ expiresAt: data!.session.expiresAt.toISOString() });
    app.clock.advanceMachine(86_500);
    await me.client.listSessions();
    expect(String(carried(me).session.session.expiresAt) > data!.session.expiresAt.toISOString()).toBe(true);
  });

  it('is rewritten when joining, leaving and deleting an organization', async () => {
    const [owner, me] = [await signedUp(app), await signedUp(app)];
    const { data: organization } = await owner.client.organization.create({ name: 'Nordlicht', slug: newUuid() });
    const { id: organizationId } = organization!;
    const body = { email: me.email, role: 'member' as const, organizationId };
    const { data: invitation } = await owner.client.organization.inviteMember(body);
    const active = (who: Browser) => carried(who).session.session.activeOrganizationId;
    await me.client.organization.acceptInvitation({ invitationId: invitation!.id });
    expect(active(me)).toBe(organizationId);
    await me.post('/api/auth/organization/leave', { organizationId });
    expect(active(me)).toBeNull();
    await owner.client.organization.delete({ organizationId });
    expect(active(owner)).toBeNull();
  });

  it('still shows a banned user until it expires, but authorizes nothing', async () => {
    const me = await signedUp(app);
    await app.app.get(CommandBus).execute(new BanUser({ userId: me.id, reason: 'x', expiresAt: null }, operator(app)));
    await app.runtime.settled();
    expect((await me.client.getSession()).data!.user.id).toBe(me.id);
    expect((await me.client.getSession({ query: { disableCookieCache: true } })).data).toBeNull();
    expect(me.cookies.size).toBe(0);
    const other = await signedUp(app);
    await app.app
      .get(CommandBus)
      .execute(new BanUser({ userId: other.id, reason: 'x', expiresAt: null }, operator(app)));
    await app.runtime.settled();
    expect((await other.client.updateUser({ name: 'Lovelace' })).error!.status).toBe(401);
    app.clock.advanceMachine(61);
    expect((await other.client.getSession()).data).toBeNull();
    expect(other.cookies.size).toBe(0);
  });

  it('is the user’s during impersonation, and the administrator’s again afterwards', async () => {
    const [me, boss] = [await signedUp(app), await signedUp(app)];
    await app.app.get(CommandBus).execute(new ChangeUserRole({ userId: boss.id, role: 'admin' }, operator(app)));
    await app.runtime.settled();
    await boss.client.admin.impersonateUser({ userId: me.id });
    expect(carried(boss).session).toMatchObject({ user: { id: me.id }, session: { impersonatedBy: boss.id } });
    expect(await leastLooked(() => boss.client.getSession())).toBe(0);
    expect((await boss.client.deleteUser()).error!.code).toBe('YOU_CANNOT_DO_THIS_WHILE_IMPERSONATING');
    await boss.client.admin.stopImpersonating();
    expect(carried(boss).session).toMatchObject({ user: { id: boss.id }, session: { impersonatedBy: null } });
    await boss.client.admin.impersonateUser({ userId: me.id });
    await app.app.get(CommandBus).execute(new ChangeUserRole({ userId: boss.id, role: 'user' }, operator(app)));
    await app.runtime.settled();
    expect((await boss.client.updateUser({ name: 'x' })).error!.status).toBe(401);
    app.clock.advanceMachine(61);
    expect((await boss.client.getSession()).data).toBeNull();
  });

  it('is cleared with a new password and with the account', async () => {
    const [me, gone] = [await signedUp(app), await signedUp(app)];
    const before = carried(me).session.session.token;
    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse', revokeOtherSessions: true };
    const { data } = await me.client.changePassword(passwords);
    expect([before === data!.token, carried(me).session.session.token]).toEqual([false, data!.token]);
    expect((await me.client.getSession()).data!.session.token).toBe(data!.token);
    await app.app.get(CommandBus).execute(new EraseUser({ userId: gone.id }, operator(app)));
    app.clock.advanceMachine(61);
    expect((await gone.client.getSession()).data).toBeNull();
    expect(gone.cookies.size).toBe(0);
  });

  it('reports FAILED_TO_GET_SESSION when the store fails', async () => {
    const me = await signedUp(app);
    const load = jest.spyOn(app.ports.documents, 'load').mockRejectedValue(new Error('no disk'));
    try {
      const { error } = await me.client.getSession({ query: { disableCookieCache: true } });
      expect(error).toMatchObject({ status: 500, code: 'FAILED_TO_GET_SESSION', message: 'Failed to get session' });
    } finally {
      load.mockRestore();
    }
    expect((await me.client.getSession({ query: { disableCookieCache: true } })).data).not.toBeNull();
  });

  it('is cleared by sign-out, and with the session', async () => {
    const [me, other] = [await signedUp(app), await signedUp(app)];
    await me.client.signOut();
    expect(me.cookies.has(DATA)).toBe(false);
    await other.client.revokeSessions();
    expect(other.cookies.has(DATA)).toBe(false);
    expect((await other.client.getSession()).data).toBeNull();
  });

  it('reports a session that is too large for it', async () => {
    const me = await signedUp(app);
    const image = `https://example.com/${'a'.repeat(4_000)}`;
    await app.app.get(CommandBus).execute(new UpdateUser({ userId: me.id, image }, operator(app)));
    await app.runtime.settled();
    const { error } = await me.client.getSession({ query: { disableCookieCache: true } });
    expect(error).toMatchObject({
      status: 500,
      message:
        'Session data is too large to store in the cookie. Please disable session cookie caching or reduce the size of the session data',
    });
  });
});

describe('session lifetimes', () => {
  const env = { AUTH_SESSION_TTL: '100', AUTH_SESSION_UPDATE_AGE: '0', AUTH_FRESH_AGE: '2' };
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env });
    app.clock.stopMachine();
  });
  afterAll(() => app.close());

  it('are as long as configured, remembered or not', async () => {
    const me = await signedUp(app);
    expect(setting(me, TOKEN)).toContain('Max-Age=100');
    const forgotten = await signedIn(app, me.email, false);
    app.clock.advanceMachine(101);
    expect((await me.client.getSession()).data).toBeNull();
    expect((await forgotten.client.getSession()).data).toBeNull();
  });

  it('are extended by every request if the update-age is 0', async () => {
    const me = await signedUp(app);
    app.clock.advanceMachine(60);
    await me.client.getSession();
    expect(setting(me, TOKEN)).toContain('Max-Age=100');
    app.clock.advanceMachine(60);
    expect((await me.client.getSession()).data).not.toBeNull();
  });

  it('are fresh for AUTH_FRESH_AGE; an extension by the current request does not count', async () => {
    const me = await signedUp(app);
    const unlink = () => me.client.unlinkAccount({ providerId: 'credential' });
    expect((await unlink()).error!.code).toBe('YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT');
    app.clock.advanceMachine(3);
    expect((await unlink()).error).toMatchObject({
      status: 403,
      code: 'SESSION_IS_NOT_FRESH',
      message: 'Session is not fresh',
    });
    const next = await signedIn(app, me.email);
    expect((await next.client.unlinkAccount({ providerId: 'credential' })).error!.status).toBe(400);
  });
});

describe('the strict profile', () => {
  it('answers from the cookie, extends sessions, and rejects stale ones', async () => {
    const app = await startApp({
      env: { AUTH_COOKIE_CACHE: '60', AUTH_SESSION_UPDATE_AGE: '0', AUTH_FRESH_AGE: '2', AUTH_RATE_LIMIT: 'on' },
    });
    app.clock.stopMachine();
    const me = await signedUp(app);
    const { data } = await me.client.getSession();
    app.clock.advanceMachine(3);
    expect((await me.client.getSession()).data).toEqual(data);
    const { error } = await me.client.unlinkAccount({ providerId: 'credential' });
    expect(error!.code).toBe('SESSION_IS_NOT_FRESH');
    const looked = await me.client.getSession({ query: { disableCookieCache: true } });
    expect(looked.data!.session.updatedAt.getTime()).toBeGreaterThan(data!.session.updatedAt.getTime());
    expect(carried(me).session.session.updatedAt).toBe(looked.data!.session.updatedAt.toISOString());
    const kept = await me.client.getSession({ query: { disableCookieCache: true, disableRefresh: true } });
    expect([kept.data, me.set]).toEqual([looked.data, []]);
    await app.close();
  });
});

describe('over https', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { BASE_URL: 'https://tillbook.example', AUTH_COOKIE_CACHE: '60' } });
  });
  afterAll(() => app.close());

  it('names and marks every cookie as secure', async () => {
    const me = browser(app, { origin: 'https://tillbook.example' });
    const body = { email: address(), password: PASSWORD, name: 'Ada' };
    await me.client.signUp.email(body);
    await me.client.signIn.email({ ...body, rememberMe: false });
    expect(me.set.map((line) => line.split('=')[0])).toEqual([
      '__Secure-better-auth.session_token',
      '__Secure-better-auth.dont_remember',
      '__Secure-better-auth.session_data',
    ]);
    for (const line of me.set) expect(line).toMatch(/; Secure(;|$)/);
    expect((await me.client.getSession()).data!.user.email).toBe(body.email);
  });
});

describe('origins', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ own: true });
  });
  afterAll(() => app.close());

  it('accepts a cookie without Origin and Referer, unless the browser reports a cross-site request', async () => {
    const { cookie } = await signUp(app);
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetch(`${app.url}/api/auth/revoke-other-sessions`, { method: 'POST', headers });
      return answer.ok || (await answer.json());
    };
    const refused = { code: 'INVALID_ORIGIN', message: 'Invalid origin' };
    expect(await ask({ cookie })).toBe(true);
    expect(await ask({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(await ask({ cookie, 'sec-fetch-site': 'cross-site' })).toEqual(refused);
    expect(await ask({ cookie, referer: 'https://evil.example/a' })).toEqual(refused);
    expect(await ask({ cookie, referer: `${app.url}/a?b` })).toBe(true);
  });
});

describe('AUTH_RATE_LIMIT', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { AUTH_RATE_LIMIT: '1', TRUST_PROXY: '1' } });
    app.clock.stopMachine();
  });
  afterAll(() => app.close());

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const statuses = async (times: number, path: string, address: string, body?: object) => {
    const answers: number[] = [];
    for (let time = 0; time < times; time++)
      answers.push(
        (body
          ? await browser(app).post(`/api/auth${path}`, body, from(address))
          : await browser(app).fetch(`/api/auth${path}`, { headers: from(address) })
        ).status,
      );
    return answers;
  };
  const credentials = { email: 'nobody@example.com', password: PASSWORD };

  it('counts per address and path, and resets only after a pause since the last admitted request', async () => {
    const ask = (times: number) => statuses(times, '/sign-in/email', '203.0.113.1', credentials);
    expect(await ask(2)).toEqual([401, 401]);
    app.clock.advanceMachine(8);
    expect(await ask(2)).toEqual([401, 429]);
    // The first is long ago, the last is not; a rejected request changes nothing.
    app.clock.advanceMachine(8);
    expect(await ask(1)).toEqual([429]);
    app.clock.advanceMachine(3);
    expect(await ask(4)).toEqual([401, 401, 401, 429]);
    expect(await statuses(1, '/sign-in/email', '203.0.113.2', credentials)).toEqual([401]);
    expect(await statuses(1, '/sign-in/social', '203.0.113.1', { provider: 'none' })).toEqual([404]);
  });

  it('answers with the contract’s error', async () => {
    const path = '/api/auth/change-password';
    const ask = () => browser(app).post(path, {}, from('203.0.113.3'));
    const answers = [await ask(), await ask(), await ask(), await ask()];
    const refused = answers[3]!;
    expect([refused.status, refused.statusText]).toEqual([429, 'Too Many Requests']);
    expect(refused.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
    expect(refused.headers.get('x-retry-after')).toBe('10');
    expect(await refused.text()).toBe('{"message":"Too many requests. Please try again later."}');
  });

  it('counts differently written paths as one', async () => {
    const variants = ['/sign-in/email', '/Sign-In/email', '/sign-in/email/', '/SIGN-IN/EMAIL//'];
    const answers: number[] = [];
    for (const path of variants) answers.push(...(await statuses(1, path, '203.0.113.4', credentials)));
    expect(answers.at(-1)).toBe(429);
  });

  it('allows a hundred requests in ten seconds on other routes', async () => {
    const answers = await statuses(101, '/ok', '203.0.113.5');
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([100, 429]);
  });

  it('sends three mails a minute, of any kind', async () => {
    const ask = (path: string) => statuses(1, path, '203.0.113.6', { email: 'nobody@example.com' });
    const answers = [
      ...(await ask('/request-password-reset')),
      ...(await ask('/forget-password')),
      ...(await ask('/send-verification-email')),
      ...(await ask('/request-password-reset')),
    ];
    expect(answers).toEqual([200, 200, 200, 429]);
    app.clock.advanceMachine(61);
    expect(await ask('/forget-password')).toEqual([200]);
  });

  it('limits guessing of tokens, also in the path', async () => {
    const paths = Array.from({ length: 21 }, (_, index) => `/reset-password/token-${index}?callbackURL=/`);
    const answers: number[] = [];
    for (const path of paths) answers.push(...(await statuses(1, path, '203.0.113.7')));
    expect([answers.slice(0, 20).every((status) => status === 302), answers[20]]).toEqual([true, 429]);
  });

  /** Each call comes from a new address. */
  let lastAddress = 0;
  const fromAnywhere = async (times: number, path: string, body: object, headers: Record<string, string> = {}) => {
    const answers: Response[] = [];
    for (let time = 0; time < times; time++) {
      lastAddress += 1;
      const address = `198.51.${lastAddress >> 8}.${lastAddress & 255}`;
      answers.push(await browser(app).post(`/api/auth${path}`, body, { ...from(address), ...headers }));
    }
    return answers;
  };
  /** Sign-ups are limited to three in ten seconds too. */
  const somebodyNew = () => {
    app.clock.advanceMachine(11);
    return signUp(app);
  };
  const statusesOf = (answers: readonly Response[]) => answers.map(({ status }) => status);

  it('slows down wrong passwords for one e-mail from many addresses, registered or not', async () => {
    const { email } = await somebodyNew();
    for (const address of [email, `nobody-${newUuid()}@example.com`]) {
      const answers = await fromAnywhere(12, '/sign-in/email', { email: address, password: 'wrong horse' });
      expect(statusesOf(answers)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
      const refused = answers.at(-1)!;
      expect([refused.headers.get('content-type'), refused.headers.get('x-retry-after')]).toEqual([
        'text/plain;charset=UTF-8',
        '60',
      ]);
      expect(await refused.text()).toBe('{"message":"Too many requests. Please try again later."}');
      const upper = await fromAnywhere(1, '/sign-in/email', { email: address.toUpperCase(), password: 'wrong horse' });
      expect(statusesOf(upper)).toEqual([429]);
    }
    app.clock.advanceMachine(61);
    expect(statusesOf(await fromAnywhere(1, '/sign-in/email', { email, password: PASSWORD }))).toEqual([200]);
  });

  it('does not lock out users with a session or a new password', async () => {
    const { email, cookie } = await somebodyNew();
    const atHome = from('203.0.113.8');
    const signIn = (password: string, headers: Record<string, string>) =>
      browser(app).post('/api/auth/sign-in/email', { email, password }, headers);
    expect((await signIn(PASSWORD, atHome)).status).toBe(200);
    await app.runtime.settled();
    const attack = () => fromAnywhere(12, '/sign-in/email', { email, password: 'wrong horse' });
    expect(statusesOf(await attack()).at(-1)).toBe(429);
    expect((await signIn(PASSWORD, atHome)).status).toBe(200);
    expect(statusesOf(await fromAnywhere(1, '/sign-in/email', { email, password: PASSWORD }))).toEqual([429]);
    expect(statusesOf(await fromAnywhere(1, '/sign-in/email', { email, password: PASSWORD }, { cookie }))).toEqual([
      200,
    ]);
    const change = { currentPassword: PASSWORD, newPassword: 'another horse' };
    expect((await browser(app).post('/api/auth/change-password', change, { cookie })).status).toBe(200);
    const again = await fromAnywhere(1, '/sign-in/email', { email, password: 'another horse' });
    expect(statusesOf(again)).toEqual([200]);
  });

  it('slows down guessing of the current password within a session', async () => {
    const { cookie } = await somebodyNew();
    const change = { currentPassword: 'wrong horse', newPassword: 'another horse' };
    const answers = await fromAnywhere(10, '/change-password', change, { cookie });
    expect(statusesOf(answers)).toEqual(Array.from({ length: 10 }, () => 400));
    const more = await fromAnywhere(1, '/delete-user', { password: 'wrong horse' }, { cookie });
    expect(statusesOf(more)).toEqual([429]);
  });

  it('sends one address five mails of a kind in five minutes, whoever requests them', async () => {
    const { email } = await somebodyNew();
    for (const address of [email, `nobody-${newUuid()}@example.com`])
      for (const [path, kind] of [
        ['/request-password-reset', 'reset-password'],
        ['/send-verification-email', 'verify-email'],
      ] as const) {
        const answers = await fromAnywhere(7, path, { email: address });
        expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 429, 429]);
        const outbox = await fetch(`${app.url}/sandbox/outbox?to=${address}&kind=${kind}`);
        expect(await outbox.json()).toHaveLength(address === email ? 5 : 0);
      }
    app.clock.advanceMachine(301);
    expect(statusesOf(await fromAnywhere(1, '/request-password-reset', { email }))).toEqual([200]);
  });

  it('sends one address five invitations of an organization in five minutes, counted per organization', async () => {
    const { cookie } = await somebodyNew();
    const stranger = await somebodyNew();
    const { id: organizationId } = await createOrganization(app, cookie);
    const invite = { email: `person-${newUuid()}@example.com`, role: 'member', organizationId, resend: true };
    const refused = await fromAnywhere(6, '/organization/invite-member', invite, { cookie: stranger.cookie });
    expect(new Set(statusesOf(refused))).toEqual(new Set([400]));
    const answers = await fromAnywhere(6, '/organization/invite-member', invite, { cookie });
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 429]);
    const { cookie: elsewhere } = await somebodyNew();
    const { id } = await createOrganization(app, elsewhere);
    const others = { ...invite, organizationId: id };
    const ofAnother = await fromAnywhere(1, '/organization/invite-member', others, { cookie: elsewhere });
    expect(statusesOf(ofAnother)).toEqual([200]);
  });

  it('sends one address five invitations of a user in five minutes, however many organizations they have', async () => {
    const { cookie } = await somebodyNew();
    const email = `person-${newUuid()}@example.com`;
    const answers: Response[] = [];
    for (let n = 0; n < 3; n++) {
      const { id: organizationId } = await createOrganization(app, cookie);
      const invite = { email, role: 'member', organizationId, resend: true };
      answers.push(...(await fromAnywhere(2, '/organization/invite-member', invite, { cookie })));
    }
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

function cookieOf({ cookies }: Browser): string {
  return [...cookies].map((pair) => pair.join('=')).join('; ');
}
