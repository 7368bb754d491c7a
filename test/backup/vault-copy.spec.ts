import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault } from '../../src/installation/open-stores.ts';
import { KEYS_FILE } from '../../src/installation/keys-file.ts';
import { leaseEntry } from '../../src/kernel/coordination/lease.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import type { KeptEntry, MovableVault } from '../../src/kernel/ports/vault.ts';
import { cookiesOf, organizationToken, post, signUp } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { EventStoreDbServer } from '../support/eventstoredb/server.ts';
import { givenMongo, missingMongo, MongoServer } from '../support/mongodb/server.ts';
import type { Server } from '../support/given-servers.ts';
import { operate, operated, type CommandResult } from '../support/operator.ts';
import { buildIfMissing } from '../support/program.ts';
import { polar } from '../support/sellers.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';

const CLI = join(import.meta.dirname, '../../dist/server/cli.js');
const root = mkdtempSync(join(tmpdir(), 'tillbook-vault-copy-'));
let folders = 0;
const fresh = (name: string) => join(root, `${++folders}-${name}`);

afterAll(() => rmSync(root, { recursive: true }));

const copy = (from: string, to: string, ...more: string[]): Promise<CommandResult> =>
  operate(fresh('no-data'), ['vault', 'copy', '--from', from, '--to', to, ...more]);

async function copied(from: string, to: string, ...more: string[]): Promise<string> {
  const { code, output } = await copy(from, to, ...more);
  if (code !== 0) throw new Error(output);
  return output;
}

/** Runs a task on the vault at an address. */
async function on<T>(where: string, use: (vault: MovableVault) => Promise<T>): Promise<T> {
  const vault = await openVault(where);
  try {
    return await use(vault);
  } finally {
    await vault.close();
  }
}

const byKey = (a: KeptEntry, b: KeptEntry) => (a.key < b.key ? -1 : 1);
const entriesOf = (where: string) => on(where, async (vault) => (await vault.page('', 100_000)).sort(byKey));

/** A vault in a folder: this many values, a counter, an entry that expires, and one that has expired. */
async function filled(values: number): Promise<string> {
  const folder = fresh('source');
  mkdirSync(folder);
  await on(folder, async (vault) => {
    const puts = Array.from({ length: values }, (_, n) => vault.put(`kind/${n}`, `é 漢 🦊 \0 ${n}`));
    await Promise.all(puts);
    await vault.add('uses/1', 41);
    await vault.add('uses/2', 7, { expiresAt: '2100-01-01T00:00:00.000Z' });
    await vault.put('token/new', 'soon', { expiresAt: '2100-01-02T00:00:00.000Z' });
    await vault.put('token/old', 'gone', { expiresAt: '2020-01-01T00:00:00.000Z' });
  });
  return folder;
}

describeWith(missingMongo(), 'vault copy', () => {
  const prefix = `vault_${newUuid().slice(-12)}`;
  let server: Server;
  let databases = 0;
  /** Another database of the server. */
  const freshUrl = () => server.url.replace(prefix, `${prefix}_${++databases}`);

  beforeAll(async () => {
    server = givenMongo(prefix) ?? (await MongoServer.start(fresh('mongo'), prefix));
  });
  afterAll(() => server.stop());

  it('copies values, counters and their expiry, from a folder to MongoDB and back', async () => {
    const [source, url, back] = [await filled(1_200), freshUrl(), fresh('back')];
    expect(await copied(source, url)).toContain('1203 entries: 0 already present, 1203 copied');
    expect(await entriesOf(url)).toEqual(await entriesOf(source));
    await copied(url, back);
    expect(await entriesOf(back)).toEqual(await entriesOf(source));
    expect(await on(back, (vault) => vault.add('uses/1', 1))).toBe(42);
    expect(await on(url, (vault) => vault.add('uses/1', 1))).toBe(42);
  });

  it('continues where it was killed', async () => {
    buildIfMissing();
    const [source, url] = [await filled(1_500), freshUrl()];
    const child = spawn(process.execPath, [CLI, 'vault', 'copy', '--from', source, '--to', url], {
      env: { PATH: process.env.PATH, DATA_DIR: fresh('no-data') },
      stdio: 'ignore',
    });
    await on(url, (vault) =>
      until(async () => (await vault.page('', 600)).length > 500, 'more than 500 rows in the vault'),
    );
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    expect(await copied(source, url)).toMatch(/^1503 entries: [1-9]\d* already present, [1-9]\d* copied$/m);
    expect(await entriesOf(url)).toEqual(await entriesOf(source));
  });

  it('refuses a target that is not a copy, unless it may be overwritten', async () => {
    const [source, url] = [await filled(10), freshUrl()];
    await on(url, (vault) => vault.put('secret/of-others', 'theirs'));
    const refused = await copy(source, url);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('an entry of kind secret') });
    expect(refused.output).not.toContain('of-others');
    expect(await entriesOf(url)).toHaveLength(1);
    await copied(source, url, '--replace');
    expect(await entriesOf(url)).toEqual(await entriesOf(source));
    await on(url, (vault) => vault.put('kind/3', 'changed since'));
    expect(await copy(source, url)).toMatchObject({ code: 1, output: expect.stringContaining('not a copy') });
    await copied(source, url, '--replace');
    expect(await entriesOf(url)).toEqual(await entriesOf(source));
  });

  it('refuses a missing or empty source, and an address that is not of a vault', async () => {
    const target = await filled(3);
    expect(await copy(fresh('missing'), target)).toMatchObject({
      code: 1,
      output: expect.stringContaining('no vault'),
    });
    expect(await copy(freshUrl(), target, '--replace')).toMatchObject({
      code: 1,
      output: expect.stringContaining('is empty'),
    });
    expect(await entriesOf(target)).toHaveLength(6);
    expect(await copy('esdb://localhost:2113', target)).toMatchObject({ code: 2 });
    expect(await copy(target, target)).toMatchObject({ code: 2 });
  });

  it('changes nothing when source or target is in use', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const hold = (where: string) =>
      on(where, (vault) => vault.put(leaseEntry('projector'), 'somebody', { expiresAt: soon }));
    const inUse = { code: 1, output: expect.stringContaining('Tillbook runs on it') };
    const [source, url] = [await filled(1_200), freshUrl()];
    await on(url, (vault) => vault.put('credential/of-others', 'theirs'));
    await hold(url);
    expect(await copy(source, url, '--replace')).toMatchObject(inUse);
    expect(await entriesOf(url)).toHaveLength(2);
    await hold(source);
    expect(await copy(source, freshUrl())).toMatchObject(inUse);
    const target = await filled(3);
    expect(await copy(source, target, '--replace')).toMatchObject(inUse);
    expect(await entriesOf(target)).toHaveLength(6);
  });

  it.each([
    ['in a folder', () => ({})],
    ['on MongoDB, with the log in a folder', () => ({ MONGODB_URL: freshUrl() })],
  ])('refuses a vault that the program runs on, %s', async (_where, env) => {
    const running = fresh('running');
    const given: { MONGODB_URL?: string } = env();
    const app = await startApp({ dataDir: running, env: { ...given } });
    await signUp(app);
    const where = given.MONGODB_URL ?? running;
    const refused = { code: 1, output: expect.stringMatching(/is in use|runs on it/) };
    expect(await copy(where, freshUrl())).toMatchObject(refused);
    expect(await copy(await filled(3), where, '--replace')).toMatchObject(refused);
    await app.close();
    expect(await copied(where, freshUrl())).toContain(' 0 already present');
  });

  it('moves a whole installation to servers and back, together with its log', async () => {
    const data = fresh('data');
    const first = await startApp({ dataDir: data });
    const person = await signUp(first, { name: 'Grace' });
    const { token } = await organizationToken(first, 'products:read', 'products:write');
    await first.runtime.settled();
    await first.close();

    const log = await EventStoreDbServer.start();
    const url = freshUrl();
    await operated(data, 'log', 'copy', '--from', data, '--to', log.url);
    const early = startApp({ dataDir: keysOf(data), env: { EVENTSTORE_URL: log.url, MONGODB_URL: url } });
    await expect(early).rejects.toThrow(
      'The vault is missing: EVENTSTORE_URL holds events, but MONGODB_URL does not exist or is empty',
    );
    await copied(data, url);
    const { length } = log.log.all;
    const second = await startApp({ dataDir: keysOf(data), env: { EVENTSTORE_URL: log.url, MONGODB_URL: url } });
    await second.runtime.settled();
    expect(log.log.all).toHaveLength(length);
    expect(await nameAfterSignIn(second, person)).toBe('Grace');
    const prices = [{ amountType: 'fixed' as const, priceAmount: 1000 }];
    await polar(second.url, token).products.create({ name: 'one', recurringInterval: 'month', prices });
    const later = await signUp(second, { name: 'Edsger' });
    await second.runtime.settled();
    await second.close();

    const back = keysOf(data);
    await operated(back, 'log', 'copy', '--from', log.url, '--to', back);
    await copied(url, back);
    await log.stop();
    const third = await startApp({ dataDir: back });
    expect(await nameAfterSignIn(third, later)).toBe('Edsger');
    expect((await polar(third.url, token).products.list({})).result.items).toHaveLength(1);
    expect(await operated(back, 'projections', 'compare')).toMatch(/compared: 0 differ/);
    await third.close();
  });

  /** A folder with only the keys of another. */
  function keysOf(folder: string): string {
    const made = fresh('keys');
    mkdirSync(made);
    copyFileSync(join(folder, KEYS_FILE), join(made, KEYS_FILE));
    return made;
  }

  async function nameAfterSignIn(app: TestApp, { email, password }: { email: string; password: string }) {
    const cookie = cookiesOf(await post(app, '/api/auth/sign-in/email', { email, password }));
    const session = await fetch(`${app.url}/api/auth/get-session`, { headers: { cookie } });
    return ((await session.json()) as { user: { name: string } }).user.name;
  }
});
