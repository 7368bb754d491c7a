import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/reading/documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/work/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { Find, Where } from '../../../kernel/ports/document-store.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { endpointProjection } from '../../delivery/webhooks/endpoints/webhook-endpoint.projection.ts';
import { AnnounceUsage } from './usage-announcement.commands.ts';
import {
  announcedUntil,
  unannouncedUsageProjection,
  type UnannouncedUsageDocument,
} from './unannounced-usage.projection.ts';

/** Of an organization, each second: an endpoint gets one message at a time, and others than these, too. */
const ANNOUNCED_AT_ONCE = 10;

/** Announces the state of customers that usage has changed, as `customer.state_changed` (docs/BILLING.md#order-of-messages). */
@Injectable()
export class UsageAnnouncementWorker implements Work, OnApplicationBootstrap {
  readonly kind = 'usage-announcement';
  readonly atOnce = 8;
  readonly isAwaited = true;

  constructor(
    private readonly workers: Workers,
    private readonly commands: Commands,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  /** Organizations with something to announce, and with somebody to whom. */
  async due(): Promise<string[]> {
    if ((await this.waiting('any', 1)).length === 0) return [];
    const subscribed = await this.subscribed();
    const waiting = await Promise.all(subscribed.map((id) => this.waiting({ organizationIds: [id] }, 1)));
    return subscribed.filter((_, at) => waiting[at]!.length > 0);
  }

  async handle(organizationId: string): Promise<void> {
    const context = { ...startContext({ kind: 'system', id: this.kind }, this.clock), organizationId };
    const scope = { organizationIds: [organizationId] };
    for (const { id: customerId, position: from } of await this.waiting(scope, ANNOUNCED_AT_ONCE)) {
      const data = { organizationId, customerId, from };
      await this.commands.execute(new AnnounceUsage(data, context, `AnnounceUsage:${customerId}`));
    }
  }

  /** Those that have waited longest first. */
  private async waiting(scope: TenantScope, limit: number): Promise<UnannouncedUsageDocument[]> {
    const query: Find = {
      where: { lte: ['since', announcedUntil(this.clock.now())] },
      sort: [{ field: 'since', direction: 'asc' }],
      limit,
    };
    return (await this.documents.find(unannouncedUsageProjection, query, scope)).items;
  }

  /** Organizations with an endpoint that gets the state of customers. */
  private async subscribed(): Promise<string[]> {
    const where: Where = { and: [{ has: ['events', 'customer.state_changed'] }, { exists: ['disabled_at', false] }] };
    const endpoints = await this.documents.all(endpointProjection, { where }, 'any');
    return [...new Set(endpoints.map(({ organization_id }) => organization_id))];
  }
}
