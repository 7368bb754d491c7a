import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useCustomerChoices } from '@/api/customers';
import { useMayChange } from '@/api/members';
import { useMeterChoices } from '@/api/meters';
import type { Organization, UsageEvent } from '@/api/types';
import { useLiveTail, useUsageNames, usageEventsQuery, type UsageEventSearch } from '@/api/usage-events';
import { later } from '@/lib/later';
import type { UsageEventFilters, UsageSourceFilter } from '@/lib/list-filters';
import { Button } from '@/ui/Button';
import { useCommands } from '@/ui/commands';
import { DateFilter } from '@/ui/DateFilter';
import { SelectFilter } from '@/ui/FilterBar';
import { PickFilter } from '@/ui/PickFilter';
import { ResourceList } from '@/ui/ResourceList';
import type { Column } from '@/ui/table-column';
import { UsageName } from '@/ui/UsageName';
import { Moment } from '@/ui/Value';
import { LiveSwitch } from './LiveSwitch';
import { UsageCustomer } from './UsageCustomer';
import { UsageNameFilter, UsageNames } from './UsageNames';

const TestEventDialog = later(() => import('./TestEventDialog').then((file) => file.TestEventDialog));

interface UsageEventListProps {
  organization: Organization;
  search: UsageEventSearch;
  onSearch: (change: Partial<UsageEventSearch>) => void;
}

const noFilters: UsageEventFilters = { name: '', source: 'user', customer: '', meter: '', from: '', to: '' };

const sources: { value: UsageSourceFilter; label: string }[] = [
  { value: 'all', label: 'Any source' },
  { value: 'user', label: 'Sent by you' },
  { value: 'system', label: 'System' },
];

export function UsageEventList({ organization, search, onSearch }: UsageEventListProps) {
  const query = useQuery(usageEventsQuery(organization.id, search));
  const names = useUsageNames(organization.id, search.customer);
  const customers = useCustomerChoices(organization.id, search.customer);
  const meters = useMeterChoices(organization.id, search.meter);
  const mayChange = useMayChange(organization.id);
  const [isLive, setLive] = useState(false);
  useLiveTail(isLive);
  const [isSending, setSending] = useState(false);
  const org = organization.slug;
  const columns = useMemo(() => columnsOf(org), [org]);
  const commands = useMemo(
    () =>
      mayChange
        ? [{ id: 'usage test', label: 'Send a test event', group: 'This page', run: () => setSending(true) }]
        : [],
    [mayChange],
  );
  useCommands(commands);
  const send = mayChange && (
    <Button kind="primary" onClick={() => setSending(true)}>
      Send a test event
    </Button>
  );
  return (
    <>
      <ResourceList
        title="Usage events"
        label="usage events"
        kept="usage-events"
        action={
          <>
            <LiveSwitch isOn={isLive} onSwitch={setLive} />
            {send}
          </>
        }
        columns={columns}
        query={query}
        link={({ id }) => linkOptions({ to: '/$org/usage-events/$id', params: { org, id } })}
        search={search}
        onSearch={onSearch}
        beside={<UsageNames organizationId={organization.id} names={names} search={search} />}
        filters={
          <>
            <UsageNameFilter
              names={names}
              name={search.name}
              onPick={({ name, source }) => onSearch({ name, source })}
            />
            <PickFilter
              label="Customer"
              any="Any customer"
              {...customers}
              onPick={(customer) => onSearch({ customer })}
            />
            <PickFilter label="Meter" any="Any meter" {...meters} onPick={(meter) => onSearch({ meter })} />
            <SelectFilter
              label="Source"
              value={search.source}
              options={sources}
              onChange={(source) => onSearch({ source })}
            />
            <DateFilter range={search} onRange={onSearch} />
          </>
        }
        noFilters={noFilters}
        empty={{
          title: 'No usage events yet',
          text: 'Your program sends an event with a name, the customer and what they used, such as the number of tokens, whenever a customer uses something that you bill.',
          action: send,
        }}
      />
      {isSending && <TestEventDialog organization={organization} onClose={() => setSending(false)} />}
    </>
  );
}

function columnsOf(org: string): Column<UsageEvent>[] {
  return [
    {
      header: 'Timestamp',
      sort: 'timestamp',
      phone: 'trail',
      width: 11,
      cell: ({ timestamp }) => <Moment at={timestamp} inRow />,
    },
    {
      header: 'Name',
      phone: 'lead',
      grow: true,
      cell: (event) => <UsageName {...event} />,
    },
    {
      header: 'Customer',
      grow: true,
      cell: (event) => <UsageCustomer event={event} org={org} />,
    },
  ];
}
