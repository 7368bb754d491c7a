import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import type { Organization, UsageEventName } from '@/api/types';
import { usageNamesQuery } from '@/api/usage-events';
import { count } from '@/lib/format';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { EmptyState } from '@/ui/States';
import type { Column } from '@/ui/table-column';
import { UsageName } from '@/ui/UsageName';
import { Time } from '@/ui/Value';
import { CustomerMeters } from './CustomerMeters';

const NAMES = 10;

const columns: Column<UsageEventName>[] = [
  { header: 'Name', sort: 'name', phone: 'lead', grow: true, cell: (named) => <UsageName {...named} /> },
  {
    header: 'Events',
    sort: 'occurrences',
    phone: 'trail',
    figures: true,
    priority: 0,
    cell: ({ occurrences }) => count(occurrences),
  },
  {
    header: 'First',
    sort: 'first_seen',
    phone: 'hide',
    priority: 2,
    cell: ({ first_seen }) => <Time at={first_seen} inRow />,
  },
  { header: 'Last', sort: 'last_seen', priority: 1, cell: ({ last_seen }) => <Time at={last_seen} inRow /> },
];

/** What the customer used, by meters and by the names of their usage events. */
export function CustomerUsage({ customerId, organization }: { customerId: string; organization: Organization }) {
  const [page, setPage] = useState(1);
  const [sorting, setSorting] = useState('-last_seen');
  const query = useQuery(usageNamesQuery(organization.id, { page, sorting, limit: NAMES, customer: customerId }));
  const to = { to: '/$org/usage-events', params: { org: organization.slug } } as const;
  return (
    <Section
      title="Usage"
      action={
        <Link {...to} search={{ customer: customerId }} className="link">
          All usage events
        </Link>
      }
    >
      <CustomerMeters customerId={customerId} organization={organization} />
      <DataTable
        label="names"
        columns={columns}
        query={query}
        rowKey={({ name, source }) => `${source} ${name}`}
        link={({ name, source }) => linkOptions({ ...to, search: { customer: customerId, name, source } })}
        sorting={sorting}
        onSort={(chosen) => {
          setSorting(chosen);
          setPage(1);
        }}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState title="No usage yet">The events that your program sends for them are counted here.</EmptyState>
        }
      />
    </Section>
  );
}
