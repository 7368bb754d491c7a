import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { CONNECTIONS, load, signedUp } from './load.ts';
import { compare, type Row } from './measure.ts';
import { freePort } from '../test/support/ports.ts';
import { spawnProgram } from './program.ts';

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

/** The cost of authentication: get-session of the program against a bare Nest route that returns the same JSON. */
export async function benchHttp(): Promise<Row[]> {
  const program = await spawnProgram();
  const memory = await NestFactory.create(MemoryModule, new FastifyAdapter(), { logger: false });
  const port = await freePort();
  await memory.listen(port, '127.0.0.1');

  const cookie = await signedUp(program.url);
  const asked = `${program.url}/api/auth/get-session`;
  fromMemory = (await (await fetch(asked, { headers: { cookie } })).json()) as object;
  const bare = `http://127.0.0.1:${port}/get-session`;
  await Promise.all([load(asked, { cookie }, 1), load(bare, { cookie }, 1)]);
  const row = await compare({
    name: `HTTP, ${CONNECTIONS} connections: get-session ÷ the same JSON from memory`,
    unit: 'requests/s',
    aim: 0.6,
    ours: () => load(asked, { cookie }),
    baseline: () => load(bare, { cookie }),
    rounds: ROUNDS,
  });
  await memory.close();
  await program.close();
  return [row];
}
