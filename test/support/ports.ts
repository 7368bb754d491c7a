import { createServer, type Server } from 'node:net';

/** Below the range from which systems take the ports of outgoing connections and of `listen(0)`, which would take a port before its user does. */
const FIRST = 12_000;
const PORTS_PER_WORKER = 2_000;
const WORKERS = 10;

/** Jest's workers run side by side and check ports for themselves, so each takes them from a range of its own. */
const range = FIRST + (Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS) * PORTS_PER_WORKER;
let next = 0;

/** An unused port, a different one with each call. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_PER_WORKER; tries++) {
    const port = range + (next++ % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${range} to ${range + PORTS_PER_WORKER} are in use`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (listens) await closed(server);
  return listens;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
