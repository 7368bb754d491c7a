import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import { socketPath } from '../../src/app/operator/socket.ts';
import { run } from '../../src/cli/run.ts';
import { productStream } from '../../src/features/billing/products/product.events.ts';
import { productProjection, type ProductDocument } from '../../src/features/billing/products/product.projection.ts';
import type { StoredEvent } from '../../src/kernel/ports/event-store.ts';
import { Keys, type KeyMaterial } from '../../src/kernel/secrets/keys.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { collectionOf } from '../../src/kernel/reading/projection.ts';
import { EncryptedVault } from '../../src/kernel/secrets/encrypted-vault.ts';
import { organizationToken } from '../support/accounts.ts';
import { freePort } from '../support/ports.ts';
import { buildIfMissing, Program } from '../support/program.ts';
import { polar } from '../support/sellers.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillbook-cli-'));

let program: Program;
let productId: string;
let token: string;
let organizationId: string;

beforeAll(async () => {
  buildIfMissing();
  program = new Program({ PORT: String(await freePort()), DATA_DIR: folder });
  await program.start();
  ({ token, organizationId } = await organizationToken(program, 'products:write', 'customers:write'));
  const client = polar(program.url, token);
  const prices = [{ amountType: 'fixed' as const, priceAmount: 1000 }];
  productId = (await client.products.create({ name: 'Ledger Pro', recurringInterval: 'month', prices })).id;
  await client.customers.create({ email: 'ann@example.com', name: 'Ann' });
});
afterAll(async () => {
  await program.kill();
  rmSync(folder, { recursive: true });
});

/** Runs a command in this process, as `npm run tillbook` does in its own. */
async function command(args: string[], dataDir = folder): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const put = (line: string): void => void lines.push(line);
  const code = await run(args, { env: { ...program.env, DATA_DIR: dataDir }, out: put, err: put });
  return { code, output: lines.map((line) => `${line}\n`).join('') };
}

/** The output of a successful command. */
async function tillbook(...args: string[]): Promise<string> {
  const { code, output } = await command(args);
  if (code !== 0) throw new Error(`tillbook ${args.join(' ')} ended with ${code}: ${output}`);
  return output;
}

async function signIn(email: string, password: string): Promise<number> {
  const answer = await fetch(`${program.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: program.url },
    body: JSON.stringify({ email, password }),
  });
  return answer.status;
}

const eventsIn = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as StoredEvent);

describe('tillbook beside the running program', () => {
  it('explains its usage and errors', async () => {
    expect(await tillbook('--help')).toContain('projections compare');
    for (const args of [['nonsense'], ['events', 'show'], ['events', 'list', '--colour', 'red'], ['users', 'create']])
      expect((await command(args)).code).toBe(2);
    expect((await command(['users', 'create'])).output).toContain('--email and --name');
  });

  it('runs as a program of its own, and ends with the exit code', async () => {
    expect(await program.tillbook('--help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('projections compare'),
    });
    expect((await program.tillbook('nonsense')).code).toBe(2);
    expect(await program.tillbook('projections', 'compare')).toMatchObject({ code: 0 });
  });

  it('reports that it is ready', async () => {
    expect(await command(['health'])).toEqual({ code: 0, output: 'ready\n' });
  });

  it('lists, shows and exports events, with personal fields sealed unless opened', async () => {
    expect(await tillbook('events', 'list', '--last', '5')).toContain('CustomerCreated');
    const ofProduct = await tillbook('events', 'list', '--stream', productStream(productId));
    expect(ofProduct).toMatch(/ProductCreated .*@0 {2}token:/);
    const [customer] = eventsIn(await tillbook('events', 'export', '--type', 'CustomerCreated'));
    expect(customer).toMatchObject({ metadata: { organizationId }, data: { email: { $sealed: expect.anything() } } });
    expect(await tillbook('events', 'show', customer!.id)).not.toContain('ann@example.com');
    expect(await tillbook('events', 'show', customer!.id, '--open')).toContain('ann@example.com');
    expect(await tillbook('events', 'show', `${customer!.stream}@0`)).toContain(customer!.id);
    expect(await command(['events', 'show', 'nothing'])).toMatchObject({ code: 1 });
    expect(eventsIn(await tillbook('events', 'export')).length).toBeGreaterThan(5);
  });

  it('finds every read model current and equal to the log, and no failed step', async () => {
    const status = await tillbook('projections', 'status');
    expect(status).toMatch(/^products_v\d+ +current/m);
    expect(status).not.toContain('behind');
    expect(await tillbook('projections', 'compare')).toMatch(/compared: 0 differ/);
    expect(await tillbook('steps', 'list')).toBe('No failed steps.\n');
  });

  it('connects through a socket that only its user may open', async () => {
    expect(statSync(socketPath(folder)).mode & 0o777).toBe(0o600);
    const made = await tillbook('users', 'create', '--email', 'op@example.com', '--name', 'Op', '--admin');
    const password = /Password: (\S+)/.exec(made)![1]!;
    expect(await signIn('op@example.com', password)).toBe(200);
    await tillbook('users', 'set-password', 'op@example.com', '--password', 'another password');
    expect(await signIn('op@example.com', password)).toBe(401);
    expect(await signIn('op@example.com', 'another password')).toBe(200);
    expect(await tillbook('users', 'grant-admin', 'op@example.com')).toContain('administrator');
    const again = await command(['users', 'create', '--email', 'op@example.com', '--name', 'Op']);
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('already exists') });
    const events = eventsIn(await tillbook('events', 'export', '--type', 'UserRegistered'));
    expect(events.at(-1)!.metadata.actor.kind).toBe('operator');
  });

  it('sets a password with --first only if there is none', async () => {
    const set = ['users', 'set-password', 'op@example.com', '--password', 'a third password', '--first'];
    expect(await command(set)).toMatchObject({ code: 1, output: 'user already has a password\n' });
    expect(await signIn('op@example.com', 'another password')).toBe(200);
  });

  it('erases a user without naming them', async () => {
    await tillbook('users', 'create', '--email', 'gone@example.com', '--name', 'Gone', '--password', 'long enough');
    const output = await tillbook('erase', '--user', 'Gone@example.com');
    const [, userId] = /^Erased user ([0-9A-Za-z]{32}):/.exec(output)!;
    expect(output).not.toMatch(/gone@/i);
    expect(await signIn('gone@example.com', 'long enough')).toBe(401);
    expect(await tillbook('events', 'export', '--open', '--stream', `user-${userId}`)).not.toMatch(/gone@/i);
    expect(await command(['erase', '--user', 'gone@example.com'])).toMatchObject({ code: 1 });
    expect(await command(['erase'])).toMatchObject({ code: 2, output: expect.stringContaining('--user') });
    expect(await tillbook('erase', '--user', userId!)).toContain(userId);
  });

  it('rebuilds a read model while the program answers', async () => {
    expect(await tillbook('projections', 'rebuild', 'products')).toMatch(/Rebuilt products_v\d+/);
    expect((await polar(program.url, token).products.get({ id: productId })).name).toBe('Ledger Pro');
    expect(await tillbook('projections', 'rebuild', '--all')).toMatch(/Rebuilt \d+ projections/);
    expect(await tillbook('projections', 'compare')).toMatch(/compared: 0 differ/);
    expect(await command(['projections', 'rebuild', 'nonsense'])).toMatchObject({ code: 1 });
  });
});

describe('tillbook without the running program', () => {
  const vaultOf = (raw: SqliteVault) => {
    const keys = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as KeyMaterial;
    return new EncryptedVault(raw, new Keys(keys));
  };

  beforeAll(() => program.stop());

  it('locks the folder itself', async () => {
    await tillbook('users', 'create', '--email', 'late@example.com', '--name', 'Late', '--password', 'long enough');
    expect(await tillbook('events', 'list', '--last', '3')).toContain('UserRegistered');
    expect(await tillbook('erase', '--user', 'late@example.com')).toContain('Erased user');
    expect(await tillbook('events', 'export', '--open')).not.toContain('late@example.com');
    expect(await tillbook('projections', 'rebuild', 'users')).toMatch(/Rebuilt users_v\d+/);
    expect(await tillbook('projections', 'compare')).toMatch(/compared: 0 differ/);
  });

  it('finds a changed document of a read model, and repairs it', async () => {
    const documents = new SqliteDocumentStore(folder);
    const collection = collectionOf(productProjection);
    const { document, position } = (await documents.load<ProductDocument>(collection, [productId])).get(productId)!;
    const write = { collection, id: productId, seen: position, position };
    const forged: ProductDocument = { ...document!, name: 'Forged' };
    await documents.save([{ ...write, document: forged }]);
    await documents.close();
    const found = await command(['projections', 'compare']);
    expect(found).toMatchObject({ code: 1, output: expect.stringContaining(`${productId} differs in name`) });
    await tillbook('projections', 'rebuild', 'products');
    expect((await command(['projections', 'compare'])).code).toBe(0);
  });

  it('shows parked steps, and retries them', async () => {
    const [created] = eventsIn(await tillbook('events', 'export', '--stream', productStream(productId)));
    const { id, stream, revision } = created!;
    const about = { id, stream, revision, position: created!.position, key: organizationId };
    const parked = { ...about, attempts: 8, nextAt: null, error: 'boom' };
    const raw = new SqliteVault(folder);
    await vaultOf(raw).put(`process/webhooks/${id}`, JSON.stringify(parked));
    await raw.close();
    expect(await tillbook('steps', 'list')).toMatch(new RegExp(`webhooks {2}${organizationId} {2}parked .*boom`));
    expect(await tillbook('steps', 'retry', 'webhooks', organizationId)).toContain('done');
    expect(await tillbook('steps', 'list')).toBe('No failed steps.\n');
    expect(await tillbook('steps', 'retry', '--all')).toContain('No failed step');
  });

  describe('in a pipe', () => {
    const EVENTS = 3_000;
    let dataDir: string;

    beforeAll(async () => {
      dataDir = join(folder, 'piped');
      mkdirSync(dataDir);
      for (const name of ['keys.json', 'vault.db', 'documents.db'])
        copyFileSync(join(folder, name), join(dataDir, name));
      const log = new SqliteEventStore(dataDir);
      const [example] = eventsIn(await tillbook('events', 'export', '--type', 'CustomerCreated'));
      const { id: _, stream: __, revision: ___, position: ____, ...event } = example!;
      for (let first = 0; first < EVENTS; first += 500) {
        const events = Array.from({ length: 500 }, () => ({ ...event, id: newUuid() }));
        await log.append(`piped-${first}`, events, 'none');
      }
      await log.close();
    });

    /** Pipes a command into a reader, each in its own process; the exit code is the command's. */
    function piped(words: string, reader: string): { code: number; output: string; errors: string } {
      const cli = join(import.meta.dirname, '../../dist/server/cli.js');
      const script = `{ "${process.execPath}" "${cli}" ${words}; echo "code $?" >&2; } | ${reader}`;
      const env = { PATH: process.env.PATH, ...program.env, DATA_DIR: dataDir };
      const { stdout, stderr } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8', maxBuffer: 2 ** 26 });
      return { code: Number(/code (\d+)/.exec(stderr)?.[1]), output: stdout, errors: stderr.replace(/code \d+\n/, '') };
    }

    it('writes everything, however slowly it is read', () => {
      // Byte by byte at first, so that the pipe is full before anything more is taken out of it.
      const slow = 'sh -c "dd bs=1 count=20000 2> /dev/null; cat"';
      const { code, output, errors } = piped('events export', slow);
      expect(output.length).toBeGreaterThan(64 * 1024);
      expect(eventsIn(output)).toHaveLength(EVENTS);
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
    });

    it.each(['events export', 'events list --last 2000', 'processes status'])(
      'ends without an error if the reader of %s stops early',
      (words) => {
        const { code, output, errors } = piped(words, 'head -2');
        expect(output.trim().split('\n')).toHaveLength(2);
        expect({ code, errors }).toEqual({ code: 0, errors: '' });
      },
    );
  });

  it('reports that the program does not answer', async () => {
    expect(await command(['health'])).toEqual({ code: 1, output: `nothing answers on port ${program.env.PORT}\n` });
  });

  it('reports a missing log', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    expect(await command(['events', 'list'], empty)).toMatchObject({
      code: 1,
      output: expect.stringContaining('DATA_DIR'),
    });
  });

  it('uses the temp directory if the path is too long for a socket', () => {
    expect(socketPath('/data')).toBe('/data/operator.sock');
    const long = socketPath(`/${'x'.repeat(120)}`);
    expect(long).toMatch(/\/tillbook-[0-9a-f]{16}\.sock$/);
    expect(long).not.toBe(socketPath(`/${'y'.repeat(120)}`));
  });
});
