import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule, features as allFeatures } from '../../src/app.module.ts';
import type { MovableClock } from '../../src/app/clock.ts';
import { openPorts, type OpenPorts } from '../../src/installation/open-ports.ts';
import type { Feature } from '../../src/app/feature.ts';
import { createHttpApp } from '../../src/app/http/edge.ts';
import { LIMITS, type Limits } from '../../src/app/http/limits.ts';
import { JsonLog } from '../../src/app/log.ts';
import { Runtime } from '../../src/app/runtime.ts';
import { readConfig, type Config } from '../../src/config.ts';
import { addDays, addSeconds, toInstant, type Instant } from '../../src/kernel/ports/clock.ts';
import { recordAnswers } from './answers.ts';
import { freePort } from './ports.ts';

const WEB = join(import.meta.dirname, '../../dist/web');

/** Business time stands still once it is set; machine time runs on, and can be advanced. */
export class TestClock implements MovableClock {
  private business: Instant | undefined;
  private machineAheadMs = 0;
  private machineStoppedAt: number | undefined;

  now(): Instant {
    return this.business ?? this.machineNow();
  }

  machineNow(): Instant {
    return toInstant((this.machineStoppedAt ?? Date.now()) + this.machineAheadMs);
  }

  set(instant: Instant): void {
    this.business = instant;
  }

  advance(by: { days?: number; seconds?: number }): void {
    this.business = addSeconds(addDays(this.now(), by.days ?? 0), by.seconds ?? 0);
  }

  async moveTo(instant: Instant): Promise<void> {
    this.set(instant);
  }

  /** From now on, machine time moves by `advanceMachine` only, for windows that must not end while a slow machine is in them. */
  stopMachine(): void {
    this.machineStoppedAt = Date.now();
  }

  /** Ages sessions, tokens and the like. */
  advanceMachine(seconds: number): void {
    this.machineAheadMs += seconds * 1000;
  }
}

export interface StartOptions {
  /** The program's by default. */
  features?: readonly Feature[];
  /** Variables as in the environment, such as `{ AUTH_RATE_LIMIT: '1' }`. */
  env?: Readonly<Record<string, string>>;
  /** Business time at start. */
  at?: Instant;
  /** To restart on; by default a fresh folder, removed at `close`. */
  dataDir?: string;
  /** Statuses beyond docs/openapi.json that the tests cause on purpose, such as `[500]`. */
  provokes?: readonly number[];
  /** The folder of the built web; dist/web by default. */
  webFolder?: string;
  /** Those that differ from the program's. */
  limits?: Partial<Limits>;
}

export interface TestApp {
  /** Such as `http://127.0.0.1:40123`, which is also BASE_URL unless `env` sets another. */
  url: string;
  app: NestFastifyApplication;
  runtime: Runtime;
  clock: TestClock;
  config: Config;
  ports: OpenPorts;
  /** The log lines, each a JSON object. */
  logged: Record<string, unknown>[];
  /** @throws Error if an answer contradicts docs/openapi.json */
  close(): Promise<void>;
}

/** The real application on embedded adapters, on a port of its own. */
export async function startApp(options: StartOptions = {}): Promise<TestApp> {
  const folder = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tillbook-')));
  const config = readConfig({ NODE_ENV: 'test', PORT: String(await freePort()), DATA_DIR: folder, ...options.env });
  const clock = new TestClock();
  if (options.at) clock.set(options.at);
  const logged: Record<string, unknown>[] = [];
  const log = new JsonLog({ write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
  const features = options.features ?? allFeatures;
  const ports = await openPorts(config, { features, log, clock });
  const root = AppModule.with(features, ports, config);
  const app = await createHttpApp(root, config, log, options.webFolder ?? WEB, { ...LIMITS, ...options.limits });
  const answers = recordAnswers(app.getHttpAdapter().getInstance(), {
    isWhole: options.features === undefined,
    provokes: options.provokes ?? [],
  });
  await app.init();
  const runtime = app.get(Runtime);
  await runtime.start();
  await app.listen(config.port, config.host);
  return {
    url: `http://127.0.0.1:${config.port}`,
    app,
    runtime,
    clock,
    config,
    ports,
    logged,
    async close() {
      app.getHttpServer().closeAllConnections();
      await app.close();
      await ports.close();
      if (options.dataDir === undefined) await rm(folder, { recursive: true });
      answers.demandNone();
    },
  };
}
