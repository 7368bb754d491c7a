import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { LinkCustomerMeter } from './customer-meter.commands.ts';
import { unlinkedIn, usageLinkProjection } from './usage-links.projection.ts';

const LINKED_AT_ONCE = 200;

/** Lists for customers what was reported under their external id while nobody was known to have it (docs/BILLING.md#metered-usage). */
@Injectable()
export class UsageLinkWorker implements Work, OnApplicationBootstrap {
  readonly kind = 'usage-link';
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

  async due(): Promise<string[]> {
    const query = { where: { eq: ['is_open', true] as [string, boolean] }, limit: LINKED_AT_ONCE };
    return (await this.documents.find(usageLinkProjection, query, 'any')).items.map(({ id }) => id);
  }

  async handle(owner: string): Promise<void> {
    const link = await this.documents.get(usageLinkProjection, owner, 'any');
    if (!link?.is_open) return;
    const { organization_id: organizationId, customer_id } = link;
    const context = { ...startContext({ kind: 'system', id: this.kind }, this.clock), organizationId };
    for (const meterId of unlinkedIn(link)) {
      const data = { organizationId, customerId: customer_id!, meterId, owner };
      await this.commands.execute(new LinkCustomerMeter(data, context, `LinkCustomerMeter:${meterId}`));
    }
  }
}
