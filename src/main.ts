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
import { StartRefused } from './kernel/errors.ts';
import { progressText } from './kernel/reading/progress.ts';
import { openPorts, type OpenPorts } from './installation/open-ports.ts';
import { isClientFault } from './installation/open-stores.ts';

const WEB = join(import.meta.dirname, '../web');
const PROGRESS_EVERY_MS = 1_000;
/** How long pending requests may still take when the program ends. */
const GRACE_MS = 5_000;
/** What has not stopped by then, such as a call to a server that does not answer, is cut off: that loses no more than a crash, which is nothing. */
const STOPPED_WITHIN_MS = 20_000;

const log = new JsonLog();

// Only its own user may read what it writes.
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
  log.level = config.logLevel;
  warnings(config).forEach(say);
  const ports = await openPorts(config, { features, log, threads: true });
  const demo = process.argv.includes('--demo') ? await demoOn(ports) : undefined;
  const app = await createHttpApp(AppModule.with(features, ports, config), config, log, WEB);
  stopOnSignal(app, ports);
  await app.init();
  await reporting(app.get(Runtime), () => app.get(Runtime).start());
  if (demo) await ports.relaxed(() => demo.fill(app));
  await app.listen(config.port, config.host);
  welcome(config, demo !== undefined).forEach(say);
}

/** Only an empty log may start in the past. */
async function demoOn({ store, clock }: OpenPorts): Promise<Demo> {
  if ((await store.end()) !== undefined)
    throw new ConfigError([
      '--demo needs an empty data folder, and this one is not empty: name another, such as DATA_DIR=./demo',
    ]);
  const { Demo } = await import('./demo/stage.ts');
  return Demo.open(clock as OffsetClock, say);
}

function stopOnSignal(app: Awaited<ReturnType<typeof createHttpApp>>, ports: OpenPorts): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    // A second signal ends it at once.
    if (stopping) process.exit(1);
    stopping = true;
    say('Stopping …');
    setTimeout(() => app.getHttpServer().closeAllConnections(), GRACE_MS).unref();
    setTimeout(() => end(new Error('It did not stop in time')), STOPPED_WITHIN_MS).unref();
    await app.close();
    await ports.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().catch(fail));
}

function warnings({ sandbox, host, refusedHost }: Config): string[] {
  if (refusedHost !== undefined)
    return [
      `HOST=${refusedHost} is ignored: the sandbox is on by default, and then only this machine can reach the program. Set SANDBOX=0 or SANDBOX=1.`,
    ];
  if (sandbox !== 'open') return [];
  return [
    `WARNING: SANDBOX=1: everybody who can reach ${host} can read all emails, pay with test cards and move the clock. Never use it with real customers.`,
  ];
}

function welcome({ baseUrl, dataDir, engines, role, host, port, sandbox, admin }: Config, demo: boolean): string[] {
  if (role === 'projector' || role === 'worker')
    return [`Tillbook's ${role} is running`, `  Health   http://${host}:${port}/readyz`, '  Stop     Ctrl-C'];
  const data = engines.eventStore && engines.mongo ? 'on EventStoreDB and MongoDB' : dataDir;
  const who = {
    off: 'off',
    local: `on, for this machine only; emails are at ${baseUrl}/outbox`,
    open: `on, for everybody who can reach it; emails are at ${baseUrl}/outbox`,
  }[sandbox];
  return [
    `Tillbook is at ${baseUrl}`,
    `  Data     ${data}`,
    `  Sandbox  ${who}`,
    `  Sign in  ${demo ? `as ${DEMO_ACCOUNT.email} with the password ${DEMO_ACCOUNT.password} at ${baseUrl}/sign-in` : admin ? `as ${admin.email} at ${baseUrl}/sign-in` : `create an account at ${baseUrl}/sign-up`}`,
    '  Stop     Ctrl-C',
  ];
}

/** Reports how read models catch up while the program starts. */
async function reporting({ readModels }: Runtime, start: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => {
    const { progress } = readModels;
    if (progress) say(`Catching up with the log: ${progressText(progress)} …`);
  }, PROGRESS_EVERY_MS);
  await start().finally(() => clearInterval(timer));
}

/** A rejection that EventStoreDB's client fails to handle is logged; any other unhandled one is a fault of ours, and ends the program. */
function unhandled(error: unknown): void {
  if (!isClientFault(error)) return end(error);
  log.warn("EventStoreDB's client did not handle a failure of its own: continuing", { error });
}

/** After an unhandled error, the state of the process is unknown, so it ends; and so it does where it may not go on. */
function end(error: unknown): void {
  log.error(error instanceof StartRefused ? error.message : 'Unhandled error: the program ends', { error });
  process.exit(1);
}

function fail(error: unknown): void {
  const advice = adviceOf(error);
  if (advice !== undefined) process.stderr.write(`${advice}\n`);
  else if ((error as { code?: string }).code === 'EADDRINUSE')
    process.stderr.write(
      'The port is in use: stop the program that listens on it, or set another one, such as PORT=3001\n',
    );
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
