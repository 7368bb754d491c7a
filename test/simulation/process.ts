import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Provider } from '@nestjs/common';
import { InprocessJobQueue } from '../../src/adapters/inprocess/inprocess-job-queue.ts';
import { AppModule } from '../../src/app.module.ts';
import type { Feature } from '../../src/app/feature.ts';
import { createHttpApp } from '../../src/app/http/edge.ts';
import { ProcessRequestCounts, RequestCounts } from '../../src/app/http/sharing/request-counts.ts';
import { Runtime } from '../../src/app/runtime.ts';
import { BLOB_STORE, MAILER, OUTGOING, PAYMENT_PROCESSOR, REMOTE_PLATFORMS } from '../../src/app/tokens.ts';
import type { Config } from '../../src/config.ts';
import { noTelemetry } from '../../src/kernel/ports/telemetry.ts';
import { ErasureReplay } from '../../src/kernel/reacting/erasure-replay.ts';
import { EncryptedVault } from '../../src/kernel/secrets/encrypted-vault.ts';
import { Keys } from '../../src/kernel/secrets/keys.ts';
import { SubjectKeys } from '../../src/kernel/secrets/subject-keys.ts';
import { remote, type Network } from './network.ts';
import type { SeededRandom } from './random.ts';
import { RemoteBlobStore } from './remote-blob-store.ts';
import { RemoteEventStore } from './remote-event-store.ts';
import { WORLD, type Owner } from './scheduler.ts';
import type { Servers } from './servers.ts';

const NO_WEB = '/nowhere';

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** `status` is 0 if the connection was lost: the request may have been done, or not. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  /** Parsed JSON; undefined if there is none. */
  body: unknown;
}

const LOST: Answer = { status: 0, headers: {}, body: undefined };

/** The program, as one of several processes on the same servers. */
export class SimulatedProcess implements Owner {
  isAlive = true;
  frozenUntil = 0;
  private countdown: { tasks: number; happen: () => void } | undefined;
  private app: NestFastifyApplication | undefined;
  /** End each pending request as if the connection was lost. */
  private readonly pending = new Set<() => void>();

  constructor(
    readonly name: string,
    private readonly world: {
      servers: Servers;
      network: Network;
      random: SeededRandom;
      config: Config;
      features: readonly Feature[];
      lagging: number;
    },
  ) {}

  get isReady(): boolean {
    return this.isAlive && this.app !== undefined;
  }

  get runtime(): Runtime {
    return this.app!.get(Runtime);
  }

  /** Resolves when it answers requests; never if it crashes before. */
  async start(): Promise<void> {
    const { config, features, servers } = this.world;
    if (process.env.SIMULATED_FAILURE === 'start') throw new Error('The program was told not to start');
    const ports = this.ports();
    const vault = new EncryptedVault(ports.vault, new Keys(servers.keys));
    await new ErasureReplay(ports.store, vault, new SubjectKeys(vault)).replay();
    const root = AppModule.with(features, { ...ports, providers: this.providers(), ...NOT_OPENED }, config);
    const app = await createHttpApp(root, config, servers.log, NO_WEB);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    await app.get(Runtime).start();
    this.app = app;
  }

  /** Sends a request from outside. */
  request({ method, path, headers, body }: Request): Promise<Answer> {
    const { network } = this.world;
    const { scheduler } = network;
    return new Promise((resolve) => {
      const lose = (): void => resolve(LOST);
      this.pending.add(lose);
      const answer = (found: Answer): void => {
        this.pending.delete(lose);
        scheduler.after(1, WORLD, () => resolve(found));
      };
      scheduler.after(1, this, () => {
        const payload = body === undefined ? undefined : JSON.stringify(body);
        const all = { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers };
        // It may be stopping, and then takes no more requests.
        this.app!.inject({ method, url: path, headers: all, payload }).then(
          (response) =>
            answer({ status: response.statusCode, headers: response.headers, body: parsed(response.payload) }),
          () => answer(LOST),
        );
      });
      if (!this.isAlive) lose();
    });
  }

  /** Does something in the process. @returns whether it succeeded; false, too, if the process crashed */
  attempt(task: () => Promise<unknown>): Promise<boolean> {
    return new Promise((resolve) => {
      const fail = (): void => resolve(false);
      this.pending.add(fail);
      this.world.network.scheduler.after(0, this, () => {
        task()
          .then(() => resolve(true), fail)
          .finally(() => this.pending.delete(fail));
      });
    });
  }

  /** Calls back when so many more tasks of it have run: between any two of them something may happen. */
  after(tasks: number, happen: () => void): void {
    this.countdown = { tasks, happen };
  }

  ran(): void {
    if (!this.countdown || (this.countdown.tasks -= 1) > 0) return;
    const { happen } = this.countdown;
    this.countdown = undefined;
    happen();
  }

  /** From now on nothing of it runs; what it has sent is on its way. */
  crash(): void {
    this.isAlive = false;
    for (const lose of this.pending) lose();
  }

  freeze(ms: number): void {
    this.frozenUntil = this.world.network.scheduler.now + ms;
  }

  /** Ends it as a signal does. */
  async stop(): Promise<void> {
    await this.attempt(() => this.app!.close());
    this.crash();
  }

  private ports() {
    const { servers, network, random, lagging } = this.world;
    const { clock, log, keys } = servers;
    const onError = (id: string, error: unknown) => log.error('A job failed', { id, error });
    return {
      store: new RemoteEventStore(servers.store, network, this, random, lagging),
      documents: remote(servers.documents, 'The read models', DOCUMENT_CALLS, network, this),
      vault: remote(servers.vault, 'The vault', VAULT_CALLS, network, this),
      jobs: new InprocessJobQueue({ onError }),
      clock,
      log,
      keys,
      telemetry: noTelemetry,
    };
  }

  private providers(): Provider[] {
    const { servers, network } = this.world;
    const { payments, mails, receivers, blobs } = servers;
    return [
      { provide: PAYMENT_PROCESSOR, useValue: remote(payments, 'Payments', PAYMENT_CALLS, network, this) },
      { provide: BLOB_STORE, useValue: new RemoteBlobStore(blobs, network, this) },
      { provide: MAILER, useValue: remote(mails, 'Mail', ['send'], network, this) },
      { provide: REMOTE_PLATFORMS, useValue: new Map() },
      { provide: OUTGOING, useValue: remote(receivers, 'The receiver', ['post'], network, this) },
      { provide: RequestCounts, useValue: new ProcessRequestCounts() },
    ];
  }
}

/** What an installation opens and closes; servers outlive processes. */
const NOT_OPENED = { relaxed: (task: () => Promise<void>) => task(), close: () => Promise.resolve() };

const DOCUMENT_CALLS = [
  ...(['ensure', 'load', 'save', 'find', 'ids', 'countBy', 'sumBy'] as const),
  ...(['checkpoint', 'moveCheckpoint', 'drop', 'sweep'] as const),
];
const VAULT_CALLS = ['getMany', 'put', 'take', 'add', 'delete', 'list'] as const;
const PAYMENT_CALLS = ['createCustomer', 'setUpMethod', 'charge', 'chargeOffSession', 'statusOf', 'refund'] as const;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
