import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/work/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { LinkCustomerMeter } from './customer-meter.commands.ts';
import { customerMeterId, customerMeterProjection, linkedUsageOf } from './customer-meter.projection.ts';
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
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
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
    // What was measured includes at least the changes that the link knows of.
    await caughtUp(this.runtime, this.store, 'usage');
    for (const { meter_id: meterId, changed: until } of unlinkedIn(link)) {
      const about = { organizationId, customerId: customer_id!, meterId, owner };
      const document = await this.documents.get(customerMeterProjection, customerMeterId(meterId, owner), 'any');
      const data = { ...about, ...linkedUsageOf(document), until };
      await this.commands.execute(new LinkCustomerMeter(data, context, `LinkCustomerMeter:${meterId}:${until}`));
    }
  }
}
