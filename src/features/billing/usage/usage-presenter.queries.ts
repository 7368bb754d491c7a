import { Injectable } from '@nestjs/common';
import { CustomerPresenter, CustomerReader } from '../customers/customers.queries.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import type { UsageEventRead } from './usage.dto.ts';
import type { UsageEventFacts } from './usage-log.service.ts';

/** Usage events in wire form, with their customers: of an external id, the customer who has it now. */
@Injectable()
export class UsageEventPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly presenter: CustomerPresenter,
  ) {}

  async presentAll(events: readonly UsageEventFacts[]): Promise<UsageEventRead[]> {
    const byId = await this.customers.named(events.flatMap(({ customerId }) => customerId ?? []));
    const byExternalId = await this.withExternalIds(events.filter(({ customerId }) => customerId === null));
    return events.map((event) => {
      const { id, name, source, timestamp, metadata, organizationId, customerId, externalId } = event;
      const customer = customerId === null ? byExternalId.get(event.ownerKey) : byId.get(customerId);
      return {
        id,
        timestamp,
        organization_id: organizationId,
        customer_id: customer?.id ?? customerId,
        customer: customer ? this.presenter.present(customer) : null,
        external_customer_id: externalId,
        name,
        source,
        metadata,
      };
    });
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
