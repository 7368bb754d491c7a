import { afterEach, describe, expect, it } from '@jest/globals';
import { QueryBus } from '@nestjs/cqrs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FindUserByEmail } from '../../../src/features/accounts/users/users.queries.ts';
import { startApp, type StartOptions, type TestApp } from '../../support/app.ts';
import { signUp } from '../../support/accounts.ts';
import { browser } from '../../support/auth-client.ts';

const PASSWORD = 'correct horse';
const running: TestApp[] = [];

async function started(options: StartOptions): Promise<TestApp> {
  const app = await startApp(options);
  running.push(app);
  return app;
}

afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
});

describe('AUTH_REQUIRE_EMAIL_VERIFICATION', () => {
  it('lets nobody in before the address is verified', async () => {
    const app = await started({ env: { AUTH_REQUIRE_EMAIL_VERIFICATION: '1' } });
    const me = browser(app);
    const email = 'ada@example.com';
    const up = await me.client.signUp.email({ email, password: PASSWORD, name: 'Ada', callbackURL: '/in' });
    expect(up.data).toMatchObject({ token: null, user: { email } });
    expect(me.set).toEqual([]);
    const wrong = await me.client.signIn.email({ email, password: 'wrong horse' });
    expect(wrong.error).toMatchObject({ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' });
    const early = await me.client.signIn.email({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' });
    const mails = (await (await fetch(`${app.url}/sandbox/outbox?to=${email}`)).json()) as { url: string }[];
    expect(mails.map(({ url }) => new URL(url).searchParams.get('callbackURL'))).toEqual(['/in', '/']);
    await me.fetch(mails[0]!.url.slice(app.url.length));
    expect((await me.client.signIn.email({ email, password: PASSWORD })).error).toBeNull();
  });
});

describe('without mail', () => {
  it('says that verification is not enabled', async () => {
    const app = await started({ env: { SANDBOX: '0' } });
    const { email } = await signUp(app);
    const { error } = await browser(app).client.sendVerificationEmail({ email });
    expect(error).toMatchObject({
      status: 400,
      code: 'VERIFICATION_EMAIL_ISNT_ENABLED',
      message: "Verification email isn't enabled",
    });
  });
});

describe('BASE_URL with https', () => {
  it('names and marks the cookies as secure', async () => {
    const app = await started({ env: { BASE_URL: 'https://tillbook.example' } });
    const me = browser(app, { origin: 'https://tillbook.example' });
    const { error } = await me.client.signUp.email({ email: 'ada@example.com', password: PASSWORD, name: 'Ada' });
    expect(error).toBeNull();
    expect(me.set[0]).toMatch(/^__Secure-better-auth\.session_token=/);
    expect(me.set[0]).toMatch(/; Secure(;|$)/);
    expect((await me.client.getSession()).data!.user.email).toBe('ada@example.com');
  });
});

describe('AUTH_RATE_LIMIT', () => {
  it('takes three sign-ins per address in ten seconds', async () => {
    const app = await started({ env: { AUTH_RATE_LIMIT: '1' } });
    const asks = () => browser(app).post('/api/auth/sign-in/email', { email: 'a@example.com', password: PASSWORD });
    const answers = [await asks(), await asks(), await asks(), await asks()];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    const refused = answers[3]!;
    expect(refused.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
    expect(Number(refused.headers.get('x-retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toBe('{"message":"Too many requests. Please try again later."}');
  });
});

describe('ADMIN_EMAIL', () => {
  const env = { ADMIN_EMAIL: 'Root@example.com', ADMIN_PASSWORD: 'a long password' };

  it('is a verified administrator from the start, once', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tillbook-'));
    for (let times = 0; times < 2; times++) {
      const app = await startApp({ env, dataDir });
      const { data } = await browser(app).client.signIn.email({
        email: 'root@example.com',
        password: env.ADMIN_PASSWORD,
      });
      expect(data!.user.emailVerified).toBe(true);
      const known = await app.app.get(QueryBus).execute(new FindUserByEmail('ROOT@example.com'));
      expect(known!.user.role).toBe('admin');
      expect((await app.ports.store.read(`user-${data!.user.id}`)).map(({ type }) => type)).toEqual([
        'UserRegistered',
        'PasswordSet',
      ]);
      await app.close();
    }
    await rm(dataDir, { recursive: true });
  });

  it('takes the account from whoever had the address before', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tillbook-'));
    const before = await startApp({ dataDir });
    const squatter = browser(before);
    await squatter.client.signUp.email({ email: 'root@example.com', password: PASSWORD, name: 'x' });
    await before.close();
    const app = await startApp({ env, dataDir });
    const old = await browser(app).client.signIn.email({ email: 'root@example.com', password: PASSWORD });
    expect(old.error!.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    const mine = await browser(app).client.signIn.email({ email: 'root@example.com', password: env.ADMIN_PASSWORD });
    expect(mine.error).toBeNull();
    const known = await app.app.get(QueryBus).execute(new FindUserByEmail('root@example.com'));
    expect(known!.user).toMatchObject({ role: 'admin', emailVerified: true });
    const session = await fetch(`${app.url}/api/auth/get-session`, {
      headers: { cookie: [...squatter.cookies].map((pair) => pair.join('=')).join('; ') },
    });
    expect(await session.text()).toBe('null');
    await app.close();
    await rm(dataDir, { recursive: true });
  });
});
