import { Handles } from '../../../../app/commands.ts';
import { Inject, type Type } from '@nestjs/common';
import { caughtUp } from '../../../../app/reading/documents.ts';
import { Runtime } from '../../../../app/runtime.ts';
import { EVENT_STORE, JOBS } from '../../../../app/tokens.ts';
import { InvalidInput, NotFound } from '../../../../kernel/errors.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import type { EventStore } from '../../../../kernel/ports/event-store.ts';
import type { JobQueue } from '../../../../kernel/ports/job-queue.ts';
import type { Executed } from '../../../../kernel/writing/command.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { endpointDecider, type EndpointState } from '../endpoints/webhook-endpoint.decider.ts';
import { withoutRow } from './webhook-progress.rules.ts';
import { WebhookProgress } from './webhook-progress.service.ts';
import { WebhookReplays } from '../webhook-replays.service.ts';
import { EnableWebhookEndpoint, EndWebhookReplay, StartWebhookReplay } from '../webhook.commands.ts';
import { endpointStream, type EndpointEvent } from '../webhook.events.ts';
import { endpointJob } from '../webhook.handlers.ts';

type EndpointExecuted = Executed<EndpointState, EndpointEvent>;

/** @throws NotFound · WebhookEndpointIsEnabled */
@Handles(EnableWebhookEndpoint)
export class EnableWebhookEndpointHandler {
  constructor(
    private readonly executor: Executor,
    private readonly rows: WebhookProgress,
    private readonly replays: WebhookReplays,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute(command: EnableWebhookEndpoint): Promise<EndpointExecuted> {
    const { endpointId, retryMissed } = command.data;
    const { requestId, scope } = command.context;
    const { state } = await this.executor.state(endpointDecider, endpointStream(endpointId), scope);
    if (state.status !== 'active') throw new NotFound();
    const { organizationId, missedFrom } = state;
    const replayId = deriveUuid(requestId, 'webhook-replay');
    const replay =
      retryMissed && missedFrom !== null
        ? await this.replays.begun(replayId, organizationId, { eventId: missedFrom })
        : undefined;
    // Before it is enabled: its next failure is the first of a row.
    if (missedFrom !== null) await (await this.rows.open(endpointId)).update(withoutRow);
    const facts = command.with({ endpointId, replay: replay ?? null });
    const executed = await this.executor.execute(endpointDecider, endpointStream(endpointId), facts);
    await this.jobs.wake(endpointJob(endpointId));
    return executed;
  }
}

/** @throws NotFound · InvalidInput nothing happened since then · WebhookEndpointIsDisabled · WebhookReplayIsRunning */
@Handles(StartWebhookReplay)
export class StartWebhookReplayHandler {
  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    private readonly replays: WebhookReplays,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute(command: StartWebhookReplay): Promise<EndpointExecuted> {
    const { endpointId, from } = command.data;
    const { requestId, scope } = command.context;
    const { state } = await this.executor.state(endpointDecider, endpointStream(endpointId), scope);
    if (state.status !== 'active') throw new NotFound();
    await caughtUp(this.runtime, this.store, 'ledger');
    const replayId = deriveUuid(requestId, 'webhook-replay');
    const replay = await this.replays.begun(replayId, state.organizationId, { at: from });
    if (!replay) throw InvalidInput.at('body.from', 'Nothing has happened since then');
    const facts = command.with({ endpointId, replay });
    const executed = await this.executor.execute(endpointDecider, endpointStream(endpointId), facts);
    await this.jobs.wake(endpointJob(endpointId));
    return executed;
  }
}

/** @throws NotFound · NoWebhookReplay */
@Handles(EndWebhookReplay)
export class EndWebhookReplayHandler {
  constructor(
    private readonly executor: Executor,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute(command: EndWebhookReplay): Promise<EndpointExecuted> {
    const { endpointId } = command.data;
    const executed = await this.executor.execute(endpointDecider, endpointStream(endpointId), command);
    await this.jobs.wake(endpointJob(endpointId));
    return executed;
  }
}

export const courseHandlers: Type[] = [
  EnableWebhookEndpointHandler,
  StartWebhookReplayHandler,
  EndWebhookReplayHandler,
];
