import { hash } from '@node-rs/argon2';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONNECTIONS, load, PERSON, signedUp } from './load.ts';
import { compare, rate, type Row } from './measure.ts';
import { freePort } from '../test/support/ports.ts';
import { spawnProgram, type Server } from './program.ts';

const ROUNDS = 5;
const HASHES = 150;
/** The same parameters as in the program: src/features/accounts/users/passwords/password-hashes.service.ts. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;

/** Compares sign-in and sessions with the library that defines the contract, and with the bare cost of hashing. */
export async function benchAuth(): Promise<Row[]> {
  const program = await spawnProgram();
  try {
    const cookie = await signedUp(program.url);
    return [await sessions(program, cookie), await signIns(program)];
  } finally {
    await program.close();
  }
}

async function sessions({ url }: Server, cookie: string): Promise<Row> {
  const library = await spawnLibrary();
  try {
    const path = '/api/auth/get-session';
    const theirs = await signedUp(library.url);
    await Promise.all([load(url + path, { cookie }, 1), load(library.url + path, { cookie: theirs }, 1)]);
    return await compare({
      name: `HTTP, ${CONNECTIONS} connections: get-session ÷ better-auth 1.2.12 on an SQLite file`,
      unit: 'requests/s',
      aim: 5,
      ours: () => load(url + path, { cookie }),
      baseline: () => load(library.url + path, { cookie: theirs }),
      rounds: ROUNDS,
    });
  } finally {
    await library.close();
  }
}

function signIns({ url }: Server): Promise<Row> {
  const { email, password } = PERSON;
  return compare({
    name: `HTTP, ${CONNECTIONS} connections: sign-ins ÷ bare argon2 hashes, ${AT_ONCE} at once`,
    unit: '/s',
    aim: 0.9,
    ours: () => load(`${url}/api/auth/sign-in/email`, { body: { email, password } }),
    baseline: () => rate(HASHES, hashes),
    rounds: ROUNDS,
  });
}

async function hashes(): Promise<void> {
  let left = HASHES;
  const one = async (): Promise<void> => {
    while (left-- > 0) await hash(PERSON.password, COST);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** The published library's server in a separate process, on a new file. */
async function spawnLibrary(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  const port = await freePort();
  const script = join(import.meta.dirname, '../dist/tools/bench/better-auth.js');
  const child = spawn(process.execPath, [script, String(port), join(folder, 'auth.db')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error('The better-auth server did not start: run it by itself to see why')),
  );
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}
