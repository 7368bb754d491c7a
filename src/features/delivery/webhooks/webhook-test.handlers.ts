import { Handles } from '../../../app/commands.ts';
import { Inject } from '@nestjs/common';
import { JOBS } from '../../../app/tokens.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { endpointDecider } from './endpoints/webhook-endpoint.decider.ts';
import { sampleOf } from './messages/webhook-samples.ts';
import { WebhookTexts } from './webhook-texts.service.ts';
import { SendTestWebhook } from './webhook.commands.ts';
import { endpointStream, messagesStream, webhookIdOf, type SchedulingEvent } from './webhook.events.ts';
import { endpointJob } from './webhook.handlers.ts';

/** @throws NotFound */
@Handles(SendTestWebhook)
export class SendTestWebhookHandler {
  constructor(
    private readonly executor: Executor,
    private readonly texts: WebhookTexts,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  async execute({ data: { endpointId, wireType }, context }: SendTestWebhook): Promise<string> {
    const { state } = await this.executor.state(endpointDecider, endpointStream(endpointId), context.scope);
    if (state.status !== 'active') throw new NotFound();
    const { organizationId } = state;
    const testId = deriveUuid(context.requestId, 'webhook-test');
    const body = { type: wireType, timestamp: context.now, data: sampleOf(wireType, organizationId) };
    const bodySha256 = await this.texts.keepBody(organizationId, testId, wireType, () =>
      Promise.resolve({ text: JSON.stringify(body), subjects: [] }),
    );
    const messages = [{ wireType, bodySha256: bodySha256!, endpointIds: [endpointId] }];
    const event: SchedulingEvent = { type: 'WebhooksScheduled', data: { eventId: testId, isTest: true, messages } };
    const command = new SendTestWebhook({ endpointId, wireType }, { ...context, organizationId });
    // A conflict means that the request was repeated.
    await this.executor.append(messagesStream(testId), [event], -1, command);
    await this.jobs.wake(endpointJob(endpointId));
    return webhookIdOf(testId, wireType, endpointId);
  }
}
