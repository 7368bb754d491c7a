import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { Organization } from '@/api/types';
import { usageEventQuery } from '@/api/usage-events';
import { text } from '@/lib/format';
import { zoneLabel } from '@/lib/zone';
import { Fact, Facts } from '@/ui/Facts';
import { MetadataFact } from '@/ui/MetadataFact';
import { PageHead } from '@/ui/PageHead';
import { Id, Moment } from '@/ui/Value';
import { UsageCustomer } from './UsageCustomer';

export function UsageEventDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: event } = useSuspenseQuery(usageEventQuery(id));
  const org = organization.slug;
  return (
    <>
      <PageHead
        title={event.name}
        up={{ label: 'Usage events', link: linkOptions({ to: '/$org/usage-events', params: { org } }) }}
      />
      <Facts>
        <Fact term="Timestamp">
          <Moment at={event.timestamp} /> <span className="text-soft">{zoneLabel()}</span>
        </Fact>
        <Fact term="Customer">
          <UsageCustomer event={event} org={org} />
        </Fact>
        <MetadataFact metadata={event.metadata} />
        <Fact term="External customer ID">{text(event.external_customer_id)}</Fact>
        {event.customer_id && (
          <Fact term="Customer ID">
            <Id id={event.customer_id} />
          </Fact>
        )}
        <Fact term="ID">
          <Id id={id} />
        </Fact>
      </Facts>
    </>
  );
}
