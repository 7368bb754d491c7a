import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule, features } from '../src/app.module.ts';
import { createHttpApp } from '../src/app/http/edge.ts';
import { JsonLog } from '../src/app/log.ts';
import { Runtime } from '../src/app/runtime.ts';
import { openPorts, type OpenPorts } from '../src/installation/open-ports.ts';
import { readConfig } from '../src/config.ts';
import { freePort } from '../test/support/ports.ts';

export interface RunningProgram {
  url: string;
  app: NestFastifyApplication;
  ports: OpenPorts;
  runtime: Runtime;
  close(): Promise<void>;
}

export interface Server {
  url: string;
  close(): Promise<void>;
}

export interface SpawnedProgram extends Server {
  pid: number;
  /** From the start of the process until it answers. */
  startedInSeconds: number;
}

export type Env = Readonly<Record<string, string>>;

/**
 * The whole program in this process on a new folder, without rate limits; its log lines are formatted and discarded.
 * @param env of servers, in place of the folder
 * @param onOpened called before the program starts
 */
export async function startProgram(
  env: Env = {},
  onOpened: (ports: OpenPorts) => Promise<void> = () => Promise.resolve(),
): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  const config = readConfig({ ...env, PORT: String(await freePort()), DATA_DIR: folder, AUTH_RATE_LIMIT: '0' });
  const log = new JsonLog({ write: () => undefined });
  const ports = await openPorts(config, { features, log, threads: true });
  await onOpened(ports);
  const app = await createHttpApp(AppModule.with(features, ports, config), config, log, folder);
  await app.init();
  const runtime = app.get(Runtime);
  await runtime.start();
  await app.listen(config.port, config.host);
  return {
    url: `http://127.0.0.1:${config.port}`,
    app,
    ports,
    runtime,
    async close() {
      app.getHttpServer().closeAllConnections();
      await app.close();
      await ports.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * The built program in a separate process, with web pages and log output, without rate limits.
 * @param folder with an installation, which is kept
 * @param more further variables
 */
export async function spawnProgram(folder?: string, more: Env = {}): Promise<SpawnedProgram> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/server/main.js')], {
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, AUTH_RATE_LIMIT: '0', ...more },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for (
    let said = '';
    !said.includes('Tillbook is at');
    said = said.slice(-200) + String((await once(child.stdout, 'data'))[0])
  );
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    startedInSeconds: (performance.now() - began) / 1_000,
    async close() {
      child.kill(folder === undefined ? 'SIGKILL' : 'SIGTERM');
      await once(child, 'exit');
      if (folder === undefined) rmSync(dataDir, { recursive: true });
    },
  };
}
