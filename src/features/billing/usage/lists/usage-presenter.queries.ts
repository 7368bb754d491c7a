import { Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { CustomerPresenter, CustomerReader } from '../../customers/customers.queries.ts';
import type { CustomerDocument } from '../../customers/customer.projection.ts';
import { labelOf } from './system-event.rules.ts';
import type { UsageEventRead } from '../usage.dto.ts';
import { usageVoidProjection } from '../voids/usage-void.projection.ts';
import { usageVoidStream, type UsageVoided } from '../usage.events.ts';
import type { UsageEventFacts } from '../usage-log.service.ts';

/** Usage events in wire form, with their customers: of an external id, the customer who has it now. */
@Injectable()
export class UsageEventPresenter {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
    private readonly customers: CustomerReader,
    private readonly presenter: CustomerPresenter,
  ) {}

  async presentAll(events: readonly UsageEventFacts[]): Promise<UsageEventRead[]> {
    const byId = await this.customers.named(events.flatMap(({ customerId }) => customerId ?? []));
    const byExternalId = await this.withExternalIds(events.filter(({ customerId }) => customerId === null));
    const [voided, customerOf] = await Promise.all([
      this.voided(events),
      this.presenter.shown([...byId.values(), ...byExternalId.values()]),
    ]);
    return events.map((event) => {
      const { id, name, source, timestamp, metadata, organizationId, customerId, externalId } = event;
      const customer = customerId === null ? byExternalId.get(event.ownerKey) : byId.get(customerId);
      return {
        id,
        timestamp,
        organization_id: organizationId,
        customer_id: customer?.id ?? customerId,
        customer: customer ? customerOf(customer) : null,
        external_customer_id: externalId,
        name,
        label: labelOf(name, source),
        source,
        metadata,
        voided: voided.get(id) ?? null,
      };
    });
  }

  private async voided(events: readonly UsageEventFacts[]): Promise<Map<string, UsageEventRead['voided']>> {
    const reasons = await Promise.all(
      (await this.maybeVoided(events)).map(async (id) => {
        const [voided] = await this.executor.load<UsageVoided>(usageVoidStream(id), 'any');
        return voided && ([id, { at: voided.metadata.occurredAt, reason: voided.data.reason }] as const);
      }),
    );
    return new Map(reasons.filter((one) => one !== undefined));
  }

  /** Of a page, the read model tells; a single one may have been voided just now. */
  private async maybeVoided(events: readonly UsageEventFacts[]): Promise<string[]> {
    const ids = events.map(({ id }) => id);
    return ids.length === 1 ? ids : [...(await this.documents.getMany(usageVoidProjection, ids, 'any')).keys()];
  }

  private async withExternalIds(events: readonly UsageEventFacts[]): Promise<Map<string, CustomerDocument>> {
    const found = new Map<string, CustomerDocument>();
    for (const { ownerKey, organizationId, externalId } of new Map(events.map((one) => [one.ownerKey, one])).values()) {
      const customer = externalId === null ? undefined : await this.customers.byExternalId(organizationId, externalId);
      if (customer) found.set(ownerKey, customer);
    }
    return found;
  }
}
