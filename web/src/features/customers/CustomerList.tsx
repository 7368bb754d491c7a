import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo } from 'react';
import { customersQuery, customerStandingsQuery, type CustomerSearch } from '@/api/customers';
import { useMayChange } from '@/api/members';
import type { Customer, CustomerStanding, Organization } from '@/api/types';
import { countryName } from '@/lib/countries';
import { ABSENT, count, money, text } from '@/lib/format';
import { customerFilters, exportHref, type CustomerFilters } from '@/lib/list-filters';
import { ButtonLink } from '@/ui/Button';
import type { Column } from '@/ui/table-column';
import { DateFilter } from '@/ui/DateFilter';
import { ResourceList } from '@/ui/ResourceList';
import { StatusMark, type Tone } from '@/ui/StatusMark';
import { Time } from '@/ui/Value';

interface CustomerListProps {
  organization: Organization;
  search: CustomerSearch;
  onSearch: (change: Partial<CustomerSearch>) => void;
}

const noFilters: CustomerFilters = { query: '', from: '', to: '' };

const standings: Record<CustomerStanding['subscription'], { word: string; tone: Tone }> = {
  unpaid: { word: 'Unpaid', tone: 'bad' },
  past_due: { word: 'Past due', tone: 'bad' },
  ending: { word: 'Ending', tone: 'warn' },
  active: { word: 'Active', tone: 'good' },
  trialing: { word: 'Trialing', tone: 'good' },
  ended: { word: 'Ended', tone: 'off' },
  none: { word: 'Not subscribed', tone: 'off' },
};

type Standings = ReadonlyMap<string, CustomerStanding> | undefined;

const columnsOf = (known: Standings): Column<Customer>[] => [
  { header: 'E-mail', sort: 'email', phone: 'lead', grow: true, cell: ({ email }) => email },
  { header: 'Name', sort: 'name', grow: true, cell: ({ name }) => text(name) },
  {
    header: 'Subscription',
    phone: 'first',
    width: 8,
    cell: ({ id }) => {
      const found = known?.get(id);
      return (
        found && <StatusMark tone={standings[found.subscription].tone}>{standings[found.subscription].word}</StatusMark>
      );
    },
  },
  { header: 'Orders', figures: true, phone: 'hide', width: 5, cell: ({ id }) => count(known?.get(id)?.orders) },
  {
    header: 'Spent',
    figures: true,
    phone: 'spare',
    width: 8,
    cell: ({ id }) => {
      const spent = known?.get(id)?.spent;
      if (!spent || spent.length === 0) return spent && '0';
      return spent.map((total) => money(total.net_amount - total.refunded_amount, total.currency)).join(', ');
    },
  },
  {
    header: 'External ID',
    optional: true,
    phone: 'hide',
    cell: ({ external_id }) => (external_id ? <span className="font-mono text-[13px]">{external_id}</span> : ABSENT),
  },
  {
    header: 'Country',
    optional: true,
    phone: 'hide',
    cell: ({ billing_address }) => (billing_address ? countryName(billing_address.country) : ABSENT),
  },
  {
    header: 'Since',
    sort: 'created_at',
    phone: 'trail',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
];

export function CustomerList({ organization, search, onSearch }: CustomerListProps) {
  const query = useQuery(customersQuery(organization.id, search));
  const ids = query.data?.items.map(({ id }) => id) ?? [];
  const { data: known } = useQuery(customerStandingsQuery(organization.id, ids));
  const columns = useMemo(() => columnsOf(known), [known]);
  const params = { org: organization.slug };
  const add = useMayChange(organization.id) && (
    <ButtonLink to="/$org/customers/new" params={params} kind="primary">
      New customer
    </ButtonLink>
  );
  return (
    <ResourceList
      title="Customers"
      label="customers"
      action={add}
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/customers/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      kept="customers"
      searchLabel="Search by e-mail or name"
      filters={<DateFilter any="Since any date" label="Since" range={search} onRange={onSearch} />}
      noFilters={noFilters}
      exportHref={exportHref('customers', organization.id, customerFilters(search))}
      empty={{
        title: 'No customers yet',
        text: 'Everyone who pays at a checkout appears here. Add someone by hand to give them an ID of your own before they buy.',
        action: add,
      }}
    />
  );
}
