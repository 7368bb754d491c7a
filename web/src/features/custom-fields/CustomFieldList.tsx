import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { customFieldsQuery, type CustomFieldSearch } from '@/api/custom-fields';
import { useMayChange } from '@/api/members';
import type { CustomField, Organization } from '@/api/types';
import { ButtonLink } from '@/ui/Button';
import { SelectFilter } from '@/ui/FilterBar';
import { ResourceList } from '@/ui/ResourceList';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';
import { fieldTypes, typeLabels } from './types';

interface CustomFieldListProps {
  organization: Organization;
  search: CustomFieldSearch;
  onSearch: (change: Partial<CustomFieldSearch>) => void;
}

const types = [{ value: 'all', label: 'All types' } as const, ...fieldTypes];

const columns: Column<CustomField>[] = [
  { header: 'Name', sort: 'name', phone: 'lead', grow: true, cell: ({ name }) => name },
  { header: 'Slug', sort: 'slug', cell: ({ slug }) => <span className="font-mono">{slug}</span> },
  { header: 'Type', sort: 'type', phone: 'trail', cell: ({ type }) => typeLabels[type] },
  {
    header: 'Created',
    sort: 'created_at',
    phone: 'hide',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
];

export function CustomFieldList({ organization, search, onSearch }: CustomFieldListProps) {
  const query = useQuery(customFieldsQuery(organization.id, search));
  const params = { org: organization.slug };
  const add = useMayChange(organization.id) && (
    <ButtonLink to="/$org/custom-fields/new" params={params} kind="primary">
      New custom field
    </ButtonLink>
  );
  return (
    <ResourceList
      title="Custom fields"
      label="custom fields"
      action={add}
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/custom-fields/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      searchLabel="Search custom fields"
      filters={
        <SelectFilter label="Type" value={search.type} options={types} onChange={(type) => onSearch({ type })} />
      }
      noFilters={{ query: '', type: 'all' }}
      empty={{
        title: 'What else do you need to know of buyers?',
        text: 'A custom field is a question at the checkout, such as a company name or a T-shirt size. Products ask for the fields that you attach to them.',
        action: add,
      }}
    />
  );
}
