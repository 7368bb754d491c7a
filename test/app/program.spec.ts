import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { EventStoreDbCluster } from '../support/eventstoredb/cluster.ts';
import { freePort } from '../support/ports.ts';
import { SmallDisk } from '../support/tmpfs.ts';
import { until, within } from '../support/until.ts';

/** The built program, as `npm start` runs it. `npm test` builds it first; run alone, this spec needs `npm run build`. */
const PROGRAM = join(import.meta.dirname, '../../dist/server/main.js');
const folder = mkdtempSync(join(tmpdir(), 'tillbook-program-'));

let port: number;
/** What a test leaves running if it fails: the next would meet it on the port and in the folder. */
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  port = await freePort();
  if (!existsSync(PROGRAM)) throw new Error('The program is not built: npm run build');
});
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));
afterAll(() => rmSync(folder, { recursive: true }));

function program(env: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += String(chunk)));
  child.stderr.on('data', (chunk) => (output.err += String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number);
  stops.push(() => (child.kill('SIGKILL'), ended));
  const prints = (text: string): Promise<void> => within(printed(text), `the program to print ${text}`);
  const printed = async (text: string): Promise<void> => {
    while (!output.out.includes(text)) {
      const over = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
      if (over) throw new Error(`It ended without printing ${text}: ${output.err}`);
    }
  };
  return { child, output, ended, prints };
}

describe('the program', () => {
  // Those whose calls a bundler does not see are left as they are: in the bundle, what they name is not beside them.
  it('finds whatever its packages require', () => {
    const bundle = dirname(PROGRAM);
    const { resolve } = createRequire(PROGRAM);
    const isFound = (id: string) => {
      try {
        return Boolean(resolve(id));
      } catch {
        return false;
      }
    };
    const required = readdirSync(bundle)
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => [...readFileSync(join(bundle, name), 'utf8').matchAll(/\brequire\$\d+\("([^"]+)"\)/g)])
      .map(([, id]) => id!);
    expect(required.filter((id) => !isFound(id))).toEqual([]);
  });

  it('does not start with wrong values, and reports each with an example of a right one', async () => {
    const { ended, output } = program({ PORT: 'web', BASE_URL: 'nowhere' });
    expect(await ended).toBe(1);
    expect(output.err).toContain('PORT is "web", which is not a whole number from 1 to 65535. For example: PORT=3000');
    expect(output.err).toContain('BASE_URL is "nowhere"');
    expect(output.err).not.toContain('    at ');
  });

  it('logs its address, data folder, sandbox and how to sign in, and answers under load every request that it has accepted when it stops', async () => {
    const first = program({ AUTH_RATE_LIMIT: '0' });
    await first.prints('Stop');
    expect(first.output.out).toContain(`Tillbook is at http://127.0.0.1:${port}\n`);
    expect(first.output.out).toContain(folder);
    expect(first.output.out).toContain('Sandbox  on, for this machine only');
    expect(first.output.out).toContain(`create an account at http://127.0.0.1:${port}/sign-up`);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);

    const second = program({ PORT: String(port + 1) });
    expect(await second.ended).toBe(1);
    expect(second.output.err).toContain(`The data folder ${folder} is in use`);

    let answered = 0;
    /** Asks again and again, until the connection fails. */
    const ask = async (): Promise<string> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const outcome = await new Promise<string>((resolve) => {
          const options = { agent, port, path: '/api/auth/get-session' };
          const asked = request(options, (answer) => {
            let text = '';
            answer.on('data', (chunk) => (text += String(chunk)));
            answer.once('end', () => resolve(`${answer.statusCode} ${text}`));
            answer.once('error', ({ message }) => resolve(`cut short: ${message}`));
          });
          asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code!)).end();
        });
        if (outcome !== '200 null') return outcome;
        answered += 1;
      }
    };
    const clients = Array.from({ length: 10 }, ask);
    await until(() => answered > 500, 'the load');
    first.child.kill('SIGTERM');
    expect(new Set(await Promise.all(clients))).toEqual(new Set(['ECONNREFUSED']));
    expect(await first.ended).toBe(0);
  });

  it('reports in one line why it does not start, and what to do', async () => {
    const halved = mkdtempSync(join(tmpdir(), 'tillbook-program-'));
    cpSync(folder, halved, { recursive: true });
    rmSync(join(halved, 'keys.json'));
    const { ended, output } = program({ DATA_DIR: halved });
    expect(await ended).toBe(1);
    expect(output.err).toMatch(/^The keys are missing: restore keys\.json into .*\n$/);
    expect(existsSync(join(halved, 'keys.json'))).toBe(false);
    rmSync(halved, { recursive: true });
  });

  it('hides its files from other users of the machine', () => {
    const modes = ['.', ...readdirSync(folder)].map((name) => [name, statSync(join(folder, name)).mode & 0o077]);
    expect(modes.length).toBeGreaterThan(4);
    expect(modes.filter(([, mode]) => mode !== 0)).toEqual([]);
  });

  it.each([
    ['a rejection', 'Promise.reject(new Error("left alone"))'],
    ['an exception', '{ throw new Error("left alone") }'],
  ])('ends with a line in its log when nothing handles %s', async (_, fault) => {
    const onSignal = `process.on("SIGUSR2",()=>${fault})`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(onSignal)}`;
    const failing = program({ NODE_OPTIONS, SANDBOX: '1', HOST: '127.0.0.1' });
    await failing.prints('Stop');
    expect(failing.output.out).toContain('WARNING: SANDBOX=1');
    failing.child.kill('SIGUSR2');
    expect(await failing.ended).toBe(1);
    const lines = failing.output.err.trim().split('\n');
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      level: 'error',
      message: 'Unhandled error: the program ends',
      error: { type: 'Error', message: 'left alone', stack: expect.stringMatching(/^Error: left alone\n\s+at /) },
    });
  });

  it('ends with a line in its log when its lock is removed, so that no other writes to its folder meanwhile', async () => {
    const { ended, output, prints } = program({});
    await prints('Stop');
    rmSync(join(folder, 'lock.db'));
    expect(await within(ended, 'the program to end')).toBe(1);
    const line = JSON.parse(output.err.trim().split('\n').at(-1)!) as object;
    expect(line).toMatchObject({ level: 'error', message: expect.stringMatching(/lock\.db was removed or replaced/) });
  });

  const missing = SmallDisk.missing();
  (missing ? it.skip : it)(`stops in its time while the disk is full${missing ? ` (${missing})` : ''}`, async () => {
    const disk = SmallDisk.mount(24);
    stops.push(async () => disk.unmount());
    const { child, ended, prints } = program({ DATA_DIR: join(disk.path, 'data') });
    await prints('Stop');
    const file = openSync(join(disk.path, 'filler'), 'w');
    const fill = () => {
      try {
        for (;;) writeSync(file, Buffer.alloc(4_096));
      } catch {
        // It is full.
      }
    };
    const signUp = async (n: number) => {
      const body = JSON.stringify({ name: 'Ada', email: `ada-${n}@example.com`, password: 'correct horse battery' });
      const headers = { 'content-type': 'application/json' };
      return fetch(`http://127.0.0.1:${port}/api/auth/sign-up/email`, { method: 'POST', headers, body });
    };
    let refused = 0;
    for (let n = 0; refused < 2; n++) {
      fill();
      if ((await signUp(n)).status === 503) refused += 1;
    }
    closeSync(file);
    child.kill('SIGTERM');
    expect(await within(ended, 'the program to end')).toBe(0);
  });

  it("continues if EventStoreDB's client does not handle a failure of its own, and logs it", async () => {
    const cluster = await EventStoreDbCluster.start(2);
    stops.push(() => cluster.stop());
    const [leader] = cluster.nodes as [(typeof cluster.nodes)[number]];
    const hide = (hidden: boolean) => cluster.nodes.forEach(({ trouble }) => (trouble.hidden = hidden));
    const gossips = () => cluster.nodes.reduce((sum, { counted }) => sum + counted.gossip, 0);
    const DATA_DIR = join(folder, 'on-cluster');
    const { child, output, prints, ended } = program({ EVENTSTORE_URL: cluster.url, DATA_DIR });
    await prints('Stop');
    // Beside the subscription, a question to the log is open.
    const reads = leader.counted.reads;
    const thaw = leader.freeze();
    const asked = fetch(`http://127.0.0.1:${port}/readyz`);
    await until(() => leader.counted.reads > reads, 'a question to the log');
    hide(true);
    const before = gossips();
    // One call breaks, so that the client looks for a node; the next finds its connection gone, and waits for a node that is never found.
    leader.drop(status.UNAVAILABLE, 1);
    await until(() => gossips() > before, 'another question to the log');
    leader.drop(status.UNAVAILABLE);
    await until(() => output.err.includes('client did not handle a failure of its own'), 'the line about the failure');
    thaw();
    await asked;
    hide(false);
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, '/readyz to be ready');
    expect(child.exitCode).toBeNull();
    const lines = output.err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: string; error?: { message: string } });
    expect(lines).toContainEqual(
      expect.objectContaining({
        error: expect.objectContaining({ message: expect.stringContaining('Failed to discover') }),
      }),
    );
    // It ends in its time though its log does not answer any more.
    leader.freeze();
    child.kill('SIGINT');
    expect([0, 1]).toContain(await within(ended, 'the program to end', 40_000));
  });
});
