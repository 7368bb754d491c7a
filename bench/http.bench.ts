import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { compare, type Row } from './measure.ts';
import { freePort, spawnProgram } from './program.ts';

const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 5;

let fromMemory: object = {};

@Controller('get-session')
class MemoryController {
  @Get()
  get(): object {
    return fromMemory;
  }
}

@Module({ controllers: [MemoryController] })
class MemoryModule {}

/** What it costs to know who asks: get-session of the real program against a bare Nest route with the same JSON. */
export async function benchHttp(): Promise<Row[]> {
  const program = await spawnProgram();
  const memory = await NestFactory.create(MemoryModule, { logger: false });
  const port = await freePort();
  await memory.listen(port, '127.0.0.1');

  const cookie = await signedIn(program.url);
  const asked = `${program.url}/api/auth/get-session`;
  fromMemory = (await (await fetch(asked, { headers: { cookie } })).json()) as object;
  const bare = `http://127.0.0.1:${port}/get-session`;
  await Promise.all([load(asked, cookie, 1), load(bare, cookie, 1)]);
  const row = await compare({
    name: `HTTP, ${CONNECTIONS} connections: get-session ÷ the same JSON from memory`,
    unit: 'requests/s',
    aim: 0.6,
    ours: () => load(asked, cookie),
    baseline: () => load(bare, cookie),
    rounds: ROUNDS,
  });
  await memory.close();
  await program.close();
  return [row];
}

/** Requests per second, counted by autocannon in its own process. */
async function load(url: string, cookie: string, seconds = SECONDS): Promise<number> {
  const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
  const options = ['-c', String(CONNECTIONS), '-d', String(seconds), '-j', '-H', `cookie=${cookie}`, url];
  const child = spawn(process.execPath, [autocannon, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  await once(child, 'close');
  const { requests, non2xx, errors } = JSON.parse(said) as {
    requests: { average: number };
    non2xx: number;
    errors: number;
  };
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`);
  return requests.average;
}

async function signedIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse', name: 'Ada' }),
  });
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}
