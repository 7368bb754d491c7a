import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderLock } from '../../src/adapters/sqlite/folder-lock.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import { features } from '../../src/app.module.ts';
import { JsonLog } from '../../src/app/log.ts';
import { readConfig } from '../../src/config.ts';
import { openPorts } from '../../src/installation/open-ports.ts';
import type { StoredEvent } from '../../src/kernel/ports/event-store.ts';
import { organizationToken, post, signUp } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newEvent } from '../support/contract-tools.ts';
import { operate, operated, type CommandResult } from '../support/operator.ts';
import { freePort } from '../support/ports.ts';
import { buildIfMissing, Program } from '../support/program.ts';
import { polar } from '../support/sellers.ts';
import { until } from '../support/until.ts';

const root = mkdtempSync(join(tmpdir(), 'tillbook-keeping-'));
let folders = 0;
/** A folder that does not exist yet. */
const fresh = (name: string) => join(root, `${++folders}-${name}`);
const apps: TestApp[] = [];
const stops: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const stop of stops) await stop();
  for (const app of apps.splice(0)) await app.close();
  rmSync(root, { recursive: true });
});

async function start(dataDir: string): Promise<TestApp> {
  const app = await startApp({ dataDir });
  apps.push(app);
  return app;
}

async function stop(app: TestApp): Promise<void> {
  apps.splice(apps.indexOf(app), 1);
  await app.runtime.settled();
  await app.close();
}

async function eventsOf(dataDir: string, ...args: string[]): Promise<StoredEvent[]> {
  const output = await operated(dataDir, 'events', 'export', ...args);
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as StoredEvent);
}

async function signIn(app: TestApp, address: string): Promise<Response> {
  return post(app, '/api/auth/sign-in/email', { email: address, password: 'correct horse' });
}

async function get(url: string, path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${url}${path}`)).json()) as Record<string, unknown>;
}

const names: Record<string, string> = {};

async function product(client: Polar, name: string): Promise<string> {
  const prices = [{ amountType: 'fixed' as const, priceAmount: 1000 }];
  return (names[name] = (await client.products.create({ name, recurringInterval: 'month', prices })).id);
}

async function customerOf(client: Polar, n: number): Promise<string> {
  return (await client.customers.create({ email: `customer-${n}@example.com`, name: `Customer ${n}` })).id;
}

async function endpoint(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://127.0.0.1:9/hooks', format: 'raw', events: ['product.created'] }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** By hand, as an operator might who does not know `restore`. */
function putInto(dataDir: string, name: string, from: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, name + end), { force: true });
  copyFileSync(join(from, name), join(dataDir, name));
}

async function compared(dataDir: string): Promise<void> {
  expect(await operated(dataDir, 'projections', 'compare')).toMatch(/read models compared: 0 differ/);
}

const ERASED = 'erased@example.com';
/** Of the program in a process of its own, which is killed before the tests. */
const data = fresh('data');
/** Taken under load, with the keys; of the killed program, without them; and after a person was erased. */
const [running, plain, after] = [fresh('running'), fresh('plain'), fresh('after')];
const outputs = { running: '', plain: '' };
/** Answered before the first backup began. */
const acknowledged: string[] = [];
const refused: Record<string, CommandResult> = {};
let last: string;
let endpointId: string;
let token: string;

beforeAll(async () => {
  buildIfMissing();
  const program = new Program({ PORT: String(await freePort()), DATA_DIR: data, WEBHOOK_ALLOW_PRIVATE: '1' });
  stops.push(() => program.kill());
  await program.start();
  await signUp(program, { email: 'kept@example.com' });
  await signUp(program, { email: ERASED, name: 'Somebody Known' });
  const scopes = ['customers:read', 'customers:write', 'products:read', 'products:write', 'webhooks:write'];
  ({ token } = await organizationToken(program, ...scopes));
  const client = polar(program.url, token);
  endpointId = await endpoint(program.url);
  await product(client, 'before');
  await until(async () => (await eventsOf(data, '--type', 'WebhooksScheduled')).length === 1, 'the webhook');
  for (let n = 0; n < 20; n++) acknowledged.push(await customerOf(client, n));
  // Users write from before the backup begins until after it has ended.
  let writing = true;
  let written = 0;
  const writer = async (from: number) => {
    for (let n = from; writing; n++, written++) await customerOf(client, n);
  };
  const writers = [1, 2, 3].map((n) => writer(n * 10_000));
  await until(() => written > 10, 'more than ten written events');
  const ended = await program.tillbook('backup', '--to', running, '--with-keys');
  writing = false;
  await Promise.all(writers);
  if (ended.code !== 0) throw new Error(ended.output);
  outputs.running = ended.output;
  refused.full = await operate(data, ['backup', '--to', running]);
  refused.inUse = await operate(data, ['restore', '--from', running, '--replace']);
  last = await customerOf(client, 99);
  await program.kill();
  outputs.plain = await operated(data, 'backup', '--to', plain);
  await operated(data, 'erase', '--user', ERASED);
  await operated(data, 'backup', '--to', after, '--with-keys');
});

/** A folder with only the keys. */
function keyed(): string {
  const dataDir = fresh('data');
  mkdirSync(dataDir);
  copyFileSync(join(data, 'keys.json'), join(dataDir, 'keys.json'));
  return dataDir;
}

describe('a backup of the running program', () => {
  it('lists its content, the keys included', () => {
    expect(outputs.running).toMatch(/^Log {4}\d+ events, the last at \d{20} \([0-9a-f-]{36}\)$/m);
    expect(outputs.running).toMatch(/^Vault {2}\d+ entries$/m);
    expect(outputs.running).toContain('Keys   included');
    expect(readdirSync(running).sort()).toEqual(['backup.json', 'keys.json', 'log.db', 'vault.db']);
  });

  it('is refused into a folder that is not empty, and into the folder of a running program', async () => {
    expect(refused['full']).toMatchObject({ code: 1, output: expect.stringContaining('not empty') });
    expect(refused['inUse']).toMatchObject({ code: 1, output: expect.stringContaining('in use') });
    expect(await operate(data, ['backup'])).toMatchObject({ code: 2, output: expect.stringContaining('--to') });
  });

  it('can be taken of a program that was killed', async () => {
    const dataDir = keyed();
    await operated(dataDir, 'restore', '--from', plain);
    expect((await eventsOf(dataDir, '--stream', `customer-${last}`))[0]!.type).toBe('CustomerCreated');
  });
});

describe('the stores in a backup', () => {
  it('are consistent: no event without its key, no checkpoint ahead of the log', async () => {
    buildIfMissing();
    const [data, backup, key] = [fresh('data'), fresh('backup'), 'k'.repeat(40)];
    mkdirSync(data);
    const [log, vault] = [new SqliteEventStore(data), new SqliteVault(data)];
    let writing = true;
    let head = -1;
    const write = async () => {
      for (; writing; head++) {
        await vault.put(`subject-key/${head + 1}`, 'key');
        await log.append('thing-1', [newEvent({ n: head + 1 })], head < 0 ? 'none' : head);
        await vault.put('process/reader', String(head + 1));
      }
    };
    const writer = write();
    const program = new Program({ DATA_DIR: data, SIGNING_KEY: key, MASTER_KEY: key, LOOKUP_KEY: key });
    await until(() => head > 100, 'more than a hundred events');
    expect(await program.tillbook('backup', '--to', backup)).toMatchObject({ code: 0 });
    writing = false;
    await writer;
    await Promise.all([log.close(), vault.close()]);

    const [events, entries] = [new SqliteEventStore(backup), new SqliteVault(backup)];
    const last = (await events.last('thing-1'))!.revision;
    expect(last).toBeGreaterThan(100);
    expect(await events.read('thing-1')).toHaveLength(last + 1);
    const found = await entries.getMany([
      'process/reader',
      ...Array.from({ length: last + 1 }, (_, n) => `subject-key/${n}`),
    ]);
    expect(found.size).toBe(last + 2);
    expect(Number(found.get('process/reader')!.value)).toBeLessThanOrEqual(last);
    await Promise.all([events.close(), entries.close()]);
  });
});

describe('a restore', () => {
  it('omits the read models and the keys from the backup', () => {
    expect(outputs.plain).toContain('Keys   not included');
    expect(readdirSync(plain).sort()).toEqual(['backup.json', 'log.db', 'vault.db']);
  });

  it('is refused for servers, as is a backup', async () => {
    for (const args of [
      ['backup', '--to', fresh('backup')],
      ['restore', '--from', plain],
    ])
      expect(await operate(data, args, { EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false' })).toMatchObject({
        code: 1,
        output: expect.stringContaining('EVENTSTORE_URL'),
      });
  });

  it('requires the right keys', async () => {
    const dataDir = fresh('data');
    const refused = await operate(dataDir, ['restore', '--from', plain]);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('The keys are missing') });
    const key = 'x'.repeat(40);
    const others = { SIGNING_KEY: key, MASTER_KEY: key, LOOKUP_KEY: key };
    const wrong = await operate(dataDir, ['restore', '--from', plain], others);
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('not those that') });
    expect(readdirSync(dataDir)).toEqual(['lock.db']);
  });

  it('refuses an incomplete or changed backup', async () => {
    const half = fresh('half');
    cpSync(plain, half, { recursive: true });
    rmSync(join(half, 'backup.json'));
    const unfinished = await operate(keyed(), ['restore', '--from', half]);
    expect(unfinished).toMatchObject({ code: 1, output: expect.stringContaining('backup.json is missing') });
    const into = await operate(data, ['backup', '--to', half]);
    expect(into).toMatchObject({ code: 1, output: expect.stringContaining('not finished') });
    const damaged = fresh('damaged');
    cpSync(plain, damaged, { recursive: true });
    writeFileSync(join(damaged, 'vault.db'), 'something else');
    const refused = await operate(keyed(), ['restore', '--from', damaged]);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('damaged') });
  });

  it('is finished by the next process that locks the folder, if it was interrupted', () => {
    const dataDir = fresh('data');
    mkdirSync(join(dataDir, 'restoring'), { recursive: true });
    for (const name of ['log.db', 'log.db-wal']) writeFileSync(join(dataDir, name), 'old');
    writeFileSync(join(dataDir, 'vault.db'), 'new');
    copyFileSync(join(plain, 'log.db'), join(dataDir, 'restoring/log.db'));
    FolderLock.take(dataDir).release();
    expect(readdirSync(dataDir).sort()).toEqual(['lock.db', 'log.db', 'vault.db']);
  });
});

describe('a program on a backup', () => {
  const restored = fresh('restored');
  const copy = fresh('copy');

  it('has everything acknowledged before it, and processes continue', async () => {
    expect(await operate(restored, ['restore', '--from', running])).toMatchObject({ code: 0 });
    const app = await start(restored);
    const client = polar(app.url, token);
    for (const id of acknowledged) expect((await client.customers.get({ id })).id).toBe(id);
    expect(await get(app.url, '/readyz')).toMatchObject({ ready: true, problems: [], stopped: [] });
    await compared(restored);
    await client.customers.create({ email: 'after@example.com' });
    await signUp(app, { email: 'replaced@example.com' });
    await product(client, 'lost');
    await stop(app);
    expect(await operated(restored, 'processes', 'status')).not.toContain('stopped');
    cpSync(restored, copy, { recursive: true });
  });

  it('replaces existing data and read models only if told to, and keeps erased people erased with the newer log', async () => {
    const refusal = await operate(copy, ['restore', '--from', running]);
    expect(refusal).toMatchObject({ code: 1, output: expect.stringContaining('--replace') });
    expect(await operated(copy, 'projections', 'status')).toContain('current');
    const output = await operated(copy, 'restore', '--from', running, '--log', after, '--replace');
    expect(output).toMatch(/Erased \d+ people again/);
    expect(await operated(copy, 'projections', 'status')).not.toContain('current');
    expect(await operated(copy, 'events', 'export', '--open')).not.toMatch(/erased@example|Somebody Known/);
    const app = await start(copy);
    await signIn(app, 'kept@example.com');
    for (const gone of ['replaced@example.com', ERASED]) await expect(signIn(app, gone)).rejects.toThrow('401');
    await compared(copy);
    await stop(app);
  });

  describe('whose log is older than its checkpoints', () => {
    let app: TestApp;
    let client: Polar;
    const scheduled = async () => (await eventsOf(restored, '--type', 'WebhooksScheduled')).length;

    beforeAll(async () => {
      // The vault and the read models stay as they are.
      putInto(restored, 'log.db', running);
      app = await start(restored);
      client = polar(app.url, token);
    });

    it('rebuilds the read models', async () => {
      expect((await client.products.get({ id: names['before']! })).name).toBe('before');
      await expect(client.products.get({ id: names['lost']! })).rejects.toThrow();
      await compared(restored);
    });

    it('stops the processes, reports it, and sends nothing', async () => {
      const ready = await get(app.url, '/readyz');
      expect(ready).toMatchObject({ ready: false });
      const reason = expect.stringContaining('tillbook processes status');
      expect(ready['problems']).toContainEqual({ part: 'process webhooks', reason });
      expect(ready['stopped']).toContainEqual({
        process: 'webhooks',
        reason: expect.stringContaining('not in this log'),
      });
      expect(await get(app.url, '/healthz')).toEqual({ status: 'ok' });
      expect(await operated(restored, 'processes', 'status')).toMatch(
        /^webhooks +stopped .*tillbook processes resume/m,
      );
      const stopped = (ready['stopped'] as { process: string }[]).map(({ process }) => process);
      expect(stopped.length).toBeGreaterThan(1);
      expect(app.logged.filter(({ message }) => /process/i.test(String(message)))).toEqual([
        expect.objectContaining({ message: expect.stringContaining('tillbook processes resume'), processes: stopped }),
      ]);
      await product(client, 'unsent');
      await app.runtime.settled();
      expect(await scheduled()).toBe(1);
    });

    it('resumes the processes where an operator chooses', async () => {
      const nowhere = await operate(restored, ['processes', 'resume', 'webhooks', '--from', 'nonsense']);
      expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining('events list') });
      expect(await operate(restored, ['processes', 'resume', 'webhooks'])).toMatchObject({ code: 2 });
      expect(await operate(restored, ['processes', 'resume', 'nobody', '--from', 'end'])).toMatchObject({ code: 1 });

      // What it reads again is scheduled already.
      const behind = `webhookendpoint-${endpointId}@0`;
      expect(await operated(restored, 'processes', 'resume', 'webhooks', '--from', behind)).toContain(
        `webhooks resumes after WebhookEndpointCreated ${behind}`,
      );
      await until(async () => (await scheduled()) === 2, '2 scheduled webhooks');
      const all = await operate(restored, ['processes', 'resume', '--all', '--from', 'end']);
      expect(all).toMatchObject({ code: 0, output: expect.stringContaining('resumes after') });
      await until(
        async () => ((await get(app.url, '/readyz'))['stopped'] as object[]).length === 0,
        'all processes to go on',
      );
      const again = await operate(restored, ['processes', 'resume', '--all', '--from', 'end']);
      expect(again).toMatchObject({ code: 1, output: expect.stringContaining('None is stopped') });
      await product(client, 'sent');
      await until(async () => (await scheduled()) === 3, '3 scheduled webhooks');
      await app.runtime.settled();
      await compared(restored);
    });
  });
});

describe('erased people', () => {
  it('are readable in the backup from before', async () => {
    const dataDir = fresh('data');
    await operated(dataDir, 'restore', '--from', running);
    expect(await operated(dataDir, 'events', 'export', '--open')).toContain(ERASED);
  });

  it('stay erased from the next start if an operator restores the older vault by hand', async () => {
    const dataDir = fresh('data');
    await operated(dataDir, 'restore', '--from', after);
    putInto(dataDir, 'vault.db', running);
    expect(await operated(dataDir, 'events', 'export', '--open')).toContain(ERASED);
    const lines: string[] = [];
    const log = new JsonLog({ write: (line) => lines.push(line) });
    const ports = await openPorts(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }), { features, log });
    await ports.close();
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        message: expect.stringContaining('whom the log says are erased'),
      }),
    );
    expect(await operated(dataDir, 'events', 'export', '--open')).not.toMatch(/erased@example|Somebody Known/);
  });
});
