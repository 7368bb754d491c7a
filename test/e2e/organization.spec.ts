import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { cookiesOf, createOrganization, post, signUp } from '../support/accounts.ts';
import {
  remoteInstallationStream,
  type RemoteInstallationEvent,
} from '../../src/features/billing/remote-access/remote-installation.events.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { ensureWeb, inWindow, JOURNEY_MS, launchChromium, missingChromium, type Window } from '../support/browser.ts';
import { happen } from '../support/sellers.ts';
import { describeWith } from '../support/servers.ts';
import { Account } from './account.ts';
import { Dashboard } from './dashboard.ts';
import { look, lookHere } from './looks.ts';
import { emptyAreas, type Screen } from './screens.ts';

const strictly = { AUTH_REQUIRE_EMAIL_VERIFICATION: '1' };
const nora = { name: 'Nora New', email: 'nora@nordlicht.example', password: 'correct horse' };

describeWith(missingChromium, 'an organization on the screens', () => {
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

  it(
    'lets the people it invites join, with or without an account',
    async () => {
      const { id, cookie } = await nordlicht(app, 'nordlicht');
      await inWindow(browser, { url: app.url, cookie }, invite);
      const invited = await mailedTo(app, 'bo@nordlicht.example');
      await inWindow(browser, app, (window) => joinAnew(window, invited));
      await inWindow(browser, { url: app.url, cookie }, manageMembers);

      const cleo = await signUp(app, { email: 'cleo@nordlicht.example', name: 'Cleo Late' });
      await inWindow(browser, { url: app.url, cookie: cleo.cookie }, async (window) => {
        await declineOne(window, await invitationTo(app, cookie, id, 'cleo@nordlicht.example'));
        const [late, other] = [
          await invitationTo(app, cookie, id, 'cleo@nordlicht.example'),
          await invitationTo(app, cookie, id, 'dora@nordlicht.example'),
        ];
        await otherUser(window, other);
        app.clock.advance({ days: 3 });
        await window.page.goto(`/sign-in?email=cleo@nordlicht.example&next=${late}`);
        await window.keys.fill(window.page.getByLabel('Password'), cleo.password);
        await window.keys.press('Enter');
        await window.page.getByRole('heading', { name: 'This invitation is over' }).waitFor();
      });
    },
    JOURNEY_MS,
  );

  it(
    'lets a new user join who verifies the e-mail on the way',
    async () => {
      const strict = await startApp({ env: strictly });
      try {
        await inWindow(browser, strict, async (window) => joinVerified(window, await invited(strict, nora.email)));
      } finally {
        await strict.close();
      }
    },
    JOURNEY_MS,
  );

  it(
    'makes somebody an owner once they have verified their e-mail',
    async () => {
      const { id, cookie } = await nordlicht(app, 'two-owners');
      const ida = await signUp(app, { email: 'ida@nordlicht.example', name: 'Ida Owner' });
      await inWindow(browser, { url: app.url, cookie: ida.cookie }, async (window) =>
        becomeOwner(window, app, await invitationTo(app, cookie, id, ida.email, 'owner')),
      );
    },
    JOURNEY_MS,
  );

  it(
    'groups its members into teams, unless teams are turned off',
    async () => {
      const { cookie } = await nordlicht(app, 'team-work');
      await inWindow(browser, { url: app.url, cookie }, teams);
      const without = await startApp({ env: { ORG_TEAMS: 'off' } });
      const { cookie: there } = await nordlicht(without, 'team-less');
      await inWindow(browser, { url: without.url, cookie: there }, noTeams);
      await without.close();
    },
    JOURNEY_MS,
  );

  it(
    'creates API keys, which are shown once, counted, turned off and deleted',
    async () => {
      const { cookie } = await nordlicht(app, 'key-ring');
      await inWindow(browser, { url: app.url, cookie }, (window) => apiKeys(window, app));
    },
    JOURNEY_MS,
  );

  it(
    'changes its address, keeps its only owner, and is deleted once its name is typed',
    async () => {
      const { cookie } = await nordlicht(app, 'moving');
      await inWindow(browser, { url: app.url, cookie }, settings);
    },
    JOURNEY_MS,
  );

  it(
    'gives roles and repositories where it has connected a platform, and disconnects what no benefit uses',
    async () => {
      const { id: organizationId, cookie } = await nordlicht(app, 'clubs');
      const place = { platform: 'discord', placeId: 'writers', name: 'writers' } as const;
      const connected: RemoteInstallationEvent = {
        type: 'RemoteInstallationConnected',
        data: { remoteInstallationId: newUuid(), organizationId, ...place },
      };
      await happen(app, remoteInstallationStream(connected.data.remoteInstallationId), connected);
      await inWindow(browser, { url: app.url, cookie }, connections);
    },
    JOURNEY_MS,
  );

  it(
    'is accessible in light, in dark and on a phone, and breaks no content policy',
    async () => {
      const { id, cookie } = await nordlicht(app, 'looked-at');
      const waiting = await invitationTo(app, cookie, id, 'greta@nordlicht.example');
      const greta = await signUp(app, { email: 'greta@nordlicht.example', name: 'Greta Guest' });
      const [team] = (await (
        await fetch(`${app.url}/api/auth/organization/list-teams`, { headers: { cookie } })
      ).json()) as { id: string }[];
      await post(app, '/api/auth/api-key/create', { name: 'Warehouse', organizationId: id }, cookie);
      const wrong: string[] = [];
      const lookAt = (who: string | undefined, screens: readonly Screen[]) =>
        inWindow(browser, { url: app.url, ...(who && { cookie: who }) }, async ({ page, complaints }) => {
          for (const screen of screens) wrong.push(...(await look(page, screen)));
          wrong.push(...complaints);
        });
      await lookAt(undefined, [[waiting, 'Create an account']]);
      await lookAt(greta.cookie, [[waiting, 'You become']]);
      await lookAt(cookie, [
        ['/looked-at/members', 'greta@nordlicht.example'],
        ['/looked-at/members?query=nobody', 'No matching members'],
        ['/looked-at/members/invite', 'Send invitation'],
        ['/looked-at/teams', '1 team'],
        [`/looked-at/teams/${team!.id}`, 'Olga Owner'],
        ['/looked-at/api-keys', 'Warehouse'],
        ['/looked-at/api-keys/new', 'Total uses'],
        ['/looked-at/settings', 'Danger zone'],
      ]);
      expect(wrong).toEqual([]);
    },
    JOURNEY_MS,
  );
});

async function nordlicht(app: TestApp, slug: string): Promise<{ id: string; cookie: string }> {
  const { cookie } = await signUp(app, { name: 'Olga Owner' });
  const { id } = await createOrganization(app, cookie, { name: 'Nordlicht', slug });
  return { id, cookie };
}

/** The link in the latest invitation mail. */
async function mailedTo(app: TestApp, to: string): Promise<string> {
  const answer = await fetch(`${app.url}/sandbox/outbox?to=${to}&kind=invitation`);
  const { pathname, search } = new URL(((await answer.json()) as { url: string }[]).at(-1)!.url);
  return pathname + search;
}

async function invitationTo(
  app: TestApp,
  cookie: string,
  organizationId: string,
  email: string,
  role = 'member',
): Promise<string> {
  const body = { email, role, organizationId };
  const answer = await post(app, '/api/auth/organization/invite-member', body, cookie);
  return `/accept-invitation/${((await answer.json()) as { id: string }).id}`;
}

async function invite({ page, keys, context, complaints }: Window): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto('/nordlicht');
  await dashboard.head('Nordlicht');
  await dashboard.goTo('Members');
  await dashboard.row('members', 'Olga Owner', '(you)', 'Owner').waitFor();
  await dashboard.shows('No invitations yet.');

  await keys.command('Invite someone');
  await dashboard.head('Invite someone');
  await dashboard.press('Send invitation');
  await dashboard.shows('Enter the address to invite.');
  await keys.fill(page.getByLabel('E-mail'), 'Bo@Nordlicht.example');
  await keys.choose(page.getByLabel('Team'), 'Nordlicht');
  await dashboard.press('Send invitation');
  await dashboard.head('Members');
  await dashboard.row('invitations', 'bo@nordlicht.example', 'Member', 'in Nordlicht', 'Waiting').waitFor();

  await keys.command('Invite someone');
  await keys.fill(page.getByLabel('E-mail'), 'bo@nordlicht.example');
  await dashboard.press('Send invitation');
  await dashboard.shows('An invitation to this address is waiting already.');
  expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
  await keys.enter(page.getByRole('link', { name: 'Cancel' }));
  await dashboard.answer('Leave');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const actions = 'Actions for the invitation to bo@nordlicht.example';
  await dashboard.choose(actions, 'Copy link');
  await page.getByText('The link for bo@nordlicht.example was copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    /\/accept-invitation\/\w+\?email=bo%40nordlicht/,
  );
  await dashboard.choose(actions, 'Send again');
  await page.getByText('A new invitation went to bo@nordlicht.example').waitFor();
  await dashboard.row('invitations', 'bo@nordlicht.example', 'Waiting').waitFor();
  expect(await dashboard.row('invitations', 'bo@nordlicht.example').count()).toBe(1);
  // The browser logs the error response.
  expect(complaints.filter((line) => !line.includes('400'))).toEqual([]);
}

async function becomeOwner({ page, keys }: Window, app: TestApp, invitation: string): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto(invitation);
  await dashboard.head('Join Nordlicht');
  await dashboard.press('Accept');
  await dashboard.head('Verify your e-mail first');
  await dashboard.press('Send the link');
  await dashboard.shows('Sent. It can take a minute to arrive.');
  const mails = await fetch(`${app.url}/sandbox/outbox?to=ida@nordlicht.example&kind=verify-email`);
  await page.goto(((await mails.json()) as { url: string }[]).at(-1)!.url);
  await dashboard.head('Your e-mail is verified');
  await keys.enter(page.getByRole('link', { name: 'Continue' }));
  await dashboard.head('Join Nordlicht');
  await dashboard.press('Accept');
  await dashboard.head('Nordlicht');
  await dashboard.goTo('Members');
  await dashboard.row('members', 'Ida Owner', '(you)', 'Owner').waitFor();
}

async function joinAnew({ page, keys, complaints }: Window, invitation: string): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto(invitation);
  await dashboard.head('Join an organization');
  await dashboard.shows('bo@nordlicht.example');
  await keys.enter(page.getByRole('link', { name: 'Create an account' }));
  await dashboard.head('Create an account');
  await dashboard.shows('Use the address that the invitation went to');
  await keys.enter(page.getByRole('link', { name: 'Sign in' }));
  await dashboard.head('Sign in');
  await keys.enter(page.getByRole('link', { name: 'Create an account' }));
  await dashboard.head('Create an account');
  expect(await page.getByLabel('E-mail').inputValue()).toBe('bo@nordlicht.example');
  await keys.fill(page.getByLabel('Name'), 'Bo Member');
  await keys.fill(page.getByLabel('Password'), 'correct horse');
  await dashboard.press('Create account');
  await dashboard.head('Join Nordlicht');
  await dashboard.shows('You become', 'Member');
  await dashboard.press('Accept');
  await dashboard.head('Nordlicht');
  // Back leads neither to the form nor to the answered invitation.
  await page.goBack();
  await dashboard.head('Sign in');
  await page.goForward();
  await dashboard.head('Nordlicht');

  // A plain member sees everything but gets no actions.
  await dashboard.shows('Nothing is sold yet');
  await dashboard.goTo('Members');
  await dashboard.row('members', 'Bo Member', '(you)', 'Member', 'Nordlicht').waitFor();
  await dashboard.row('invitations', 'bo@nordlicht.example', 'Accepted').waitFor();
  expect(await page.getByRole('button', { name: /^Actions/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Invite someone' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: /^(Events|API access)$/ }).count()).toBe(0);
  await page.goto('/nordlicht/api-keys');
  await dashboard.shows('Owners and admins see these keys');
  await page.goto('/nordlicht/access-tokens');
  await dashboard.shows('Owners and admins see these tokens');
  await page.goto('/nordlicht/events');
  await dashboard.shows('Owners and admins see the log');
  for (const [area, text] of emptyForMembers) {
    await dashboard.goTo(area);
    await dashboard.shows(text);
    expect(await page.getByRole('link', { name: /^New / }).count()).toBe(0);
  }
  await dashboard.goTo('Settings');
  await dashboard.shows('Owners and admins change these.', 'Leave the organization');
  expect(await page.getByLabel('Address', { exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Delete the organization' }).count()).toBe(0);
  expect(complaints).toEqual([]);
}

const emptyForMembers = emptyAreas.filter(([area]) => area !== 'Access tokens');

/** The path in the mail to a user whom the administrator invites; the administrator's own e-mail counts as verified. */
async function invited(app: TestApp, email: string): Promise<string> {
  const cookie = cookiesOf(await post(app, '/api/auth/sign-in/email', ADMIN));
  const { id } = await createOrganization(app, cookie, { name: 'Nordlicht', slug: 'nordlicht-verified' });
  await invitationTo(app, cookie, id, email);
  await app.runtime.settled();
  return mailedTo(app, email);
}

async function joinVerified({ page, keys, complaints }: Window, invitation: string): Promise<void> {
  const [account, dashboard] = [new Account(keys), new Dashboard(keys)];
  await page.goto(invitation);
  await dashboard.head('Join an organization');
  await keys.enter(page.getByRole('link', { name: 'Create an account' }));
  expect(await page.getByLabel('E-mail').inputValue()).toBe(nora.email);
  await keys.fill(page.getByLabel('Name'), nora.name);
  await keys.fill(page.getByLabel('Password'), nora.password);
  await dashboard.press('Create account');
  await dashboard.head('Check your mail');
  await dashboard.shows('Is the address wrong?');
  await account.verify(nora.email);
  await keys.enter(page.getByRole('link', { name: 'Sign in' }));
  await dashboard.head('Sign in');
  await account.signIn(nora);
  await dashboard.head('Join Nordlicht');
  await dashboard.press('Accept');
  await dashboard.head('Nordlicht');
  await page.goto('/organizations');
  await dashboard.shows('Nordlicht');
  expect(complaints).toEqual([]);
}

async function manageMembers({ page, keys, complaints }: Window): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto('/nordlicht/members');
  await dashboard.row('members', 'Olga Owner').waitFor();
  await keys.search('bo@');
  await dashboard.row('members', 'Olga Owner').waitFor({ state: 'detached' });
  await page.reload();
  await dashboard.shows('1 member');

  await dashboard.choose('Actions for Bo Member', 'Change roles');
  const roles = page.getByRole('dialog', { name: 'Roles of Bo Member' });
  await keys.tick(roles.getByLabel('Member', { exact: true }));
  await keys.enter(roles.getByRole('button', { name: 'Save roles' }));
  await roles.getByText('Give them at least one role, or remove them.').waitFor();
  await keys.tick(roles.getByLabel('Admin'));
  await keys.tick(roles.getByLabel('Member', { exact: true }));
  await keys.enter(roles.getByRole('button', { name: 'Save roles' }));
  await dashboard.row('members', 'Bo Member', 'Admin, member').waitFor();
  await keys.choose(page.getByLabel('Role'), 'Owner');
  await dashboard.shows('No matching members');
  await dashboard.press('Show all members');

  await dashboard.choose('Actions for Olga Owner', 'Change roles');
  const own = page.getByRole('dialog', { name: 'Roles of Olga Owner' });
  await keys.tick(own.getByLabel('Owner'));
  await keys.tick(own.getByLabel('Admin'));
  await keys.enter(own.getByRole('button', { name: 'Save roles' }));
  await own.getByText('This is the only owner, and an organization needs one.').waitFor();
  await keys.enter(own.getByRole('button', { name: 'Cancel' }));
  await dashboard.answer('Leave');
  await own.waitFor({ state: 'hidden' });

  await dashboard.choose('Actions for Bo Member', 'Remove from the organization');
  await dashboard.answer('Remove member');
  await dashboard.row('members', 'Bo Member').waitFor({ state: 'detached' });
  expect(complaints.filter((line) => !/40[03]/.test(line))).toEqual([]);
}

async function declineOne({ page, keys }: Window, invitation: string): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto('/organizations');
  await page.goto(invitation);
  await dashboard.head('Join Nordlicht');
  await dashboard.press('Decline');
  await dashboard.head('Declined');
  await page.reload();
  await dashboard.head('This invitation is over');
}

async function otherUser({ page, keys }: Window, invitation: string): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto(invitation);
  await dashboard.head('This invitation is for someone else');
  await dashboard.shows('cleo@nordlicht.example');
  await dashboard.press('Sign out');
  await dashboard.head('Join an organization');
}

async function teams({ page, keys, complaints }: Window): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto('/team-work');
  await dashboard.head('Nordlicht');
  await dashboard.goTo('Teams');
  await dashboard.row('teams', 'Nordlicht', '1').waitFor();
  await keys.command('New team');
  const naming = page.getByRole('dialog', { name: 'New team' });
  await keys.enter(naming.getByRole('button', { name: 'Create team' }));
  await naming.getByText('Enter a name that tells what the team does.').waitFor();
  await keys.fill(naming.getByLabel('Name'), 'Editors');
  await keys.press('Enter');
  await dashboard.open(dashboard.row('teams', 'Editors', '0'));
  await dashboard.head('Editors');
  await dashboard.shows('No members in this team yet.');

  await dashboard.press('Add a member');
  await keys.typeInto(page.getByRole('dialog'), 'olga');
  await keys.enter(page.getByRole('dialog').getByRole('button', { name: /^Olga Owner/ }));
  await dashboard.row('members', 'Olga Owner').waitFor();
  await dashboard.choose('More actions', 'Remove team');
  await keys.enter(page.getByRole('alertdialog').getByRole('button', { name: 'Remove team' }));
  await page.getByText('You are in this team yourself. Leave it first, then remove it.').waitFor();
  await keys.dismiss(page.getByRole('alertdialog'));
  await dashboard.press('Remove Olga Owner');
  await dashboard.shows('No members in this team yet.');

  await dashboard.press('Rename');
  await keys.fill(page.getByRole('dialog').getByLabel('Name'), 'Letters');
  await keys.press('Enter');
  await dashboard.head('Letters');
  await dashboard.choose('More actions', 'Remove team');
  await dashboard.answer('Remove team');
  await dashboard.head('Teams');
  await dashboard.row('teams', 'Letters').waitFor({ state: 'detached' });
  expect(complaints.filter((line) => !line.includes('403'))).toEqual([]);
}

async function noTeams({ page, keys, complaints }: Window): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto('/team-less/members');
  await dashboard.row('members', 'Olga Owner').waitFor();
  expect(await page.getByRole('link', { name: 'Teams' }).count()).toBe(0);
  expect(complaints).toEqual([]);
}

async function apiKeys({ page, keys, complaints }: Window, app: TestApp): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto('/key-ring');
  await dashboard.head('Nordlicht');
  await dashboard.goTo('API keys');
  await dashboard.shows('No keys yet');
  await keys.command('New API key');
  await dashboard.head('New API key');
  await dashboard.press('Create key');
  await dashboard.shows('Say what the key is for, so that you can recognize it later.');
  await keys.fill(page.getByLabel('Name'), 'Warehouse');
  await keys.fill(page.getByLabel('Prefix'), 'wh_');
  await keys.fill(page.getByLabel('Total uses'), '5');
  await dashboard.press('Create key');
  await dashboard.head('Copy your key');
  await dashboard.shows('100 a minute');
  const key = (await page.locator('#content code').first().textContent())!;
  expect(key).toMatch(/^wh_[A-Za-z]{64}$/);
  const ask = async () =>
    (await fetch(`${app.url}/v1/products/`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await ask()).toBe(200);
  await keys.enter(page.getByRole('link', { name: 'I have copied it' }));
  await dashboard.row('keys', 'Warehouse', key.slice(0, 6), 'Works', '4').waitFor();
  expect(await page.content()).not.toContain(key);

  await dashboard.choose('Actions for Warehouse', 'Turn off');
  await dashboard.row('keys', 'Warehouse', 'Off').waitFor();
  expect(await ask()).toBe(401);
  await dashboard.choose('Actions for Warehouse', 'Turn on');
  await dashboard.row('keys', 'Warehouse', 'Works').waitFor();
  await dashboard.choose('Actions for Warehouse', 'Rename');
  const naming = page.getByRole('dialog', { name: 'Rename Warehouse' });
  await keys.fill(naming.getByLabel('Name'), ' ');
  await keys.press('Enter');
  await naming.getByText('Say what the key is for').waitFor();
  await keys.fill(naming.getByLabel('Name'), 'Depot');
  await keys.press('Enter');
  await dashboard.row('keys', 'Depot', 'Works').waitFor();
  // The dialog returns the focus to the button that opened it.
  await page.getByRole('button', { name: 'Actions for Depot' }).and(page.locator(':focus')).waitFor();
  expect(await ask()).toBe(200);
  await dashboard.choose('Actions for Depot', 'Delete key');
  await dashboard.answer('Delete key');
  await dashboard.shows('No keys yet');
  expect(await ask()).toBe(401);

  await keys.command('Your API keys');
  await dashboard.head('API keys');
  await keys.enter(page.getByRole('link', { name: 'New key' }).first());
  await keys.fill(page.getByLabel('Name'), 'My script');
  await dashboard.press('Create key');
  await dashboard.head('Copy your key');
  await keys.enter(page.getByRole('link', { name: 'I have copied it' }));
  await dashboard.row('keys', 'My script', 'Works', '10 a day').waitFor();
  expect(complaints).toEqual([]);
}

async function connections({ page, keys, complaints }: Window): Promise<void> {
  const dashboard = new Dashboard(keys);
  const choose = (label: string, option: string) => page.getByLabel(label, { exact: true }).selectOption(option);
  const begin = async (type: string, description: string, connect: string) => {
    await page.goto('/clubs/benefits/new');
    await choose('Type', type);
    await keys.fill(page.getByLabel('Description'), description);
    await keys.enter(page.getByRole('link', { name: connect }));
  };
  await begin('discord', 'A role in the club', 'Add the bot to a server');
  await keys.fill(page.getByLabel('Server'), 'readers');
  await keys.enter(page.getByRole('button', { name: 'Install' }));
  await choose('Role', 'Supporter');
  await dashboard.press('Create benefit');
  await dashboard.head('A role in the club');
  await begin('github_repository', 'The sources', 'Install the GitHub App');
  await keys.enter(page.getByRole('button', { name: 'Install' }));
  await choose('Repository', 'paper-atlas/docs');
  await dashboard.press('Create benefit');
  await dashboard.head('The sources');

  await page.goto('/clubs/settings');
  const disconnect = async (name: string) => {
    await dashboard.press(`Disconnect the Discord server ${name}`);
    await keys.enter(page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }));
  };
  await dashboard.shows('Where your benefits can give access.');
  expect(await lookHere(page, 'what is connected')).toEqual([]);
  await disconnect('readers');
  const question = page.getByRole('alertdialog');
  await question.getByText('The benefit "A role in the club" gives access at readers').waitFor();
  await keys.dismiss(question);
  await disconnect('writers');
  await question.waitFor({ state: 'hidden' });
  await dashboard.shows('paper-atlas');
  expect(await page.getByRole('button', { name: /^Disconnect / }).allTextContents()).toHaveLength(2);
  expect(complaints.filter((line) => !line.includes('409'))).toEqual([]);
}

async function settings({ page, keys, complaints }: Window): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto('/moving/settings');
  await dashboard.head('Settings');
  await keys.fill(page.getByLabel('Address', { exact: true }), 'team-work');
  await dashboard.press('Save');
  await dashboard.shows('This address is taken. Try another one.');
  await keys.fill(page.getByLabel('Address', { exact: true }), 'moved');
  await keys.fill(page.getByLabel('Logo'), 'https://example.com/logo.png');
  await dashboard.press('Save');
  await page.waitForURL('**/moved/settings');
  // A link with the earlier address.
  await page.goto('/moving/settings?from=mail#logo');
  await page.waitForURL(/\/moved\/settings\b/);
  await dashboard.head('Settings');
  expect(await page.getByLabel('Logo').inputValue()).toBe('https://example.com/logo.png');
  // One button saves all of the page.
  await page.getByLabel('Color').fill('#7a1f5c');
  await keys.fill(page.getByLabel('Postal address'), '1 Road, Berlin');
  await dashboard.press('Save');
  await dashboard.shows('On dark pages');
  await page.reload();
  await dashboard.shows('On dark pages');
  expect(await page.getByLabel('Postal address').inputValue()).toBe('1 Road, Berlin');

  await dashboard.press('Leave the organization');
  const question = page.getByRole('alertdialog');
  await keys.enter(question.getByRole('button', { name: 'Leave the organization' }));
  await question.getByText('You are the only owner, and an organization needs one.').waitFor();
  await keys.dismiss(question);
  await dashboard.press('Delete the organization');
  await keys.enter(question.getByRole('button', { name: 'Delete the organization' }));
  await question.getByText('Type the name exactly: Nordlicht').waitFor();
  await keys.fill(question.getByLabel('Type Nordlicht to confirm'), 'Nordlicht');
  await keys.enter(question.getByRole('button', { name: 'Delete the organization' }));
  await page.getByRole('heading', { name: 'Create your organization' }).waitFor();
  expect(complaints.filter((line) => !line.includes('400'))).toEqual([]);
}
