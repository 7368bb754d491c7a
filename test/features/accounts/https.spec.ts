import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.ts';
import { browser } from '../../support/auth-client.ts';
import { codeOf } from '../../support/identity-servers.ts';
import { address, PASSWORD } from './session-visitors.ts';

const origin = 'https://tillbook.example';

describe('BASE_URL with https', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ own: true, env: { BASE_URL: origin, AUTH_COOKIE_CACHE: '60' } });
  });
  afterAll(() => app.close());

  it('names and marks every cookie as secure', async () => {
    const me = browser(app, { origin });
    const body = { email: address(), password: PASSWORD, name: 'Ada' };
    expect((await me.client.signUp.email(body)).error).toBeNull();
    await me.client.signIn.email({ ...body, rememberMe: false });
    expect(me.set.map((line) => line.split('=')[0])).toEqual([
      '__Secure-better-auth.session_token',
      '__Secure-better-auth.dont_remember',
      '__Secure-better-auth.session_data',
    ]);
    for (const line of me.set) expect(line).toMatch(/; Secure(;|$)/);
    expect((await me.client.getSession()).data!.user.email).toBe(body.email);
  });

  it('is where identity providers redirect to', async () => {
    const visitor = browser(app, { origin });
    const { data } = await visitor.client.signIn.social({ provider: 'fake' as never, callbackURL: '/home' });
    const url = new URL((data as { url: string }).url);
    expect(url.searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/callback/fake`);
    expect(visitor.set[0]).toMatch(/^__Secure-better-auth\.state=.*; Secure/);
    const profile = { sub: address(), email: address(), email_verified: true, name: 'Ada' };
    const query = new URLSearchParams({ state: url.searchParams.get('state')!, code: codeOf(profile) });
    const answer = await visitor.fetch(`/api/auth/callback/fake?${query}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/home']);
  });
});
