import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ExpiringDocuments } from '../../../../app/reading/expiring-documents.ts';
import { CLOCK } from '../../../../app/tokens.ts';
import { addDays, type Clock } from '../../../../kernel/ports/clock.ts';
import { attemptCollection, attemptDocument, type WebhookAttempt } from './webhook-attempts.projection.ts';
import { WEBHOOK_KEPT_DAYS } from '../webhook.events.ts';

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

  async deleteExpired(): Promise<void> {
    await this.documents.deleteUpTo(attemptCollection, addDays(this.clock.machineNow(), -WEBHOOK_KEPT_DAYS));
  }
}
