import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Claims, claimDecider, claimEvents, claimStream, ConfirmClaim } from '../kernel/writing/claim.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../kernel/ports/clock.ts';
import { Codec } from '../kernel/writing/codec.ts';
import { SealedTexts } from '../kernel/secrets/sealed-texts.ts';
import { SubjectKeys } from '../kernel/secrets/subject-keys.ts';
import type { DocumentStore } from '../kernel/ports/document-store.ts';
import { SubjectEraser } from '../kernel/writing/erasure.ts';
import { subjectEvents } from '../kernel/writing/events.ts';
import type { EventStore } from '../kernel/ports/event-store.ts';
import { Executor } from '../kernel/writing/execute.ts';
import { Snapshots } from '../kernel/writing/snapshots.ts';
import type { JobQueue } from '../kernel/ports/job-queue.ts';
import { Keys, type KeyMaterial } from '../kernel/secrets/keys.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { Telemetry } from '../kernel/ports/telemetry.ts';
import { skipEvents, SkippedEvents } from '../kernel/writing/skipped-events.ts';
import { LongWork } from '../kernel/coordination/long-work.ts';
import { KeyedLock } from '../kernel/coordination/keyed-lock.ts';
import { EncryptedVault } from '../kernel/secrets/encrypted-vault.ts';
import type { Vault } from '../kernel/ports/vault.ts';
import { ActivityCounts } from './activity-counts.ts';
import { Blobs, BlobSweeper } from './blobs.ts';
import { Commands, handlersOf } from './commands.ts';
import { Documents } from './reading/documents.ts';
import { EraseSubjectHandler, ReleaseClaimHandler } from './kernel.handlers.ts';
import type { Feature } from './feature.ts';
import { DueItems } from './work/due-items.ts';
import { OldestStep } from './work/oldest-step.ts';
import { OrganizationHolds } from './organization-holds.ts';
import { EntityStates } from './reading/entity-states.ts';
import { ExpiringDocuments } from './reading/expiring-documents.ts';
import { FreshDocuments } from './reading/fresh-documents.ts';
import { StreamDocuments } from './reading/stream-documents.ts';
import { LogTail } from './reading/log-tail.ts';
import { Runtime } from './runtime.ts';
import { VaultCells } from './vault-cells.ts';
import { VaultRows, VaultRowSweeper } from './vault-rows.ts';
import { StoreLatencies } from './health/store-latencies.ts';
import { Workers } from './work/workers.ts';
import { FailingWork } from './work/failing-work.ts';
import { CLOCK, CONFIG, DOCUMENTS, EVENT_STORE, FEATURES, JOBS, LOG, TELEMETRY, VAULT } from './tokens.ts';

/** The adapters an installation runs on. */
export interface Ports {
  store: EventStore;
  documents: DocumentStore;
  /** Not decrypted; features get an encrypted vault over it. */
  vault: Vault;
  jobs: JobQueue;
  clock: Clock;
  log: Log;
  telemetry: Telemetry;
  keys: KeyMaterial;
}

/** In milliseconds, because another process on the same stores may erase a key. */
const KEYS_TRUSTED_MS = 2_000;

export function codecOf(features: readonly Feature[], subjectKeys: SubjectKeys, store: EventStore): Codec {
  const catalogues = [claimEvents, subjectEvents, skipEvents, ...features.map(({ events }) => events ?? {})];
  return new Codec(catalogues, subjectKeys, new SkippedEvents(store));
}

function subjectKeysOf(vault: Vault, { shared }: Config): SubjectKeys {
  return new SubjectKeys(vault, shared ? KEYS_TRUSTED_MS : undefined);
}

function locksOf(vault: Vault, clock: Clock, { shared }: Config): KeyedLock {
  return new KeyedLock(shared ? { vault, clock } : undefined);
}

/** The kernel over an installation's ports, for every feature. */
@Global()
@Module({})
export class KernelModule {
  static with(opened: Ports, features: readonly Feature[]): DynamicModule {
    const latencies = new StoreLatencies();
    const ports = latencies.measured(opened);
    const providers: Provider[] = [
      { provide: StoreLatencies, useValue: latencies },
      { provide: EVENT_STORE, useValue: ports.store },
      { provide: DOCUMENTS, useValue: ports.documents },
      { provide: JOBS, useValue: ports.jobs },
      { provide: CLOCK, useValue: ports.clock },
      { provide: LOG, useValue: ports.log },
      { provide: TELEMETRY, useValue: ports.telemetry },
      { provide: FEATURES, useValue: features },
      { provide: Keys, useValue: new Keys(ports.keys) },
      { provide: VAULT, useFactory: (keys: Keys) => new EncryptedVault(ports.vault, keys), inject: [Keys] },
      { provide: SubjectKeys, useFactory: subjectKeysOf, inject: [VAULT, CONFIG] },
      { provide: SealedTexts, useFactory: (keys: SubjectKeys) => new SealedTexts(keys), inject: [SubjectKeys] },
      {
        provide: Codec,
        useFactory: (keys: SubjectKeys) => codecOf(features, keys, ports.store),
        inject: [SubjectKeys],
      },
      {
        provide: Executor,
        useFactory: (codec: Codec, vault: Vault) =>
          new Executor(ports.store, codec, ports.clock, new Snapshots(vault, ports.log)),
        inject: [Codec, VAULT],
      },
      {
        provide: Claims,
        useFactory: (executor: Executor, keys: Keys) =>
          new Claims(executor, keys, ports.clock, Object.assign({}, ...features.map(({ claims }) => claims))),
        inject: [Executor, Keys],
      },
      {
        provide: SubjectEraser,
        useFactory: (executor: Executor, subjectKeys: SubjectKeys, keys: Keys) =>
          new SubjectEraser(executor, subjectKeys, keys),
        inject: [Executor, SubjectKeys, Keys],
      },
      // Of all requests, beside the folds of read models.
      { provide: LongWork, useFactory: () => new LongWork() },
      { provide: KeyedLock, useFactory: locksOf, inject: [VAULT, CLOCK, CONFIG] },
      Commands,
      Documents,
      EntityStates,
      OrganizationHolds,
      ActivityCounts,
      DueItems,
      OldestStep,
      Runtime,
      LogTail,
      ExpiringDocuments,
      FreshDocuments,
      StreamDocuments,
      FailingWork,
      Workers,
      VaultCells,
      VaultRows,
      VaultRowSweeper,
      Blobs,
      BlobSweeper,
      // Handlers of what the features' claims processes send.
      ...handlersOf(claimDecider, ({ claim }) => claimStream(claim), ConfirmClaim),
      ReleaseClaimHandler,
      EraseSubjectHandler,
    ];
    return { module: KernelModule, imports: [CqrsModule.forRoot()], providers, exports: [...providers, CqrsModule] };
  }
}
