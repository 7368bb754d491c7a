import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiscordPlatform } from '../../src/adapters/discord/discord-platform.ts';
import { GithubPlatform } from '../../src/adapters/github/github-platform.ts';
import { PretendPlatform } from '../../src/adapters/sandbox/pretend-platform.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import type {
  InstallablePlatform,
  RemoteAccess,
  RemoteAccount,
} from '../../src/features/billing/remote-access/remote-platform.ts';
import { RemoteFailure } from '../../src/features/billing/remote-access/remote-platform.ts';
import { toInstant, type Clock } from '../../src/kernel/ports/clock.ts';
import { DISCORD_KEYS, DiscordDouble } from '../support/remote/discord-double.ts';
import { GITHUB_KEYS, GithubDouble } from '../support/remote/github-double.ts';
import { until } from '../support/until.ts';
import { BACK, remotePlatformContract } from './remote-platform.contract.ts';

let aheadMs = 0;
const clock: Clock = {
  now: () => toInstant(Date.now()),
  machineNow: () => toInstant(Date.now() + aheadMs),
};
let dataDir: string;
let vault: SqliteVault;
let discordDouble: DiscordDouble;
let githubDouble: GithubDouble;
let discord: DiscordPlatform;
let github: GithubPlatform;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillbook-'));
  vault = new SqliteVault(dataDir);
  discordDouble = await new DiscordDouble().start();
  githubDouble = await new GithubDouble().start();
  githubDouble.now = () => Date.now() + aheadMs;
  const { url: api } = discordDouble;
  discord = new DiscordPlatform(DISCORD_KEYS, clock, { api, authorize: `${api}/oauth2/authorize` });
  github = new GithubPlatform(GITHUB_KEYS, clock, { api: githubDouble.url, web: githubDouble.url });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => {
  await discordDouble.stop();
  await githubDouble.stop();
  await vault.close();
  await rm(dataDir, { recursive: true });
});

remotePlatformContract('Discord', async () => {
  const id = discordDouble.guild('Readers');
  const access = { platform: 'discord', guildId: id, roleId: discordDouble.roleId(id, 'Member') } as const;
  return {
    platform: discord,
    installed: { id, name: 'Readers' },
    installQuery: () => ({ code: discordDouble.codeForGuild(id), guild_id: '666' }),
    access,
    unknown: { ...access, roleId: '404' },
    codeFor: (username) => discordDouble.codeFor(username),
    hasAccess: async (_, account) => discordDouble.rolesOf(id, account.id).includes('Member'),
  };
});

remotePlatformContract('GitHub', async () => {
  const id = githubDouble.installation('readers', ['app', 'docs', 'templates']);
  return {
    platform: github,
    installed: { id, name: 'readers' },
    installQuery: () => ({ code: githubDouble.codeFor('readers'), installation_id: id, setup_action: 'install' }),
    access: { platform: 'github', owner: 'readers', name: 'templates', permission: 'pull', installationId: id },
    unknown: { platform: 'github', owner: 'readers', name: 'gone', permission: 'pull' },
    codeFor: (username) => githubDouble.codeFor(username),
    hasAccess: async (_, account) => githubDouble.accessOf('readers/templates', account.id) !== 'none',
  };
});

describe.each(['discord', 'github'] as const)('%s of the sandbox', (name) => {
  const platform = () => new PretendPlatform(name, vault, clock, 'http://127.0.0.1');
  remotePlatformContract(`Pretend ${name}`, async () => {
    const access: RemoteAccess =
      name === 'discord'
        ? { platform: 'discord', guildId: 'pretend-readers', roleId: '2' }
        : { platform: 'github', owner: 'readers', name: 'docs', permission: 'pull', installationId: 'pretend-readers' };
    return {
      platform: platform(),
      installed: { id: 'pretend-readers', name: 'readers' },
      installQuery: () => ({ code: 'readers' }),
      access,
      // The role is above the bot's; the repository is in another account than the app was installed at.
      unknown: access.platform === 'discord' ? { ...access, roleId: '4' } : { ...access, owner: 'writers' },
      codeFor: (username) => username,
      hasAccess: async (given, { username }) => (await platform().membersOf(given, 100)).includes(username!),
    };
  });
});

/** How each platform fails, told by the call that gives access. */
const PLATFORMS: { name: string; given: () => Promise<Given>; put: RegExp }[] = [
  { name: 'Discord', given: givenDiscord, put: /^PUT .*members/ },
  { name: 'GitHub', given: givenGithub, put: /^PUT .*collaborators/ },
];

interface Given {
  platform: InstallablePlatform;
  double: DiscordDouble | GithubDouble;
  access: RemoteAccess;
  account: RemoteAccount & { accessToken: string };
}

let guilds = 0;

async function givenDiscord(): Promise<Given & { guildId: string; double: DiscordDouble }> {
  const guildId = discordDouble.guild(`Server ${guilds++}`, [
    { name: 'Member', position: 1 },
    { name: 'Chief', position: 9 },
  ]);
  const { account, tokens } = await discord.link(discordDouble.codeFor('ada'), BACK);
  const access: RemoteAccess = { platform: 'discord', guildId, roleId: discordDouble.roleId(guildId, 'Member') };
  return { platform: discord, double: discordDouble, guildId, access, account: { ...account, ...tokens } };
}

async function givenGithub(): Promise<Given & { owner: string; double: GithubDouble }> {
  const owner = `owner-${guilds++}`;
  const installationId = githubDouble.installation(owner, ['app']);
  const { account, tokens } = await github.link(githubDouble.codeFor('ada'), BACK);
  const access: RemoteAccess = { platform: 'github', owner, name: 'app', permission: 'push', installationId };
  return { platform: github, double: githubDouble, owner, access, account: { ...account, ...tokens } };
}

async function failureOf(task: Promise<unknown>): Promise<RemoteFailure> {
  const failure = await task.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(RemoteFailure);
  return failure as RemoteFailure;
}

describe.each(PLATFORMS)('$name fails', ({ given, put }) => {
  it('for a while if the server is broken or cuts the connection', async () => {
    const { platform, double, access, account } = await given();
    for (const fault of ['broken', 'cut'] as const) {
      double.fail(put, fault);
      expect(await failureOf(platform.grant(access, account))).toMatchObject({ reason: 'transient' });
    }
    await platform.grant(access, account);
  });

  it('for a while if the server does not answer in time', async () => {
    const { platform, double, access, account } = await given();
    const time = new AbortController();
    const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    double.calls.length = 0;
    double.fail(put, 'silent');
    const failure = failureOf(platform.grant(access, account));
    await until(() => double.calls.some((call) => put.test(call)), 'the request');
    time.abort();
    expect(await failure).toMatchObject({ reason: 'transient', message: expect.stringContaining('in time') });
    limit.mockRestore();
    await platform.grant(access, account);
  });

  it('for a while with the delay that the server asks for', async () => {
    const { platform, double, access, account } = await given();
    double.fail(put, { status: 429, headers: { 'retry-after': '17' }, body: {} });
    const failure = await failureOf(platform.grant(access, account));
    expect(failure).toMatchObject({ reason: 'transient', retryAfterSeconds: 17 });
  });

  it('for good if the server redirects, which is not followed', async () => {
    const { platform, double, access, account } = await given();
    double.fail(put, { status: 307, headers: { location: `${double.url}/elsewhere` } });
    expect(await failureOf(platform.grant(access, account))).toMatchObject({ reason: 'refused' });
    expect(double.calls).not.toContainEqual(expect.stringContaining('elsewhere'));
  });

  it('without secrets in its errors', async () => {
    const { platform, double, access, account } = await given();
    double.fail(put, { status: 400, body: { message: account.accessToken } });
    const failure = await failureOf(platform.grant(access, account));
    const shown = `${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`;
    for (const secret of [account.accessToken, DISCORD_KEYS.botToken, DISCORD_KEYS.clientSecret])
      expect(shown).not.toContain(secret);
  });

  it('for ids that would change the address', async () => {
    const { platform, double, access, account } = await given();
    const before = double.calls.length;
    const changed = [
      access.platform === 'discord' ? { ...access, guildId: '1/../2' } : { ...access, owner: '../orgs' },
      access.platform === 'discord' ? { ...access, roleId: '1?x=2' } : { ...access, name: '..' },
      access.platform === 'discord' ? { ...access, roleId: '' } : { ...access, name: 'a/b' },
    ] as RemoteAccess[];
    for (const other of changed)
      for (const task of [() => platform.grant(other, account), () => platform.revoke(other, account)])
        expect(await failureOf(task())).toMatchObject({ reason: 'refused' });
    expect(double.calls.slice(before)).toEqual([]);
  });
});

describe('Discord', () => {
  it('gives members the role, and leaves their others', async () => {
    const { access, account, guildId, double } = await givenDiscord();
    double.join(guildId, account.id);
    await discord.grant(access, account);
    expect(double.rolesOf(guildId, account.id)).toEqual(['Member']);
  });

  it('says why a role cannot be given', async () => {
    const { access, account, guildId, double } = await givenDiscord();
    const chief = { ...access, roleId: double.roleId(guildId, 'Chief') } as RemoteAccess;
    expect((await failureOf(discord.grant(chief, account))).message).toMatch(/own role above it/);
    double.guilds.get(guildId)!.banned.add(account.id);
    expect((await failureOf(discord.grant(access, account))).message).toMatch(/banned/);
    double.guilds.delete(guildId);
    for (const task of [() => discord.grant(access, account), () => discord.revoke(access, account)])
      expect(await failureOf(task())).toMatchObject({
        reason: 'refused',
        message: expect.stringMatching(/bot is not/),
      });
  });

  it('asks to link again once the customer has withdrawn', async () => {
    const { access, account, double } = await givenDiscord();
    double.withdraw(account.id);
    expect(await failureOf(discord.grant(access, account))).toMatchObject({ reason: 'action_required' });
  });

  it('asks to link again if joining servers was not allowed', async () => {
    const linking = discord.link(discordDouble.codeFor('ada', 'identify email'), BACK);
    expect(await failureOf(linking)).toMatchObject({ reason: 'action_required' });
  });

  it('rounds the seconds of a rate limit up', async () => {
    const { access, account, double } = await givenDiscord();
    double.fail(/^DELETE .*roles/, { status: 429, body: { retry_after: 2.4 }, headers: { 'retry-after': '60' } });
    expect(await failureOf(discord.revoke(access, account))).toMatchObject({ retryAfterSeconds: 3 });
  });

  it('shows its own role and those that people give', async () => {
    const { guildId } = await givenDiscord();
    expect(await discord.choices(guildId)).toMatchObject({
      roles: [
        { name: 'Chief', isBot: false, color: '#1f8b4c' },
        { name: 'Tillbook', isBot: true },
        { name: 'Member', isBot: false },
      ],
    });
  });

  it('blames the keys of the installation, not the customer', async () => {
    const wrong = { ...DISCORD_KEYS, clientSecret: 'old', botToken: 'old' };
    const { url: api } = discordDouble;
    const other = new DiscordPlatform(wrong, clock, { api, authorize: api });
    const { access, account } = await givenDiscord();
    for (const task of [() => other.grant(access, account), () => other.link(discordDouble.codeFor('ada'), BACK)])
      expect(await failureOf(task())).toMatchObject({ reason: 'refused', message: expect.stringMatching(/operator/) });
  });
});

describe('GitHub', () => {
  it('invites, changes the permission of who is in already, and takes either away', async () => {
    const { access, account, owner, double } = await givenGithub();
    // On a later page than the first.
    double.invite(`${owner}/app`, 'bea', 'cyd', 'dan');
    await github.grant(access, account);
    expect(double.accessOf(`${owner}/app`, account.id)).toBe('invited: push');
    await github.revoke(access, account);
    expect(double.accessOf(`${owner}/app`, account.id)).toBe('none');
    await github.grant(access, account);
    double.accept(`${owner}/app`, account.id);
    await github.grant({ ...access, permission: 'admin' } as RemoteAccess, account);
    expect(double.accessOf(`${owner}/app`, account.id)).toBe('admin');
    await github.revoke(access, account);
    expect(double.accessOf(`${owner}/app`, account.id)).toBe('none');
    expect(double.repositories.get(`${owner}/app`)!.invitations).toHaveLength(3);
  });

  it('finds who has another name now, and never invites who has taken the old one', async () => {
    const { access, owner, double } = await givenGithub();
    const { account } = await github.link(double.codeFor('old-name'), BACK);
    double.rename('old-name', 'new-name');
    const { account: other } = await github.link(double.codeFor('old-name'), BACK);
    await github.grant(access, { ...account, accessToken: '' } as RemoteAccount & { accessToken: string });
    expect(double.accessOf(`${owner}/app`, account.id)).toBe('invited: push');
    expect(double.accessOf(`${owner}/app`, other.id)).toBe('none');
    double.remove(account.id);
    await github.revoke(access, { ...account, id: '404' });
    expect(await failureOf(github.grant(access, account))).toMatchObject({ reason: 'action_required' });
  });

  it('waits until its rate limits end', async () => {
    const { access, account, double } = await givenGithub();
    const reset = String(Math.ceil(Date.now() / 1_000) + 100);
    const put = /^PUT .*collaborators/;
    const limited = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    double.fail(put, { status: 403, headers: limited, body: { message: 'API rate limit exceeded' } });
    const primary = await failureOf(github.grant(access, account));
    expect(primary.reason).toBe('transient');
    expect(primary.retryAfterSeconds).toBeGreaterThan(60);
    expect(primary.retryAfterSeconds).toBeLessThanOrEqual(101);
    double.fail(put, { status: 403, body: { message: 'You have exceeded a secondary rate limit' } });
    expect(await failureOf(github.grant(access, account))).toMatchObject({
      reason: 'transient',
      retryAfterSeconds: 60,
    });
    double.fail(put, { status: 403, headers: { 'x-ratelimit-remaining': '12' }, body: { message: 'Forbidden' } });
    expect(await failureOf(github.grant(access, account))).toMatchObject({ reason: 'refused' });
  });

  it('uses a token of the installation until shortly before it ends, and another if it was revoked', async () => {
    const { access, account, double } = await givenGithub();
    const asked = () => double.calls.filter((call) => call.endsWith('/access_tokens')).length;
    await github.grant(access, account);
    const first = asked();
    await github.grant(access, account);
    expect(asked()).toBe(first);
    double.revokeTokens();
    await github.grant(access, account);
    expect(asked()).toBe(first + 1);
    aheadMs = 3_590_000;
    await github.grant(access, account);
    expect(asked()).toBe(first + 2);
    aheadMs = 0;
  });

  it('gives nothing from another installation than the benefit was made with', async () => {
    const { access, account, owner } = await givenGithub();
    const other = githubDouble.installation('somebody', ['else']);
    const moved = { ...access, installationId: other } as RemoteAccess;
    expect(await failureOf(github.grant(moved, account))).toMatchObject({ reason: 'refused' });
    expect(githubDouble.accessOf(`${owner}/app`, account.id)).toBe('none');
  });

  it('says so if the app was uninstalled', async () => {
    const { access, account } = await givenGithub();
    githubDouble.uninstall((access as { installationId: string }).installationId);
    expect((await failureOf(github.grant(access, account))).message).toMatch(/no access to the repository/);
  });

  it('lets only the owner of an account connect its installation, whoever else sees it', async () => {
    const [own, shared] = [
      githubDouble.installation('maker', ['own']),
      githubDouble.installation('guild-of-makers', ['shared'], 'maker'),
    ];
    const installed = (login: string, query = {}) =>
      github.install({ code: githubDouble.codeFor(login), ...query }, BACK);
    expect(await installed('maker', { installation_id: shared })).toEqual([{ id: shared, name: 'guild-of-makers' }]);
    expect(await installed('maker')).toEqual([
      { id: own, name: 'maker' },
      { id: shared, name: 'guild-of-makers' },
    ]);
    for (const id of [own, shared])
      expect(await failureOf(installed('reader', { installation_id: id }))).toMatchObject({ reason: 'refused' });
  });
});
