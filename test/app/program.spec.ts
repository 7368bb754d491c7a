import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';

/** The built program itself, as `npm start` runs it. `npm test` builds it first; alone: `npm run build`. */
const PROGRAM = join(import.meta.dirname, '../../dist/server/main.js');
const folder = mkdtempSync(join(tmpdir(), 'tillbook-program-'));

let port: number;

beforeAll(async () => {
  port = await freePort();
  if (!existsSync(PROGRAM)) throw new Error('The program is not built: npm run build');
});
afterAll(() => rmSync(folder, { recursive: true }));

function program(env: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number);
  const says = async (text: string): Promise<void> => {
    while (!said.out.includes(text)) {
      const over = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
      if (over) throw new Error(`It ended without saying ${text}: ${said.err}`);
    }
  };
  return { child, said, ended, says };
}

describe('the program', () => {
  it('does not start with wrong values, and says all that is wrong with an example of what is right', async () => {
    const { ended, said } = program({ PORT: 'web', BASE_URL: 'nowhere' });
    expect(await ended).toBe(1);
    expect(said.err).toContain('PORT is "web", which is not a whole number from 1 to 65535. For example: PORT=3000');
    expect(said.err).toContain('BASE_URL is "nowhere"');
    expect(said.err).not.toContain('    at ');
  });

  it('says where it is, where its data lies, whether the sandbox is on and how to get in; and stops cleanly', async () => {
    const first = program({});
    await first.says('Stop');
    expect(first.said.out).toContain(`Tillbook is at http://127.0.0.1:${port}\n`);
    expect(first.said.out).toContain(folder);
    expect(first.said.out).toContain('Sandbox  on, for this machine only');
    expect(first.said.out).toContain(`make an account at http://127.0.0.1:${port}/sign-up`);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);

    const second = program({ PORT: String(port + 1) });
    expect(await second.ended).toBe(1);
    expect(second.said.err).toContain(`The data folder ${folder} is in use`);

    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const again = program({ SANDBOX: '1', HOST: '127.0.0.1' });
    await again.says('Stop');
    expect(again.said.out).toContain('WARNING: SANDBOX=1');
    again.child.kill('SIGINT');
    expect(await again.ended).toBe(0);
  });
});
