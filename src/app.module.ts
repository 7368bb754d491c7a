import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { mkdirSync } from 'node:fs';
import { InprocessJobQueue } from './adapters/inprocess/inprocess-job-queue.ts';
import { OutboxMailer } from './adapters/outbox/outbox-mailer.ts';
import { GuardedOutgoing } from './adapters/outgoing/guarded-outgoing.ts';
import { SandboxPaymentProcessor } from './adapters/sandbox/sandbox-payment-processor.ts';
import { SmtpMailer } from './adapters/smtp/smtp-mailer.ts';
import { contentsOf, copyFolder } from './adapters/sqlite/folder-copy.ts';
import { FolderLock } from './adapters/sqlite/folder-lock.ts';
import { FolderReplacement } from './adapters/sqlite/folder-replacement.ts';
import { SqliteDocumentStore } from './adapters/sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from './adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from './adapters/sqlite/sqlite-vault.ts';
import { openEventStore, openStores, openVault } from './adapters/stores.ts';
import { OffsetClock } from './app/clock.ts';
import type { Feature } from './app/feature.ts';
import { HealthModule } from './app/health/health.module.ts';
import { HttpModule } from './app/http/http.module.ts';
import { ProcessRequestCounts, RequestCounts } from './app/http/request-counts.ts';
import { codecOf, KernelModule, type Ports } from './app/kernel.module.ts';
import { keysOf } from './app/keys-file.ts';
import { JsonLog } from './app/log.ts';
import { OperatorModule } from './app/operator/operator.module.ts';
import { bePresent } from './app/presence.ts';
import { CLOCK, MAILER, OUTGOING, PAYMENT_PROCESSOR, VAULT } from './app/tokens.ts';
import type { Config } from './config.ts';
import { accessTokens } from './features/accounts/access-tokens/access-tokens.module.ts';
import { apiKeys } from './features/accounts/api-keys/api-keys.module.ts';
import { admin } from './features/accounts/admin/admin.module.ts';
import { organizations } from './features/accounts/organizations/organizations.module.ts';
import { providers } from './features/accounts/providers/providers.module.ts';
import { sessions } from './features/accounts/sessions/sessions.module.ts';
import { users } from './features/accounts/users/users.module.ts';
import { webhooks } from './features/delivery/webhooks/webhooks.module.ts';
import { ledgerOf } from './features/audit/ledger/ledger.module.ts';
import { seals } from './features/audit/seals/seals.module.ts';
import { emails } from './features/delivery/emails/emails.module.ts';
import { noMailer, type Mailer } from './features/delivery/emails/mailer.ts';
import { checkouts } from './features/billing/checkouts/checkouts.module.ts';
import { orders } from './features/billing/orders/orders.module.ts';
import { payments } from './features/billing/payments/payments.module.ts';
import { subscriptions } from './features/billing/subscriptions/subscriptions.module.ts';
import { sandbox } from './features/sandbox/sandbox.module.ts';
import { benefits } from './features/billing/benefits/benefits.module.ts';
import { grants } from './features/billing/benefits/grants.module.ts';
import { customers } from './features/billing/customers/customers.module.ts';
import { metrics } from './features/billing/metrics/metrics.module.ts';
import { products } from './features/billing/products/products.module.ts';
import { msOf, type Clock } from './kernel/clock.ts';
import { SubjectKeys } from './kernel/codec.ts';
import { Erasures } from './kernel/erasing.ts';
import { Keys, type KeyMaterial } from './kernel/keys.ts';
import type { Log } from './kernel/log.ts';
import { EncryptedVault } from './kernel/vault-encryption.ts';
import type { Vault } from './kernel/vault.ts';

/** What Tillbook is made of: a new feature is a line here. */
const parts: readonly Feature[] = [
  users,
  sessions,
  admin,
  providers,
  organizations,
  accessTokens,
  apiKeys,
  emails,
  products,
  benefits,
  grants,
  metrics,
  customers,
  checkouts,
  payments,
  subscriptions,
  orders,
  webhooks,
  sandbox,
];
export const features: readonly Feature[] = [...parts, seals, ledgerOf(parts)];

/** An installation's adapters, opened. */
export interface OpenPorts extends Ports {
  /** Of the smaller ports, by their tokens. */
  providers: readonly Provider[];
  /** Runs what can be made again if the power fails: its commits wait for no disk, and are safe once it is done. */
  relaxed(task: () => Promise<void>): Promise<void>;
  /** After the application has been closed. */
  close(): Promise<void>;
}

/**
 * Opens the servers that are set, and the data folder for the rest.
 * @param clock for tests; else business time is as the sandbox left it
 * @throws FolderInUse another process has the folder
 * @throws ServiceUnavailable a server does not answer
 */
export async function openPorts(config: Config, log: Log, clock?: Clock): Promise<OpenPorts> {
  // A process that is just ending may still hold the folder.
  const lock = config.shared ? undefined : FolderLock.take(config.dataDir, 3_000);
  mkdirSync(config.dataDir, { recursive: true });
  const keys = keysOf(config);
  const now = clock && (() => msOf(clock.machineNow()));
  const { store, documents, vault, files, close } = await openStores(config, log, { now });
  const { jobs, counts } = await openRedis(config, log, now);
  const opened = new EncryptedVault(vault, new Keys(keys));
  const erasures = new Erasures(store, opened, new SubjectKeys(opened));
  const erased = await erasures.repeat();
  if (erased > 0) log.warn('The vault knew people whom the log says are erased: they are erased again', { erased });
  const time = clock ?? (await OffsetClock.open(opened));
  const leave = config.engines.mongo === undefined ? undefined : await bePresent({ vault: opened, clock: time });
  return {
    store,
    documents,
    vault,
    jobs,
    clock: time,
    log,
    keys,
    providers: [...smallPorts(config), { provide: RequestCounts, useValue: counts }],
    async relaxed(task) {
      for (const file of files) file.relax(true);
      await task();
      for (const file of files) file.relax(false);
    },
    async close() {
      // Only so that the next start looks through less of the log.
      await erasures.passed().catch(() => undefined);
      await leave?.();
      await Promise.all([close(), counts.close()]);
      lock?.release();
    },
  };
}

const REDIS_LOST_EVERY_MS = 10_000;

/** What may be lost: wake-ups and counts of requests. */
async function openRedis({ engines: { redis: url, redisPrefix: prefix } }: Config, log: Log, now?: () => number) {
  const onError = (id: string, error: unknown) => log.error('A job failed', { id, error: (error as Error).name });
  if (url === undefined) return { jobs: new InprocessJobQueue({ onError, now }), counts: new ProcessRequestCounts() };
  const [{ BullMqJobQueue }, { RedisRequestCounts }] = await Promise.all([
    import('./adapters/bullmq/bullmq-job-queue.ts'),
    import('./adapters/redis/redis-request-counts.ts'),
  ]);
  let told = -Infinity;
  const onLost = (error: Error) => {
    // Every connection says so at every try.
    if (performance.now() - told < REDIS_LOST_EVERY_MS) return;
    told = performance.now();
    log.warn('Redis does not answer; wake-ups are looked for instead', { error: error.name });
  };
  return {
    jobs: new BullMqJobQueue({ url, prefix, onError, onLost }),
    counts: new RedisRequestCounts({ url, prefix, onLost }),
  };
}

/** An installation's stores for an operator who only looks, beside the program that may be running. */
export async function openForReading(config: Config) {
  const { vault: stored, ...stores } = await openStores(config, new JsonLog(), { readOnly: true });
  const keys = new Keys(keysOf(config));
  const vault = new EncryptedVault(stored, keys);
  return { ...stores, keys, vault, codec: codecOf(features, new SubjectKeys(vault)) };
}

/**
 * A log by where it is: a data folder, or a connection string of EventStoreDB.
 * @throws FolderInUse it is to be written, and a program runs on it
 * @throws ServiceUnavailable
 */
export async function openLog(where: string, { engines }: Config, { readOnly }: { readOnly: boolean }) {
  const embedded = !where.includes('://');
  const lock = embedded && !readOnly ? FolderLock.take(where) : undefined;
  const store = await openEventStore(where, new JsonLog(), { readOnly, prefix: engines.eventStorePrefix });
  // What a power cut takes is copied again; it is all on the disk before this ends.
  const file = lock && store instanceof SqliteEventStore ? store : undefined;
  file?.relax(true);
  return {
    store,
    /** How many appends it takes at a time and stores in their order. */
    atOnce: embedded ? 500 : 1,
    async close() {
      file?.relax(false);
      await store.close();
      lock?.release();
    },
  };
}

/**
 * A vault by where it is, which nobody uses meanwhile: a data folder, or a connection string of MongoDB.
 * @throws FolderInUse
 * @throws ServiceUnavailable
 */
export async function openVaultAlone(where: string) {
  const lock = where.includes('://') ? undefined : FolderLock.take(where);
  const vault = await openVault(where);
  return {
    vault,
    async close() {
      await vault.close();
      lock?.release();
    },
  };
}

/** Makes a log and a vault that were put together a whole data folder, without read models; answers how many people it erased again. */
export async function prepareFolder(folder: string, keys: KeyMaterial): Promise<number> {
  const store = new SqliteEventStore(folder, { readOnly: true });
  const stored = new SqliteVault(folder);
  const vault = new EncryptedVault(stored, new Keys(keys));
  try {
    await new SqliteDocumentStore(folder).close();
    return await new Erasures(store, vault, new SubjectKeys(vault)).repeat();
  } finally {
    await Promise.all([store.close(), stored.close()]);
  }
}

/** The files of a data folder, for operators who keep them. */
export const dataFolder = {
  lock: (folder: string) => FolderLock.take(folder),
  copy: copyFolder,
  contents: contentsOf,
  replace: (folder: string) => new FolderReplacement(folder),
};

/** Read models in a folder of their own, to try something out. */
export function openScratch(folder: string): SqliteDocumentStore {
  mkdirSync(folder, { recursive: true });
  return new SqliteDocumentStore(folder);
}

@Module({})
export class AppModule {
  static with(parts: readonly Feature[], ports: OpenPorts, config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        HttpModule.with(config, ports.providers),
        KernelModule.with(ports, parts),
        HealthModule,
        OperatorModule,
        ...parts.map(({ module }) => module),
      ],
    };
  }
}

/** Mailer, payment processor and their kind: a server where it is configured, else embedded. */
function smallPorts(config: Config): Provider[] {
  return [
    {
      provide: MAILER,
      useFactory: (vault: Vault, clock: Clock) => mailerOf(config, vault, clock),
      inject: [VAULT, CLOCK],
    },
    {
      provide: PAYMENT_PROCESSOR,
      useFactory: (vault: Vault) => (config.sandbox === 'off' ? null : new SandboxPaymentProcessor(vault)),
      inject: [VAULT],
    },
    { provide: OUTGOING, useValue: new GuardedOutgoing({ allowPrivate: config.webhookAllowPrivate }) },
  ];
}

function mailerOf({ smtpUrl, mailFrom, sandbox }: Config, vault: Vault, clock: Clock): Mailer {
  if (smtpUrl) return new SmtpMailer(smtpUrl, mailFrom);
  return sandbox === 'off' ? noMailer : new OutboxMailer(vault, clock);
}
