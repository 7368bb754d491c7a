import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { customersQuery } from '@/api/customers';
import { useMayChange } from '@/api/members';
import type { Customer, Organization } from '@/api/types';
import { ABSENT, text } from '@/lib/format';
import type { ListSearch } from '@/lib/search';
import { ButtonLink } from '@/ui/Button';
import type { Column } from '@/ui/DataTable';
import { SearchFilter } from '@/ui/FilterBar';
import { ResourceList } from '@/ui/ResourceList';
import { Time } from '@/ui/Value';

interface CustomerListProps {
  organization: Organization;
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
}

const columns: Column<Customer>[] = [
  { header: 'E-mail', sort: 'email', phone: 'lead', grow: true, cell: ({ email }) => email },
  { header: 'Name', sort: 'name', grow: true, cell: ({ name }) => text(name) },
  {
    header: 'Your ID',
    phone: 'hide',
    cell: ({ external_id }) => (external_id ? <span className="font-mono text-[13px]">{external_id}</span> : ABSENT),
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
      filters={
        <SearchFilter
          label="Search by e-mail or name"
          value={search.query}
          onChange={(typed) => onSearch({ query: typed })}
        />
      }
      noMatch={search.query && `No e-mail or name contains “${search.query}”.`}
      empty={{
        title: 'No customers yet',
        text: 'Everyone who pays at a checkout appears here. Add someone by hand to give them an ID of your own before they buy.',
        action: add,
      }}
    />
  );
}
