import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { createAuthClient } from 'better-auth/client';
import { createHmac } from 'node:crypto';
import { StartSession } from '../../../src/features/accounts/sessions/session.commands.ts';
import { RegisterUser, SetPassword } from '../../../src/features/accounts/users/user.commands.ts';
import { userDecider } from '../../../src/features/accounts/users/user.decider.ts';
import { userStream } from '../../../src/features/accounts/users/user.events.ts';
import { PasswordHashes } from '../../../src/features/accounts/users/passwords/password-hashes.service.ts';
import { UserReader } from '../../../src/features/accounts/users/users.queries.ts';
import { features } from '../../../src/app.module.ts';
import { projectionsOf } from '../../../src/app/operator/projections.ts';
import { groupOf } from '../../../src/kernel/reading/projection.ts';
import { Codec } from '../../../src/kernel/writing/codec.ts';
import type { EventStore } from '../../../src/kernel/ports/event-store.ts';
import { noTelemetry } from '../../../src/kernel/ports/telemetry.ts';
import { Projector } from '../../../src/kernel/reading/projector.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { Documents } from '../../../src/app/reading/documents.ts';
import { sessionProjection } from '../../../src/features/accounts/sessions/session.projection.ts';
import { Claims } from '../../../src/kernel/writing/claim.ts';
import { Writes, type Context } from '../../../src/kernel/writing/command.ts';
import type { Slots } from '../../../src/kernel/coordination/slots.ts';
import { readVault, type Vault } from '../../../src/kernel/ports/vault.ts';
import { ServiceUnavailable } from '../../../src/kernel/errors.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { Keys } from '../../../src/kernel/secrets/keys.ts';
import { cookiesOf, createOrganization, post, signUp, tokenOf } from '../../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../support/app.ts';
import { browser, type Browser } from '../../support/auth-client.ts';
import { until } from '../../support/until.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';

const PASSWORD = 'correct horse';
const COOKIE = 'better-auth.session_token';
const FORM = 'application/x-www-form-urlencoded';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ages: true });
});
afterAll(() => app.close());

function address(): string {
  return `person-${newUuid()}@example.com`;
}

async function signedUp(email = address(), at: TestApp = app): Promise<Browser & { email: string }> {
  const visitor = browser(at);
  const { error } = await visitor.client.signUp.email({ email, password: PASSWORD, name: 'Ada' });
  if (error) throw new Error(JSON.stringify(error));
  return { ...visitor, email };
}

async function signedIn(email: string, rememberMe = true): Promise<Browser> {
  const visitor = browser(app);
  const { error } = await visitor.client.signIn.email({ email, password: PASSWORD, rememberMe });
  if (error) throw new Error(JSON.stringify(error));
  return visitor;
}

function contextOf(at: TestApp): Context {
  const requestId = newUuid();
  const { clock } = at;
  return {
    requestId,
    actor: { kind: 'operator', id: 'test' },
    correlationId: requestId,
    causationId: requestId,
    now: clock.now(),
    machineNow: clock.machineNow(),
    scope: 'any',
    writes: new Writes(),
  };
}

interface Mail {
  kind: string;
  url: string;
  token: string;
}

async function mailsTo(email: string, at: TestApp = app): Promise<Mail[]> {
  const answer = await fetch(`${at.url}/sandbox/outbox?to=${encodeURIComponent(email)}&kind=verify-email`);
  return (await answer.json()) as Mail[];
}

describe('sign-up', () => {
  it('answers token and user, and signs the user in with a cookie', async () => {
    const visitor = browser(app);
    const email = address();
    const { data } = await visitor.client.signUp.email({ email: email.toUpperCase(), password: PASSWORD, name: 'Ada' });
    expect(Object.keys(data!.user).sort()).toEqual(
      ['createdAt', 'email', 'emailVerified', 'id', 'image', 'name', 'updatedAt'].sort(),
    );
    expect(data!.user).toMatchObject({ email, name: 'Ada', image: null, emailVerified: false });
    expect(data!.user.id).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(data!.token).toMatch(/^[0-9A-Za-z]{32}$/);
    expect((await visitor.client.getSession()).data!.user.email).toBe(email);
  });

  it('sends no mail by default', async () => {
    const { email } = await signedUp();
    expect(await mailsTo(email)).toEqual([]);
  });

  it.each([
    [{ email: 'nobody', password: PASSWORD, name: 'x' }, 400, 'INVALID_EMAIL', 'Invalid email'],
    [{ password: PASSWORD, name: 'x' }, 400, 'INVALID_EMAIL', 'Invalid email'],
    [{ email: `${'a'.repeat(65)}@example.com`, password: PASSWORD, name: 'x' }, 400, 'INVALID_EMAIL', 'Invalid email'],
    [{ email: 'a1@example.com', password: '1234567', name: 'x' }, 400, 'PASSWORD_TOO_SHORT', 'Password too short'],
    [{ email: 'a1@example.com', password: 'x'.repeat(129), name: 'x' }, 400, 'PASSWORD_TOO_LONG', 'Password too long'],
    [{ email: 'a1@example.com', name: 'x' }, 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
    [{ email: 'a1@example.com', password: PASSWORD }, 422, 'FAILED_TO_CREATE_USER', 'Failed to create user'],
  ])('rejects %j with %i %s', async (body, status, code, message) => {
    const answer = await browser(app).post('/api/auth/sign-up/email', body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ code, message });
  });

  it('ignores fields that users may not set themselves', async () => {
    const body = { email: address(), password: PASSWORD, name: 'Ada', role: 'admin', emailVerified: true, id: 'x' };
    const answer = await browser(app).post('/api/auth/sign-up/email', body);
    const { user } = (await answer.json()) as { user: Record<string, unknown> };
    expect(user).toMatchObject({ email: body.email, emailVerified: false, id: expect.stringMatching(/^\w{32}$/) });
    const me = (await (await signedIn(body.email)).client.getSession()).data!.user;
    expect(me).toMatchObject({ role: 'user' });
  });

  it('accepts passwords of 8 and of 128', async () => {
    for (const password of ['12345678', 'x'.repeat(128)]) {
      const { error } = await browser(app).client.signUp.email({ email: address(), password, name: 'x' });
      expect(error).toBeNull();
    }
  });

  it('rejects an e-mail that is taken, ignoring case', async () => {
    const { email } = await signedUp();
    const { error } = await browser(app).client.signUp.email({
      email: email.toUpperCase(),
      password: PASSWORD,
      name: 'x',
    });
    expect(error).toMatchObject({ status: 422, code: 'USER_ALREADY_EXISTS', message: 'User already exists' });
  });

  it('registers one of 50 concurrent sign-ups with one e-mail', async () => {
    const email = address();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser(app).client.signUp.email({ email, password: PASSWORD, name: 'x' })),
    );
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    for (const { error } of answers.filter(({ error }) => error))
      expect(error).toMatchObject({ status: 422, code: 'USER_ALREADY_EXISTS' });
  });

  it('releases the e-mail after a rejected sign-up', async () => {
    const email = address();
    await browser(app).post('/api/auth/sign-up/email', { email, password: PASSWORD });
    await signedUp(email);
  });
});

describe('an abandoned hold on an e-mail', () => {
  const holdFor = async (email: string, owner: string) => {
    const claims = app.app.get(Claims);
    await claims.hold(claims.claim('user-email', 'global', email), owner, contextOf(app));
  };
  const taken = { status: 422, code: 'USER_ALREADY_EXISTS' };

  it('lasts a minute of machine time, then the next claimant wins', async () => {
    const email = address();
    await holdFor(email, `user-${'L'.repeat(32)}`);
    const early = await browser(app).client.signUp.email({ email, password: PASSWORD, name: 'x' });
    expect(early.error).toMatchObject(taken);
    app.clock.advanceMachine(61);
    await signedUp(email);
  });

  it('is confirmed for an owner who has the e-mail', async () => {
    const { email } = await signedUp();
    app.clock.advanceMachine(61);
    const again = await browser(app).client.signUp.email({ email, password: PASSWORD, name: 'x' });
    expect(again.error).toMatchObject(taken);
  });

  it('rejects the late owner with ClaimForfeited', async () => {
    const userId = 'M'.repeat(32);
    const email = address();
    await holdFor(email, `user-${userId}`);
    app.clock.advanceMachine(61);
    const winner = await signedUp(email);
    const emailClaim = app.app.get(Claims).claim('user-email', 'global', email);
    const late = { userId, email, emailClaim, name: 'x', image: null, role: 'user', emailVerified: false };
    const facts = { ...late, password: { accountId: 'a', credential: 'c' }, account: null };
    const command = new RegisterUser(late, contextOf(app)).with(facts);
    const executed = app.app.get(Executor).execute(userDecider, userStream(userId), command);
    await expect(executed).rejects.toMatchObject({ code: 'ClaimForfeited' });
    const known = await app.app.get(UserReader).byEmail(email);
    expect(known!.user.id).toBe((await winner.client.getSession()).data!.user.id);
  });
});

describe('when the log stores an event but the answer is lost', () => {
  const again = 'battery staple';

  /** The log is unavailable after the first append to a user's stream. */
  async function losing<T>(task: () => Promise<T>): Promise<T> {
    const { store } = app.ports;
    const [append, read] = [store.append.bind(store), store.read.bind(store)];
    const away = () => Promise.reject(new ServiceUnavailable('EventStoreDB'));
    let isAway = false;
    const appends = jest.spyOn(store, 'append').mockImplementation(async (stream, ...rest) => {
      if (isAway) return away();
      const appended = await append(stream, ...rest);
      if (!stream.startsWith('user-')) return appended;
      isAway = true;
      return away();
    });
    const reads = jest.spyOn(store, 'read').mockImplementation((...args) => (isAway ? away() : read(...args)));
    try {
      return await task();
    } finally {
      appends.mockRestore();
      reads.mockRestore();
    }
  }

  it('keeps the e-mail and the password of a registered user', async () => {
    const email = address();
    const account = { email, password: PASSWORD, name: 'Ada' };
    const lost = await losing(() => browser(app).client.signUp.email(account));
    expect(lost.error).toMatchObject({ status: 503 });
    await signedIn(email);
    const second = await browser(app).client.signUp.email(account);
    expect(second.error).toMatchObject({ status: 422, code: 'USER_ALREADY_EXISTS' });
  });

  it('keeps a new password', async () => {
    const { client, email } = await signedUp();
    const lost = await losing(() => client.changePassword({ currentPassword: PASSWORD, newPassword: again }));
    expect(lost.error).toMatchObject({ status: 503 });
    const { error } = await browser(app).client.signIn.email({ email, password: again });
    expect(error).toBeNull();
  });
});

describe('sign-in', () => {
  it('answers token and user, and the URL of a callbackURL', async () => {
    const { email } = await signedUp();
    const plain = await browser(app).post('/api/auth/sign-in/email', { email, password: PASSWORD });
    expect(Object.keys((await plain.json()) as object).sort()).toEqual(['redirect', 'token', 'user']);
    const sent = await browser(app).post('/api/auth/sign-in/email', {
      email,
      password: PASSWORD,
      callbackURL: '/home',
    });
    expect(await sent.json()).toMatchObject({ redirect: true, url: '/home', user: { email } });
  });

  it('answers an unknown e-mail like a wrong password', async () => {
    const { email } = await signedUp();
    const wrong = await browser(app).post('/api/auth/sign-in/email', { email, password: 'wrong horse' });
    const unknown = await browser(app).post('/api/auth/sign-in/email', { email: address(), password: 'wrong horse' });
    const seen = async (answer: Response) => ({
      status: answer.status,
      body: await answer.text(),
      headers: [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
    });
    const refusal = await seen(wrong);
    expect(refusal).toEqual(await seen(unknown));
    expect(refusal.status).toBe(401);
    expect(JSON.parse(refusal.body)).toEqual({
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: 'Invalid email or password',
    });
  });

  it('hashes once, at the same cost, for an unknown e-mail and for a wrong password', async () => {
    const { email } = await signedUp();
    const { slots } = app.app.get(PasswordHashes) as unknown as { slots: Slots };
    const run = jest.spyOn(slots, 'run');
    /** What the hashing of one sign-in came to: a new hash, or whether the stored one matches. */
    const hashed = async (asked: string): Promise<unknown[]> => {
      run.mockClear();
      await browser(app).post('/api/auth/sign-in/email', { email: asked, password: 'wrong horse' });
      return Promise.all(run.mock.results.map(({ value }) => value));
    };
    // Verifying takes as long as the parameters of the stored hash say.
    const cost = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
    const { state } = (await app.app.get(UserReader).byEmail(email))!;
    const stored = await readVault(app.app.get<Vault>(VAULT), `credential/${state.password!.credential}`);
    expect(stored).toMatch(cost);
    expect(await hashed(email)).toEqual([false]);
    expect(await hashed(address())).toEqual([expect.stringMatching(cost)]);
    run.mockRestore();
  });

  it.each([
    [{ email: 'nobody', password: PASSWORD }, 'INVALID_EMAIL'],
    [{ email: 'a@example.com' }, 'VALIDATION_ERROR'],
    [{ email: 'a@example.com', password: 1 }, 'VALIDATION_ERROR'],
    [{ email: 'a@example.com', password: PASSWORD, rememberMe: 'yes' }, 'VALIDATION_ERROR'],
    [undefined, 'VALIDATION_ERROR'],
  ])('rejects %j as %s', async (body, code) => {
    const answer = await browser(app).post('/api/auth/sign-in/email', body);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, code]);
  });

  it('sets a cookie for a week, signed with HMAC-SHA256 and percent-encoded', async () => {
    const { email } = await signedUp();
    const visitor = await signedIn(email);
    // The other recognizes the browser at its next sign-in.
    expect(visitor.set.map((line) => line.split('=')[0]).sort()).toEqual([COOKIE, 'tillbook.known_device']);
    const [pair, ...attributes] = visitor.set.find((line) => line.startsWith(COOKIE))!.split('; ');
    expect(attributes).toEqual(['Max-Age=604800', 'Path=/', 'HttpOnly', 'SameSite=Lax']);
    const value = pair!.slice(`${COOKIE}=`.length);
    const [token, signature] = decodeURIComponent(value).split('.') as [string, string];
    const [key] = app.app.get(Keys).signing('cookie');
    expect(signature).toBe(createHmac('sha256', key!).update(token).digest('base64'));
    expect(value).toBe(encodeURIComponent(`${token}.${signature}`));
  });

  it('without rememberMe lasts a day and until the browser closes', async () => {
    const { email } = await signedUp();
    const visitor = await signedIn(email, false);
    expect(visitor.set.map((line) => /Max-Age/.test(line))).toEqual([false, false]);
    expect([...visitor.cookies.keys()]).toEqual([COOKIE, 'better-auth.dont_remember']);
    const { data } = await visitor.client.getSession();
    expect(data!.session.expiresAt.getTime() - data!.session.createdAt.getTime()).toBe(86_400_000);
  });

  it('rejects the old password once a new one is set, and ends the sessions', async () => {
    const me = await signedUp();
    const { user } = (await app.app.get(UserReader).byEmail(me.email))!;
    const command = new SetPassword({ userId: user.id, password: 'new horse battery' }, contextOf(app));
    await app.app.get(CommandBus).execute(command);
    await app.runtime.settled();
    const old = await browser(app).client.signIn.email({ email: me.email, password: PASSWORD });
    expect(old.error!.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    const fresh = await browser(app).client.signIn.email({ email: me.email, password: 'new horse battery' });
    expect(fresh.error).toBeNull();
    expect((await me.client.getSession()).data).toBeNull();
  });
});

describe('the session', () => {
  it('is shown with the user, in exactly the contract’s fields', async () => {
    const me = await signedUp();
    const answer = await me.fetch('/api/auth/get-session');
    const { session, user } = (await answer.json()) as Record<'session' | 'user', Record<string, unknown>>;
    expect(Object.keys(session!).sort()).toEqual(
      [
        'activeOrganizationId',
        'createdAt',
        'expiresAt',
        'id',
        'impersonatedBy',
        'ipAddress',
        'token',
        'updatedAt',
        'userAgent',
        'userId',
      ].sort(),
    );
    expect(user).toMatchObject({ role: 'user', banned: null, banReason: null, banExpires: null });
    expect(me.cookies.get(COOKIE)).toContain(session!.token);
    expect(me.set).toEqual([]);
  });

  it('is null without a session, with a wrong signature, and with a handle as cookie', async () => {
    const me = await signedUp();
    const { data } = await me.client.getSession();
    const asks = async (cookie?: string) => {
      const answer = await fetch(`${app.url}/api/auth/get-session`, { headers: cookie ? { cookie } : {} });
      return [answer.status, await answer.text(), answer.headers.get('content-type')?.split(';')[0]];
    };
    expect(await asks()).toEqual([200, 'null', 'application/json']);
    expect(await asks(`${COOKIE}=${data!.session.token}.${'A'.repeat(43)}%3D`)).toEqual([
      200,
      'null',
      'application/json',
    ]);
    const [key] = app.app.get(Keys).signing('cookie');
    const signed = (value: string) =>
      encodeURIComponent(`${value}.${createHmac('sha256', key!).update(value).digest('base64')}`);
    expect((await asks(`${COOKIE}=${signed(data!.session.token)}`))[1]).toContain(me.email);
    expect((await asks(`${COOKIE}=${signed(data!.session.id)}`))[1]).toBe('null');
  });

  it('is extended after a day, once per day, unless the client disables it', async () => {
    const me = await signedUp();
    const first = (await me.client.getSession()).data!.session;
    app.clock.advanceMachine(86_300);
    expect((await me.client.getSession()).data!.session.expiresAt).toEqual(first.expiresAt);
    app.clock.advanceMachine(200);
    const asked = await me.client.getSession({ query: { disableRefresh: true } });
    expect(asked.data!.session.expiresAt).toEqual(first.expiresAt);
    const extended = (await me.client.getSession()).data!.session;
    expect(extended.expiresAt.getTime()).toBeGreaterThan(first.expiresAt.getTime() + 86_000_000);
    expect(extended.token).toBe(first.token);
    expect(extended.updatedAt.getTime()).toBeGreaterThan(first.updatedAt.getTime());
    expect(me.set[0]).toContain('Max-Age=604800');
    await me.client.getSession();
    expect(me.set).toEqual([]);
  });

  it('is extended by other routes too', async () => {
    const me = await signedUp();
    app.clock.advanceMachine(86_500);
    await me.client.listSessions();
    expect(me.set[0]).toContain('Max-Age=604800');
  });

  it('is not extended with a dont_remember cookie', async () => {
    const { email } = await signedUp();
    const me = await signedIn(email, false);
    app.clock.advanceMachine(86_300);
    await me.client.getSession();
    expect(me.set).toEqual([]);
    app.clock.advanceMachine(200);
    expect((await me.client.getSession()).data).toBeNull();
  });

  it('expires after a week: null, and the three cookies are cleared', async () => {
    const me = await signedUp();
    app.clock.advanceMachine(604_801);
    expect((await me.client.getSession()).data).toBeNull();
    expect(me.set).toEqual(
      ['session_token', 'session_data', 'dont_remember'].map(
        (name) => `better-auth.${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
      ),
    );
  });

  it('ends with sign-out', async () => {
    const me = await signedUp();
    const cookie = `${COOKIE}=${me.cookies.get(COOKIE)}`;
    expect((await me.client.signOut()).data).toEqual({ success: true });
    expect(me.cookies.size).toBe(0);
    const again = await fetch(`${app.url}/api/auth/get-session`, { headers: { cookie } });
    expect(await again.text()).toBe('null');
    const { error } = await me.client.signOut();
    expect(error).toMatchObject({ status: 400, code: 'FAILED_TO_GET_SESSION', message: 'Failed to get session' });
    expect(me.set).toEqual([]);
  });
});

describe('a projector that lags or has stopped', () => {
  let behind: TestApp;
  /** Signed in before it stopped, in two browsers. */
  let early: [Browser, Browser];
  beforeAll(async () => {
    behind = await startApp({ own: true, env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } });
    early = await signedInTwice();
  });
  afterAll(() => behind.close());

  async function signedInTwice(): Promise<[Browser & { email: string }, Browser]> {
    const me = await signedUp(address(), behind);
    const other = browser(behind);
    await other.client.signIn.email({ email: me.email, password: PASSWORD });
    return [me, other];
  }

  it('is not trusted for sessions, keys, tokens and bans, even while it is running', async () => {
    const { store, documents, clock, log } = behind.ports;
    let isOpen = true;
    let beats = 0;
    const slow: Pick<EventStore, 'subscribe' | 'end'> = {
      async *subscribe(after, signal) {
        for await (const batch of store.subscribe(after, signal)) {
          await until(() => isOpen || signal.aborted, 'the gate to open');
          yield batch;
        }
      },
      end: () => (beats++, store.end()),
    };
    const lagging = new Projector(
      {
        store: Object.assign(Object.create(store) as EventStore, slow),
        codec: behind.app.get(Codec),
        documents,
        clock,
        log,
        telemetry: noTelemetry,
      },
      'access',
      projectionsOf(features).filter((projection) => groupOf(projection) === 'access'),
    );
    try {
      const [me, other] = await signedInTwice();
      const admin = browser(behind);
      await admin.client.signIn.email(ADMIN);
      const eve = await signUp(behind);
      const { id: organizationId } = await createOrganization(behind, eve.cookie);
      const { token, tokenId } = await tokenOf(behind, eve.cookie, organizationId, 'products:read');
      const made = await post(behind, '/api/auth/api-key/create', { name: 'key' }, eve.cookie);
      const { key } = (await made.json()) as { key: string };
      const credentials = [
        { cookie: eve.cookie },
        ...[key, token].map((text) => ({ authorization: `Bearer ${text}` })),
      ];
      const statuses = () =>
        Promise.all(
          (credentials as Record<string, string>[]).map(
            async (headers) => (await fetch(`${behind.url}/v1/products/`, { headers })).status,
          ),
        );
      await behind.runtime.settled();
      await behind.runtime.readModels.led.get('access')!.stop();
      await lagging.start();
      isOpen = false;
      expect(await statuses()).toEqual([200, 200, 200]);
      await me.client.revokeOtherSessions();
      const revoked = await fetch(`${behind.url}/v1/organization-access-tokens/${tokenId}`, {
        method: 'DELETE',
        headers: { cookie: eve.cookie, origin: behind.url },
      });
      expect(revoked.status).toBe(204);
      expect((await admin.client.admin.banUser({ userId: eve.id })).error).toBeNull();
      behind.clock.advanceMachine(3);
      const before = beats;
      await until(() => beats > before + 1, 'another heartbeat');
      expect((await other.client.getSession()).data).toBeNull();
      expect((await me.client.getSession()).data!.user.email).toBe(me.email);
      expect(await statuses()).toEqual([401, 401, 401]);
    } finally {
      isOpen = true;
      await lagging.stop();
    }
  });

  it('is not trusted for sessions after it has stopped', async () => {
    const [me, other] = early;
    await behind.runtime.readModels.led.get('access')!.stop();
    behind.clock.advanceMachine(3);
    const { id } = (await other.client.getSession()).data!.session;
    const { email } = (await me.client.getSession()).data!.user;
    await me.client.revokeOtherSessions();
    expect((await new Documents(behind.ports.documents).get(sessionProjection, id, 'any'))!.id).toBe(id);
    expect((await other.client.getSession()).data).toBeNull();
    expect((await me.client.getSession()).data!.user.email).toBe(email);
    const late = browser(behind);
    await late.client.signIn.email({ email, password: PASSWORD });
    expect((await late.client.getSession()).data!.user.email).toBe(email);
  });
});

describe('listing and revoking sessions', () => {
  it('shows handles in place of other sessions’ tokens, and revokes by either', async () => {
    const me = await signedUp();
    const second = await signedIn(me.email);
    const third = await signedIn(me.email);
    const listed = (await me.client.listSessions()).data!;
    expect(listed).toHaveLength(3);
    const own = (await me.client.getSession()).data!.session;
    expect(listed.find(({ id }) => id === own.id)!.token).toBe(own.token);
    for (const session of listed.filter(({ id }) => id !== own.id)) expect(session.token).toBe(session.id);
    const secondSession = (await second.client.getSession()).data!.session;
    const thirdSession = (await third.client.getSession()).data!.session;
    expect((await me.client.revokeSession({ token: secondSession.id })).data).toEqual({ status: true });
    expect((await me.client.revokeSession({ token: thirdSession.token })).data).toEqual({ status: true });
    expect((await second.client.getSession()).data).toBeNull();
    expect((await third.client.getSession()).data).toBeNull();
    expect((await me.client.listSessions()).data).toHaveLength(1);
    const again = await me.client.revokeSession({ token: secondSession.id });
    expect(again.error).toMatchObject({ status: 400, code: 'SESSION_NOT_FOUND', message: 'Session not found' });
  });

  it('lists the hundred newest, and no expired ones', async () => {
    const me = await signedUp();
    const userId = (await me.client.getSession()).data!.user.id;
    const open = async (ttl: number) => {
      const session = { userId, rememberMe: true, ttl, ipAddress: '', userAgent: `of ${ttl}` };
      await app.app.get(CommandBus).execute(new StartSession(session, contextOf(app)));
    };
    await open(-1);
    for (let count = 0; count < 100; count++) await open(1_000);
    await app.runtime.settled();
    const agents = (await me.client.listSessions()).data!.map(({ userAgent }) => userAgent);
    expect([agents.length, new Set(agents)]).toEqual([100, new Set(['of 1000'])]);
  });

  it('rejects revoking another user’s session', async () => {
    const [me, you] = [await signedUp(), await signedUp()];
    const yours = (await you.client.getSession()).data!.session;
    const { error } = await me.client.revokeSession({ token: yours.token });
    expect([error!.status, error!.code]).toEqual([401, undefined]);
    expect((await you.client.getSession()).data).not.toBeNull();
  });

  it('revokes all others', async () => {
    const me = await signedUp();
    const other = await signedIn(me.email);
    app.clock.advanceMachine(1);
    expect((await me.client.revokeOtherSessions()).data).toEqual({ status: true });
    expect((await other.client.getSession()).data).toBeNull();
    expect((await me.client.getSession()).data).not.toBeNull();
    expect((await me.client.listSessions()).data).toHaveLength(1);
    expect((await (await signedIn(me.email)).client.getSession()).data).not.toBeNull();
  });

  it('revokes all including the current one, whose cookie the next get-session clears', async () => {
    const me = await signedUp();
    app.clock.advanceMachine(1);
    expect((await me.client.revokeSessions()).data).toEqual({ status: true });
    expect(me.set).toEqual([]);
    expect((await me.client.getSession()).data).toBeNull();
    expect(me.cookies.size).toBe(0);
  });

  it.each([
    ['GET', 'list-sessions', undefined],
    ['POST', 'revoke-session', { token: 'x' }],
    ['POST', 'revoke-sessions', {}],
    ['POST', 'revoke-other-sessions', undefined],
  ])('answers %s %s without a session with a bare 401', async (method, path, body) => {
    const visitor = browser(app);
    const answer = await (method === 'GET'
      ? visitor.fetch(`/api/auth/${path}`)
      : visitor.post(`/api/auth/${path}`, body));
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      401,
      'application/json',
      '',
    ]);
  });

  it('reports a bad shape before a missing session', async () => {
    const answer = await browser(app).post('/api/auth/revoke-session', {});
    expect(await answer.json()).toEqual({ code: 'VALIDATION_ERROR', message: 'Invalid body parameters' });
  });
});

describe('origins', () => {
  it('rejects a cookie from an untrusted page', async () => {
    const me = await signedUp();
    const answer = await me.post('/api/auth/sign-out', {});
    expect(answer.status).toBe(200);
    const foreign = browser(app, { origin: 'https://evil.example' });
    foreign.cookies.set(COOKIE, 'x');
    const refused = await foreign.post('/api/auth/sign-out', {});
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { code: 'INVALID_ORIGIN', message: 'Invalid origin' },
    ]);
  });

  it('rejects sign-in and sign-up from a page of another site, even without a cookie', async () => {
    const { email } = await signedUp();
    const form = new URLSearchParams({ email, password: PASSWORD, name: 'Eve' }).toString();
    const json = JSON.stringify({ email, password: PASSWORD, name: 'Eve' });
    const attempts: [headers: Record<string, string>, body: string, code: string][] = [
      [{ origin: 'https://evil.example', 'content-type': FORM }, form, 'INVALID_ORIGIN'],
      [{ origin: 'null', 'content-type': FORM }, form, 'INVALID_ORIGIN'],
      [{ 'sec-fetch-site': 'cross-site', 'content-type': FORM }, form, 'INVALID_ORIGIN'],
      [{ origin: 'https://evil.example', 'content-type': 'application/json' }, json, 'INVALID_ORIGIN'],
      [{ 'content-type': FORM }, form, 'VALIDATION_ERROR'],
    ];
    for (const path of ['sign-in/email', 'sign-up/email'])
      for (const [headers, body, code] of attempts) {
        const answer = await fetch(`${app.url}/api/auth/${path}`, { method: 'POST', headers, body });
        expect(await answer.json()).toMatchObject({ code });
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: json };
    expect((await fetch(`${app.url}/api/auth/sign-in/email`, options)).status).toBe(200);
  });

  it('accepts the contract’s client in Node, which sends no Origin', async () => {
    const { email } = await signedUp();
    const client = createAuthClient({ baseURL: app.url });
    let cookie = '';
    const onResponse = ({ response }: { response: Response }) => void (cookie = cookiesOf(response));
    expect((await client.signIn.email({ email, password: PASSWORD }, { onResponse })).error).toBeNull();
    expect(cookie).not.toBe('');
    expect((await client.signOut({ fetchOptions: { headers: { cookie } } })).data).toEqual({ success: true });
  });

  it('rejects an untrusted callback before checking the shape', async () => {
    const answer = await browser(app).post('/api/auth/sign-in/email', { callbackURL: 'https://evil.example' });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: 'INVALID_CALLBACKURL', message: 'Invalid callbackURL' },
    ]);
    const inQuery = await browser(app).post('/api/auth/sign-in/email?callbackURL=https://evil.example', {});
    expect([inQuery.status, await inQuery.json()]).toMatchObject([403, { code: 'INVALID_CALLBACKURL' }]);
    const link = await browser(app).fetch('/api/auth/verify-email?callbackURL=//evil.example');
    expect([link.status, ((await link.json()) as { code: string }).code]).toEqual([403, 'INVALID_CALLBACKURL']);
  });
});

describe('e-mail verification', () => {
  it('sends a link that verifies and redirects, and succeeds again when repeated', async () => {
    const me = await signedUp();
    expect((await me.client.sendVerificationEmail({ email: me.email, callbackURL: '/done?a=1' })).data).toEqual({
      status: true,
    });
    const [mail] = await mailsTo(me.email);
    expect(mail!.url).toContain(`${app.config.baseUrl}/api/auth/verify-email?token=`);
    const header = JSON.parse(Buffer.from(mail!.token.split('.')[0]!, 'base64url').toString()) as object;
    const claims = JSON.parse(Buffer.from(mail!.token.split('.')[1]!, 'base64url').toString()) as Record<
      string,
      number
    >;
    expect(header).toEqual({ alg: 'HS256' });
    expect(claims).toEqual({ email: me.email, iat: claims.iat, exp: claims.iat! + 3_600 });
    for (let times = 0; times < 2; times++) {
      const visitor = browser(app);
      const answer = await visitor.fetch(mail!.url.slice(app.url.length));
      expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([302, '/done?a=1', '']);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(visitor.set).toEqual([]);
    }
    expect((await me.client.getSession()).data!.user.emailVerified).toBe(true);
    const { data } = await browser(app).client.verifyEmail({ query: { token: mail!.token } });
    expect(data).toEqual({ status: true, user: null });
    const events = await app.ports.store.read(`user-${(await me.client.getSession()).data!.user.id}`);
    expect(events.filter(({ type }) => type === 'EmailVerified')).toHaveLength(1);
    const again = await me.client.sendVerificationEmail({ email: me.email });
    expect(again.error).toMatchObject({
      status: 400,
      code: 'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL',
      message: 'You can only send a verification email to an unverified email',
    });
    // It reveals nothing to callers without a session.
    expect((await browser(app).client.sendVerificationEmail({ email: me.email })).data).toEqual({ status: true });
    expect(await mailsTo(me.email)).toHaveLength(2);
  });

  it('does not reveal to visitors which addresses are known', async () => {
    const { email } = await signedUp();
    const unknown = address();
    for (const to of [email, unknown])
      expect((await browser(app).client.sendVerificationEmail({ email: to })).data).toEqual({ status: true });
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await mailsTo(unknown)).toEqual([]);
  });

  it('sends only to the user’s own address', async () => {
    const me = await signedUp();
    for (const email of [address(), me.email.toUpperCase()])
      expect((await me.client.sendVerificationEmail({ email })).error).toMatchObject({
        status: 400,
        code: 'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL',
        message: 'You can only send a verification email to your own email',
      });
    const shape = await me.client.sendVerificationEmail({ email: 'nobody' });
    expect(shape.error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });

  it('rejects invalid and expired links', async () => {
    const me = await signedUp();
    await me.client.sendVerificationEmail({ email: me.email });
    const [{ token }] = (await mailsTo(me.email)) as [Mail];
    const asks = async (query: string) => {
      const answer = await browser(app).fetch(`/api/auth/verify-email?${query}`);
      return [answer.status, answer.headers.get('location') ?? (await answer.json())];
    };
    const broken = token.slice(0, -3);
    expect(await asks(`token=${broken}`)).toEqual([401, { code: 'INVALID_TOKEN', message: 'invalid_token' }]);
    expect(await asks(`token=${broken}&callbackURL=/x`)).toEqual([302, '/x?error=invalid_token']);
    expect(await asks(`token=${broken}&callbackURL=${encodeURIComponent('/x?a=1')}`)).toEqual([
      302,
      '/x?a=1&error=invalid_token',
    ]);
    expect(await asks('')).toEqual([400, { code: 'VALIDATION_ERROR', message: 'Invalid query parameters' }]);
    app.clock.advanceMachine(3_601);
    expect(await asks(`token=${token}`)).toEqual([401, { code: 'TOKEN_EXPIRED', message: 'token_expired' }]);
    expect(await asks(`token=${token}&callbackURL=/x`)).toEqual([302, '/x?error=token_expired']);
  });

  it('is voided by a new password', async () => {
    const me = await signedUp();
    await me.client.sendVerificationEmail({ email: me.email });
    const [{ token }] = (await mailsTo(me.email)) as [Mail];
    app.clock.advanceMachine(2);
    const userId = (await me.client.getSession()).data!.user.id;
    await app.app.get(CommandBus).execute(new SetPassword({ userId, password: 'another horse' }, contextOf(app)));
    const { error } = await browser(app).client.verifyEmail({ query: { token } });
    expect(error).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
  });
});

describe('other calls', () => {
  it('is ok', async () => {
    expect(await (await fetch(`${app.url}/api/auth/ok`)).json()).toEqual({ ok: true });
  });

  it('shows an error’s code, escaped', async () => {
    const answer = await fetch(`${app.url}/api/auth/error?error=${encodeURIComponent(`<b>"x'&`)}`);
    expect(answer.headers.get('content-type')).toContain('text/html');
    const page = await answer.text();
    expect(page).toContain('<code>&lt;b&gt;&quot;x&#39;&amp;</code>');
    expect(await (await fetch(`${app.url}/api/auth/error`)).text()).toContain('<code>Unknown</code>');
  });

  it.each([
    ['GET', '/api/auth/nothing'],
    ['GET', '/api/auth/sign-in/email'],
    ['POST', '/api/auth/get-session'],
    ['POST', '/api/auth/set-password'],
    ['POST', '/api/auth/organization/add-member'],
    ['POST', '/api/auth/organization/create-role'],
    ['POST', '/api/auth/api-key/verify'],
    ['POST', '/api/auth/api-key/delete-all-expired-api-keys'],
    ['OPTIONS', '/api/auth/sign-in/email'],
  ])('knows no %s %s', async (method, path) => {
    const answer = await fetch(`${app.url}${path}`, { method });
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });
});
