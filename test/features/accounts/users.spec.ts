import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { mailRequestStream } from '../../../src/features/accounts/users/user.events.ts';
import { RegisterUser, SetPassword, VerifyEmail } from '../../../src/features/accounts/users/user.commands.ts';
import { userDecider } from '../../../src/features/accounts/users/user.decider.ts';
import { UserReader } from '../../../src/features/accounts/users/users.queries.ts';
import { Claims } from '../../../src/kernel/writing/claim.ts';
import { startContext, type Context } from '../../../src/kernel/writing/command.ts';
import { deriveUuid, newUuid, randomText } from '../../../src/kernel/ids.ts';
import { startApp, type TestApp, WITHOUT_SANDBOX } from '../../support/app.ts';
import { browser, type Browser } from '../../support/auth-client.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';

/** Users by the identity contract (docs/IDENTITY.md#verification to #users), in both profiles (docs/IDENTITY.md#test-profiles). */
const PASSWORD = 'correct horse';
const NEW = 'battery staple';
const COOKIE = 'better-auth.session_token';
const IF_IT_EXISTS = 'If this email exists in our system, check your email for the reset link';
const STRICT = {
  AUTH_REQUIRE_EMAIL_VERIFICATION: 'on',
  AUTH_AUTO_SIGN_IN_AFTER_VERIFICATION: 'on',
  AUTH_VERIFICATION_TTL: '3',
  AUTH_RESET_TTL: '3',
  AUTH_REVOKE_SESSIONS_ON_RESET: 'on',
  AUTH_COOKIE_CACHE: '60',
  AUTH_SESSION_UPDATE_AGE: '0',
  AUTH_FRESH_AGE: '2',
  AUTH_CHANGE_EMAIL: 'off',
  AUTH_DELETE_USER: 'direct',
  AUTH_PASSWORD_MIN: '10',
  AUTH_PASSWORD_MAX: '20',
};

interface Mail {
  kind: string;
  to: string;
  url: string;
  token: string;
  newEmail?: string;
}
type Visitor = Browser & { email: string; id: string };

let app: TestApp;
let strict: TestApp;
beforeAll(async () => {
  [app, strict] = await Promise.all([startApp(), startApp({ ages: true, env: STRICT })]);
  strict.clock.stopMachine();
});
afterAll(() => Promise.all([app.close(), strict.close()]));

function address(): string {
  return `person-${newUuid()}@example.com`;
}

function contextOf(at: TestApp = app): Context {
  return startContext({ kind: 'operator', id: 'test' }, at.clock);
}

async function signedUp({ at = app, email = address() } = {}): Promise<Visitor> {
  const visitor = browser(at);
  const { data, error } = await visitor.client.signUp.email({ email, password: PASSWORD, name: 'Ada' });
  if (error) throw new Error(JSON.stringify(error));
  return { ...visitor, email, id: data.user.id };
}

async function verified(options: { at?: TestApp } = {}): Promise<Visitor> {
  const visitor = await signedUp(options);
  const { at = app } = options;
  await at.app.get(CommandBus).execute(new VerifyEmail({ userId: visitor.id }, contextOf(at)));
  await at.runtime.settled();
  return visitor;
}

async function signIn(email: string, password = PASSWORD, at: TestApp = app) {
  const visitor = browser(at);
  const { error } = await visitor.client.signIn.email({ email, password });
  return { ...visitor, error };
}

async function mailsTo(email: string, kind: string, at: TestApp = app): Promise<Mail[]> {
  const answer = await fetch(`${at.url}/sandbox/outbox?to=${encodeURIComponent(email)}&kind=${kind}`);
  return (await answer.json()) as Mail[];
}

async function resetToken(email: string, at: TestApp = app): Promise<string> {
  await browser(at).client.requestPasswordReset({ email });
  return (await mailsTo(email, 'reset-password', at)).at(-1)!.token;
}

async function typesOf(stream: string, at: TestApp = app): Promise<string[]> {
  return (await at.ports.store.read(stream)).map(({ type }) => type);
}

/** A user who signs in only with a provider. */
async function withoutPassword(): Promise<string> {
  const email = address();
  const emailClaim = app.app.get(Claims).claim('user-email', 'global', email);
  const userId = randomText(32);
  const context = contextOf();
  const person = { userId, email, emailClaim, name: 'Ada', image: null, role: 'user', emailVerified: true };
  const register = new RegisterUser(person, context).with({ ...person, password: null, account: null });
  await app.app.get(Executor).execute(userDecider, `user-${userId}`, register);
  await app.app.get(Claims).hold(emailClaim, `user-${userId}`, context);
  await app.app.get(Claims).confirm(emailClaim, `user-${userId}`, context);
  return email;
}

const fifty = <T>(ask: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
const path = (url: string): string => url.slice(app.url.length);

async function answerOf(response: Response): Promise<[number, unknown]> {
  const text = await response.text();
  return [response.status, text === '' ? '' : JSON.parse(text)];
}

describe('requesting a password reset', () => {
  it('answers the same for every address, on either path', async () => {
    const { email } = await signedUp();
    const expected = { status: true, message: IF_IT_EXISTS };
    for (const asked of [email, email.toUpperCase(), address()]) {
      expect((await browser(app).client.requestPasswordReset({ email: asked })).data).toEqual(expected);
      expect((await browser(app).client.forgetPassword({ email: asked })).data).toEqual(expected);
    }
    expect(await mailsTo(email, 'reset-password')).toHaveLength(4);
  });

  it('does the same work for every address before it answers', async () => {
    const { email } = await signedUp();
    for (const asked of [email, address()]) {
      const answer = await browser(app).post('/api/auth/request-password-reset', { email: asked });
      const requestId = answer.headers.get('x-request-id')!;
      const stream = mailRequestStream(deriveUuid(requestId, 'account-mail'));
      expect(await typesOf(stream)).toEqual(['AccountMailRequested']);
    }
  });

  it('sends a link that works for as long as AUTH_RESET_TTL says', async () => {
    const { email } = await signedUp();
    await browser(app).client.requestPasswordReset({ email, redirectTo: '/choose?a=1' });
    const [mail] = await mailsTo(email, 'reset-password');
    expect(mail!.token).toMatch(/^[a-zA-Z0-9]{24}$/);
    expect(mail!.url).toBe(`${app.url}/api/auth/reset-password/${mail!.token}?callbackURL=%2Fchoose%3Fa%3D1`);
  });

  it.each([
    [{ email: 'nobody' }, 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
    [{ email: 'a@example.com', redirectTo: 'https://evil.test' }, 403, 'INVALID_REDIRECTURL', 'Invalid redirectURL'],
    [undefined, 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
  ])('rejects %j with %i %s', async (body, status, code, message) => {
    for (const to of ['request-password-reset', 'forget-password'])
      expect(await answerOf(await browser(app).post(`/api/auth/${to}`, body))).toEqual([status, { code, message }]);
  });
});

describe('the reset link', () => {
  it('redirects with the token, without using it up', async () => {
    const { email } = await signedUp();
    const token = await resetToken(email);
    for (const callbackURL of ['/choose?a=1', '/choose?a=1']) {
      const answer = await fetch(
        `${app.url}/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent(callbackURL)}`,
        { redirect: 'manual' },
      );
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`${app.url}/choose?a=1&token=${token}`);
    }
  });

  it.each([
    ['wrong', '?callbackURL=/choose', '/choose?error=INVALID_TOKEN'],
    ['wrong', '?callbackURL=', '/api/auth/error?error=INVALID_TOKEN'],
  ])('redirects with an error for %s%s', async (token, query, to) => {
    const answer = await fetch(`${app.url}/api/auth/reset-password/${token}${query}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, app.url + to]);
  });

  it('requires a trusted callback', async () => {
    const ask = async (query: string) => answerOf(await fetch(`${app.url}/api/auth/reset-password/x${query}`));
    expect(await ask('')).toEqual([400, { code: 'VALIDATION_ERROR', message: 'Invalid query parameters' }]);
    const untrusted = { code: 'INVALID_CALLBACKURL', message: 'Invalid callbackURL' };
    expect(await ask('?callbackURL=https://evil.test')).toEqual([403, untrusted]);
  });
});

describe('resetting the password', () => {
  it('replaces the old password once, and ends no session if the e-mail is proven', async () => {
    const me = await verified();
    const token = await resetToken(me.email);
    expect((await browser(app).client.resetPassword({ newPassword: NEW, token })).data).toEqual({ status: true });
    expect((await signIn(me.email)).error!.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect((await signIn(me.email, NEW)).error).toBeNull();
    expect((await me.client.getSession()).data!.user.email).toBe(me.email);
    const again = await browser(app).client.resetPassword({ newPassword: NEW, token });
    expect(again.error).toMatchObject({ status: 400, code: 'INVALID_TOKEN', message: 'invalid token' });
  });

  it('removes everything else that opens the account if it is the first proof of the e-mail', async () => {
    const squatter = await signedUp();
    const { email } = squatter;
    const { data: key } = await squatter.client.apiKey.create({ name: 'back door' });
    const idToken = (claims: object) => ({ token: Buffer.from(JSON.stringify(claims)).toString('base64url') });
    const account = { provider: 'fake-trusted', idToken: idToken({ sub: newUuid(), email, email_verified: false }) };
    expect((await squatter.client.linkSocial(account as never)).error).toBeNull();
    const opens = async () => {
      await app.runtime.settled();
      const byKey = await fetch(`${app.url}/api/auth/list-accounts`, { headers: { 'x-api-key': key!.key } });
      return [byKey.status, (await squatter.client.getSession()).data?.user.email];
    };
    expect(await opens()).toEqual([200, email]);
    const token = await resetToken(email);
    expect((await browser(app).client.resetPassword({ newPassword: NEW, token })).error).toBeNull();
    expect(await opens()).toEqual([401, undefined]);
    const owner = await signIn(email, NEW);
    const accounts = (await owner.client.listAccounts()).data as unknown as { provider: string }[];
    expect(accounts.map(({ provider }) => provider)).toEqual(['credential']);
    // The e-mail is proven now: another reset removes nothing.
    const { data: own } = await owner.client.apiKey.create({ name: 'own' });
    const again = await resetToken(email);
    expect((await browser(app).client.resetPassword({ newPassword: PASSWORD, token: again })).error).toBeNull();
    await app.runtime.settled();
    const byOwn = await fetch(`${app.url}/api/auth/list-accounts`, { headers: { 'x-api-key': own!.key } });
    expect(byOwn.status).toBe(200);
  });

  it('accepts the token in the query too', async () => {
    const { email } = await signedUp();
    const token = await resetToken(email);
    const answer = await browser(app).post(`/api/auth/reset-password?token=${token}`, { newPassword: NEW });
    expect(await answerOf(answer)).toEqual([200, { status: true }]);
  });

  it('reports errors in the contract’s order, without using the token up', async () => {
    const { email } = await signedUp();
    const token = await resetToken(email);
    const codeOf = async (body: { newPassword: string; token?: string }) =>
      (await browser(app).client.resetPassword(body)).error!.code;
    expect(await codeOf({ newPassword: 'short' })).toBe('INVALID_TOKEN');
    expect(await codeOf({ newPassword: 'short', token: 'wrong' })).toBe('PASSWORD_TOO_SHORT');
    expect(await codeOf({ newPassword: 'x'.repeat(129), token })).toBe('PASSWORD_TOO_LONG');
    expect(await codeOf({ newPassword: NEW, token: 'wrong' })).toBe('INVALID_TOKEN');
    expect((await browser(app).client.resetPassword({ newPassword: NEW, token })).error).toBeNull();
  });

  it('sets a first password for a user without one', async () => {
    const email = await withoutPassword();
    const token = await resetToken(email);
    expect((await browser(app).client.resetPassword({ newPassword: NEW, token })).error).toBeNull();
    expect((await signIn(email, NEW)).error).toBeNull();
  });

  it('voids every earlier link', async () => {
    const me = await signedUp();
    const [first, second] = [await resetToken(me.email), await resetToken(me.email)];
    await me.client.sendVerificationEmail({ email: me.email });
    const [verification] = await mailsTo(me.email, 'verify-email');
    await browser(app).client.resetPassword({ newPassword: NEW, token: second });
    const { error } = await browser(app).client.resetPassword({ newPassword: NEW, token: first });
    expect(error).toMatchObject({ status: 400, code: 'INVALID_TOKEN' });
    const link = await fetch(`${app.url}/api/auth/reset-password/${first}?callbackURL=/`, { redirect: 'manual' });
    expect(link.headers.get('location')).toBe(`${app.url}/?error=INVALID_TOKEN`);
    const verify = await fetch(`${app.url}/api/auth/verify-email?token=${verification!.token}`);
    expect(await answerOf(verify)).toEqual([401, { code: 'INVALID_TOKEN', message: 'invalid_token' }]);
  });

  it('succeeds once for 50 concurrent uses of a token', async () => {
    const { email, id } = await signedUp();
    const token = await resetToken(email);
    const answers = await fifty((index) =>
      browser(app).client.resetPassword({ newPassword: `password number ${index}`, token }),
    );
    const winners = answers.flatMap(({ error }, index) => (error ? [] : [index]));
    expect(winners).toHaveLength(1);
    for (const { error } of answers) if (error) expect(error).toMatchObject({ status: 400, code: 'INVALID_TOKEN' });
    expect((await signIn(email, `password number ${winners[0]}`)).error).toBeNull();
    expect((await typesOf(`user-${id}`)).filter((type) => type === 'PasswordSet')).toHaveLength(2);
  });

  it('rejects a body without a password', async () => {
    const answer = await browser(app).post('/api/auth/reset-password', { token: 'x' });
    expect(await answerOf(answer)).toEqual([400, { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' }]);
  });
});

describe('changing the password', () => {
  it('answers no token, and ends no session', async () => {
    const me = await signedUp();
    const other = await signIn(me.email);
    const { data } = await me.client.changePassword({ currentPassword: PASSWORD, newPassword: NEW });
    expect(data).toEqual({ token: null, user: expect.objectContaining({ email: me.email, name: 'Ada' }) });
    expect(me.set).toEqual([]);
    expect((await other.client.getSession()).data).not.toBeNull();
    expect((await signIn(me.email)).error!.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect((await signIn(me.email, NEW)).error).toBeNull();
  });

  it('ends all sessions except a new one, on request', async () => {
    const me = await signedUp();
    const old = me.cookies.get(COOKIE)!;
    const other = await signIn(me.email);
    const change = { currentPassword: PASSWORD, newPassword: NEW, revokeOtherSessions: true };
    const { data } = await me.client.changePassword(change);
    expect(data!.token).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(decodeURIComponent(me.cookies.get(COOKIE)!).startsWith(data!.token!)).toBe(true);
    expect((await me.client.getSession()).data!.session.token).toBe(data!.token);
    expect((await other.client.getSession()).data).toBeNull();
    const before = await fetch(`${app.url}/api/auth/get-session`, { headers: { cookie: `${COOKIE}=${old}` } });
    expect(await before.text()).toBe('null');
    expect((await me.client.listSessions()).data).toHaveLength(1);
  });

  it.each([
    [{ currentPassword: 'wrong horse', newPassword: NEW }, 'INVALID_PASSWORD', 'Invalid password'],
    [{ currentPassword: 'wrong horse', newPassword: 'short' }, 'PASSWORD_TOO_SHORT', 'Password too short'],
    [{ currentPassword: 'wrong horse', newPassword: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG', 'Password too long'],
    [{ newPassword: NEW }, 'VALIDATION_ERROR', 'Invalid body parameters'],
    [{ currentPassword: PASSWORD }, 'VALIDATION_ERROR', 'Invalid body parameters'],
  ])('rejects %j with %s', async (body, code, message) => {
    const me = await signedUp();
    expect(await answerOf(await me.post('/api/auth/change-password', body))).toEqual([400, { code, message }]);
  });

  it('requires a session and a password', async () => {
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    expect(await answerOf(await browser(app).post('/api/auth/change-password', body))).toEqual([401, '']);
    const email = await withoutPassword();
    const reset = await resetToken(email);
    await browser(app).client.resetPassword({ newPassword: PASSWORD, token: reset });
    const { error } = await (await signIn(email)).client.changePassword({ ...body, currentPassword: 'x' });
    expect(error).toMatchObject({ status: 400, code: 'INVALID_PASSWORD' });
    const byProvider = browser(app);
    const token = Buffer.from(JSON.stringify({ sub: newUuid(), email: address() })).toString('base64url');
    await byProvider.client.signIn.social({ provider: 'fake', idToken: { token } } as never);
    const none = { status: 400, code: 'CREDENTIAL_ACCOUNT_NOT_FOUND', message: 'Credential account not found' };
    expect((await byProvider.client.changePassword(body)).error).toMatchObject(none);
    expect((await byProvider.client.deleteUser({ password: PASSWORD })).error).toMatchObject(none);
  });

  it('succeeds once for 50 concurrent changes with the current password', async () => {
    const me = await signedUp();
    const answers = await fifty((index) =>
      me.client.changePassword({ currentPassword: PASSWORD, newPassword: `password number ${index}` }),
    );
    const winners = answers.flatMap(({ error }, index) => (error ? [] : [index]));
    expect(winners).toHaveLength(1);
    for (const { error } of answers) if (error) expect(error.code).toBe('INVALID_PASSWORD');
    expect((await signIn(me.email, `password number ${winners[0]}`)).error).toBeNull();
  });
});

describe('setting a first password', () => {
  it('has no route', async () => {
    const me = await signedUp();
    expect(await answerOf(await me.post('/api/auth/set-password', { newPassword: NEW }))).toEqual([404, '']);
  });

  it('is rejected if there is a password', async () => {
    const { id: userId, email } = await signedUp();
    const set = new SetPassword({ userId, password: NEW, onlyFirst: true }, contextOf());
    await expect(app.app.get(CommandBus).execute(set)).rejects.toMatchObject({
      code: 'USER_ALREADY_HAS_A_PASSWORD',
      message: 'user already has a password',
      status: 400,
    });
    expect((await signIn(email)).error).toBeNull();
  });

  it('sets a password for a user without one', async () => {
    const email = await withoutPassword();
    const known = await app.app.get(UserReader).byEmail(email);
    const set = new SetPassword({ userId: known!.user.id, password: NEW, onlyFirst: true }, contextOf());
    await app.app.get(CommandBus).execute(set);
    expect((await signIn(email, NEW)).error).toBeNull();
  });
});

describe('changing the profile', () => {
  it('changes name and image, and rewrites the cookie', async () => {
    const me = await signedUp();
    const before = (await me.client.getSession()).data!.user;
    const image = 'https://example.com/ada.png';
    expect((await me.client.updateUser({ name: 'Countess', image })).data).toEqual({ status: true });
    expect(me.set.some((cookie) => cookie.startsWith(COOKIE))).toBe(true);
    const { updatedAt } = before;
    expect((await me.client.getSession()).data!.user).toMatchObject({ name: 'Countess', image, updatedAt });
    await me.client.updateUser({ image: null });
    expect((await me.client.getSession()).data!.user).toMatchObject({ name: 'Countess', image: null });
  });

  it('appends nothing if nothing is given or nothing changes', async () => {
    const me = await signedUp();
    const before = await typesOf(`user-${me.id}`);
    expect(await answerOf(await me.post('/api/auth/update-user', {}))).toEqual([200, { status: true }]);
    expect(await answerOf(await me.post('/api/auth/update-user', { role: 'admin' }))).toEqual([200, { status: true }]);
    expect(await answerOf(await me.post('/api/auth/update-user', { name: 'Ada' }))).toEqual([200, { status: true }]);
    expect(await typesOf(`user-${me.id}`)).toEqual(before);
    expect((await me.client.getSession()).data!.user).toMatchObject({ role: 'user' });
  });

  it('rejects an address, a request without a session, and another shape', async () => {
    const me = await signedUp();
    const address = { code: 'EMAIL_CAN_NOT_BE_UPDATED', message: 'Email can not be updated' };
    expect(await answerOf(await me.post('/api/auth/update-user', { email: 'x' }))).toEqual([400, address]);
    expect(await answerOf(await browser(app).post('/api/auth/update-user', { name: 'x' }))).toEqual([401, '']);
    const shape = { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' };
    expect(await answerOf(await browser(app).post('/api/auth/update-user', { name: 1 }))).toEqual([400, shape]);
  });
});

describe('changing the address', () => {
  it('changes an unverified address at once, and verifies the new one by mail', async () => {
    const me = await signedUp();
    const newEmail = address();
    const { data } = await me.client.changeEmail({ newEmail: newEmail.toUpperCase(), callbackURL: '/in' });
    expect(data).toEqual({ status: true });
    expect(me.set.some((cookie) => cookie.startsWith(COOKIE))).toBe(true);
    expect((await me.client.getSession()).data!.user).toMatchObject({ email: newEmail, emailVerified: false });
    const [mail] = await mailsTo(newEmail, 'verify-email');
    expect(new URL(mail!.url).searchParams.get('callbackURL')).toBe('/in');
    // The owner of the former address is told that, but not the new one: the account may never have been theirs.
    const told = await mailsTo(me.email, 'email-changed');
    expect([told.length, JSON.stringify(told).includes(newEmail)]).toEqual([1, false]);
    expect((await fetch(`${app.url}/api/auth/verify-email?token=${mail!.token}`)).status).toBe(200);
    expect((await me.client.getSession()).data!.user.emailVerified).toBe(true);
    expect((await signIn(newEmail)).error).toBeNull();
    await signedUp({ email: me.email });
  });

  it('asks for approval at the current address if it is verified', async () => {
    const me = await verified();
    const newEmail = address();
    expect((await me.client.changeEmail({ newEmail, callbackURL: '/in' })).data).toEqual({ status: true });
    expect((await me.client.getSession()).data!.user.email).toBe(me.email);
    const [mail] = await mailsTo(me.email, 'change-email');
    expect(mail).toMatchObject({ kind: 'change-email', to: me.email, newEmail });
    const answer = await me.fetch(path(mail!.url));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/in']);
    expect(me.set.some((cookie) => cookie.startsWith(COOKIE))).toBe(true);
    expect((await me.client.getSession()).data!.user).toMatchObject({ email: newEmail, emailVerified: false });
    const [proof] = await mailsTo(newEmail, 'verify-email');
    expect(new URL(proof!.url).searchParams.get('callbackURL')).toBe('/in');
    await signedUp({ email: me.email });
  });

  it('answers the changed user if the link has no callback', async () => {
    const me = await verified();
    const newEmail = address();
    await me.client.changeEmail({ newEmail });
    const [mail] = await mailsTo(me.email, 'change-email');
    const [status, body] = await answerOf(await me.fetch(`/api/auth/verify-email?token=${mail!.token}`));
    expect([status, body]).toMatchObject([200, { status: true, user: { email: newEmail, emailVerified: false } }]);
  });

  it('requires the user’s own session', async () => {
    const me = await verified();
    await me.client.changeEmail({ newEmail: address() });
    const [mail] = await mailsTo(me.email, 'change-email');
    const stranger = await verified();
    for (const visitor of [browser(app), stranger]) {
      const direct = await visitor.fetch(`/api/auth/verify-email?token=${mail!.token}`);
      expect(await answerOf(direct)).toEqual([401, { code: 'UNAUTHORIZED', message: 'unauthorized' }]);
      const led = await visitor.fetch(`/api/auth/verify-email?token=${mail!.token}&callbackURL=/in`);
      expect([led.status, led.headers.get('location')]).toEqual([302, '/in?error=unauthorized']);
      const oddly = await visitor.fetch(`/api/auth/verify-email?token=${mail!.token}&callbackURL=/in?a=1`);
      expect(oddly.headers.get('location')).toBe('/in?a=1?error=unauthorized');
    }
    expect((await me.client.getSession()).data!.user.email).toBe(me.email);
  });

  it('works once, and not for an address that was taken meanwhile', async () => {
    const me = await verified();
    const [taken, free] = [address(), address()];
    const mailTo = async (newEmail: string): Promise<Mail> => {
      await me.client.changeEmail({ newEmail });
      return (await mailsTo(me.email, 'change-email')).at(-1)!;
    };
    const [toTaken, toFree] = [await mailTo(taken), await mailTo(free)];
    await signedUp({ email: taken });
    const late = await me.fetch(`/api/auth/verify-email?token=${toTaken.token}&callbackURL=/in?a=1`);
    expect(late.headers.get('location')).toBe('/in?a=1&error=couldnt_update_your_email');
    await me.fetch(`/api/auth/verify-email?token=${toFree.token}`);
    expect((await me.client.getSession()).data!.user.email).toBe(free);
    const again = await me.fetch(`/api/auth/verify-email?token=${toFree.token}`);
    expect(await answerOf(again)).toEqual([401, { code: 'USER_NOT_FOUND', message: 'user_not_found' }]);
    const led = await me.fetch(`/api/auth/verify-email?token=${toFree.token}&callbackURL=/in`);
    expect(led.headers.get('location')).toBe('/in?error=user_not_found');
  });

  it('happens once for 50 concurrent uses of the link', async () => {
    const me = await verified();
    const newEmail = address();
    await me.client.changeEmail({ newEmail });
    const [mail] = await mailsTo(me.email, 'change-email');
    const answers = await fifty(() => me.fetch(`/api/auth/verify-email?token=${mail!.token}`));
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect((await typesOf(`user-${me.id}`)).filter((type) => type === 'EmailChanged')).toHaveLength(1);
    expect(await mailsTo(newEmail, 'verify-email')).toHaveLength(1);
  });

  it('rejects the same address, a taken one, an invalid one, and a request without a session', async () => {
    const [me, other] = [await verified(), await signedUp()];
    const codeOf = async (newEmail: string) => (await me.client.changeEmail({ newEmail })).error;
    expect(await codeOf(me.email.toUpperCase())).toMatchObject({
      status: 400,
      code: 'EMAIL_IS_THE_SAME',
      message: 'Email is the same',
    });
    expect(await codeOf(other.email)).toMatchObject({
      status: 400,
      code: 'COULDNT_UPDATE_YOUR_EMAIL',
      message: "Couldn't update your email",
    });
    expect(await codeOf('nobody')).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(await answerOf(await browser(app).post('/api/auth/change-email', { newEmail: address() }))).toEqual([
      401,
      '',
    ]);
  });

  it('voids links that were mailed before', async () => {
    const me = await signedUp();
    const token = await resetToken(me.email);
    const there = address();
    await me.client.changeEmail({ newEmail: there });
    await me.client.changeEmail({ newEmail: me.email });
    const { error } = await browser(app).client.resetPassword({ newPassword: NEW, token });
    expect(error!.code).toBe('INVALID_TOKEN');
  });

  it('gives an address to one of 50 concurrent users', async () => {
    const newEmail = address();
    const people = await fifty(() => signedUp());
    const answers = await Promise.all(people.map(({ client }) => client.changeEmail({ newEmail })));
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    for (const { error } of answers)
      if (error) expect(error).toMatchObject({ status: 400, code: 'COULDNT_UPDATE_YOUR_EMAIL' });
    expect(
      (await browser(app).client.signUp.email({ email: newEmail, password: PASSWORD, name: 'x' })).error!.code,
    ).toBe('USER_ALREADY_EXISTS');
  });

  it('keeps the address after 50 concurrent requests for it', async () => {
    const me = await signedUp();
    const newEmail = address();
    await fifty(() => me.client.changeEmail({ newEmail }));
    await app.runtime.settled();
    expect((await typesOf(`user-${me.id}`)).filter((type) => type === 'EmailChanged')).toHaveLength(1);
    const squatter = await browser(app).client.signUp.email({ email: newEmail, password: PASSWORD, name: 'x' });
    expect(squatter.error!.code).toBe('USER_ALREADY_EXISTS');
    await signedUp({ email: me.email });
  });
});

describe('deleting an account by mail', () => {
  const SENT = { success: true, message: 'Verification email sent' };
  const GONE = { success: true, message: 'User deleted' };

  async function deletionMail(me: Visitor, body: object = {}): Promise<Mail> {
    expect((await me.client.deleteUser(body)).data).toEqual(SENT);
    return (await mailsTo(me.email, 'delete-account')).at(-1)!;
  }

  it('sends a link that deletes the user, ends the sessions and clears the cookies', async () => {
    const me = await signedUp();
    const other = await signIn(me.email);
    const mail = await deletionMail(me, { callbackURL: '/bye' });
    expect(mail.token).toMatch(/^[0-9a-z]{32}$/);
    expect(mail.url).toBe(`${app.url}/api/auth/delete-user/callback?token=${mail.token}&callbackURL=/bye`);
    expect((await me.client.getSession()).data).not.toBeNull();
    const answer = await me.fetch(path(mail.url));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/bye']);
    expect(me.cookies.size).toBe(0);
    expect((await other.client.getSession()).data).toBeNull();
    expect((await signIn(me.email)).error!.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    await signedUp({ email: me.email });
  });

  it('answers JSON if the link has no callback', async () => {
    const me = await signedUp();
    const { token } = await deletionMail(me);
    expect(await answerOf(await me.fetch(`/api/auth/delete-user/callback?token=${token}`))).toEqual([200, GONE]);
  });

  it('accepts the token in the body, and clears the cookies then too', async () => {
    const me = await signedUp();
    const { token } = await deletionMail(me);
    expect((await me.client.deleteUser({ token })).data).toEqual(GONE);
    expect(me.cookies.size).toBe(0);
    expect(await typesOf(`user-${me.id}`)).toEqual(['UserRegistered', 'PasswordSet', 'SessionsRevoked', 'UserDeleted']);
  });

  it('checks a given password, and still sends the mail', async () => {
    const me = await signedUp();
    const wrong = await me.client.deleteUser({ password: 'wrong horse' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'INVALID_PASSWORD', message: 'Invalid password' });
    await deletionMail(me, { password: PASSWORD });
  });

  it('rejects another user’s token, without using it up', async () => {
    const [me, other] = [await signedUp(), await signedUp()];
    const { token } = await deletionMail(other);
    const invalid = [404, { code: 'INVALID_TOKEN', message: 'invalid token' }];
    for (const given of [token, 'wrong']) {
      expect(await answerOf(await me.post('/api/auth/delete-user', { token: given }))).toEqual(invalid);
      expect(await answerOf(await me.fetch(`/api/auth/delete-user/callback?token=${given}`))).toEqual(invalid);
    }
    expect((await other.client.deleteUser({ token })).data).toEqual(GONE);
  });

  it('requires a session, a token, and a trusted callback', async () => {
    const callback = async (query: string) => answerOf(await fetch(`${app.url}/api/auth/delete-user/callback${query}`));
    const nobody = { code: 'FAILED_TO_GET_USER_INFO', message: 'Failed to get user info' };
    expect(await callback('?token=x')).toEqual([404, nobody]);
    expect(await callback('')).toEqual([400, { code: 'VALIDATION_ERROR', message: 'Invalid query parameters' }]);
    const untrusted = { code: 'INVALID_CALLBACKURL', message: 'Invalid callbackURL' };
    expect(await callback('?token=x&callbackURL=https://evil.test')).toEqual([403, untrusted]);
    expect(await answerOf(await browser(app).post('/api/auth/delete-user', {}))).toEqual([401, '']);
  });

  it('is voided by a new password', async () => {
    const me = await signedUp();
    const { token } = await deletionMail(me);
    await me.client.changePassword({ currentPassword: PASSWORD, newPassword: NEW });
    expect((await me.client.deleteUser({ token })).error).toMatchObject({ status: 404, code: 'INVALID_TOKEN' });
  });

  it('happens once for 50 concurrent requests', async () => {
    const me = await signedUp();
    const { token } = await deletionMail(me);
    const answers = await fifty(() => me.post('/api/auth/delete-user', { token }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 401, 404]).toContain(status);
    expect((await typesOf(`user-${me.id}`)).filter((type) => type === 'UserDeleted')).toHaveLength(1);
  });
});

describe('in the strict profile', () => {
  const LONG = 'correct horse';

  async function member(): Promise<Visitor> {
    const me = await signedUp({ at: strict });
    const [mail] = await mailsTo(me.email, 'verify-email', strict);
    await me.fetch(mail!.url.slice(strict.url.length));
    expect((await me.client.getSession()).data!.user).toMatchObject({ email: me.email, emailVerified: true });
    return me;
  }

  it('signs in by the link that verifies the address, once', async () => {
    const me = await signedUp({ at: strict });
    expect(me.cookies.size).toBe(0);
    const [mail] = await mailsTo(me.email, 'verify-email', strict);
    const link = `/api/auth/verify-email?token=${mail!.token}`;
    expect(await answerOf(await me.fetch(link))).toEqual([200, { status: true, user: null }]);
    expect((await me.client.getSession()).data!.user.emailVerified).toBe(true);
    const thief = browser(strict);
    expect(await answerOf(await thief.fetch(link))).toEqual([200, { status: true, user: null }]);
    expect(thief.cookies.size).toBe(0);
  });

  it('starts one session for 50 concurrent uses of the link', async () => {
    const me = await signedUp({ at: strict });
    const [mail] = await mailsTo(me.email, 'verify-email', strict);
    const visitors = await fifty(async () => {
      const visitor = browser(strict);
      await visitor.fetch(`/api/auth/verify-email?token=${mail!.token}`);
      return visitor;
    });
    expect(visitors.filter(({ cookies }) => cookies.has(COOKIE))).toHaveLength(1);
  });

  it('expires links after their configured time', async () => {
    const [me, late] = [await member(), await signedUp({ at: strict })];
    const token = await resetToken(me.email, strict);
    const [mail] = await mailsTo(late.email, 'verify-email', strict);
    strict.clock.advanceMachine(4);
    const { error } = await browser(strict).client.resetPassword({ newPassword: LONG, token });
    expect(error).toMatchObject({ status: 400, code: 'INVALID_TOKEN' });
    const led = await fetch(`${strict.url}/api/auth/verify-email?token=${mail!.token}&callbackURL=/in?a=1`, {
      redirect: 'manual',
    });
    expect(led.headers.get('location')).toBe('/in?a=1&error=token_expired');
    const direct = await fetch(`${strict.url}/api/auth/verify-email?token=${mail!.token}`);
    expect(await answerOf(direct)).toEqual([401, { code: 'TOKEN_EXPIRED', message: 'token_expired' }]);
  });

  it('ends all sessions when the password is reset', async () => {
    const me = await member();
    // Only what began before it ends.
    strict.clock.advanceMachine(1);
    const token = await resetToken(me.email, strict);
    expect((await browser(strict).client.resetPassword({ newPassword: LONG, token })).error).toBeNull();
    const { data } = await me.client.getSession({ query: { disableCookieCache: true } });
    expect(data).toBeNull();
  });

  it('applies its own password lengths', async () => {
    const me = await member();
    const codeOf = async (newPassword: string) =>
      (await me.client.changePassword({ currentPassword: PASSWORD, newPassword })).error?.code;
    expect(await codeOf('123456789')).toBe('PASSWORD_TOO_SHORT');
    expect(await codeOf('x'.repeat(21))).toBe('PASSWORD_TOO_LONG');
    expect(await codeOf('x'.repeat(20))).toBeUndefined();
  });

  it('changes no address', async () => {
    const me = await member();
    const { error } = await me.client.changeEmail({ newEmail: address() });
    const expected = { status: 400, code: 'CHANGE_EMAIL_IS_DISABLED', message: 'Change email is disabled' };
    expect(error).toMatchObject(expected);
  });

  it('deletes a user at once with the password, or after a recent sign-in', async () => {
    const me = await member();
    expect((await me.client.deleteUser()).data).toEqual({ success: true, message: 'User deleted' });
    expect(me.cookies.size).toBe(0);
    const other = await member();
    strict.clock.advanceMachine(3);
    // Using it does not make it fresh.
    await other.client.getSession({ query: { disableCookieCache: true } });
    expect((await other.client.deleteUser()).error).toMatchObject({
      status: 400,
      code: 'SESSION_EXPIRED',
      message: 'Session expired. Re-authenticate to perform this action.',
    });
    expect((await other.client.deleteUser({ password: 'wrong horse' })).error!.code).toBe('INVALID_PASSWORD');
    expect((await other.client.deleteUser({ password: PASSWORD })).error).toBeNull();
    expect((await signIn(other.email, PASSWORD, strict)).error!.code).toBe('INVALID_EMAIL_OR_PASSWORD');
  });

  it('does not delete a user for an API key, even with the password', async () => {
    const me = await member();
    const { data } = await me.client.apiKey.create({});
    const ask = async (body: object) => {
      const headers = { 'x-api-key': data!.key, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return fetch(`${strict.url}/api/auth/delete-user`, init);
    };
    for (const body of [{}, { password: PASSWORD }]) expect((await ask(body)).status).toBe(401);
    expect((await me.client.getSession()).data).not.toBeNull();
  });

  it('deletes once for 50 concurrent requests', async () => {
    const me = await member();
    const answers = await fifty(() => me.post('/api/auth/delete-user', { password: PASSWORD }));
    for (const { status } of answers) expect([200, 400, 401]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await typesOf(`user-${me.id}`, strict)).filter((type) => type === 'UserDeleted')).toHaveLength(1);
  });
});

describe('when it is not enabled', () => {
  it('reports so', async () => {
    const quiet = await startApp({ env: { ...WITHOUT_SANDBOX, AUTH_DELETE_USER: 'off' } });
    const me = await verified({ at: quiet });
    const reset = await browser(quiet).client.requestPasswordReset({ email: me.email });
    const disabled = { status: 400, code: 'RESET_PASSWORD_ISNT_ENABLED', message: "Reset password isn't enabled" };
    expect(reset.error).toMatchObject(disabled);
    const change = await me.client.changeEmail({ newEmail: address() });
    expect(change.error).toMatchObject({ status: 400, code: 'VERIFICATION_EMAIL_ISNT_ENABLED' });
    expect(await answerOf(await me.post('/api/auth/delete-user', {}))).toEqual([404, '']);
    expect(await answerOf(await browser(quiet).fetch('/api/auth/delete-user/callback?token=x'))).toEqual([404, '']);
    await quiet.close();
  });
});
