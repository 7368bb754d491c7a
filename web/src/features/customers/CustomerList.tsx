import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { customersQuery, type CustomerSearch } from '@/api/customers';
import { useMayChange } from '@/api/members';
import type { Customer, Organization } from '@/api/types';
import { countryName } from '@/lib/countries';
import { ABSENT, text } from '@/lib/format';
import { customerFilters, exportHref, type CustomerFilters } from '@/lib/list-filters';
import { ButtonLink } from '@/ui/Button';
import type { Column } from '@/ui/table-column';
import { DateFilter } from '@/ui/DateFilter';
import { ResourceList } from '@/ui/ResourceList';
import { Time } from '@/ui/Value';

interface CustomerListProps {
  organization: Organization;
  search: CustomerSearch;
  onSearch: (change: Partial<CustomerSearch>) => void;
}

const noFilters: CustomerFilters = { query: '', from: '', to: '' };

const columns: Column<Customer>[] = [
  { header: 'E-mail', sort: 'email', phone: 'lead', grow: true, cell: ({ email }) => email },
  { header: 'Name', sort: 'name', grow: true, cell: ({ name }) => text(name) },
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
