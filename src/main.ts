import { join } from 'node:path';
import { AppModule, features } from './app.module.ts';
import { adviceOf } from './app/advice.ts';
import { createHttpApp } from './app/http/edge.ts';
import { JsonLog } from './app/log.ts';
import type { OffsetClock } from './app/clock.ts';
import { Runtime } from './app/runtime.ts';
import { DEMO_ACCOUNT } from './demo/account.ts';
import type { Demo } from './demo/stage.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { openPorts, type OpenPorts } from './installation/open-ports.ts';
import { isClientFault } from './installation/open-stores.ts';

const WEB = join(import.meta.dirname, '../web');
const PROGRESS_EVERY_MS = 500;
/** How long requests that are being answered may take when the program ends. */
const GRACE_MS = 5_000;

const log = new JsonLog();

// What it writes is its own user's alone.
process.umask(0o077);
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.on('unhandledRejection', unhandled);
process.on('uncaughtException', end);

try {
  await start(readConfig());
} catch (error) {
  fail(error);
}

async function start(config: Config): Promise<void> {
  warnings(config).forEach(say);
  const ports = await openPorts(config, { features, log });
  const demo = process.argv.includes('--demo') ? await demoOn(ports) : undefined;
  const app = await createHttpApp(AppModule.with(features, ports, config), config, log, WEB);
  stopOnSignal(app, ports);
  await app.init();
  await app.get(Runtime).start(progress());
  if (demo) await ports.relaxed(() => demo.fill(app));
  await app.listen(config.port, config.host);
  welcome(config, demo !== undefined).forEach(say);
}

/** Only an empty log may start in the past, and so hold a year of history in the end. */
async function demoOn({ store, clock }: OpenPorts): Promise<Demo> {
  if ((await store.end()) !== undefined)
    throw new ConfigError([
      '--demo fills an empty data folder, and this one holds something: name another, such as DATA_DIR=./demo',
    ]);
  const { Demo } = await import('./demo/stage.ts');
  return Demo.open(clock as OffsetClock, say);
}

function stopOnSignal(app: Awaited<ReturnType<typeof createHttpApp>>, ports: OpenPorts): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    // Whoever says it twice is not made to wait.
    if (stopping) process.exit(1);
    stopping = true;
    say('Stopping …');
    setTimeout(() => app.getHttpServer().closeAllConnections(), GRACE_MS).unref();
    await app.close();
    await ports.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().catch(fail));
}

function warnings({ sandbox, host, refusedHost }: Config): string[] {
  if (refusedHost !== undefined)
    return [
      `HOST=${refusedHost} is not listened on: the sandbox is on by default, and then for this machine only. Set SANDBOX=0 or SANDBOX=1.`,
    ];
  if (sandbox !== 'open') return [];
  return [
    `WARNING: SANDBOX=1: whoever reaches ${host} can read all mails, pay with pretend cards and move the clock. Never with real customers.`,
  ];
}

function welcome({ baseUrl, dataDir, engines, role, host, port, sandbox, admin }: Config, demo: boolean): string[] {
  if (role === 'projector' || role === 'worker')
    return [`Tillbook's ${role} runs`, `  Health   http://${host}:${port}/readyz`, '  Stop     Ctrl-C'];
  const data = engines.eventStore && engines.mongo ? 'on EventStoreDB and MongoDB' : dataDir;
  const who = {
    off: 'off',
    local: `on, for this machine only; mails are at ${baseUrl}/outbox`,
    open: `on, for everybody who reaches it; mails are at ${baseUrl}/outbox`,
  }[sandbox];
  return [
    `Tillbook is at ${baseUrl}`,
    `  Data     ${data}`,
    `  Sandbox  ${who}`,
    `  Get in   ${demo ? `sign in as ${DEMO_ACCOUNT.email} with the password ${DEMO_ACCOUNT.password} at ${baseUrl}/sign-in` : admin ? `sign in as ${admin.email} at ${baseUrl}/sign-in` : `make an account at ${baseUrl}/sign-up`}`,
    '  Stop     Ctrl-C',
  ];
}

/** A line now and then while read models catch up. */
function progress(): (projection: string) => void {
  let said = performance.now();
  return (projection) => {
    if (performance.now() - said < PROGRESS_EVERY_MS) return;
    said = performance.now();
    say(`Catching up with the log: ${projection === 'shared' ? 'read models' : projection} …`);
  };
}

/** What a client of a server leaves behind by itself ends nothing; any other promise that nobody handles is a fault of ours. */
function unhandled(error: unknown): void {
  if (!isClientFault(error)) return end(error);
  log.warn("EventStoreDB's client handled no failure of its own; going on", { error: (error as Error).message });
}

/** After a fault that nothing handled, nobody knows what is half done: the program ends, and its log says why. */
function end(error: unknown): void {
  log.error('The program ends: nothing handled this error', {
    stack: error instanceof Error ? error.stack : String(error),
  });
  process.exit(1);
}

function fail(error: unknown): void {
  const advice = adviceOf(error);
  if (advice !== undefined) process.stderr.write(`${advice}\n`);
  else if ((error as { code?: string }).code === 'EADDRINUSE')
    process.stderr.write('The port is taken: stop what listens there, or set PORT, such as PORT=3001\n');
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
