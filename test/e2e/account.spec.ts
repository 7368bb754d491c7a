import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { cookiesOf, createOrganization, signUp } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ensureWeb, inWindow, JOURNEY_MS, launchChromium, missingChromium, type Window } from '../support/browser.ts';
import { describeWith } from '../support/servers.ts';
import { lookHere } from './looks.ts';
import { OwnAccount } from './own-account.ts';
import { startSellerSite } from './seller-site.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';

describeWith(missingChromium, 'the account on the screens', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    ensureWeb();
    app = await startApp();
    browser = await launchChromium();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  /** Signs in with `cookie` if given; fails at the end on accessibility violations and console errors. */
  async function inJourney(act: (journey: Journey) => Promise<void>, on: TestApp = app, cookie?: string) {
    await inWindow(browser, { url: on.url, cookie }, async (window) => {
      const wrong: string[] = [];
      const see = async (name: string) => void wrong.push(...(await lookHere(window.page, name)));
      await act({ ...window, app: on, me: new OwnAccount(window.keys, on), see });
      // The browser itself logs every error response.
      expect([...wrong, ...window.complaints.filter((text) => !text.startsWith('Failed to load resource'))]).toEqual(
        [],
      );
    });
  }

  it('changes its password, and lists and ends its sessions', () => inJourney(passwords), JOURNEY_MS);

  it(
    'changes its e-mail by the links in two mails',
    async () => {
      const { email, cookie } = await signUp(app, { name: 'Bo Seller' });
      await signUp(app, { email: 'taken.seller@example.com' });
      const strange = await signUp(app);
      await inJourney((journey) => askingForAnother(journey, email), app, cookie);
      await inJourney(withoutSession, app, strange.cookie);
      await inJourney(allowingIt, app, cookie);
    },
    JOURNEY_MS,
  );

  it('signs in with other services, links and unlinks them', () => inJourney(services), JOURNEY_MS);

  it(
    'registers an app, allows it to act for an organization, and removes its access',
    async () => {
      const ines = await signUp(app, { name: 'Ines Seller', email: 'ines@example.com' });
      await createOrganization(app, ines.cookie, { name: 'Papier Ines', slug: 'papier-ines' });
      const site = await startSellerSite();
      try {
        await inJourney((journey) => apps(journey, `${site.origin}/callback`), app, ines.cookie);
      } finally {
        await site.close();
      }
    },
    JOURNEY_MS,
  );

  it(
    'is deleted by the link in a mail, or at once',
    async () => {
      const emil = await signUp(app, { name: 'Emil Seller', email: 'emil@example.com' });
      await inJourney(deletedByMail, app, emil.cookie);
      const strict = await startApp({ env: { AUTH_DELETE_USER: 'direct', AUTH_CHANGE_EMAIL: 'off' } });
      try {
        const fritz = await signUp(strict, { name: 'Fritz Seller', email: 'fritz@example.com' });
        await inJourney(deletedAtOnce, strict, fritz.cookie);
      } finally {
        await strict.close();
      }
    },
    JOURNEY_MS,
  );
});

interface Journey extends Window {
  app: TestApp;
  me: OwnAccount;
  /** Checks the accessibility of the current screen. */
  see: (name: string) => Promise<void>;
}

async function passwords({ page, keys, app, me, see }: Journey): Promise<void> {
  const { email, password: first } = await signUp(app, { name: 'Ada Seller', email: 'ada@example.com' });
  await page.goto('/sign-in?next=/account');
  await me.fill('E-mail', email);
  await me.follow('Forgot your password?');
  await me.head('Forgot your password?');
  expect(await me.field('E-mail').inputValue()).toBe(email);
  await me.press('Send the link');
  await me.head('Check your mail');
  await see('reset mail sent');
  await me.follow('outbox');
  await me.press(/^Choose a new password/);
  await me.follow('Open the link in it');

  await me.head('Choose a new password');
  await me.fill('New password', 'short');
  await me.press('Set password');
  await me.fieldSays('New password', 'Make it at least 8 characters long.');
  await see('short password');
  await me.fill('New password', 'battery staple');
  await me.press('Set password');
  await me.head('Your password is set');
  await me.open('reset-password', email);
  await me.head('This link does not work');

  await page.goto('/account');
  await me.head('Sign in');
  await me.signIn(email, first);
  await me.shows('E-mail and password do not match an account.');
  await me.signIn(email, 'battery staple');
  await me.head('Profile');
  await me.fill('Name', 'Ada Lovelace');
  await me.press('Save');
  await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor();

  const phone = await signInFrom(app, IPHONE, email, 'battery staple');
  const script = await signInFrom(app, 'curl/8.5.0', email, 'battery staple');
  await keys.command('Your sessions');
  await me.head('Sessions');
  const rows = page.getByRole('table', { name: 'sessions' }).getByRole('row');
  await rows.filter({ hasText: 'curl/8.5.0' }).waitFor();
  expect(await rows.nth(1).innerText()).toMatch(/Chrome on Linux[^]*This device/);
  await see('sessions');
  await me.press('Sign out Safari on iPhone');
  await see('signing a session out');
  await me.answer('Sign it out');
  await rows.filter({ hasText: 'iPhone' }).waitFor({ state: 'detached' });
  expect(await Promise.all([isSignedIn(app, phone), isSignedIn(app, script)])).toEqual([false, true]);
  await me.press('Sign out other devices');
  await me.answer('Sign them out');
  await rows.filter({ hasText: 'curl/8.5.0' }).waitFor({ state: 'detached' });
  expect(await isSignedIn(app, script)).toBe(false);

  const later = await signInFrom(app, IPHONE, email, 'battery staple');
  await me.goTo('Signing in');
  await me.fill('Current password', first);
  await me.fill('New password', 'third time lucky');
  await me.press('Change password');
  await me.fieldSays('Current password', 'This is not your password.');
  await me.fill('Current password', 'battery staple');
  await me.press('Change password');
  await me.shows('Password changed; other devices are signed out');
  expect(await isSignedIn(app, later)).toBe(false);
  await page.reload();
  await me.head('Signing in');
}

async function askingForAnother({ page, me, see }: Journey, first: string): Promise<void> {
  await page.goto('/account');
  await me.press('Send me a link');
  await me.shows('Sent. It can take a minute to arrive.');
  await me.shows('Not verified yet', 'Changed at once, because the current one is not verified.');
  await me.fill('New e-mail', first);
  await me.press('Change e-mail');
  await me.fieldSays('New e-mail', 'This is your e-mail already.');
  await me.fill('New e-mail', 'bo.first@example.com');
  await me.press('Change e-mail');
  await me.shows('Your e-mail was changed', 'bo.first@example.com');
  await see('unverified profile');
  await me.open('verify-email', 'bo.first@example.com');
  await me.head('Your e-mail is verified');

  await page.goto('/account');
  await me.shows('We ask at bo.first@example.com first.');
  await me.fill('New e-mail', 'taken.seller@example.com');
  await me.press('Change e-mail');
  await me.fieldSays('New e-mail', 'This e-mail can’t be used. Try another one.');
  await me.fill('New e-mail', 'bo.seller@example.com');
  await me.press('Change e-mail');
  await me.shows('Not changed yet.');
  await see('change of e-mail pending');
}

/** Another user opens the link, or a visitor who is not signed in. */
async function withoutSession({ page, me }: Journey): Promise<void> {
  await me.open('change-email', 'bo.first@example.com');
  await me.head('Not signed in with that account');
  await page.context().clearCookies();
  await me.open('change-email', 'bo.first@example.com');
  await me.head('Not signed in with that account');
}

async function allowingIt({ me, see }: Journey): Promise<void> {
  await me.open('change-email', 'bo.first@example.com');
  await me.head('One step is left');
  await me.shows('Your e-mail is bo.seller@example.com now.');
  await see('new e-mail to be verified');
  await me.open('verify-email', 'bo.seller@example.com');
  await me.head('Your e-mail is verified');
  await me.shows('You sign in as bo.seller@example.com.');
  await me.open('change-email', 'bo.first@example.com');
  await me.head('This link was used before');
  await me.follow('Go to your account');
  await me.head('Profile');
}

async function services({ page, app, me, see }: Journey): Promise<void> {
  await page.goto('/sign-up');
  await me.press('Continue with Pretend ID');
  await me.be({ email: 'cleo@example.com', verified: true });
  await me.head('Create your organization');
  await me.follow('cleo@example.com');
  await me.head('Profile');
  await me.shows('Verified');
  await me.goTo('Signing in');
  await me.shows('Your only way in', 'Before you can unlink it, set a password or link another service.');
  await see('one way in');
  await me.press('Send me the link');
  await me.shows('Sent. It can take a minute to arrive.');
  await me.open('reset-password', 'cleo@example.com');
  await me.fill('New password', 'correct horse');
  await me.press('Set password');
  await me.follow('Continue');
  await me.head('Create your organization');

  await page.goto('/account/sign-in');
  await me.press('Unlink Pretend ID');
  await see('unlinking');
  await me.answer('Unlink');
  await me.press('Link Pretend ID');
  await me.be({ email: 'cleo@example.com', verified: false });
  await me.head('This could not be linked');
  await me.follow('Back to your account');
  await me.press('Link Trusted Pretend ID');
  await me.be({ email: 'cleo@example.com', verified: false });
  await me.head('Signing in');
  await page.getByRole('button', { name: 'Unlink Trusted Pretend ID' }).waitFor();

  await page.context().clearCookies();
  await signUp(app, { email: 'dora@example.com' });
  await page.goto('/sign-in');
  await me.press('Continue with Pretend ID');
  await me.be({ email: 'dora@example.com', verified: false });
  await me.head('You have an account already');
  await me.follow('Go to sign-in');
  await me.press('Continue with Pretend ID');
  await me.press('Fail the exchange');
  await me.head('The other service’s answer can’t be used');
  await page.goto('/sign-in');
  await me.press('Continue with Pretend ID');
  await me.press('Decline');
  await me.follow('What it means and what to do');
  await me.head('The other service did not let you through');
  await page.goto('/sign-in?next=/account/sessions');
  await me.press('Continue with Trusted Pretend ID');
  await me.be({ email: 'cleo@example.com', verified: false });
  await me.head('Sessions');
}

async function apps({ page, keys, app, me, see }: Journey, callback: string): Promise<void> {
  await page.goto('/account');
  await me.goTo('Apps');
  await me.shows('No app may act for you', 'No clients yet');
  await me.press('New client');
  await me.fill('Name', 'Paper reports');
  await me.fill('Redirect URIs', 'http://reports.example.com/callback');
  await keys.tick(page.getByRole('group', { name: 'Products' }).getByLabel('read'));
  await me.fill('Website (optional)', 'https://reports.example.com');
  await me.press('Register client');
  await me.fieldSays('Redirect URIs', 'Redirect URIs should be https');
  await see('a new OAuth client');
  await me.fill('Redirect URIs', callback);
  await me.press('Register client');
  await me.head('Paper reports');
  await see('an OAuth client');
  await me.press('Edit');
  await me.fill('Privacy policy (optional)', 'https://reports.example.com/privacy');
  await me.press('Save');
  await me.shows('https://reports.example.com/privacy');
  await me.press('Show');
  const client = {
    client_id: new URL(page.url()).pathname.split('/').at(-1)!,
    client_secret: await page.getByText(/^tb_cs_/).innerText(),
  };

  const query = new URLSearchParams({ client_id: client.client_id, response_type: 'code', redirect_uri: callback });
  await page.context().clearCookies();
  await page.goto(`/oauth2/authorize?${query}`);
  await me.head('Sign in');
  await me.signIn('ines@example.com', 'correct horse');
  await me.head('Allow Paper reports?');
  await me.shows('ines@example.com', 'Papier Ines', 'Know who you are', 'Products');
  await see('what an app asks for');
  const asked = page.url();
  await me.press('Allow');
  await page.waitForURL(`${callback}?*`);
  const code = new URL(page.url()).searchParams.get('code')!;
  const body = new URLSearchParams({ ...client, grant_type: 'authorization_code', redirect_uri: callback, code });
  const answer = await fetch(`${app.url}/v1/oauth2/token`, { method: 'POST', body });
  const { access_token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const products = async () => (await fetch(`${app.url}/v1/products/`, { headers })).status;
  expect(await products()).toBe(200);

  await page.goto(asked);
  await me.head('This request has ended');
  await page.goto(`/oauth2/authorize?${query}`);
  await me.head('Allow Paper reports?');
  await me.press('Cancel');
  await page.waitForURL(`${callback}?error=access_denied*`);

  await page.goto('/account');
  await me.goTo('Apps');
  await me.press(/^What Paper reports may do/);
  await page.getByRole('dialog').getByText('Know who you are').waitFor();
  await me.press('Close');
  await see('apps that may act for the user');
  await me.press('Remove access of Paper reports');
  await me.answer('Remove access');
  await me.shows('No app may act for you');
  expect(await products()).toBe(401);
}

async function deletedByMail({ page, me, see }: Journey): Promise<void> {
  await page.goto('/account/delete');
  await me.shows('You leave every organization.', 'Nothing is deleted before you open it');
  await me.fill('Password', 'not it');
  await me.press('Send me the link');
  await me.fieldSays('Password', 'This is not your password.');
  await me.fill('Password', 'correct horse');
  await me.press('Send me the link');
  await me.shows('Nothing is deleted yet.');
  await see('deletion pending');
  await me.open('delete-account', 'emil@example.com');
  await me.head('Your account is deleted');
  await page.goto('/sign-in');
  await me.signIn('emil@example.com', 'correct horse');
  await me.shows('E-mail and password do not match an account.');
}

async function deletedAtOnce({ page, me, see }: Journey): Promise<void> {
  await page.goto('/account');
  await me.shows('It can’t be changed here.');
  await me.goTo('Delete account');
  await me.fill('Password', 'correct horse');
  await me.press('Delete account');
  await see('deleting at once');
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() === 401 && refused.push(answer.url()));
  await me.answer('Delete account');
  await me.head('Your account is deleted');
  // The page being left must not load anything of the deleted account.
  expect(refused).toEqual([]);
  await page.goto('/account');
  await me.head('Sign in');
}

/** The cookies of a session on another device. */
async function signInFrom(app: TestApp, userAgent: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password }),
  });
  return cookiesOf(answer);
}

async function isSignedIn(app: TestApp, cookie: string): Promise<boolean> {
  const answer = await fetch(`${app.url}/api/auth/get-session`, { headers: { cookie } });
  return (await answer.json()) !== null;
}
