import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTimeline } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import { meterQuery } from '@/api/meters';
import type { Organization } from '@/api/types';
import { aggregationWords, meterWords } from '@/lib/meter-words';
import { word } from '@/lib/format';
import { Detail, Fact, Facts } from '@/ui/Facts';
import { MetadataFact } from '@/ui/MetadataFact';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Timeline } from '@/ui/Timeline';
import { Id, Time } from '@/ui/Value';
import { MeterCustomers } from './MeterCustomers';
import { MeterFigures, MeterUsage } from './MeterUsage';

export function MeterDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: meter } = useSuspenseQuery(meterQuery(id));
  const history = useTimeline(organization.id, 'meter', id);
  const org = organization.slug;
  const actions = useMemo(
    (): PageAction[] => [
      { label: 'Edit meter', short: 'Edit', link: linkOptions({ to: '/$org/meters/$id/edit', params: { org, id } }) },
    ],
    [org, id],
  );
  return (
    <>
      <PageHead
        title={meter.name}
        note={<span className="wrap-anywhere">{meterWords(meter.filter, meter.aggregation)}.</span>}
        up={{ label: 'Meters', link: linkOptions({ to: '/$org/meters', params: { org } }) }}
        action={<PageActions offered={useMayChange(organization.id)} actions={actions} />}
      />
      <MeterFigures meter={meter} org={org} />
      <Detail side={<Timeline subject="meter" id={id} query={history} />}>
        <MeterUsage key={id} meter={meter} org={org} />
        <MeterCustomers key={`${id} customers`} meterId={id} organization={organization} />
        <Facts>
          <Fact term="Aggregation">{word(aggregationWords(meter.aggregation))}</Fact>
          {meter.frozen_at && (
            <Fact term="Definition">
              Can’t be changed, because what it measured was billed: <Time at={meter.frozen_at} />
            </Fact>
          )}
          <MetadataFact metadata={meter.metadata} />
          <Fact term="Created">
            <Time at={meter.created_at} />
          </Fact>
          <Fact term="Changed">
            <Time at={meter.modified_at} />
          </Fact>
          <Fact term="ID">
            <Id id={id} />
          </Fact>
        </Facts>
      </Detail>
    </>
  );
}
