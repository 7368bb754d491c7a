import type { Provider } from '@nestjs/common';
import { mkdirSync } from 'node:fs';
import { measuredEventStore } from '../adapters/measured/measured-event-store.ts';
import { measuredJobQueue } from '../adapters/measured/measured-job-queue.ts';
import { FolderLock } from '../adapters/sqlite/folder-lock.ts';
import { OffsetClock } from '../app/clock.ts';
import type { Feature } from '../app/feature.ts';
import { refuseFullDisk } from '../app/health/free-space.ts';
import { RequestCounts } from '../app/http/sharing/request-counts.ts';
import { BLOB_STORE } from '../app/tokens.ts';
import { projectionsOf } from '../app/operator/projections.ts';
import type { Ports } from '../app/kernel.module.ts';
import type { Config } from '../config.ts';
import { msOf, type Clock } from '../kernel/ports/clock.ts';
import type { Log } from '../kernel/ports/log.ts';
import { EncryptedVault } from '../kernel/secrets/encrypted-vault.ts';
import { Keys } from '../kernel/secrets/keys.ts';
import { SubjectKeys } from '../kernel/secrets/subject-keys.ts';
import { ErasureReplay } from '../kernel/reacting/erasure-replay.ts';
import { adoptKeys, refuseHalfAnInstallation } from './adopt-keys.ts';
import { openBlobs } from './open-blobs.ts';
import { openRedis } from './open-redis.ts';
import { openStores } from './open-stores.ts';
import { openTelemetry } from './open-telemetry.ts';
import { announceProcess } from './presence.ts';
import { servicePorts } from './service-ports.ts';

/** An installation's adapters, opened. */
export interface OpenPorts extends Ports {
  /** The smaller ports (mailer, payment processor and the like) by their tokens. */
  providers: readonly Provider[];
  /** Runs a task that can be repeated after a power failure: its commits do not wait for the disk, and are durable when it resolves. */
  relaxed(task: () => Promise<void>): Promise<void>;
  /** Call it after the application has been closed. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Their events are in the log. */
  features: readonly Feature[];
  log: Log;
  /** Whether each database file is written by a thread of its own; only the built program can start one. */
  threads?: boolean;
  /** For tests; by default business time continues where the sandbox left it. */
  clock?: Clock;
}

interface Closable {
  close(): Promise<void>;
}

/**
 * Opens the configured servers, and the data folder for everything else.
 * @throws StartRefused another process uses the folder, or log, vault and keys do not belong together
 * @throws ServiceUnavailable a server is unavailable, or the disk cannot be used
 */
export async function openPorts(config: Config, options: OpenOptions): Promise<OpenPorts> {
  // A process that is just ending may still hold the folder.
  const lock = config.shared ? undefined : FolderLock.take(config.dataDir, 3_000);
  const opened: Closable[] = [{ close: async () => lock?.release() }];
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    if (!config.shared) refuseFullDisk(config.dataDir);
    return await openAll(config, options, opened);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** @param opened receives what has been opened, in that order, so that a failure closes it */
async function openAll(
  config: Config,
  { features, log, threads, clock }: OpenOptions,
  opened: Closable[],
): Promise<OpenPorts> {
  await refuseHalfAnInstallation(config, log);
  const { telemetry, measured, close: sendRest } = await openTelemetry(config, log);
  // Last of all: an unavailable collector does not keep the folder from the next process.
  opened.unshift({ close: sendRest });
  const now = clock && (() => msOf(clock.machineNow()));
  const stores = await openStores(config, log, { now, threads, projections: projectionsOf(features) });
  opened.push(stores);
  const { store, documents, vault: stored, files } = stores;
  const keys = await adoptKeys(config, stores, features);
  const vault = new EncryptedVault(stored, new Keys(keys));
  const { jobs, counts } = await openRedis(config, log, now);
  opened.push(counts);
  const blobs = await openBlobs(config, vault, log);
  opened.push(blobs);
  const erasures = new ErasureReplay(store, vault, new SubjectKeys(vault));
  const erased = await erasures.replay();
  if (erased > 0) log.warn('The vault still had keys of people whom the log says are erased: deleted them', { erased });
  const time = clock ?? (await OffsetClock.open(vault));
  const withdraw = config.engines.mongo === undefined ? undefined : await announceProcess({ vault, clock: time });
  return {
    store: measured(store, measuredEventStore),
    documents,
    vault: stored,
    jobs: measured(jobs, measuredJobQueue),
    clock: time,
    log,
    telemetry,
    keys,
    providers: [
      ...servicePorts(config, measured),
      { provide: RequestCounts, useValue: counts },
      { provide: BLOB_STORE, useValue: blobs },
    ],
    async relaxed(task) {
      for (const file of files) await file.relax(true);
      try {
        await task();
      } finally {
        for (const file of files) await file.relax(false);
      }
    },
    async close() {
      // Only so that the next start reads less of the log.
      await erasures.markDone().catch(() => undefined);
      await withdraw?.();
      await closeAll(opened);
    },
  };
}

async function closeAll(opened: Closable[]): Promise<void> {
  for (const one of opened.reverse()) await one.close();
}
