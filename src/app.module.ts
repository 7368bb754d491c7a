import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
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
import { missingFiles, openEventStore, openStores, openVault, type Stores } from './adapters/stores.ts';
import { OffsetClock } from './app/clock.ts';
import type { Feature } from './app/feature.ts';
import { refuseFullDisk } from './app/free-space.ts';
import { HealthModule } from './app/health/health.module.ts';
import { HttpModule } from './app/http/http.module.ts';
import { ProcessRequestCounts, RequestCounts } from './app/http/request-counts.ts';
import { codecOf, KernelModule, type Ports } from './app/kernel.module.ts';
import { Installation, logMissing, remembersLog, vaultMissing, type Places } from './app/installation.ts';
import { createKeys, KEYS_FILE, keysMissing, readKeys } from './app/keys-file.ts';
import { JsonLog } from './app/log.ts';
import { OperatorModule } from './app/operator/operator.module.ts';
import { announceProcess } from './app/presence.ts';
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
import { grants } from './features/billing/grants/grants.module.ts';
import { customers } from './features/billing/customers/customers.module.ts';
import { metrics } from './features/billing/metrics/metrics.module.ts';
import { products } from './features/billing/products/products.module.ts';
import { msOf, type Clock } from './kernel/ports/clock.ts';
import { SubjectKeys } from './kernel/writing/codec.ts';
import { Erasures } from './kernel/writing/erasure.ts';
import { Keys, type KeyMaterial } from './kernel/secrets/keys.ts';
import type { Log } from './kernel/ports/log.ts';
import { EncryptedVault } from './kernel/secrets/encrypted-vault.ts';
import type { Vault } from './kernel/ports/vault.ts';

export { isClientFault } from './adapters/eventstoredb/client-fault.ts';

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
 * @throws StartRefused another process has the folder, or log, vault and keys do not belong together
 * @throws ServiceUnavailable a server does not answer, or the disk cannot be used
 */
export async function openPorts(config: Config, log: Log, clock?: Clock): Promise<OpenPorts> {
  // A process that is just ending may still hold the folder.
  const lock = config.shared ? undefined : FolderLock.take(config.dataDir, 3_000);
  const opened = [{ close: async () => lock?.release() }];
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    if (!config.shared) refuseFullDisk(config.dataDir);
    return await openInFolder(config, log, clock, opened);
  } catch (error) {
    for (const one of opened.reverse()) await one.close();
    throw error;
  }
}

/** @param opened gets what is to be closed in the end, in the order in which it was opened */
async function openInFolder(
  config: Config,
  log: Log,
  clock: Clock | undefined,
  opened: { close(): Promise<void> }[],
): Promise<OpenPorts> {
  await refuseHalf(config, log);
  const now = clock && (() => msOf(clock.machineNow()));
  const stores = await openStores(config, log, { now });
  opened.push(stores);
  const { store, documents, vault: stored, files } = stores;
  const keys = await adopted(config, stores);
  const vault = new EncryptedVault(stored, new Keys(keys));
  const { jobs, counts } = await openRedis(config, log, now);
  opened.push(counts);
  const erasures = new Erasures(store, vault, new SubjectKeys(vault));
  const erased = await erasures.repeat();
  if (erased > 0) log.warn('The vault knew people whom the log says are erased: they are erased again', { erased });
  const time = clock ?? (await OffsetClock.open(vault));
  const leave = config.engines.mongo === undefined ? undefined : await announceProcess({ vault, clock: time });
  return {
    store,
    documents,
    vault: stored,
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
      for (const one of opened.reverse()) await one.close();
    },
  };
}

/** Creates neither the log beside the vault of another, nor a vault beside a log that it could not open. */
async function refuseHalf(config: Config, log: Log): Promise<void> {
  const { dataDir, engines } = config;
  const missing = missingFiles(config);
  if (missing.log === missing.vault) return;
  if (missing.log) {
    const vault = await openVault(engines.mongo ?? dataDir);
    const isKnown = await remembersLog(vault).finally(() => vault.close());
    if (isKnown) throw logMissing(placesOf(config));
  } else {
    const store = await openEventStore(engines.eventStore ?? dataDir, log, { prefix: engines.eventStorePrefix });
    const end = await store.end().finally(() => store.close());
    if (end !== undefined) throw vaultMissing(placesOf(config));
  }
}

/** The keys of this installation; created where there is none yet. */
async function adopted(config: Config, { store, vault }: Pick<Stores, 'store' | 'vault'>): Promise<KeyMaterial> {
  const installation = new Installation({ store, vault, places: placesOf(config) });
  const present = readKeys(config);
  if (!present && !(await installation.isNew())) throw keysMissing(config);
  const keys = present ?? createKeys(config);
  const opened = new EncryptedVault(vault, new Keys(keys));
  await installation.adopt(keys, opened, codecOf(features, new SubjectKeys(opened), store));
  return keys;
}

function placesOf({ dataDir, engines: { eventStore, mongo } }: Config): Places {
  return {
    log: eventStore === undefined ? join(dataDir, 'log.db') : 'EVENTSTORE_URL',
    vault: mongo === undefined ? join(dataDir, 'vault.db') : 'MONGODB_URL',
    keys: join(dataDir, KEYS_FILE),
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

/**
 * An installation's stores for an operator who only looks, beside the program that may be running.
 * @throws StartRefused the keys are missing, or open nothing
 */
export async function openForReading(config: Config) {
  const material = readKeys(config);
  if (!material) throw keysMissing(config);
  const { vault: stored, ...stores } = await openStores(config, new JsonLog(), { readOnly: true });
  const keys = new Keys(material);
  const vault = new EncryptedVault(stored, keys);
  try {
    await new Installation({ store: stores.store, vault: stored, places: placesOf(config) }).check(material, vault);
  } catch (error) {
    await stores.close();
    throw error;
  }
  return { ...stores, keys, vault, codec: codecOf(features, new SubjectKeys(vault), stores.store) };
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
