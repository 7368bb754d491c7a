import { afterEach, describe, expect, it } from '@jest/globals';
import { ConfiguredAdmin } from '../../../src/features/accounts/users/configured-admin.service.ts';
import { UserReader } from '../../../src/features/accounts/users/users.queries.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startApp, type StartOptions, type TestApp, WITHOUT_SANDBOX } from '../../support/app.ts';
import { signUp } from '../../support/accounts.ts';
import { browser } from '../../support/auth-client.ts';
import { codeOf } from '../../support/identity-servers.ts';
import { somebody } from '../../support/members.ts';
import { withReplaced } from '../../support/replaced.ts';
import { address, PASSWORD } from './session-visitors.ts';

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
  it('rejects sign-in before the address is verified', async () => {
    const app = await started({ ages: true, env: { AUTH_REQUIRE_EMAIL_VERIFICATION: '1' } });
    const me = browser(app);
    const email = address();
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
  it('reports that verification is not enabled', async () => {
    const app = await started({ env: WITHOUT_SANDBOX });
    const { email } = await signUp(app);
    const { error } = await browser(app).client.sendVerificationEmail({ email });
    expect(error).toMatchObject({
      status: 400,
      code: 'VERIFICATION_EMAIL_ISNT_ENABLED',
      message: "Verification email isn't enabled",
    });
  });
});

describe('ADMIN_EMAIL', () => {
  /** What a program does with these settings when it starts. */
  const begin = (app: TestApp, admin: { email: string; password: string }) =>
    withReplaced(app.config, { admin }, () => app.app.get(ConfiguredAdmin).onApplicationBootstrap());
  const password = 'a long password';

  it('is a verified administrator from the start, once', async () => {
    const email = address();
    const app = await started({});
    for (let times = 0; times < 2; times++) {
      await begin(app, { email: email.replace('person', 'Person'), password });
      const { data } = await browser(app).client.signIn.email({ email, password });
      expect(data!.user.emailVerified).toBe(true);
      const known = await app.app.get(UserReader).byEmail(email.toUpperCase());
      expect(known!.user.role).toBe('admin');
      expect((await app.ports.store.read(`user-${data!.user.id}`)).map(({ type }) => type)).toEqual([
        'UserRegistered',
        'PasswordSet',
      ]);
    }
  });

  it('takes the account over from whoever registered the address before', async () => {
    const email = address();
    const app = await started({});
    const squatter = browser(app);
    await squatter.client.signUp.email({ email, password: PASSWORD, name: 'x' });
    const { data: key } = await squatter.client.apiKey.create({ name: 'back door' });
    const account = { sub: `squatter-${email}`, email, email_verified: false };
    const byProvider = { provider: 'fake-trusted', idToken: { token: codeOf(account) } };
    expect((await squatter.client.linkSocial(byProvider as never)).error).toBeNull();
    await begin(app, { email, password });
    const old = await browser(app).client.signIn.email({ email, password: PASSWORD });
    expect(old.error!.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    const mine = browser(app);
    const signedIn = await mine.client.signIn.email({ email, password });
    expect(signedIn.error).toBeNull();
    const known = await app.app.get(UserReader).byEmail(email);
    expect(known!.user).toMatchObject({ role: 'admin', emailVerified: true });
    const session = await fetch(`${app.url}/api/auth/get-session`, {
      headers: { cookie: [...squatter.cookies].map((pair) => pair.join('=')).join('; ') },
    });
    expect(await session.text()).toBe('null');
    await app.runtime.settled();
    const byKey = await fetch(`${app.url}/api/auth/list-accounts`, { headers: { 'x-api-key': key!.key } });
    expect(byKey.status).toBe(401);
    const accounts = (await mine.client.listAccounts()).data as unknown as { provider: string }[];
    expect(accounts.map(({ provider }) => provider)).toEqual(['credential']);
  });
});

describe('AUTH_DELETE_TTL', () => {
  it('is the lifetime of the mail’s link', async () => {
    const app = await started({ ages: true, env: { AUTH_DELETE_TTL: '60' } });
    const me = await somebody(app);
    const token = async () => {
      await me.client.deleteUser();
      const mails = await fetch(`${app.url}/sandbox/outbox?kind=delete-account&to=${me.email}`);
      return ((await mails.json()) as { token: string }[]).at(-1)!.token;
    };
    const late = await token();
    app.clock.advanceMachine(61);
    expect((await me.client.deleteUser({ token: late })).error).toMatchObject({ status: 404, code: 'INVALID_TOKEN' });
    expect((await me.client.deleteUser({ token: await token() })).error).toBeNull();
  });
});

describe('the strict profile as a whole', () => {
  it('applies all of its rules together', async () => {
    const app = await started({
      ages: true,
      at: '2026-01-15T10:00:00.000Z',
      env: {
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
        AUTH_RATE_LIMIT: 'on',
        ORG_INVITATION_TTL: '3',
        ORG_LIMIT: '1',
        ORG_MEMBERSHIP_LIMIT: '2',
        ORG_INVITATION_LIMIT: '2',
        ORG_DELETION: 'off',
        ORG_MAX_TEAMS: '2',
        ORG_MAX_TEAM_MEMBERS: '1',
        ORG_ALLOW_REMOVING_ALL_TEAMS: 'on',
        ORG_DEFAULT_TEAM: 'off',
        ORG_CREATION_EMAILS: '^(?!blocked)',
      },
    });
    app.clock.stopMachine();
    // What earlier spec files have requested no longer counts.
    app.clock.advanceMachine(3_600);
    const [me] = newUuid().split('-');
    const emailOf = (name: string) => `${name}-${me}@example.com`;
    const arrived = async (name: string) => {
      const email = emailOf(name);
      const visitor = browser(app);
      // Rate limits count by machine time: this keeps the requests below them.
      app.clock.advanceMachine(11);
      expect((await visitor.client.signUp.email({ email, password: PASSWORD, name: 'Ada' })).data!.token).toBeNull();
      const mails = await fetch(`${app.url}/sandbox/outbox?kind=verify-email&to=${email}`);
      const [mail] = (await mails.json()) as [{ url: string }];
      await visitor.fetch(mail.url.slice(app.url.length));
      expect(visitor.cookies.has('better-auth.session_data')).toBe(true);
      return visitor;
    };
    const owner = await arrived('owner');
    const { organization } = owner.client;
    const { data: mine } = await organization.create({ name: 'Acme', slug: `acme-${me}` });
    const codeOf = ({ error }: { error: { code?: string } | null }) => error?.code;
    expect(codeOf(await organization.create({ name: 'Two', slug: 'two' }))).toBe(
      'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
    );
    const blocked = await arrived('blocked');
    expect(codeOf(await blocked.client.organization.create({ name: 'No', slug: 'no' }))).toBe(
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION',
    );
    const invited = async (name: string, more: object = {}) =>
      organization.inviteMember({ email: emailOf(name), role: 'member', organizationId: mine!.id, ...more });
    const first = await invited('blocked');
    await invited('late');
    expect(codeOf(await invited('third'))).toBe('INVITATION_LIMIT_REACHED');
    const late = await arrived('late');
    expect((await blocked.client.organization.acceptInvitation({ invitationId: first.data!.id })).error).toBeNull();
    const second = await invited('late', { resend: true });
    expect(codeOf(await late.client.organization.acceptInvitation({ invitationId: second.data!.id }))).toBe(
      'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED',
    );
    app.clock.advance({ seconds: 4 });
    expect(codeOf(await late.client.organization.acceptInvitation({ invitationId: second.data!.id }))).toBe(
      'INVITATION_NOT_FOUND',
    );
    for (const name of ['A', 'B']) expect((await organization.createTeam({ name })).error).toBeNull();
    expect(codeOf(await organization.createTeam({ name: 'C' }))).toBe('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS');
    const { data: teams } = await organization.listTeams();
    for (const { id: teamId } of teams as unknown as { id: string }[])
      expect((await organization.removeTeam({ teamId })).error).toBeNull();
    expect((await organization.delete({ organizationId: mine!.id })).error).toMatchObject({ status: 403 });
    expect(codeOf(await owner.client.changeEmail({ newEmail: emailOf('new') }))).toBe('CHANGE_EMAIL_IS_DISABLED');
    app.clock.advanceMachine(3);
    expect(codeOf(await owner.client.unlinkAccount({ providerId: 'credential' }))).toBe('SESSION_IS_NOT_FRESH');
    expect((await late.client.deleteUser({ password: PASSWORD })).data).toEqual({
      success: true,
      message: 'User deleted',
    });
    const tries = await Promise.all([1, 2, 3, 4].map(() => browser(app).post('/api/auth/sign-in/email', {})));
    expect(tries.map(({ status }) => status).sort()).toEqual([400, 400, 400, 429]);
  });
});
