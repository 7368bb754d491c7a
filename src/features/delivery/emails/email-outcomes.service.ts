import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE, VAULT } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/work/workers.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { RecordEmailOutcomes } from './email.commands.ts';
import { emailOutcomesStream, type EmailOutcome, type EmailOutcomesEvent } from './email.events.ts';
import type { UnrecordedOutcome } from './email-progress.rules.ts';
import { OUTCOMES } from './email-progress.service.ts';
import { emailProjection, type EmailDocument } from './email.projection.ts';

const BATCH = 50;
const RECORDED_AFTER_SECONDS = 10;
const PAGE = 200;
const ALL = 'all';

/** Appends what became of mails, many with one event: ten seconds after the first, or once there are fifty. */
@Injectable()
export class EmailOutcomes implements Work, OnApplicationBootstrap {
  readonly kind = 'email-outcomes';
  readonly atOnce = 1;
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly workers: Workers,
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    private readonly documents: Documents,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  async due(): Promise<string[]> {
    const since = addSeconds(this.clock.machineNow(), -RECORDED_AFTER_SECONDS);
    const waiting = await this.vault.list(OUTCOMES, `${OUTCOMES}~`, BATCH);
    return waiting.length === BATCH || waiting.some((key) => key < OUTCOMES + since) ? [ALL] : [];
  }

  async handle(): Promise<void> {
    await this.record();
  }

  /** All that are not in the log yet. */
  record(): Promise<void> {
    return this.mutex.withLock(ALL, async () => {
      for (let keys = await this.keys(); keys.length > 0; keys = await this.keys()) await this.recordPage(keys);
    });
  }

  /** In the order of time. */
  private keys(): Promise<string[]> {
    return this.vault.list(OUTCOMES, `${OUTCOMES}~`, PAGE);
  }

  /** The rows stay until the read models show the outcomes. */
  private async recordPage(keys: readonly string[]): Promise<void> {
    const rows = await this.vault.getMany(keys);
    const outcomes = keys.flatMap((key) => {
      const row = rows.get(key);
      return row ? [JSON.parse(row.value) as UnrecordedOutcome] : [];
    });
    await caughtUp(this.runtime, this.store, 'delivery');
    const ids = outcomes.map(({ emailId }) => emailId);
    const mails = await this.documents.getMany(emailProjection, ids, 'any');
    const open = outcomes.filter((outcome) => isOpen(outcome, mails.get(outcome.emailId)));
    for (const organizationId of new Set(open.map((outcome) => outcome.organizationId))) {
      const batch = open.filter((outcome) => outcome.organizationId === organizationId);
      await this.append(organizationId, batch);
    }
    await caughtUp(this.runtime, this.store, 'delivery');
    await Promise.all(keys.map((key) => this.vault.delete(key)));
  }

  private async append(organizationId: string | null, unrecorded: readonly UnrecordedOutcome[]): Promise<void> {
    const outcomes = unrecorded.map(({ organizationId: _, ...outcome }): EmailOutcome => outcome);
    const batchId = uuidV5('emails', ...outcomes.map(({ emailId, result }) => `${emailId}:${result}`));
    const started = startContext({ kind: 'system', id: 'emails' }, this.clock, batchId);
    const context = organizationId === null ? started : { ...started, organizationId };
    const event: EmailOutcomesEvent = { type: 'EmailOutcomesRecorded', data: { organizationId, outcomes } };
    // A conflict means that another worker has appended the same batch.
    await this.executor.append(emailOutcomesStream(batchId), [event], -1, new RecordEmailOutcomes({}, context));
  }
}

/** Repeated after a crash, or by a second worker, an outcome is already in the log; after a restore, its mail may not be. */
function isOpen({ result }: EmailOutcome, mail: EmailDocument | undefined): boolean {
  return mail?.status === 'waiting' && (result !== 'delayed' || mail.attempts === 0);
}
