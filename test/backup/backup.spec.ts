import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderLock } from '../../src/adapters/sqlite/folder-lock.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import type { StoredEvent } from '../../src/kernel/ports/event-store.ts';
import { organizationToken, post, signUp } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newEvent } from '../support/contract-tools.ts';
import { operate, operated } from '../support/operator.ts';
import { freePort } from '../support/ports.ts';
import { buildIfMissing, Program } from '../support/program.ts';
import { polar } from '../support/sellers.ts';
import { until } from '../support/until.ts';

const root = mkdtempSync(join(tmpdir(), 'tillbook-keeping-'));
let folders = 0;
/** A folder that does not exist yet. */
const fresh = (name: string) => join(root, `${++folders}-${name}`);
const running: TestApp[] = [];

afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
});
afterAll(() => rmSync(root, { recursive: true }));

async function start(dataDir: string): Promise<TestApp> {
  const app = await startApp({ dataDir });
  running.push(app);
  return app;
}

async function stop(app: TestApp): Promise<void> {
  running.splice(running.indexOf(app), 1);
  await app.runtime.settled();
  await app.close();
}

async function eventsOf(dataDir: string, ...args: string[]): Promise<StoredEvent[]> {
  const output = await operated(dataDir, 'events', 'export', ...args);
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as StoredEvent);
}

async function get(url: string, path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${url}${path}`)).json()) as Record<string, unknown>;
}

async function customerOf(client: Polar, n: number): Promise<string> {
  return (await client.customers.create({ email: `customer-${n}@example.com`, name: `Customer ${n}` })).id;
}

/** By hand, as an operator might who does not know `restore`. */
function putInto(dataDir: string, name: string, from: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, name + end), { force: true });
  copyFileSync(join(from, name), join(dataDir, name));
}

async function compared(dataDir: string): Promise<void> {
  expect(await operated(dataDir, 'projections', 'compare')).toMatch(/read models compared: 0 differ/);
}

describe('a backup of the running program', () => {
  let program: Program;
  let client: Polar;
  let backup: string;
  let output: string;
  /** Answered before the backup began. */
  const acknowledged: string[] = [];

  beforeAll(async () => {
    buildIfMissing();
    program = new Program({ PORT: String(await freePort()), DATA_DIR: fresh('data') });
    await program.start();
    const { token } = await organizationToken(program, 'customers:read', 'customers:write', 'products:write');
    client = polar(program.url, token);
    for (let n = 0; n < 20; n++) acknowledged.push(await customerOf(client, n));
    // Users write from before the backup begins until after it has ended.
    let writing = true;
    let written = 0;
    const writer = async (from: number) => {
      for (let n = from; writing; n++, written++) await customerOf(client, n);
    };
    const writers = [1, 2, 3].map((n) => writer(n * 10_000));
    await until(() => written > 10, 'more than ten written events');
    backup = fresh('backup');
    const ended = await program.tillbook('backup', '--to', backup, '--with-keys');
    writing = false;
    await Promise.all(writers);
    if (ended.code !== 0) throw new Error(ended.output);
    ({ output } = ended);
  });
  afterAll(() => program.kill());

  it('lists its content, the keys included', () => {
    expect(output).toMatch(/^Log {4}\d+ events, the last at \d{20} \([0-9a-f-]{36}\)$/m);
    expect(output).toMatch(/^Vault {2}\d+ entries$/m);
    expect(output).toContain('Keys   included');
    expect(readdirSync(backup).sort()).toEqual(['backup.json', 'keys.json', 'log.db', 'vault.db']);
  });

  it('restores everything acknowledged before it, and processes continue', async () => {
    const restored = new Program({ PORT: String(await freePort()), DATA_DIR: fresh('restored') });
    expect(await restored.tillbook('restore', '--from', backup)).toMatchObject({ code: 0 });
    await restored.start();
    const again = polar(
      restored.url,
      (client as unknown as { _options: { accessToken: string } })._options.accessToken,
    );
    for (const id of acknowledged) expect((await again.customers.get({ id })).id).toBe(id);
    expect(await get(restored.url, '/readyz')).toMatchObject({ ready: true, problems: [], stopped: [] });
    expect((await restored.tillbook('projections', 'compare')).output).toMatch(/compared: 0 differ/);
    await again.customers.create({ email: 'after@example.com' });
    await restored.stop();
    expect((await restored.tillbook('processes', 'status')).output).not.toContain('stopped');
    await restored.kill();
  });

  it('is refused into a folder that is not empty, and into the folder of a running program', async () => {
    const again = await program.tillbook('backup', '--to', backup);
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('not empty') });
    const over = await program.tillbook('restore', '--from', backup, '--replace');
    expect(over).toMatchObject({ code: 1, output: expect.stringContaining('in use') });
    expect(await program.tillbook('backup')).toMatchObject({ code: 2, output: expect.stringContaining('--to') });
  });

  it('can be taken of a program that was killed', async () => {
    const last = await customerOf(client, 99);
    await program.kill();
    const after = fresh('backup');
    expect(await program.tillbook('backup', '--to', after)).toMatchObject({ code: 0 });
    const dataDir = fresh('data');
    mkdirSync(dataDir);
    copyFileSync(join(program.env.DATA_DIR!, 'keys.json'), join(dataDir, 'keys.json'));
    await operated(dataDir, 'restore', '--from', after);
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
  let data: string;
  let backup: string;

  beforeAll(async () => {
    data = fresh('data');
    backup = fresh('backup');
    const app = await start(data);
    await signUp(app, { email: 'kept@example.com' });
    await stop(app);
    expect(await operated(data, 'backup', '--to', backup)).toContain('Keys   not included');
  });

  /** A folder with only the keys. */
  function keyed(): string {
    const dataDir = fresh('data');
    mkdirSync(dataDir);
    copyFileSync(join(data, 'keys.json'), join(dataDir, 'keys.json'));
    return dataDir;
  }

  it('omits the read models and the keys from the backup', () => {
    expect(readdirSync(backup).sort()).toEqual(['backup.json', 'log.db', 'vault.db']);
  });

  it('is refused for servers, as is a backup', async () => {
    for (const args of [
      ['backup', '--to', fresh('backup')],
      ['restore', '--from', backup],
    ])
      expect(await operate(data, args, { EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false' })).toMatchObject({
        code: 1,
        output: expect.stringContaining('EVENTSTORE_URL'),
      });
  });

  it('requires the right keys', async () => {
    const dataDir = fresh('data');
    const refused = await operate(dataDir, ['restore', '--from', backup]);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('The keys are missing') });
    const key = 'x'.repeat(40);
    const others = { SIGNING_KEY: key, MASTER_KEY: key, LOOKUP_KEY: key };
    const wrong = await operate(dataDir, ['restore', '--from', backup], others);
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('not those that') });
    expect(readdirSync(dataDir)).toEqual(['lock.db']);
  });

  it('refuses an incomplete or changed backup', async () => {
    const half = fresh('half');
    cpSync(backup, half, { recursive: true });
    rmSync(join(half, 'backup.json'));
    const unfinished = await operate(keyed(), ['restore', '--from', half]);
    expect(unfinished).toMatchObject({ code: 1, output: expect.stringContaining('backup.json is missing') });
    const into = await operate(data, ['backup', '--to', half]);
    expect(into).toMatchObject({ code: 1, output: expect.stringContaining('not finished') });
    const damaged = fresh('damaged');
    cpSync(backup, damaged, { recursive: true });
    writeFileSync(join(damaged, 'vault.db'), 'something else');
    const refused = await operate(keyed(), ['restore', '--from', damaged]);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('damaged') });
  });

  it('replaces existing data and read models only if told to', async () => {
    const dataDir = keyed();
    const app = await start(dataDir);
    await signUp(app, { email: 'replaced@example.com' });
    await stop(app);
    const refused = await operate(dataDir, ['restore', '--from', backup]);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('--replace') });
    await operated(dataDir, 'restore', '--from', backup, '--replace');
    expect(await operated(dataDir, 'projections', 'status')).not.toContain('current');
    const again = await start(dataDir);
    await post(again, '/api/auth/sign-in/email', { email: 'kept@example.com', password: 'correct horse' });
    const gone = post(again, '/api/auth/sign-in/email', { email: 'replaced@example.com', password: 'correct horse' });
    await expect(gone).rejects.toThrow('401');
    await compared(dataDir);
  });

  it('is finished by the next process that locks the folder, if it was interrupted', () => {
    const dataDir = fresh('data');
    mkdirSync(join(dataDir, 'restoring'), { recursive: true });
    for (const name of ['log.db', 'log.db-wal']) writeFileSync(join(dataDir, name), 'old');
    writeFileSync(join(dataDir, 'vault.db'), 'new');
    copyFileSync(join(backup, 'log.db'), join(dataDir, 'restoring/log.db'));
    FolderLock.take(dataDir).release();
    expect(readdirSync(dataDir).sort()).toEqual(['lock.db', 'log.db', 'vault.db']);
  });
});

describe('erased people', () => {
  const email = 'erased@example.com';
  let data: string;
  let before: string;
  let after: string;

  beforeAll(async () => {
    [data, before, after] = [fresh('data'), fresh('before'), fresh('after')];
    const app = await start(data);
    await signUp(app, { email, name: 'Somebody Known' });
    await app.runtime.settled();
    await operated(data, 'backup', '--to', before, '--with-keys');
    await operated(data, 'erase', '--user', email);
    await stop(app);
    await operated(data, 'backup', '--to', after, '--with-keys');
  });

  async function staysErased(dataDir: string): Promise<void> {
    expect(await operated(dataDir, 'events', 'export', '--open')).not.toMatch(/erased@example|Somebody Known/);
    const app = await start(dataDir);
    const signIn = post(app, '/api/auth/sign-in/email', { email, password: 'correct horse' });
    await expect(signIn).rejects.toThrow('401');
    await compared(dataDir);
  }

  it('are readable in the backup from before', async () => {
    const dataDir = fresh('data');
    await operated(dataDir, 'restore', '--from', before);
    expect(await operated(dataDir, 'events', 'export', '--open')).toContain(email);
  });

  it('stay erased when the older vault is restored with the newer log', async () => {
    const dataDir = fresh('data');
    const output = await operated(dataDir, 'restore', '--from', before, '--log', after);
    expect(output).toMatch(/Erased \d+ people again/);
    await staysErased(dataDir);
  });

  it('stay erased from the next start if an operator restores the older vault by hand', async () => {
    const dataDir = fresh('data');
    await operated(dataDir, 'restore', '--from', after);
    putInto(dataDir, 'vault.db', before);
    expect(await operated(dataDir, 'events', 'export', '--open')).toContain(email);
    const app = await start(dataDir);
    expect(app.logged.filter(({ level }) => level === 'warn')).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('whom the log says are erased') }),
    );
    await stop(app);
    await staysErased(dataDir);
  });
});

describe('a log that is older than its checkpoints', () => {
  let data: string;
  let app: TestApp;
  let client: Polar;
  const names: Record<string, string> = {};

  async function product(name: string): Promise<string> {
    const prices = [{ amountType: 'fixed' as const, priceAmount: 1000 }];
    return (names[name] = (await client.products.create({ name, recurringInterval: 'month', prices })).id);
  }
  const scheduled = async () => (await eventsOf(data, '--type', 'WebhooksScheduled')).length;

  beforeAll(async () => {
    data = fresh('data');
    const backup = fresh('backup');
    const first = await startApp({ dataDir: data });
    const { token } = await organizationToken(first, 'products:read', 'products:write', 'webhooks:write');
    client = polar(first.url, token);
    const answer = await fetch(`${first.url}/v1/webhooks/endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'http://127.0.0.1:9/hooks', format: 'raw', events: ['product.created'] }),
    });
    expect(answer.status).toBe(201);
    await product('before');
    await first.runtime.settled();
    await operated(data, 'backup', '--to', backup);
    await product('lost');
    await first.runtime.settled();
    await first.close();
    // The vault and the read models stay as they are.
    putInto(data, 'log.db', backup);
    app = await startApp({ dataDir: data });
    client = polar(app.url, token);
  });
  afterAll(() => app.close());

  it('rebuilds the read models', async () => {
    expect((await client.products.get({ id: names['before']! })).name).toBe('before');
    await expect(client.products.get({ id: names['lost']! })).rejects.toThrow();
    await compared(data);
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
    expect(await operated(data, 'processes', 'status')).toMatch(/^webhooks +stopped .*tillbook processes resume/m);
    const stopped = (ready['stopped'] as { process: string }[]).map(({ process }) => process);
    expect(stopped.length).toBeGreaterThan(1);
    expect(app.logged.filter(({ message }) => /process/i.test(String(message)))).toEqual([
      expect.objectContaining({ message: expect.stringContaining('tillbook processes resume'), processes: stopped }),
    ]);
    await product('unsent');
    await app.runtime.settled();
    expect(await scheduled()).toBe(1);
  });

  it('resumes the processes where an operator chooses', async () => {
    const nowhere = await operate(data, ['processes', 'resume', 'webhooks', '--from', 'nonsense']);
    expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining('events list') });
    expect(await operate(data, ['processes', 'resume', 'webhooks'])).toMatchObject({ code: 2 });
    expect(await operate(data, ['processes', 'resume', 'nobody', '--from', 'end'])).toMatchObject({ code: 1 });

    const behind = `product-${names['before']!}@0`;
    expect(await operated(data, 'processes', 'resume', 'webhooks', '--from', behind)).toContain(
      `webhooks resumes after ProductCreated ${behind}`,
    );
    await until(async () => (await scheduled()) === 2, '2 scheduled webhooks');
    const real = await new Program({ DATA_DIR: data }).tillbook('processes', 'resume', '--all', '--from', 'end');
    expect(real).toMatchObject({ code: 0, output: expect.stringContaining('resumes after') });
    await until(
      async () => ((await get(app.url, '/readyz'))['stopped'] as object[]).length === 0,
      'all processes to go on',
    );
    const again = await operate(data, ['processes', 'resume', '--all', '--from', 'end']);
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('None is stopped') });
    await product('sent');
    await until(async () => (await scheduled()) === 3, '3 scheduled webhooks');
    await app.runtime.settled();
    await compared(data);
  });
});
