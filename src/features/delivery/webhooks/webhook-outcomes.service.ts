import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { recorded } from './webhook-progress.rules.ts';
import type { ProgressRow } from './webhook-progress.service.ts';
import { RecordWebhookOutcomes } from './webhook.commands.ts';
import { outcomesStream, type OutcomeEvent, type WebhookOutcome } from './webhook.events.ts';
import { webhookProjection, type WebhookDocument } from './webhook.projection.ts';

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

  /** The row keeps the outcomes until the read models show them, so that no message is sent again; if they are behind, until the next time. */
  async record(endpointId: string, row: ProgressRow): Promise<void> {
    const { outcomes } = row.progress;
    if (outcomes.length === 0 || !(await this.areCaughtUp())) return;
    const ids = outcomes.map(({ webhookId }) => webhookId);
    const messages = await this.documents.getMany(webhookProjection, ids, 'any');
    const open = outcomes.filter((outcome) => isOpen(outcome, messages.get(outcome.webhookId)));
    if (open.length > 0) {
      await this.append(endpointId, messages.get(open[0]!.webhookId)!.organization_id, open);
      if (!(await this.areCaughtUp())) return;
    }
    await row.update((progress) => recorded(progress, outcomes));
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

/** Repeated after a crash, or by a second worker, an outcome is already in the log; after a restore, its message may not be. */
function isOpen({ round }: WebhookOutcome, message: WebhookDocument | undefined): boolean {
  return message !== undefined && round > message.settled_round && round <= message.round;
}
