import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ValueProvider } from '@nestjs/common';
import { Database } from '../../src/adapters/sqlite/database.ts';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import { features } from '../../src/app.module.ts';
import { adviceOf } from '../../src/app/advice.ts';
import { JsonLog } from '../../src/app/log.ts';
import { BLOB_STORE } from '../../src/app/tokens.ts';
import { Workers } from '../../src/app/work/workers.ts';
import { ServiceUnavailable } from '../../src/kernel/errors.ts';
import { Commands } from '../../src/app/commands.ts';
import { readConfig } from '../../src/config.ts';
import { FORMAT } from '../../src/installation/installation.ts';
import { openPorts } from '../../src/installation/open-ports.ts';
import { Keys, type KeyMaterial } from '../../src/kernel/secrets/keys.ts';
import type { TombstoneSweeper } from '../../src/kernel/reading/tombstone-sweeper.ts';
import { ProcessRunner } from '../../src/kernel/reacting/process-runner.ts';
import { EncryptedVault } from '../../src/kernel/secrets/encrypted-vault.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import type { BlobStore } from '../../src/kernel/ports/blob-store.ts';
import { organizationToken, post, signUp } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { EventStoreDbServer } from '../support/eventstoredb/server.ts';
import { operate, operated } from '../support/operator.ts';
import { SmallDisk } from '../support/tmpfs.ts';
import { until } from '../support/until.ts';

const root = mkdtempSync(join(tmpdir(), 'tillbook-standing-'));
let folders = 0;
/** A folder that does not exist yet. */
const fresh = () => join(root, `data-${++folders}`);
const running: TestApp[] = [];
const IDENTITY = 'installation/identity';

/** The folders of two installations, each with a user, as they are when nothing runs on them. */
let installed: string;
let other: string;
/** The program of the first, whose files others could read before it started. */
let program: TestApp;
/** How often its start has swept tombstones. */
let swept: number;

beforeAll(async () => {
  other = fresh();
  const open = fresh();
  await accepted(open);
  chmodSync(open, 0o755);
  for (const name of readdirSync(open)) chmodSync(join(open, name), 0o644);
  const sweep = jest.spyOn(SqliteDocumentStore.prototype, 'sweep');
  program = await startApp({ dataDir: open });
  await signUp(program);
  await program.runtime.settled();
  swept = sweep.mock.calls.length;
  installed = await copyOfRunning();
  await restoreAnother();
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const app of [...running]) await stop(app);
});
afterAll(async () => {
  await program.close();
  rmSync(root, { recursive: true });
});

async function start(dataDir: string, env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp({ dataDir, env });
  running.push(app);
  return app;
}

async function stop(app: TestApp): Promise<void> {
  running.splice(running.indexOf(app), 1);
  await app.close();
}

function copyOf(folder: string): string {
  const copy = fresh();
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  return copy;
}

/** What the program would leave if it ended now. */
async function copyOfRunning(): Promise<string> {
  await program.runtime.settled();
  const copy = copyOf(program.config.dataDir);
  await accepted(copy);
  // SQLite's driver still has that one's files open, and a test may replace them.
  return copyOf(copy);
}

/** From a backup of the program that spec files share. */
async function restoreAnother(): Promise<void> {
  const shared = await startApp();
  await signUp(shared);
  await shared.runtime.settled();
  const backup = fresh();
  await operated(shared.config.dataDir, 'backup', '--to', backup, '--with-keys');
  await shared.close();
  await operated(other, 'restore', '--from', backup);
  // Earlier spec files may have uploaded files there, which are copied apart from a backup.
  cpSync(join(shared.config.dataDir, 'blobs'), join(other, 'blobs'), { recursive: true });
  await accepted(other);
}

/** The lines that it logs when its stores are opened, as at a start. */
async function accepted(
  dataDir: string,
  env: Record<string, string> = {},
  use?: (blobs: BlobStore) => Promise<void>,
): Promise<string[]> {
  const lines: string[] = [];
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env });
  const ports = await openPorts(config, { features, log: new JsonLog({ write: (line) => lines.push(line) }) });
  const providers = ports.providers as ValueProvider[];
  await use?.(providers.find(({ provide }) => provide === BLOB_STORE)!.useValue as BlobStore);
  await ports.close();
  return lines;
}

/** The one line that reports why it does not start, having created and stored nothing. */
async function refusal(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  const files = () => readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name));
  const contents = () => files().map((name) => [name, statSync(join(dataDir, name)).size]);
  const before = contents();
  const refused = await accepted(dataDir, env).catch((error: unknown) => adviceOf(error) ?? error);
  expect(contents()).toEqual(before);
  expect(refused).toEqual(expect.stringMatching(/^.+$/));
  return refused as string;
}

const keysIn = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as KeyMaterial;
const putKeys = (dataDir: string, keys: Partial<KeyMaterial>) =>
  writeFileSync(join(dataDir, 'keys.json'), JSON.stringify({ ...keysIn(dataDir), ...keys }));

/** Runs a task on the stored, still encrypted vault. */
async function onVault<T>(dataDir: string, use: (vault: SqliteVault) => Promise<T>): Promise<T> {
  const vault = new SqliteVault(dataDir);
  try {
    return await use(vault);
  } finally {
    await vault.close();
  }
}

function readyz({ url }: TestApp) {
  return fetch(`${url}/readyz`).then(async (answer) => ({
    status: answer.status,
    problems: ((await answer.json()) as { problems: { part: string; reason: string }[] }).problems,
  }));
}

const database = (store: unknown) => (store as { db: Database }).db;

describe('an installation', () => {
  it('does not start without its vault, its log or its keys', async () => {
    const [vault, log, keys] = [copyOf(installed), copyOf(installed), copyOf(installed)];
    rmSync(join(vault, 'vault.db'));
    expect(await refusal(vault)).toMatch(/The vault is missing: .*log\.db holds events.* restore/);
    rmSync(join(log, 'log.db'));
    expect(await refusal(log)).toMatch(/The log is missing: .*vault\.db belongs to a log.* restore/);
    rmSync(join(keys, 'keys.json'));
    expect(await refusal(keys)).toMatch(/The keys are missing: restore keys\.json into .* or set SIGNING_KEY/);
    rmSync(join(keys, 'vault.db'));
    expect(await refusal(keys)).toContain('The vault is missing');
  });

  it('does not start without the files that were uploaded, but needs none before', async () => {
    const dataDir = copyOf(installed);
    const blobs = join(dataDir, 'blobs');
    rmSync(blobs, { recursive: true });
    await accepted(dataDir, {}, async (store) => store.put(newUuid(), Readable.from([Buffer.from('x')]), 1));
    await accepted(dataDir);
    renameSync(blobs, `${blobs}-elsewhere`);
    const refused = await refusal(dataDir);
    expect(refused).toMatch(/The uploaded files are missing: .*\/blobs\/[0-9a-f]{2}\/[0-9a-f-]{36}, .* Restore them/);
    const [marker] = /\/\S+\/blobs\/[0-9a-f/-]+/.exec(refused)!;
    mkdirSync(blobs);
    expect(await refusal(dataDir)).toBe(refused);
    // As docs/BACKUP.md says: they are restored, or lost for good.
    cpSync(`${blobs}-elsewhere`, blobs, { recursive: true });
    await accepted(dataDir);
    rmSync(blobs, { recursive: true });
    mkdirSync(dirname(marker), { recursive: true });
    writeFileSync(marker, '');
    await accepted(dataDir);
  });

  it('does not start with other keys, or with half a keys.json', async () => {
    const key = 'k'.repeat(40);
    expect(await refusal(installed, { LOOKUP_KEY: key })).toContain('LOOKUP_KEY is not the one');
    expect(await refusal(installed, { MASTER_KEY: key })).toContain('MASTER_KEY does not open');
    const half = copyOf(installed);
    writeFileSync(join(half, 'keys.json'), readFileSync(join(half, 'keys.json')).subarray(0, 70));
    expect(await refusal(half)).toMatch(/keys\.json is damaged, or cannot be read: restore it/);
  });

  it('does not start with the vault of another installation', async () => {
    for (const [one, another] of [
      [installed, other],
      [other, installed],
    ]) {
      const mixed = copyOf(one!);
      for (const name of ['vault.db', 'keys.json']) copyFileSync(join(another!, name), join(mixed, name));
      expect(await refusal(mixed)).toMatch(/vault\.db is not the vault of .*log\.db/);
    }
  });

  it('does not start with a new vault and a log on a server', async () => {
    const server = await EventStoreDbServer.start();
    const env = { EVENTSTORE_URL: server.url };
    await operate(installed, ['log', 'copy', '--from', installed, '--to', server.url]);
    const keyed = fresh();
    mkdirSync(keyed);
    for (const name of ['keys.json', 'lock.db']) copyFileSync(join(installed, name), join(keyed, name));
    expect(await refusal(keyed, env)).toContain('The vault is missing: EVENTSTORE_URL holds events');
    const moved = copyOf(installed);
    rmSync(join(moved, 'log.db'));
    await accepted(moved, env);
    await server.stop();
    const empty = await EventStoreDbServer.start();
    expect(await refusal(moved, { EVENTSTORE_URL: empty.url })).toContain('EVENTSTORE_URL does not exist or is empty');
    await empty.stop();
  });

  it('starts with rotated keys, and without an old key once everything is resealed', async () => {
    const rotated = copyOf(installed);
    const [old] = keysIn(rotated).master;
    putKeys(rotated, { signing: ['s'.repeat(40)], master: ['n'.repeat(40), old!] });
    await accepted(rotated);
    putKeys(rotated, { master: ['n'.repeat(40)] });
    expect(await refusal(rotated)).toContain('MASTER_KEY does not open');
    await onVault(rotated, async (stored) => {
      const vault = new EncryptedVault(stored, new Keys({ ...keysIn(rotated), master: ['n'.repeat(40), old!] }));
      for (const { key, isCounter } of await stored.page('', 10_000))
        if (!isCounter && key !== IDENTITY) await vault.put(key, (await vault.getMany([key])).get(key)!.value);
    });
    await accepted(rotated);
    putKeys(rotated, { master: [old!] });
    expect(await refusal(rotated)).toContain('MASTER_KEY does not open');
  });

  it('is refused if another build wrote it', async () => {
    const [unrecorded, older] = [copyOf(installed), copyOf(installed)];
    await onVault(unrecorded, (vault) => vault.delete(IDENTITY));
    expect(await refusal(unrecorded)).toContain('was written by another build');
    await onVault(older, async (vault) => {
      const { value } = (await vault.getMany([IDENTITY])).get(IDENTITY)!;
      await vault.put(IDENTITY, JSON.stringify({ ...(JSON.parse(value) as object), format: FORMAT - 1 }));
    });
    expect(await refusal(older)).toContain('was written by another build');
  });

  it("does not accept a caller's imitation of a sealed field as proof of its vault", async () => {
    const { cookie } = await signUp(program);
    const organization = { name: 'Nordlicht', slug: 'nordlicht', metadata: { $sealed: [] } };
    await post(program, '/api/auth/organization/create', organization, cookie);
    const mixed = await copyOfRunning();
    for (const name of ['vault.db', 'keys.json']) copyFileSync(join(other, name), join(mixed, name));
    // As if its own log had been empty at every start.
    await onVault(mixed, async (vault) => {
      const { value } = (await vault.getMany([IDENTITY])).get(IDENTITY)!;
      const { firstEvent: _, ...identity } = JSON.parse(value) as { firstEvent: string };
      await vault.put(IDENTITY, JSON.stringify(identity));
    });
    expect(await refusal(mixed)).toContain('is not the vault of');
  });

  it('counts as new after its first start was killed', async () => {
    const killed = fresh();
    mkdirSync(killed);
    await new SqliteEventStore(killed).close();
    await accepted(killed);
    expect(await onVault(killed, async (vault) => (await vault.getMany([IDENTITY])).size)).toBe(1);
  });

  it("refuses operators' commands with foreign keys or stores, in one line", async () => {
    const [vault, keys, documents] = [copyOf(installed), copyOf(installed), copyOf(installed)];
    rmSync(join(vault, 'vault.db'));
    expect(await operate(vault, ['events', 'list'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is no .*vault\.db.*\n$/),
    });
    rmSync(join(keys, 'keys.json'));
    for (const args of [
      ['events', 'list'],
      ['processes', 'status'],
      ['backup', '--to', fresh()],
    ])
      expect(await operate(keys, args)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^The keys are missing.*\n$/),
      });
    expect(existsSync(join(keys, 'keys.json'))).toBe(false);
    const wrong = await operate(installed, ['audit', 'verify'], { LOOKUP_KEY: 'k'.repeat(40) });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringMatching(/^LOOKUP_KEY is not the one.*\n$/) });

    rmSync(join(documents, 'documents.db'));
    expect(await operate(documents, ['events', 'export', '--open'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('UserRegistered'),
    });
    expect(await operate(documents, ['projections', 'status'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is no .*documents\.db: start Tillbook once.*\n$/),
    });
  });

  it('restricts its folder and files to their owner', async () => {
    const open = program.config.dataDir;
    await signUp(program);
    const backup = fresh();
    mkdirSync(backup, { mode: 0o755 });
    expect(await operate(open, ['backup', '--to', backup, '--with-keys'])).toMatchObject({ code: 0 });
    for (const folder of [open, backup]) {
      const modes = ['.', ...readdirSync(folder)].map((name) => [name, statSync(join(folder, name)).mode & 0o077]);
      expect(modes.filter(([, mode]) => mode !== 0)).toEqual([]);
    }
  });
});

describe('a damaged file', () => {
  /** Overwrites pages in the middle of a database. */
  function damage(file: string): void {
    const descriptor = openSync(file, 'r+');
    for (let at = 4_096; at < statSync(file).size; at += 8_192)
      writeSync(descriptor, Buffer.alloc(4_096, 0xab), 0, 4_096, at);
    closeSync(descriptor);
  }
  const garbage = (file: string) => writeFileSync(file, 'not a database at all'.repeat(1_000));

  /** As of a release that stored documents differently. */
  function outdate(file: string): void {
    const database = new Database(file, 'NORMAL');
    database.exec('PRAGMA user_version = 0');
    database.close();
  }

  it.each([
    ['garbage', garbage],
    ['pages of garbage', damage],
    ['another format', outdate],
  ])('of read models is rebuilt: %s', async (kind, spoil) => {
    const dataDir = copyOf(installed);
    spoil(join(dataDir, 'documents.db'));
    const warning = { level: 'warn', message: expect.stringContaining('rebuilt from the log') };
    if (kind !== 'garbage') {
      const lines = await accepted(dataDir);
      expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(expect.objectContaining(warning));
      return;
    }
    const app = await start(dataDir);
    expect(app.logged).toContainEqual(expect.objectContaining(warning));
    expect((await readyz(app)).status).toBe(200);
    await app.runtime.settled();
    expect(await operate(dataDir, ['projections', 'compare'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^[1-9]\d* documents .*: 0 differ$/m),
    });
  });

  it.each([
    ['log.db', garbage],
    ['log.db', damage],
    ['vault.db', garbage],
    ['vault.db', damage],
  ])('keeps Tillbook from starting: %s', async (name, spoil) => {
    const dataDir = copyOf(installed);
    spoil(join(dataDir, name));
    expect(await refusal(dataDir)).toMatch(
      new RegExp(`${name} is damaged: stop Tillbook and restore a backup .*docs/BACKUP.md`),
    );
  });

  it("is named by operators' commands", async () => {
    const [log, pages, vault] = [copyOf(installed), copyOf(installed), copyOf(installed)];
    garbage(join(log, 'log.db'));
    damage(join(pages, 'log.db'));
    damage(join(vault, 'vault.db'));
    for (const [dataDir, name] of [
      [log, 'log.db'],
      [pages, 'log.db'],
      [vault, 'vault.db'],
    ] as const)
      for (const args of [
        ['events', 'export', '--open'],
        ['processes', 'status'],
        ['backup', '--to', fresh()],
      ]) {
        const output = expect.stringMatching(
          new RegExp(`^/.*${name} is damaged: stop Tillbook and restore a backup.*\n$`),
        );
        expect(await operate(dataDir, args)).toMatchObject({ code: 1, output });
      }
  });
});

describe('storage that cannot be written', () => {
  it("answers writes with 503 in each contract's form, is reported, and is used again once writable", async () => {
    const app = program;
    const { token } = await organizationToken(app, 'customers:write');
    await app.runtime.settled();
    const customer = () => createCustomer(app, token);
    const readOnly = (on: boolean) => {
      for (const store of [app.ports.store, app.ports.vault])
        database(store).exec(`PRAGMA query_only = ${on ? 'ON' : 'OFF'}`);
    };
    readOnly(true);
    const billing = await customer();
    expect([billing.status, billing.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await billing.json()).toEqual({
      error: 'ServiceUnavailable',
      detail: 'Storage cannot be written; try again shortly',
    });
    const auth = await signUpAnswer(app);
    expect([auth.status, auth.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await auth.json()).toMatchObject({ message: 'Storage cannot be written; try again shortly' });
    expect((await readyz(app)).problems).toContainEqual({
      part: 'storage',
      reason: 'a trial write into the vault failed: vault.db cannot be written',
    });
    app.clock.advanceMachine(7_200);
    await until(
      async () => (await readyz(app)).problems.some(({ part }) => part === 'seals'),
      '/readyz to name the seals',
    );
    readOnly(false);
    expect((await customer()).status).toBe(201);
    await until(async () => (await readyz(app)).status === 200, '/readyz to be ready');
  });

  const missing = SmallDisk.missing();
  const onDisk = missing === undefined ? describe : describe.skip;

  onDisk(`on a disk of its own${missing ? ` (${missing})` : ''}`, () => {
    let disk: SmallDisk;
    let dataDir: string;

    beforeAll(() => {
      disk = SmallDisk.mount(24);
      dataDir = join(disk.path, 'data');
    });
    afterAll(() => disk.unmount());

    /** Fills the disk up to this many free bytes. */
    function fill(left = 0): void {
      const filler = join(disk.path, 'filler');
      const file = openSync(filler, 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(65_536));
      } catch {
        closeSync(file);
      }
      truncateSync(filler, statSync(filler).size - left);
    }
    const clear = () => rmSync(join(disk.path, 'filler'));

    it('answers 503 while it is full, loses nothing, and continues without a restart', async () => {
      const app = await start(dataDir);
      const { token } = await organizationToken(app, 'customers:write', 'customers:read');
      await app.runtime.settled();
      fill();
      const statuses = new Map<number, number>();
      const refused: Response[] = [];
      for (let n = 0; n < 200 && refused.length < 20; n++) {
        const answer = await createCustomer(app, token);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status !== 201) refused.push(answer);
      }
      expect([...statuses.keys()].filter((status) => status !== 201)).toEqual([503]);
      expect(refused.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true);
      expect(await refused[0]!.json()).toMatchObject({
        error: 'ServiceUnavailable',
        detail: expect.stringContaining('Storage'),
      });
      const full = await readyz(app);
      expect(full.status).toBe(503);
      expect(full.problems).toContainEqual({
        part: 'storage',
        reason: expect.stringMatching(/^the disk is full: \d+ KiB are free/),
      });

      clear();
      expect((await createCustomer(app, token)).status).toBe(201);
      await app.runtime.settled();
      await until(async () => (await readyz(app)).status === 200, '/readyz to be ready');
      const listed = await fetch(`${app.url}/v1/customers/?limit=1`, { headers: { authorization: `Bearer ${token}` } });
      const { pagination } = (await listed.json()) as { pagination: { total_count: number } };
      expect(pagination.total_count).toBe((statuses.get(201) ?? 0) + 1);
      await stop(app);
      expect(await operate(dataDir, ['projections', 'compare'])).toMatchObject({ code: 0 });
    });

    it('prevents a start while it is full', async () => {
      fill();
      const isFull = /^The disk that holds .* is full: free some space there\.$/;
      expect(await refusal(dataDir)).toMatch(isFull);
      const other = join(disk.path, 'new');
      const erased = await operate(other, ['erase', '--user', 'a@example.com']);
      expect(erased).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^The disk .* is full: free some space there\.\n$/),
      });
      fill(2 ** 20);
      expect(await refusal(dataDir)).toMatch(
        /cannot be written, the disk is full: \d+ KiB are free, and 4096 KiB are needed/,
      );
      clear();
      await accepted(dataDir);
    });

    it('prevents a start while it is read-only', async () => {
      const another = SmallDisk.mount(24);
      const moved = join(another.path, 'data');
      cpSync(installed, moved, { recursive: true });
      another.setReadOnly();
      expect(await refusal(moved)).toContain(`The data folder ${moved} can't be written`);
      another.unmount();
    });
  });
});

describe('readiness', () => {
  it('shows read models and processes that are far behind, which do not affect health', async () => {
    const app = program;
    const away = () => Promise.reject(new ServiceUnavailable('The test'));
    jest.spyOn(app.ports.documents, 'save').mockImplementation(away);
    jest.spyOn(ProcessRunner.prototype as unknown as { take(): Promise<void> }, 'take').mockImplementation(away);
    // Or a slow machine would be further behind.
    app.clock.stopMachine();
    await signUp(app);
    expect((await readyz(app)).problems).toEqual([]);
    app.clock.advanceMachine(60);
    const late = await readyz(app);
    expect(late.status).toBe(503);
    const reason = expect.stringMatching(/^is 6\d s behind the log$/);
    expect(late.problems).toContainEqual({ part: expect.stringMatching(/^read model users_v/), reason });
    expect(late.problems).toContainEqual({ part: 'process emails', reason });
    const status = await operate(app.config.dataDir, ['processes', 'status']);
    expect(status.output).toMatch(/^emails +behind/m);
    expect(status.output).not.toContain('current');
    expect(await operate(app.config.dataDir, ['health'], { PORT: String(app.config.port) })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^not ready\n(.*\n)*process emails: is 6\d s behind the log\n/),
    });
    expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ status: 'ok' });
    jest.restoreAllMocks();
    app.clock.reset();
    await until(async () => (await readyz(app)).status === 200, '/readyz to be ready');
  });

  it('counts waiting steps without their owners or what an error quotes', async () => {
    const app = program;
    const commands = app.app.get(Commands);
    const execute = commands.execute.bind(commands);
    jest.spyOn(commands, 'execute').mockImplementation((command) => {
      const { kind, id } = command.context.actor;
      const isStep = kind === 'system' && id !== 'visitor';
      return isStep ? Promise.reject(new Error('quoted: ada@example.com')) : execute(command);
    });
    const { id } = await signUp(app);
    let report = '';
    // However often a busy machine has repeated the step before it is reported.
    const shown = /"waiting":\[\{"process":"[\w-]+","events":\d+,"attempts":[1-9]\d*,"parked":false\}/;
    const waiting = async () => shown.test((report = await (await fetch(`${app.url}/readyz`)).text()));
    await until(waiting, 'a step to wait');
    expect(report).not.toMatch(new RegExp(`quoted|${id}`));
    expect((await readyz(app)).problems).toEqual([]);
    jest.restoreAllMocks();
    app.clock.advanceMachine(60);
    await until(
      async () => (await (await fetch(`${app.url}/readyz`)).text()).includes('"waiting":[]'),
      'the step to be repeated',
    );
  });

  it('shows a sweep that fails, until it succeeds', async () => {
    const app = program;
    let failing = true;
    app.app.get(Workers).start({
      kind: 'test',
      atOnce: 1,
      handle: () => Promise.resolve(),
      due: () => (failing ? Promise.reject(new Error('nothing can be found')) : Promise.resolve([])),
    });
    await until(async () => (await readyz(app)).status === 503, '/readyz not to be ready');
    expect((await readyz(app)).problems).toEqual([{ part: 'sweep of test', reason: 'nothing can be found' }]);
    failing = false;
    await until(async () => (await readyz(app)).status === 200, '/readyz to be ready');
  });

  it('shows a ticker and a sweep of tombstones that fail', async () => {
    expect(swept).toBeGreaterThan(0);
    const app = program;
    const tombstones = Reflect.get(app.runtime.readModels.led.get('access')!, 'sweeper') as TombstoneSweeper;
    const sweep = jest
      .spyOn(SqliteDocumentStore.prototype, 'sweep')
      .mockRejectedValue(new Error('nothing can be removed'));
    await tombstones.sweep();
    const find = jest.spyOn(app.ports.documents, 'find').mockRejectedValue(new Error('nothing can be found'));
    const parts = async () => (await readyz(app)).problems.map(({ part }) => part);
    await until(async () => (await parts()).includes('ticker'), '/readyz to name the ticker');
    const { status, problems } = await readyz(app);
    expect(status).toBe(503);
    expect(problems).toContainEqual({ part: 'ticker', reason: 'nothing can be found' });
    expect(problems).toContainEqual({ part: 'sweep of tombstones', reason: 'nothing can be removed' });
    find.mockRestore();
    sweep.mockRestore();
    await tombstones.sweep();
    await until(async () => (await parts()).length === 0, 'the ticker to go on');
  });
});

function createCustomer({ url }: TestApp, token: string): Promise<Response> {
  return fetch(`${url}/v1/customers/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${newUuid()}@example.com` }),
  });
}

function signUpAnswer({ url }: TestApp): Promise<Response> {
  return fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'new@example.com', password: 'correct horse', name: 'New' }),
  });
}
