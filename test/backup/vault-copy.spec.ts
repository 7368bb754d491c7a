import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '../../src/app.module.ts';
import { JsonLog } from '../../src/app/log.ts';
import { readConfig } from '../../src/config.ts';
import { openPorts } from '../../src/installation/open-ports.ts';
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

  it('moves a whole installation to servers and back, together with its log', async () => {
    const data = fresh('data');
    const inUse = { code: 1, output: expect.stringMatching(/is in use|runs on it/) };
    const refusesCopies = async (where: string) => {
      expect(await copy(where, freshUrl())).toMatchObject(inUse);
      expect(await copy(await filled(3), where, '--replace')).toMatchObject(inUse);
    };
    const first = await startApp({ dataDir: data });
    const person = await signUp(first, { name: 'Grace' });
    const { token } = await organizationToken(first, 'products:read', 'products:write', 'webhooks:write');
    await listen(first, token);
    await product(first, token, 'one');
    await refusesCopies(data);
    await first.close();

    const log = await EventStoreDbServer.start();
    const url = freshUrl();
    await operated(data, 'log', 'copy', '--from', data, '--to', log.url);
    const env = { EVENTSTORE_URL: log.url, MONGODB_URL: url };
    const silent = new JsonLog({ write: () => undefined });
    const early = readConfig({ NODE_ENV: 'test', DATA_DIR: keysOf(data), ...env });
    await expect(openPorts(early, { features, log: silent })).rejects.toThrow(
      'The vault is missing: EVENTSTORE_URL holds events, but MONGODB_URL does not exist or is empty',
    );
    await copied(data, url);
    const { length } = log.log.all;
    const second = await startApp({ dataDir: keysOf(data), env });
    await second.runtime.settled();
    expect(await names(second, token)).toEqual(['one']);
    expect(await stopped(second)).toEqual([]);
    // Except attempts at the delivery, which has no receiver.
    const added = () => log.log.all.slice(length).filter(({ type }) => !/^Webhook.*(Attempt|Failed)/.test(type));
    expect(added().map(({ type }) => type)).toEqual([]);
    expect(await nameAfterSignIn(second, person)).toBe('Grace');
    await product(second, token, 'two');
    await until(() => added().some(({ type }) => type === 'WebhooksScheduled'), 'the webhook to be scheduled');
    expect(added().filter(({ type }) => type === 'WebhooksScheduled')).toHaveLength(1);
    const later = await signUp(second, { name: 'Edsger' });
    await second.runtime.settled();
    await refusesCopies(url);
    await second.close();

    const back = keysOf(data);
    // What the folder has of the log already stays.
    copyFileSync(join(data, 'log.db'), join(back, 'log.db'));
    expect(await operated(back, 'log', 'copy', '--from', log.url, '--to', back)).toMatch(
      new RegExp(`${length} already present, [1-9]\\d* copied`),
    );
    await copied(url, back);
    await log.stop();
    const third = await startApp({ dataDir: back });
    expect(await nameAfterSignIn(third, later)).toBe('Edsger');
    expect(await names(third, token)).toEqual(['one', 'two']);
    expect(await stopped(third)).toEqual([]);
    expect(await operated(back, 'projections', 'compare')).toMatch(/compared: 0 differ/);
    await third.close();
  });

  async function listen(app: TestApp, token: string): Promise<void> {
    const { status } = await fetch(`${app.url}/v1/webhooks/endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'http://127.0.0.1:9/hooks', format: 'raw', events: ['product.created'] }),
    });
    expect(status).toBe(201);
  }

  async function product(app: TestApp, token: string, name: string): Promise<void> {
    const prices = [{ amountType: 'fixed' as const, priceAmount: 1000 }];
    await polar(app.url, token).products.create({ name, recurringInterval: 'month', prices });
    await app.runtime.settled();
  }

  async function names(app: TestApp, token: string): Promise<string[]> {
    const { result } = await polar(app.url, token).products.list({});
    return result.items.map(({ name }) => name).sort();
  }

  async function stopped(app: TestApp): Promise<unknown> {
    return ((await (await fetch(`${app.url}/readyz`)).json()) as { stopped: unknown }).stopped;
  }

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
