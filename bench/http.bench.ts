import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { CONNECTIONS, load } from './load.ts';
import { compare, type Row } from './measure.ts';
import { freePort } from '../test/support/ports.ts';
import { spawnProgram } from './program.ts';
import { Seller } from './seller.ts';

const ROUNDS = 5;
const ORDERS = 25;

let fromMemory: object = {};

@Controller('memory')
class MemoryController {
  @Get()
  get(): object {
    return fromMemory;
  }
}

@Module({ controllers: [MemoryController] })
class MemoryModule {}

/** The cost of what comes before and after a handler: routes of the program against a bare Nest route that returns the same JSON. */
export async function benchHttp(): Promise<Row[]> {
  const program = await spawnProgram();
  const memory = await NestFactory.create(MemoryModule, new FastifyAdapter(), { logger: false });
  const port = await freePort();
  await memory.listen(port, '127.0.0.1');
  const seller = await Seller.signedUp(program.url);
  for (let n = 0; n < ORDERS; n++) await seller.purchase(`buyer-${n}@example.com`);

  const routes = [
    { name: 'get-session', path: '/api/auth/get-session', aim: 0.6 },
    { name: `a list of ${ORDERS} orders`, path: `/v1/orders/?limit=${ORDERS}`, aim: 0.5 },
  ];
  const rows: Row[] = [];
  for (const { name, path, aim } of routes) {
    const { cookie } = seller;
    const asked = program.url + path;
    const bare = `http://127.0.0.1:${port}/memory`;
    fromMemory = await seller.send<object>('GET', path);
    await Promise.all([load(asked, { cookie }, 1), load(bare, { cookie }, 1)]);
    rows.push(
      await compare({
        name: `HTTP, ${CONNECTIONS} connections: ${name} ÷ the same JSON from memory`,
        unit: 'requests/s',
        aim,
        ours: () => load(asked, { cookie }),
        baseline: () => load(bare, { cookie }),
        rounds: ROUNDS,
      }),
    );
  }
  await memory.close();
  await program.close();
  return rows;
}
