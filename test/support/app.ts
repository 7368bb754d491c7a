import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule, features as allFeatures } from '../../src/app.module.ts';
import type { MovableClock } from '../../src/app/clock.ts';
import { openPorts, type OpenPorts } from '../../src/installation/open-ports.ts';
import type { Feature } from '../../src/app/feature.ts';
import { Health } from '../../src/app/health/health.ts';
import { createHttpApp } from '../../src/app/http/edge.ts';
import { CAPACITY, type Capacity } from '../../src/app/http/sharing/capacity.ts';
import { JsonLog } from '../../src/app/log.ts';
import { Runtime } from '../../src/app/runtime.ts';
import { readConfig, type Config } from '../../src/config.ts';
import type { DocumentStore, Write } from '../../src/kernel/ports/document-store.ts';
import { dueProjection } from '../../src/kernel/reacting/due.ts';
import { collectionOf } from '../../src/kernel/reading/projection.ts';
import { addDays, addSeconds, toInstant, type Instant } from '../../src/kernel/ports/clock.ts';
import { recordAnswers } from './answers.ts';
import { countStart } from './starts.ts';
import { sellers } from './sellers.ts';
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

  constructor(
    /** Whether nobody may move machine time, which others need as it is: it never goes back. */
    private readonly isReal = false,
  ) {}

  /** Both run on, business time from the present. */
  reset(): void {
    this.business = undefined;
    this.machineStoppedAt = undefined;
  }

  /** Business time; undefined while it runs on. */
  get stoppedAt(): Instant | undefined {
    return this.business;
  }

  set(instant: Instant | undefined): void {
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
    this.demandMovable();
    this.machineStoppedAt = Date.now();
  }

  /** Ages sessions, tokens and the like. */
  advanceMachine(seconds: number): void {
    this.demandMovable();
    this.machineAheadMs += seconds * 1000;
  }

  private demandMovable(): void {
    if (this.isReal)
      throw new Error('Others need the machine time of this program as it is: start it with { ages: true }');
  }
}

export interface StartOptions {
  /** The program's by default, and tokens for tests (sellers.ts). */
  features?: readonly Feature[];
  /** Variables as in the environment, such as `{ AUTH_RATE_LIMIT: '1' }`. */
  env?: Readonly<Record<string, string>>;
  /** Business time at start. */
  at?: Instant;
  /** Not one that the worker's spec files share. */
  own?: boolean;
  /** One whose machine time can be moved, which spec files share, too. */
  ages?: boolean;
  /** Such a one for the few spec files that read or compare all that is stored in it, which is little. */
  whole?: boolean;
  /** To restart on; by default a fresh folder, removed at `close`. */
  dataDir?: string;
  /** Statuses beyond docs/openapi.json that the tests cause on purpose, such as `[500]`. */
  provokes?: readonly number[];
  /** The folder of the built web; dist/web by default. */
  webFolder?: string;
  /** Those that differ from the program's. */
  capacity?: Partial<Capacity>;
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
  /** Ids of the due items that earlier files left, and that were removed, so that a rebuild makes more than there is. */
  forgotten: ReadonlySet<string>;
  /** @throws Error if an answer contradicts docs/openapi.json */
  close(): Promise<void>;
}

/** The administrator of every program that spec files share. */
export const ADMIN = { email: 'root@example.com', password: 'a long password' };

/** A program without the sandbox, which the files that test one share: with Discord's keys, and nothing else beyond the program. */
export const WITHOUT_SANDBOX = {
  SANDBOX: '0',
  DISCORD_CLIENT_ID: '501',
  DISCORD_CLIENT_SECRET: 's',
  DISCORD_BOT_TOKEN: 't',
} as const;

/** Those that this worker's spec files share, by their settings. */
const shared = new Map<string, Promise<StartedApp>>();

/** Settings that the program looks up each time, so that a shared one has others while a spec file uses it. */
const LOOKED_UP = /^(AUTH_|ORG_|TRUST_PROXY$)/;

/**
 * The real application on embedded adapters, on a port of its own: one that this worker's spec files share, if they want the same settings of it, apart from
 * those that it looks up each time. Each file brings organizations and people of its own. A program with features, a folder or anything else that only one
 * file knows is that file's own.
 */
export async function startApp({ own, ages = false, whole = false, ...options }: StartOptions = {}): Promise<TestApp> {
  const { at, env = {}, capacity, provokes = [], ...particular } = options;
  if (own || Object.keys(particular).length > 0) return start(options);
  const [lookedUp, others] = [true, false].map((is) =>
    Object.fromEntries(Object.entries(env).filter(([name]) => LOOKED_UP.test(name) === is)),
  ) as [Record<string, string>, Record<string, string>];
  const key = JSON.stringify([ages, whole, others, capacity]);
  if (!shared.has(key)) {
    const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    shared.set(key, start({ env: { ...admin, ...others }, capacity }, new TestClock(!ages && !whole)));
  }
  return (await shared.get(key)!).join(at, { env: lookedUp, provokes });
}

interface StartedApp extends TestApp {
  /**
   * For another spec file, with the present as its business time unless another is given. It may join again: until it closes what it got then, the
   * program has those settings and that time.
   */
  join(at: Instant | undefined, manner: Manner): TestApp;
}

/** What a shared program does differently while a spec file uses it. */
type Manner = Required<Pick<StartOptions, 'env' | 'provokes'>>;

async function start(options: StartOptions, clock = new TestClock()): Promise<StartedApp> {
  countStart();
  const folder = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tillbook-')));
  const env = { NODE_ENV: 'test', PORT: String(await freePort()), DATA_DIR: folder, ...options.env };
  const config = readConfig(env);
  if (options.at) clock.set(options.at);
  const log = { lines: [] as Record<string, unknown>[] };
  const jsonLog = new JsonLog({ write: (line) => log.lines.push(JSON.parse(line) as Record<string, unknown>) });
  const features = options.features ?? [sellers, ...allFeatures];
  const ports = await openPorts(config, { features, log: jsonLog, clock });
  const root = AppModule.with(features, ports, config);
  const app = await createHttpApp(root, config, jsonLog, options.webFolder ?? WEB, {
    ...CAPACITY,
    ...options.capacity,
  });
  const provokes = [...(options.provokes ?? [])];
  const answers = recordAnswers(app.getHttpAdapter().getInstance(), {
    isWhole: allFeatures.every((feature) => features.includes(feature)),
    provokes,
  });
  await app.init();
  const runtime = app.get(Runtime);
  await runtime.start();
  await app.listen(config.port, config.host);
  const forgotten = new Set<string>();
  const started = {
    url: `http://127.0.0.1:${config.port}`,
    app,
    runtime,
    clock,
    config,
    ports,
    logged: log.lines,
    forgotten,
    async close() {
      app.getHttpServer().closeAllConnections();
      await app.close();
      await ports.close();
      if (options.dataDir === undefined) await rm(folder, { recursive: true });
      answers.demandNone();
    },
  };
  const joined: Joined[] = [];
  const behave = (manner: Manner): void => {
    const { auth, organizations, trustProxy } = readConfig({ ...env, ...manner.env });
    Object.assign(config.auth, auth);
    Object.assign(config.organizations, organizations);
    config.trustProxy = trustProxy;
    provokes.splice(0, provokes.length, ...manner.provokes);
  };
  const leave = async (one: Joined): Promise<void> => {
    await runtime.settled();
    joined.splice(joined.indexOf(one), 1);
    const outer = joined.at(-1);
    if (outer) {
      behave(outer.manner);
      if (one.at) clock.set(one.before);
      return;
    }
    for (const id of await forgetDueItems(ports.documents, features)) forgotten.add(id);
    answers.demandNone();
    // The next file would wait for what has stopped here.
    const { problems, waiting, stopped } = await app.get(Health).readiness();
    const left = [problems, waiting, stopped].flat();
    if (left.length > 0) throw new Error(`The shared program is left unwell: ${JSON.stringify(left)}`);
  };
  return {
    ...started,
    join(at, manner) {
      if (joined.length === 0) {
        log.lines = [];
        clock.reset();
      }
      const one = { at, manner, before: clock.stoppedAt };
      joined.push(one);
      behave(manner);
      if (at) clock.set(at);
      let left: Promise<void> | undefined;
      return { ...started, logged: log.lines, close: () => (left ??= leave(one)) };
    },
  };
}

/** One use of a shared program. */
interface Joined {
  at: Instant | undefined;
  manner: Manner;
  /** Business time when it joined. */
  before: Instant | undefined;
}

/**
 * What an earlier spec file has left to happen later would happen whenever another moves the clock.
 * @returns the ids of what was removed
 */
async function forgetDueItems(documents: DocumentStore, features: readonly Feature[]): Promise<string[]> {
  const collection = collectionOf(dueProjection(features.flatMap(({ dueItems }) => dueItems ?? [])));
  const removals: Write[] = [];
  for await (const { document, position } of documents.each(collection))
    removals.push({ collection, id: document.id, seen: position, position, document: undefined });
  await documents.save(removals);
  return removals.map(({ id }) => id);
}
