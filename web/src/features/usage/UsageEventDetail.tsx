import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { benefitQuery } from '@/api/benefits';
import { useMayChange } from '@/api/members';
import { meterQuery } from '@/api/meters';
import type { Organization, UsageEvent } from '@/api/types';
import { usageEventQuery } from '@/api/usage-events';
import { shortId, text } from '@/lib/format';
import { zoneLabel } from '@/lib/zone';
import { Fact, Facts } from '@/ui/Facts';
import { MetadataFact } from '@/ui/MetadataFact';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Id, Moment } from '@/ui/Value';
import { UsageCustomer } from './UsageCustomer';
import { VoidEvent } from './VoidEvent';

export function UsageEventDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: event } = useSuspenseQuery(usageEventQuery(id));
  const mayChange = useMayChange(organization.id);
  const [isVoiding, setVoiding] = useState(false);
  const org = organization.slug;
  const actions = useMemo(
    (): PageAction[] =>
      event.source === 'user' && !event.voided
        ? [{ label: 'Void event', rank: 'danger', run: () => setVoiding(true) }]
        : [],
    [event],
  );
  return (
    <>
      <PageHead
        title={event.name}
        up={{ label: 'Usage events', link: linkOptions({ to: '/$org/usage-events', params: { org } }) }}
        action={<PageActions offered={mayChange} actions={actions} />}
      />
      <Facts>
        <Fact term="Timestamp">
          <Moment at={event.timestamp} /> <span className="text-soft">{zoneLabel()}</span>
        </Fact>
        <Fact term="Customer">
          <UsageCustomer event={event} org={org} />
        </Fact>
        {event.voided && (
          <Fact term="Voided">
            <Moment at={event.voided.at} /> <span className="block">{event.voided.reason}</span>
          </Fact>
        )}
        <Fact term="Source">{event.source === 'system' ? 'System' : 'Sent by you'}</Fact>
        <AboutFacts metadata={event.metadata} source={event.source} org={org} />
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
      <VoidEvent event={event} open={isVoiding} onOpenChange={setVoiding} />
    </>
  );
}

interface AboutFactsProps extends Pick<UsageEvent, 'metadata' | 'source'> {
  org: string;
}

/** What a system event is about. */
function AboutFacts({ metadata: { benefit_id, meter_id }, source, org }: AboutFactsProps) {
  if (source !== 'system') return null;
  return (
    <>
      {typeof benefit_id === 'string' && (
        <Fact term="Benefit">
          <BenefitLink id={benefit_id} org={org} />
        </Fact>
      )}
      {typeof meter_id === 'string' && (
        <Fact term="Meter">
          <MeterLink id={meter_id} org={org} />
        </Fact>
      )}
    </>
  );
}

/** A deleted benefit has no page. */
function BenefitLink({ id, org }: { id: string; org: string }) {
  const { data: benefit } = useQuery(benefitQuery(id));
  if (!benefit) return shortId(id);
  return (
    <Link to="/$org/benefits/$id" params={{ org, id }} className="link">
      {benefit.description}
    </Link>
  );
}

function MeterLink({ id, org }: { id: string; org: string }) {
  const { data: meter } = useQuery(meterQuery(id));
  return (
    <Link to="/$org/meters/$id" params={{ org, id }} className="link">
      {meter?.name ?? shortId(id)}
    </Link>
  );
}
