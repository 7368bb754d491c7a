import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { ExpiringDocuments } from '../../../app/expiring-documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { addDays, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import { attemptCollection, attemptDocument, type WebhookAttempt } from './webhook-attempts.projection.ts';
import { KeepWebhookAttempt } from './webhook.commands.ts';
import { WEBHOOK_KEPT_DAYS } from './webhook.events.ts';

/** Attempts to deliver webhooks: kept for 90 days. */
@Injectable()
export class WebhookAttempts implements OnModuleInit {
  constructor(
    private readonly documents: ExpiringDocuments,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.documents.ensure(attemptCollection);
  }

  async add(attempts: readonly WebhookAttempt[]): Promise<void> {
    await this.documents.add(attemptCollection, attempts.map(attemptDocument));
  }

  /** Whether an attempt at that time is still kept. */
  isKept(at: Instant): boolean {
    return at > this.keptSince();
  }

  async deleteExpired(): Promise<void> {
    await this.documents.deleteUpTo(attemptCollection, this.keptSince());
  }

  private keptSince(): Instant {
    return addDays(this.clock.machineNow(), -WEBHOOK_KEPT_DAYS);
  }
}

@CommandHandler(KeepWebhookAttempt)
export class KeepWebhookAttemptHandler {
  constructor(private readonly attempts: WebhookAttempts) {}

  async execute({ data }: KeepWebhookAttempt): Promise<void> {
    if (this.attempts.isKept(data.at)) await this.attempts.add([data]);
  }
}
