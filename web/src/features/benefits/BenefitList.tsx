import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { benefitsQuery } from '@/api/benefits';
import { useMayChange } from '@/api/members';
import type { Benefit, Organization } from '@/api/types';
import { word } from '@/lib/format';
import type { ListSearch } from '@/lib/search';
import { ButtonLink } from '@/ui/Button';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, SearchFilter } from '@/ui/FilterBar';
import { PageHead } from '@/ui/PageHead';
import { EmptyState } from '@/ui/States';
import { Time } from '@/ui/Value';

interface BenefitListProps {
  organization: Organization;
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
}

const columns: Column<Benefit>[] = [
  { header: 'Description', sort: 'description', phone: 'lead', grow: true, cell: ({ description }) => description },
  { header: 'Type', cell: ({ type }) => word(type) },
  {
    header: 'Created',
    sort: 'created_at',
    phone: 'trail',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
];

export function BenefitList({ organization, search, onSearch }: BenefitListProps) {
  const query = useQuery(benefitsQuery(organization.id, search));
  const params = { org: organization.slug };
  const add = useMayChange(organization.id) && (
    <ButtonLink to="/$org/benefits/new" params={params} kind="primary">
      New benefit
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Benefits" action={add} />
      <FilterBar>
        <SearchFilter label="Search benefits" value={search.query} onChange={(query) => onSearch({ query })} />
      </FilterBar>
      <DataTable
        label="benefits"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/$org/benefits/$id', params: { ...params, id } })}
        sorting={search.sorting}
        onSort={(sorting) => onSearch({ sorting })}
        page={search.page}
        onPage={(page) => onSearch({ page })}
        empty={
          search.query ? (
            <EmptyState title="No benefit fits">Nothing is described as “{search.query}”.</EmptyState>
          ) : (
            <EmptyState title="What do buyers get beyond the product?" action={add}>
              A benefit is granted to whoever buys a product that has it, and taken back when they stop paying.
            </EmptyState>
          )
        }
      />
    </>
  );
}
