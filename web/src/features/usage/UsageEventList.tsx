import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useCustomerChoices } from '@/api/customers';
import { useMayChange } from '@/api/members';
import type { Organization, UsageEvent } from '@/api/types';
import { useUsageNames, usageEventsQuery, type UsageEventSearch } from '@/api/usage-events';
import { later } from '@/lib/later';
import type { UsageEventFilters } from '@/lib/list-filters';
import { Button } from '@/ui/Button';
import { useCommands } from '@/ui/commands';
import { DateFilter } from '@/ui/DateFilter';
import { PickFilter } from '@/ui/PickFilter';
import { ResourceList } from '@/ui/ResourceList';
import type { Column } from '@/ui/table-column';
import { Moment } from '@/ui/Value';
import { UsageCustomer } from './UsageCustomer';
import { UsageNameFilter, UsageNames } from './UsageNames';

const TestEventDialog = later(() => import('./TestEventDialog').then((file) => file.TestEventDialog));

interface UsageEventListProps {
  organization: Organization;
  search: UsageEventSearch;
  onSearch: (change: Partial<UsageEventSearch>) => void;
}

const noFilters: UsageEventFilters = { name: '', customer: '', from: '', to: '' };

export function UsageEventList({ organization, search, onSearch }: UsageEventListProps) {
  const query = useQuery(usageEventsQuery(organization.id, search));
  const names = useUsageNames(organization.id, search.customer);
  const customers = useCustomerChoices(organization.id, search.customer);
  const mayChange = useMayChange(organization.id);
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
        action={send}
        columns={columns}
        query={query}
        link={({ id }) => linkOptions({ to: '/$org/usage-events/$id', params: { org, id } })}
        search={search}
        onSearch={onSearch}
        beside={<UsageNames names={names} search={search} />}
        filters={
          <>
            <UsageNameFilter names={names} name={search.name} onPick={(name) => onSearch({ name })} />
            <PickFilter
              label="Customer"
              any="Any customer"
              {...customers}
              onPick={(customer) => onSearch({ customer })}
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
      cell: ({ name }) => <span className="font-mono text-[13px]">{name}</span>,
    },
    {
      header: 'Customer',
      grow: true,
      cell: (event) => <UsageCustomer event={event} org={org} />,
    },
  ];
}
