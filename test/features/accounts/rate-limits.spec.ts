import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Commands } from '../../../src/app/commands.ts';
import { Documents } from '../../../src/app/reading/documents.ts';
import { ScheduleEmail } from '../../../src/features/delivery/emails/email.commands.ts';
import { emailProjection } from '../../../src/features/delivery/emails/email.projection.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { createOrganization, signUp } from '../../support/accounts.ts';
import { browser } from '../../support/auth-client.ts';
import { PASSWORD } from './session-visitors.ts';

describe('AUTH_RATE_LIMIT', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ages: true, env: { AUTH_RATE_LIMIT: '1', TRUST_PROXY: '1' } });
    app.clock.stopMachine();
    // What earlier spec files have requested no longer counts.
    app.clock.advanceMachine(3_600);
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

  it('allows three sign-ins in ten seconds from an address that no proxy reports', async () => {
    const asks = () => browser(app).post('/api/auth/sign-in/email', { email: 'a@example.com', password: PASSWORD });
    const answers = [await asks(), await asks(), await asks(), await asks()];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    const refused = answers[3]!;
    expect(refused.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
    expect(Number(refused.headers.get('x-retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toBe('{"message":"Too many requests. Please try again later."}');
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
    const variants = ['/sign-in/email', '/sign-in/email/', '/sign-in/email?x=1', '/sign-in/email/'];
    const answers: number[] = [];
    for (const path of variants) answers.push(...(await statuses(1, path, '203.0.113.4', credentials)));
    expect(answers.at(-1)).toBe(429);
  });

  it('allows a hundred requests in ten seconds on other routes', async () => {
    const answers = await statuses(101, '/ok', '203.0.113.5');
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([100, 429]);
  });

  it('counts all unknown paths together', async () => {
    const answers: number[] = [];
    for (let n = 0; n <= 100; n++) answers.push(...(await statuses(1, `/unknown-${n}`, '203.0.113.7')));
    expect([answers.filter((status) => status === 404).length, answers.at(-1)]).toEqual([100, 429]);
  });

  it('counts the addresses of an IPv6 network as one', async () => {
    const answers: number[] = [];
    for (const address of [
      '2001:db8:1:2::1',
      '2001:db8:1:2::2',
      '2001:db8:1:2:3::',
      '2001:db8:1:2::4',
      '2001:db8:1:3::1',
    ])
      answers.push(...(await statuses(1, '/sign-in/email', address, credentials)));
    expect(answers).toEqual([401, 401, 401, 429, 401]);
  });

  it('counts an address as one, with any port and as an IPv6 address', async () => {
    const countsAsOne = async (...addresses: string[]) => {
      const answers: number[] = [];
      for (const address of addresses) answers.push(...(await statuses(1, '/sign-in/email', address, credentials)));
      expect(answers).toEqual([401, 401, 401, 429]);
    };
    await countsAsOne('203.0.113.8:1000', '203.0.113.8:1001', '::ffff:cb00:7108', '203.0.113.8');
    await countsAsOne('[2001:db8:1:4::1]:1000', '[2001:db8:1:4::2]:1', '[2001:db8:1:4::1]', '2001:db8:1:4::1');
  });

  it('keeps the address of a session without the port that a proxy has reported', async () => {
    const me = browser(app);
    const body = { email: `${newUuid()}@example.com`, password: PASSWORD, name: 'Ada' };
    await me.post('/api/auth/sign-up/email', body, from('203.0.113.10:1000'));
    expect((await me.client.getSession()).data!.session.ipAddress).toBe('203.0.113.10');
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

  /** An address of the n-th network, in the hundred or so that nothing else here uses. */
  const network = (n: number) => `192.0.2.${n}`;
  /** Wrong passwords for one account from one network, as fast as the limit per network lets them through. */
  const guess = async (times: number, email: string, address: string, headers: Record<string, string> = {}) => {
    const answers: Response[] = [];
    for (let time = 0; time < times; time++) {
      if (time % 3 === 0) app.clock.advanceMachine(11);
      const body = { email, password: 'wrong horse' };
      answers.push(await browser(app).post('/api/auth/sign-in/email', body, { ...from(address), ...headers }));
    }
    return answers;
  };
  const signIn = (
    email: string,
    address: string,
    headers: Record<string, string> = {},
    password: string = PASSWORD,
  ) => {
    app.clock.advanceMachine(11);
    return browser(app).post('/api/auth/sign-in/email', { email, password }, { ...from(address), ...headers });
  };
  const times = (count: number, status: number) => Array.from({ length: count }, () => status);

  it('admits ten wrong passwords for one e-mail from one network, registered or not, and counts no right ones', async () => {
    const { email } = await somebodyNew();
    for (let n = 0; n < 11; n++) expect((await signIn(email, network(1))).status).toBe(200);
    await app.runtime.settled();
    for (const address of [email, `nobody-${newUuid()}@example.com`]) {
      const answers = await guess(12, address, network(2));
      expect(statusesOf(answers)).toEqual([...times(10, 401), 429, 429]);
      const refused = answers.at(-1)!;
      expect(refused.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
      expect(Number(refused.headers.get('x-retry-after'))).toBeGreaterThan(200);
      expect(await refused.text()).toBe('{"message":"Too many requests. Please try again later."}');
      expect(statusesOf(await guess(1, address.toUpperCase(), network(2)))).toEqual([429]);
    }
    app.clock.advanceMachine(301);
    expect(statusesOf(await guess(2, email, network(2)))).toEqual([401, 401]);
  });

  it('lets users in where too many were wrong, if they signed in with this browser before, have a session, or a new password', async () => {
    const { email, cookie } = await somebodyNew();
    const deviceOf = (answer: Response) => answer.headers.getSetCookie().find((line) => line.includes('known_device'))!;
    const known = deviceOf(await signIn(email, network(3)));
    expect(known).toContain('Path=/api/auth/sign-in; HttpOnly; SameSite=Lax');
    const ofAnother = deviceOf(await signIn((await somebodyNew()).email, network(3)));
    expect(statusesOf(await guess(11, email, network(4))).at(-1)).toBe(429);
    const statusWith = async (own: string) => (await signIn(email, network(4), { cookie: own.split(';')[0]! })).status;
    expect([await statusWith(ofAnother), await statusWith(known), await statusWith(cookie)]).toEqual([429, 200, 200]);
    const change = { currentPassword: PASSWORD, newPassword: 'another horse' };
    const changed = await browser(app).post('/api/auth/change-password', change, { cookie, ...from(network(5)) });
    expect(changed.status).toBe(200);
    expect((await signIn(email, network(4), {}, 'another horse')).status).toBe(200);
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

  it('sends an address no more of the mails that an organization causes, says so, and still sends it what gets its owner in', async () => {
    const { email } = await somebodyNew();
    const commands = app.app.get(Commands, { strict: false });
    const context = startContext({ kind: 'system', id: 'test' }, app.clock);
    const values = { customerName: 'Ada', organizationName: 'Nordlicht', organizationSlug: 'n', reason: 'No.' };
    const organizationId = newUuid();
    const ids = Array.from({ length: 25 }, () => newUuid());
    for (const emailId of ids) {
      const mail = { emailId, person: 'customer:c1', organizationId, to: email, values };
      await commands.execute(new ScheduleEmail({ kind: 'erasure-refused', ...mail }, context));
    }
    const reset = await fromAnywhere(1, '/request-password-reset', { email });
    expect(statusesOf(reset)).toEqual([200]);
    const outbox = await fetch(`${app.url}/sandbox/outbox?to=${email}`);
    const kinds = ((await outbox.json()) as { kind: string }[]).map(({ kind }) => kind);
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    expect([count('erasure-refused'), count('reset-password')]).toEqual([20, 1]);
    const documents = app.app.get(Documents, { strict: false });
    const mails = [...(await documents.getMany(emailProjection, ids, 'any')).values()];
    expect(mails.filter(({ status }) => status === 'sent')).toHaveLength(20);
    const skipped = { status: 'given_up', error: 'TOO_MANY_TO_THIS_ADDRESS', attempts: 1, next_attempt_at: null };
    for (const mail of mails.filter(({ status }) => status !== 'sent')) expect(mail).toMatchObject(skipped);
  });
});
