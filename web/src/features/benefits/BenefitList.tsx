import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { benefitsQuery } from '@/api/benefits';
import { useMayChange } from '@/api/members';
import type { Benefit, Organization } from '@/api/types';
import { word } from '@/lib/format';
import type { ListSearch } from '@/lib/search';
import { ButtonLink } from '@/ui/Button';
import type { Column } from '@/ui/table-column';
import { SearchFilter } from '@/ui/FilterBar';
import { ResourceList } from '@/ui/ResourceList';
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
    <ResourceList
      title="Benefits"
      label="benefits"
      action={add}
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/benefits/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      filters={
        <SearchFilter label="Search benefits" value={search.query} onChange={(typed) => onSearch({ query: typed })} />
      }
      noMatch={search.query && `No description contains “${search.query}”.`}
      empty={{
        title: 'What do buyers get beyond the product?',
        text: 'Customers get a benefit when they buy a product that has it, and lose it when they stop paying.',
        action: add,
      }}
    />
  );
}
