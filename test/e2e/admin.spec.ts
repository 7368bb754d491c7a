import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Commands } from '../../src/app/commands.ts';
import { FailingWork } from '../../src/app/work/failing-work.ts';
import { GroupHistory } from '../../src/app/health/group-history.ts';
import { createOrganization, post, signUp, type Person } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ensureWeb, inWindow, JOURNEY_MS, launchChromium, missingChromium, type Window } from '../support/browser.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { Account } from './account.ts';
import { Dashboard } from './dashboard.ts';
import { look } from './looks.ts';
import type { Screen } from './screens.ts';

const PEOPLE = 27;
const admin = { name: 'Administrator', email: 'admin@example.com', password: 'a-long-password' };

describeWith(missingChromium, 'the administration on the screens', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    ensureWeb();
    app = await startApp({ ages: true, env: { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password } });
    browser = await launchChromium();
    for (let n = 1; n <= PEOPLE; n += 1) {
      const name = `Person ${String(n).padStart(2, '0')}`;
      await signUp(app, { email: `${name.replace(' ', '-').toLowerCase()}@example.com`, name });
    }
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it(
    'finds users, bans them, changes their role and password, ends their sessions, creates and removes them',
    async () => {
      const bo = await signUp(app, { email: 'bo@example.com', name: 'Bo Seller' });
      await inWindow(browser, app, (window) => administer(window, bo));
    },
    JOURNEY_MS,
  );

  it(
    'lets an administrator act as a user, shows so on every page, and stops',
    async () => {
      const cora = await signUp(app, { email: 'cora@example.com', name: 'Cora Seller' });
      await createOrganization(app, cora.cookie, { name: 'Nordlicht', slug: 'coras' });
      await inWindow(browser, app, act);
      await inWindow(browser, { url: app.url, cookie: (await signUp(app)).cookie }, async ({ page }) => {
        await page.goto('/admin/users');
        await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      });
    },
    JOURNEY_MS,
  );

  it(
    'shows an operator what lags, failed and waits, and retries, skips, rebuilds and verifies',
    async () => {
      const { repair, names } = await withFailedSteps(app);
      await app.app.get(GroupHistory).sample();
      const failing = app.app.get(FailingWork);
      const retryInMs = 600_000;
      await failing.put('payment/p1', { attempt: 4, error: new Error('The account is closed'), retryInMs });
      await inWindow(browser, app, (window) => operateOn(window, repair));
      await failing.remove('payment/p1');
      const skipped = (await app.ports.store.read(`skippedstep-${names.skipped}`)).map(({ data }) => data);
      expect(skipped).toMatchObject([{ process: 'webhooks', reason: 'Nobody waits for it' }]);
    },
    JOURNEY_MS,
  );

  it(
    'is accessible in light, in dark and on a phone, and breaks no content policy',
    async () => {
      const dora = await signUp(app, { email: 'dora@example.com', name: 'Dora Seller' });
      await createOrganization(app, dora.cookie, { name: 'Looked at', slug: 'looked-at' });
      await inWindow(browser, app, async (window) => {
        const { page, keys, complaints } = window;
        const wrong: string[] = [];
        const lookAt = async (screens: readonly Screen[]) => {
          for (const screen of screens) wrong.push(...(await look(page, screen)));
        };
        await enter(window);
        await lookAt([
          ['/admin/users', 'users, page 1 of 2'],
          ['/admin/users?query=nobody', 'No matching users'],
          ['/admin/users/new', 'Create user'],
          ['/admin/operations', 'Actions of the last day'],
          [`/admin/users/${dora.id}`, 'Act as this user'],
        ]);
        await page.goto(`/admin/users/${dora.id}`);
        await new Dashboard(keys).press('Act as this user');
        await new Dashboard(keys).answer('Act as this user');
        await page.getByText('You act as').waitFor();
        await lookAt([
          ['/organizations', 'You act as'],
          ['/looked-at', 'You act as'],
        ]);
        expect([...wrong, ...complaints]).toEqual([]);
      });
    },
    JOURNEY_MS,
  );
});

/** Signs the administrator in and opens the administration from the menu at the foot of the rail. */
async function enter({ page, keys }: Window): Promise<void> {
  await page.goto('/sign-in?next=/account');
  await new Account(keys).signIn(admin);
  const dashboard = new Dashboard(keys);
  await dashboard.head('Profile');
  await dashboard.choose(admin.name, 'Administration');
  await dashboard.head('Users');
}

/** Two products of two organizations whose webhooks fail, one step parked in each, until `repair` is called. */
async function withFailedSteps(app: TestApp): Promise<{ repair: () => void; names: { skipped: string } }> {
  const commands = app.app.get(Commands);
  const execute = commands.execute.bind(commands);
  const failing = jest.spyOn(commands, 'execute').mockImplementation((command) => {
    const { kind, id } = command.context.actor;
    return kind === 'system' && id === 'webhooks' ? Promise.reject(new Error('No room')) : execute(command);
  });
  for (const name of ['first', 'second']) {
    const { cookie } = await signUp(app);
    const { id: organization_id } = await createOrganization(app, cookie, { slug: `${name}-to-fail` });
    const prices = [{ amount_type: 'free' }];
    await post(app, '/v1/products/', { organization_id, name, recurring_interval: null, prices }, cookie);
  }
  const waiting = () => app.runtime.processes.running.flatMap((runner) => runner.waiting);
  await until(() => {
    app.clock.advanceMachine(20);
    return waiting().filter(({ events }) => events[0]!.nextAt === null).length === 2;
  }, 'both steps to be parked');
  return { repair: () => failing.mockRestore(), names: { skipped: waiting()[1]!.events[0]!.id } };
}

async function operateOn(window: Window, repair: () => void): Promise<void> {
  const { page, keys, complaints } = window;
  const dashboard = new Dashboard(keys);
  await enter(window);
  await dashboard.goTo('Operations');
  await dashboard.shows('Failed steps, 2 parked', 'The account is closed', 'All read models are current.');
  expect(await page.getByRole('table', { name: 'groups' }).getByRole('row').count()).toBe(10);
  await dashboard.press('Charts of Billing read models');
  const charts = page.getByRole('dialog', { name: 'Billing read models' });
  await keys.enter(charts.getByRole('button', { name: /^As numbers ?: Lag$/ }));
  await charts.getByRole('region', { name: 'Lag, numbers' }).waitFor();
  await keys.dismiss(charts);

  const steps = page.getByRole('table', { name: 'failed steps' });
  await keys.enter(steps.getByRole('button', { name: /^Retry webhooks/ }).first());
  await page
    .getByText(/^webhooks .*: failed again: No room$/)
    .first()
    .waitFor();
  await keys.enter(steps.getByRole('button', { name: /^Skip webhooks/ }).nth(1));
  const skip = page.getByRole('dialog', { name: 'Skip this step of webhooks?' });
  await keys.enter(skip.getByRole('button', { name: 'Skip step' }));
  await skip.getByText('Say why it is skipped.').waitFor();
  await keys.fill(skip.getByLabel('Reason'), 'Nobody waits for it');
  await keys.press('Enter');
  await skip.waitFor({ state: 'hidden' });
  await dashboard.shows('Failed steps, 1 parked');
  repair();
  await dashboard.press('Retry all steps');
  await dashboard.shows('No step has failed.');

  await dashboard.press('All read models');
  await dashboard.press('Rebuild users_v3');
  await dashboard.answer('Rebuild');
  await page.getByText('Rebuilt users_v3.').first().waitFor();
  await keys.command('Verify the log');
  const verdict = page.getByRole('dialog', { name: 'Verify the log' });
  await verdict.getByText('The log is what was sealed').waitFor();
  await keys.dismiss(verdict);
  expect(complaints).toEqual([]);
}

async function administer(window: Window, bo: Person): Promise<void> {
  const { page, keys, complaints } = window;
  const dashboard = new Dashboard(keys);
  await enter(window);
  await dashboard.shows(/^25 of \d+ users, page 1 of 2/);
  await dashboard.press('Name');
  await dashboard.press('Next');
  await page.waitForURL((url) => url.search.includes('sorting=-name') && url.search.includes('page=2'));
  await page.reload();
  await dashboard.row('users', 'admin@example.com', 'Admin').waitFor();
  await keys.search('person-1');
  await dashboard.shows('10 users');
  await keys.choose(page.getByLabel('Search in'), 'in names');
  await dashboard.shows('No matching users');
  await dashboard.press('Show all users');
  await keys.fill(page.getByLabel('Search by name'), 'bo sel');
  await dashboard.open(dashboard.row('users', 'bo@example.com', 'User'));
  await dashboard.head('Bo Seller');

  await dashboard.choose('More actions', 'Ban');
  const banning = page.getByRole('dialog', { name: 'Ban Bo Seller' });
  await keys.fill(banning.getByLabel('Reason'), 'Sold stolen goods');
  await keys.choose(banning.getByLabel('For how long'), '7 days');
  await keys.enter(banning.getByRole('button', { name: 'Ban user' }));
  const mark = page.locator('#content header');
  await mark.getByText('Banned', { exact: true }).waitFor();
  await dashboard.shows(/^Sold stolen goods, ends/, 'in 7 days', 'Not signed in anywhere.');
  await dashboard.choose('More actions', 'Lift the ban');
  await mark.getByText('Not verified', { exact: true }).waitFor();

  await dashboard.choose('More actions', 'Set a password');
  const password = page.getByRole('dialog', { name: 'Password of Bo Seller' });
  await keys.fill(password.getByLabel('New password'), 'short');
  await keys.press('Enter');
  await password.getByText('The password is too short.').waitFor();
  await keys.fill(password.getByLabel('New password'), 'another long one');
  await keys.press('Enter');
  await page.getByText('Bo Seller has a new password').waitFor();
  await post({ url: new URL(page.url()).origin }, '/api/auth/sign-in/email', {
    email: bo.email,
    password: 'another long one',
  });

  await keys.command('New user');
  await dashboard.head('New user');
  await keys.fill(page.getByLabel('E-mail'), bo.email);
  await keys.fill(page.getByLabel('Name'), 'Cleo Clerk');
  await keys.fill(page.getByLabel('Password'), 'correct horse');
  await dashboard.press('Create user');
  await dashboard.shows('There is an account with this e-mail already.');
  await keys.fill(page.getByLabel('E-mail'), 'cleo@example.com');
  await dashboard.press('Create user');
  await dashboard.head('Cleo Clerk');
  await dashboard.choose('More actions', 'Change role');
  await keys.pick(page.getByLabel('Administrator', { exact: true }));
  await dashboard.answer('Save role');
  await page.locator('#content dd').getByText('Admin', { exact: true }).waitFor();
  await dashboard.goTo('Users');
  await keys.choose(page.getByLabel('Only'), 'Administrators');
  await dashboard.shows('2 users');
  await dashboard.open(dashboard.row('users', 'cleo@example.com'));
  await dashboard.choose('More actions', 'Remove user');
  await dashboard.answer('Remove user');
  await dashboard.head('Users');
  await dashboard.row('users', 'cleo@example.com').waitFor({ state: 'detached' });
  expect(complaints.filter((line) => !line.includes('400'))).toEqual([]);
}

async function act(window: Window): Promise<void> {
  const { page, keys, complaints } = window;
  const dashboard = new Dashboard(keys);
  const bar = page.getByRole('complementary', { name: 'Acting as another user' });
  await enter(window);
  await keys.fill(page.getByLabel('Search by e-mail'), 'cora@');
  await dashboard.open(dashboard.row('users', 'cora@example.com'));
  await dashboard.press('Act as this user');
  await dashboard.answer('Act as this user');
  await bar.getByText('You act as Cora Seller').waitFor();
  await dashboard.head('Nordlicht');
  await bar.waitFor();
  await dashboard.goTo('API keys');
  await dashboard.shows('No keys yet');
  expect(await page.getByRole('link', { name: 'New key' }).count()).toBe(0);
  await dashboard.goTo('Access tokens');
  await dashboard.shows('No access tokens yet');
  expect(await page.getByRole('link', { name: 'New token' }).count()).toBe(0);
  await dashboard.goTo('Settings');
  await dashboard.shows('Leave the organization');
  expect(await page.getByRole('button', { name: 'Delete the organization' }).count()).toBe(0);
  await keys.command('Your password and accounts');
  await dashboard.shows('Only cora@example.com changes what opens this account.');
  await page.goto('/account/delete');
  await dashboard.shows('Only cora@example.com asks for this.');
  await keys.command('Your profile');
  await dashboard.shows('Only they can change it.');
  await page.reload();
  await keys.enter(bar.getByRole('button', { name: 'Stop' }));
  await dashboard.head('Cora Seller');
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: admin.name, exact: true }).waitFor();

  await dashboard.press('Act as this user');
  await dashboard.answer('Act as this user');
  await bar.waitFor();
  await keys.command('Stop acting as this user');
  await dashboard.head('Cora Seller');
  await dashboard.press('Sign out everywhere');
  await dashboard.answer('Sign out');
  await dashboard.shows('Not signed in anywhere.');
  expect(complaints).toEqual([]);
}
