import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noTelemetry } from '../src/kernel/ports/telemetry.ts';
import { CONNECTIONS, load } from './load.ts';
import { compare, rate, type Row } from './measure.ts';
import { spawnProgram, type Server } from './program.ts';
import { Seller } from './seller.ts';

const CALLS = 1_000_000;
const EDITS = 480;
const AT_ONCE = 16;

/** What traces and metrics cost: nothing but a call where they are off, and a share of the work where all traces are sent. */
export async function benchTelemetry(): Promise<Row[]> {
  const collector = await startCollector();
  const on = await spawnProgram(undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const off = await spawnProgram();
  try {
    const [ours, baseline] = [await Seller.signedUp(on.url), await Seller.signedUp(off.url)];
    return [await calls(), await reads(ours, baseline), await writes(ours, baseline)];
  } finally {
    await Promise.all([on.close(), off.close()]);
    await collector.close();
  }
}

/** With the attributes of a command, as the program passes them. */
function calls(): Promise<Row> {
  const task = () => Promise.resolve();
  const measured = (type: string) => {
    const labels = { 'tillbook.command': type };
    const place = { correlationId: type };
    return noTelemetry.measure({ kind: 'command', name: `command ${type}`, labels, place }, task);
  };
  return compare({
    name: 'telemetry off: an operation through its port ÷ the operation alone',
    unit: '/s',
    aim: 0.9,
    ours: () => repeated(() => measured('UpdateCustomer')),
    baseline: () => repeated(task),
  });
}

function repeated(task: () => Promise<void>): Promise<number> {
  return rate(CALLS, async () => {
    for (let n = 0; n < CALLS; n++) await task();
  });
}

async function reads(ours: Seller, bare: Seller): Promise<Row> {
  const read = ({ url, cookie }: Seller, seconds?: number) => load(`${url}/api/auth/get-session`, { cookie }, seconds);
  await Promise.all([read(ours, 1), read(bare, 1)]);
  return compare({
    name: `HTTP, ${CONNECTIONS} connections: get-session, every trace sent ÷ telemetry off`,
    unit: 'requests/s',
    aim: 0.6,
    ours: () => read(ours),
    baseline: () => read(bare),
  });
}

async function writes(ours: Seller, bare: Seller): Promise<Row> {
  await Promise.all([edits(ours), edits(bare)]);
  return compare({
    name: `${AT_ONCE} PATCHes of customers at once: every trace sent ÷ telemetry off`,
    unit: 'requests/s',
    aim: 0.7,
    ours: () => edits(ours),
    baseline: () => edits(bare),
  });
}

async function edits(seller: Seller): Promise<number> {
  const ids = await Promise.all(Array.from({ length: AT_ONCE }, () => seller.customer()));
  const edit = async (id: string) => {
    for (let n = 0; n < EDITS / AT_ONCE; n++) await seller.send('PATCH', `/v1/customers/${id}`, { name: `Name ${n}` });
  };
  return rate(EDITS, async () => void (await Promise.all(ids.map(edit))));
}

/** Takes everything, and keeps nothing. */
async function startCollector(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
