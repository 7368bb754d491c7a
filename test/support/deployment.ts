import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores } from '../../src/installation/open-stores.ts';
import { features } from '../../src/app.module.ts';
import { OffsetClock } from '../../src/app/clock.ts';
import { codecOf } from '../../src/app/kernel.module.ts';
import { readKeys } from '../../src/installation/keys-file.ts';
import { JsonLog } from '../../src/app/log.ts';
import { ProcessesElsewhere } from '../../src/app/work/processes-elsewhere.ts';
import { readConfig, type Role } from '../../src/config.ts';
import { toInstant } from '../../src/kernel/ports/clock.ts';
import { SubjectKeys } from '../../src/kernel/secrets/subject-keys.ts';
import { upToEnd, type StoredEvent } from '../../src/kernel/ports/event-store.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { Keys } from '../../src/kernel/secrets/keys.ts';
import { EncryptedVault } from '../../src/kernel/secrets/encrypted-vault.ts';
import { EventStoreDbProcess } from './eventstoredb/process.ts';
import { missingMongo, MongoServer, onDatabase } from './mongodb/server.ts';
import { freePort } from './ports.ts';
import { buildIfMissing, Program } from './program.ts';
import { missingRedis, RedisServer } from './redis/server.ts';
import { given, type Server } from './given-servers.ts';
import { until } from './until.ts';

type Env = Readonly<Record<string, string>>;

const processes = features.flatMap((feature) => feature.processes ?? []);

/** Why the three servers can't be started here; undefined if they can. */
export function missingEngines(): string | undefined {
  return missingMongo() ?? missingRedis();
}

interface Servers {
  eventStore: Server;
  mongo: Server;
  redis: Server;
}

/** Those that this worker's spec files share. */
let shared: Promise<Servers> | undefined;

/** EventStoreDB, MongoDB and Redis, with a database and prefixes of its own there. */
export class Engines {
  readonly eventStore: Server;
  readonly mongo: Server;
  readonly redis: Server;
  /** Prefix and name of the database, since servers are shared. */
  private readonly name = `test_${newUuid().slice(-12)}`;

  private constructor(
    servers: Servers,
    readonly close: () => Promise<void>,
  ) {
    ({ eventStore: this.eventStore, mongo: this.mongo, redis: this.redis } = servers);
  }

  /** On servers that no other spec uses, so that they can be stopped; unless the environment names some. */
  static async start(): Promise<Engines> {
    const folder = newFolder();
    const servers = await startServers(folder);
    return new Engines(servers, async () => {
      await Promise.all(stopping(servers));
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** On servers that this worker's spec files share, until the worker ends. */
  static async shared(): Promise<Engines> {
    shared ??= sharedServers();
    return new Engines(await shared, () => Promise.resolve());
  }

  get env(): Env {
    return {
      EVENTSTORE_URL: this.eventStore.url,
      EVENTSTORE_PREFIX: this.name,
      MONGODB_URL: onDatabase(this.mongo.url, this.name),
      REDIS_URL: this.redis.url,
      REDIS_PREFIX: this.name,
    };
  }
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tillbook-engines-'));
}

async function startServers(folder: string): Promise<Servers> {
  const [eventStore, mongo, redis] = await Promise.all([
    given('EVENTSTORE_URL') ?? EventStoreDbProcess.start(folder),
    given('MONGODB_URL') ?? MongoServer.start(folder, 'tillbook'),
    given('REDIS_URL') ?? RedisServer.start(),
  ]);
  return { eventStore, mongo, redis };
}

async function sharedServers(): Promise<Servers> {
  const folder = newFolder();
  const servers = await startServers(folder);
  process.once('exit', () => {
    void stopping(servers);
    rmSync(folder, { recursive: true, force: true });
  });
  return servers;
}

/** Each is told before it is waited for. */
function stopping({ eventStore, mongo, redis }: Servers): Promise<void>[] {
  return [eventStore, mongo, redis].map((server) => server.stop());
}

/** An installation: the processes of one log, each with a folder of its own, all with the same keys and addresses. */
export class Deployment {
  readonly programs: Program[];
  private readonly folder = mkdtempSync(join(tmpdir(), 'tillbook-deployed-'));
  private readonly shared: Env;

  private constructor(
    roles: readonly Role[],
    ports: readonly number[],
    private readonly env: Env,
  ) {
    const apis = ports.map((port) => `http://127.0.0.1:${port}`);
    const key = () => randomBytes(32).toString('base64');
    const shared: Env = {
      BASE_URL: apis[roles.findIndex((role) => role === 'api' || role === 'all')]!,
      TRUSTED_ORIGINS: apis.join(),
      SANDBOX: '1',
      SIGNING_KEY: key(),
      MASTER_KEY: key(),
      LOOKUP_KEY: key(),
      ...env,
    };
    this.shared = shared;
    this.programs = roles.map((role, n) => this.programOf(role, ports[n]!));
  }

  static async of(roles: readonly Role[], env: Env = {}): Promise<Deployment> {
    buildIfMissing();
    const ports = await Promise.all(roles.map(freePort));
    return new Deployment(roles, ports, env);
  }

  /** One more process, of another release. */
  async add(role: Role, release: string): Promise<Program> {
    const program = this.programOf(role, await freePort(), release);
    this.programs.push(program);
    return program;
  }

  /** The programs of a role. */
  withRole(role: Role): Program[] {
    return this.programs.filter(({ env }) => env.ROLE === role);
  }

  async start(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.stop()));
  }

  async close(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.kill()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Moves business time while nothing runs: the processes read it when they start. */
  async moveClock(ms: number): Promise<void> {
    await this.looking(async ({ clock }) => clock.moveTo(toInstant(Date.parse(clock.now()) + ms)));
  }

  /** The whole log, opened. */
  events(): Promise<Recorded<DomainEvent<string, Record<string, unknown>>>[]> {
    return this.looking(async ({ store, codec }) => {
      const events: StoredEvent[] = [];
      for await (const batch of upToEnd(store)) events.push(...batch);
      return codec.open<DomainEvent<string, Record<string, unknown>>>(events);
    });
  }

  inVault<T>(read: (vault: EncryptedVault) => Promise<T>): Promise<T> {
    return this.looking(({ vault }) => read(vault));
  }

  /** Names of the processes that have not reached the end of the log. */
  async behind(): Promise<string[]> {
    return this.looking(async ({ store, vault }) => {
      const end = await store.end();
      const passed = await Promise.all(
        processes.map((one) => end === undefined || new ProcessesElsewhere(vault, [one]).passed(end, 0)),
      );
      return processes.filter((_, n) => !passed[n]).map(({ name }) => name);
    });
  }

  /** Until each process has reached the end of the log. */
  caughtUp(withinMs: number): Promise<void> {
    return until(async () => (await this.behind()).length === 0, 'the processes to catch up', withinMs);
  }

  private programOf(role: Role, port: number, release?: string): Program {
    const dataDir = join(this.folder, `${role}-${port}`);
    return new Program({ ...this.shared, ROLE: role, PORT: String(port), DATA_DIR: dataDir }, release);
  }

  private async looking<T>(look: (at: Awaited<ReturnType<typeof openFor>>) => Promise<T>): Promise<T> {
    const at = await openFor(this.programs[0]!.env);
    try {
      return await look(at);
    } finally {
      await at.close();
    }
  }
}

async function openFor(env: Env) {
  const config = readConfig(env);
  const { store, vault: stored, close } = await openStores(config, new JsonLog({ write: () => undefined }));
  const vault = new EncryptedVault(stored, new Keys(readKeys(config)!));
  return {
    store,
    vault,
    codec: codecOf(features, new SubjectKeys(vault), store),
    clock: await OffsetClock.open(vault),
    close,
  };
}
