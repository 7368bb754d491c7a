import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { jwtVerify } from 'jose';
import { run } from '../../../src/cli/run.ts';
import { ChangeActiveTeam } from '../../../src/features/accounts/sessions/session.commands.ts';
import { SessionQueries } from '../../../src/features/accounts/sessions/sessions.queries.ts';
import { BanUser, ChangeUserRole } from '../../../src/features/accounts/users/user.commands.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { Keys } from '../../../src/kernel/secrets/keys.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { createOrganization, signUp } from '../../support/accounts.ts';
import { browser, type Browser } from '../../support/auth-client.ts';
import { address, signedUp, signedIn, operator, setting, carry, PASSWORD, DATA, TOKEN } from './session-visitors.ts';

const BANNED = 'You have been banned from this application. Please contact support if you believe this is an error.';

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

describe('session lifetimes', () => {
  const env = { AUTH_SESSION_TTL: '100', AUTH_SESSION_UPDATE_AGE: '0', AUTH_FRESH_AGE: '2' };
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ages: true, env });
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

describe('origins', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
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

function cookieOf({ cookies }: Browser): string {
  return [...cookies].map((pair) => pair.join('=')).join('; ');
}
