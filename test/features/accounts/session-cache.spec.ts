import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { createHmac } from 'node:crypto';
import { FreshDocuments } from '../../../src/app/reading/fresh-documents.ts';
import { BanUser, ChangeUserRole, EraseUser, UpdateUser } from '../../../src/features/accounts/users/user.commands.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { Keys } from '../../../src/kernel/secrets/keys.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Browser } from '../../support/auth-client.ts';
import { signedUp, signedIn, operator, setting, carry, PASSWORD, DATA, TOKEN } from './session-visitors.ts';

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

describe('AUTH_COOKIE_CACHE', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ages: true, env: { AUTH_COOKIE_CACHE: '60' } });
  });
  afterAll(() => app.close());

  /** How many sessions and users the request looked up. */
  async function looked(ask: () => Promise<unknown>): Promise<number> {
    const load = jest.spyOn(app.app.get(FreshDocuments), 'load');
    await ask();
    const { length } = load.mock.calls;
    load.mockRestore();
    return length;
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
    expect(await looked(async () => (again = (await me.client.getSession()).data))).toBe(0);
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
    expect(await looked(() => boss.client.getSession())).toBe(0);
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

describe('the strict profile', () => {
  it('answers from the cookie, extends sessions, and rejects stale ones', async () => {
    const app = await startApp({
      ages: true,
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
