import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import { claimEvents } from '../../src/kernel/writing/claim.ts';
import { addSeconds, msOf, type Clock, type Instant } from '../../src/kernel/ports/clock.ts';
import { Codec } from '../../src/kernel/writing/codec.ts';
import { SubjectKeys } from '../../src/kernel/secrets/subject-keys.ts';
import { Writes, type Context } from '../../src/kernel/writing/command.ts';
import { subjectEvents, type EventCatalogue } from '../../src/kernel/writing/events.ts';
import { Executor } from '../../src/kernel/writing/execute.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { Keys } from '../../src/kernel/secrets/keys.ts';
import type { Log } from '../../src/kernel/ports/log.ts';
import { noTelemetry } from '../../src/kernel/ports/telemetry.ts';
import { skipEvents, SkippedEvents } from '../../src/kernel/writing/skipped-events.ts';
import { EncryptedVault } from '../../src/kernel/secrets/encrypted-vault.ts';

/** Two clocks that stand still until a test moves them. */
export class ManualClock implements Clock {
  constructor(
    private business: Instant = '2026-01-31T10:00:00.000Z',
    private machine: Instant = '2026-01-31T10:00:00.000Z',
  ) {}

  now(): Instant {
    return this.business;
  }

  machineNow(): Instant {
    return this.machine;
  }

  advance(seconds: number): void {
    this.business = addSeconds(this.business, seconds);
  }

  advanceMachine(seconds: number): void {
    this.machine = addSeconds(this.machine, seconds);
  }
}

/** Records log lines for assertions. */
export class RecordingLog implements Log {
  readonly lines: { level: string; message: string; fields?: Record<string, unknown> }[] = [];

  info(message: string, fields?: Record<string, unknown>): void {
    this.lines.push({ level: 'info', message, fields });
  }

  warn(message: string, fields?: Record<string, unknown>): void {
    this.lines.push({ level: 'warn', message, fields });
  }

  error(message: string, fields?: Record<string, unknown>): void {
    this.lines.push({ level: 'error', message, fields });
  }
}

export const testKeys = new Keys({ signing: ['signing-key'], master: ['master-key'], lookup: 'lookup-key' });

/** The kernel on embedded stores in a folder of its own. */
export function openKernel(catalogues: readonly EventCatalogue[], folder = mkdtempSync(join(tmpdir(), 'tillbook-'))) {
  const store = new SqliteEventStore(folder);
  const documents = new SqliteDocumentStore(folder);
  const clock = new ManualClock();
  const rawVault = new SqliteVault(folder, { now: () => msOf(clock.machineNow()) });
  const vault = new EncryptedVault(rawVault, testKeys);
  const subjectKeys = new SubjectKeys(vault);
  const codec = new Codec(
    [claimEvents, subjectEvents, skipEvents, ...catalogues],
    subjectKeys,
    new SkippedEvents(store),
  );
  const log = new RecordingLog();
  return {
    folder,
    store,
    documents,
    clock,
    vault,
    subjectKeys,
    codec,
    log,
    telemetry: noTelemetry,
    executor: new Executor(store, codec, clock),
    context: (requestId: string = newUuid()): Context => ({
      requestId,
      actor: { kind: 'user', id: 'tester' },
      correlationId: requestId,
      causationId: requestId,
      organizationId: 'org',
      now: clock.now(),
      machineNow: clock.machineNow(),
      scope: 'any',
      writes: new Writes(),
    }),
    /** Closes the stores; `keep` keeps the folder for another start. */
    async close({ keep = false } = {}): Promise<void> {
      await Promise.all([store.close(), documents.close(), rawVault.close()]);
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestKernel = ReturnType<typeof openKernel>;
