import { join } from 'node:path';
import { AppModule, features, openPorts, type OpenPorts } from './app.module.ts';
import { createHttpApp } from './app/http/edge.ts';
import { JsonLog } from './app/log.ts';
import { Runtime } from './app/runtime.ts';
import { ConfigError, readConfig, type Config } from './config.ts';

const WEB = join(import.meta.dirname, '../web');
const PROGRESS_EVERY_MS = 500;
/** How long requests that are being answered may take when the program ends. */
const GRACE_MS = 5_000;

const log = new JsonLog();

try {
  await start(readConfig());
} catch (error) {
  fail(error);
}

async function start(config: Config): Promise<void> {
  if (process.argv.includes('--demo')) throw new ConfigError(['--demo is not built yet: start without it']);
  warnings(config).forEach(say);
  const ports = await openPorts(config, log);
  const app = await createHttpApp(AppModule.with(features, ports, config), config, log, WEB);
  stopOnSignal(app, ports);
  await app.init();
  await app.get(Runtime).start(progress());
  await app.listen(config.port, config.host);
  welcome(config).forEach(say);
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
  process.on('unhandledRejection', fail);
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

function welcome({ baseUrl, dataDir, sandbox, admin }: Config): string[] {
  const who = {
    off: 'off',
    local: `on, for this machine only; mails are at ${baseUrl}/outbox`,
    open: `on, for everybody who reaches it; mails are at ${baseUrl}/outbox`,
  }[sandbox];
  return [
    `Tillbook is at ${baseUrl}`,
    `  Data     ${dataDir}`,
    `  Sandbox  ${who}`,
    `  Get in   ${admin ? `sign in as ${admin.email} at ${baseUrl}/sign-in` : `make an account at ${baseUrl}/sign-up`}`,
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

function fail(error: unknown): void {
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  if (name === 'ConfigError' || name === 'FolderInUse') process.stderr.write(`${message}\n`);
  else if (code === 'EADDRINUSE')
    process.stderr.write('The port is taken: stop what listens there, or set PORT, such as PORT=3001\n');
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
