import { Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import type { Where } from '../../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../../kernel/writing/scope.ts';
import { BenefitReader } from '../../benefits/benefits.queries.ts';
import { systemEventProjection, type SystemEventDocument } from './system-event.projection.ts';
import type { UsageEventFacts } from '../usage-log.service.ts';

/** What happened to customers, as usage events. */
@Injectable()
export class SystemEvents {
  constructor(
    private readonly documents: Documents,
    private readonly benefits: BenefitReader,
  ) {}

  async get(id: string, scope: TenantScope): Promise<UsageEventFacts | undefined> {
    const document = await this.documents.get(systemEventProjection, id, scope);
    return document && (await this.factsOf([document]))[0];
  }

  async ofHour(hour: string, organizationIds: readonly string[]): Promise<UsageEventFacts[]> {
    const where: Where = { eq: ['hour', hour] };
    return this.factsOf(await this.documents.all(systemEventProjection, { where }, { organizationIds }));
  }

  private async factsOf(documents: readonly SystemEventDocument[]): Promise<UsageEventFacts[]> {
    const benefits = await this.benefits.named(documents.flatMap((document) => benefitOf(document) ?? []));
    return documents.map((document) => {
      const { id, organization_id, customer_id, name, timestamp, metadata } = document;
      const type = benefits.get(benefitOf(document) ?? '')?.type;
      return {
        id,
        organizationId: organization_id,
        name,
        source: 'system',
        timestamp,
        metadata: { ...metadata, ...(type && { benefit_type: type }) },
        meters: [],
        customerId: customer_id,
        externalId: null,
        ownerKey: customer_id,
      };
    });
  }
}

function benefitOf({ metadata }: SystemEventDocument): string | undefined {
  const id = metadata['benefit_id'];
  return typeof id === 'string' ? id : undefined;
}
