import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { BATCH, isOpen, recorded } from './sending/webhook-progress.rules.ts';
import type { ProgressRow } from './sending/webhook-progress.service.ts';
import { RecordWebhookOutcomes } from './webhook.commands.ts';
import { outcomesStream, type OutcomeEvent, type WebhookOutcome } from './webhook.events.ts';
import { webhookProjection } from './webhook.projection.ts';

const CAUGHT_UP_MS = 2_000;

/** Appends what became of an endpoint's messages, many with one event. */
@Injectable()
export class WebhookOutcomes {
  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Appends the outcomes that the log does not have. The row keeps them until the read models show them, so that no message is sent again: what
   * is appended now goes with the next call. While the read models are behind, nothing happens.
   * @returns how many are in the row and in the log
   */
  async record(endpointId: string, row: ProgressRow): Promise<number> {
    const { outcomes } = row.progress;
    if (outcomes.length === 0 || !(await this.areCaughtUp())) return 0;
    const ids = outcomes.map(({ webhookId }) => webhookId);
    const messages = await this.documents.getMany(webhookProjection, ids, 'any');
    const open = outcomes.filter((outcome) => isOpen(outcome, messages.get(outcome.webhookId)));
    const shown = outcomes.filter((outcome) => !open.includes(outcome));
    if (shown.length > 0) row.stage((progress) => recorded(progress, shown));
    if (open.length === 0) return 0;
    const organizationId = messages.get(open[0]!.webhookId)!.organization_id;
    for (let from = 0; from < open.length; from += BATCH)
      await this.append(endpointId, organizationId, open.slice(from, from + BATCH));
    return open.length;
  }

  /** Until the row has none. */
  async recordAll(endpointId: string, row: ProgressRow): Promise<void> {
    if ((await this.record(endpointId, row)) > 0) await this.record(endpointId, row);
    await row.save();
  }

  private async areCaughtUp(): Promise<boolean> {
    const end = await this.store.end();
    return end === undefined || this.runtime.readModels.passed(end, CAUGHT_UP_MS);
  }

  private async append(endpointId: string, organizationId: string, outcomes: readonly WebhookOutcome[]): Promise<void> {
    const batchId = uuidV5(endpointId, ...outcomes.map(({ webhookId, round }) => `${webhookId}:${round}`));
    const context = { ...startContext({ kind: 'system', id: 'webhooks' }, this.clock, batchId), organizationId };
    const event: OutcomeEvent = { type: 'WebhookOutcomesRecorded', data: { endpointId, organizationId, outcomes } };
    // A conflict means that another worker has appended the same batch.
    await this.executor.append(
      outcomesStream(batchId),
      [event],
      -1,
      new RecordWebhookOutcomes({ endpointId }, context),
    );
  }
}
