import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useBenefitChoices } from '@/api/benefits';
import { useCustomerChoices } from '@/api/customers';
import { licenseKeysQuery, type LicenseKeySearch } from '@/api/license-keys';
import type { LicenseKey, Organization } from '@/api/types';
import type { LicenseKeyFilters } from '@/lib/list-filters';
import { SelectFilter } from '@/ui/FilterBar';
import { PickFilter } from '@/ui/PickFilter';
import { ResourceList } from '@/ui/ResourceList';
import { LicenseKeyStatus } from '@/ui/statuses';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';
import { usageWords } from './license-key';

interface LicenseKeyListProps {
  organization: Organization;
  search: LicenseKeySearch;
  onSearch: (change: Partial<LicenseKeySearch>) => void;
}

const statuses = [
  { value: 'all', label: 'Any status' },
  { value: 'granted', label: 'Granted' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'revoked', label: 'Revoked' },
] as const;

const noFilters: LicenseKeyFilters = { query: '', status: 'all', benefit: '', customer: '' };

const columns: Column<LicenseKey>[] = [
  {
    header: 'Key',
    phone: 'lead',
    cell: ({ display_key }) => <span className="font-mono text-[13px]">{display_key}</span>,
  },
  { header: 'Customer', grow: true, cell: ({ customer }) => customer.email },
  { header: 'Status', phone: 'trail', cell: (key) => <LicenseKeyStatus licenseKey={key} /> },
  { header: 'Usage', figures: true, cell: usageWords },
  { header: 'Validated', cell: ({ last_validated_at }) => <Time at={last_validated_at} inRow /> },
  {
    header: 'Expires',
    phone: 'hide',
    cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} inRow /> : 'Never'),
  },
  {
    header: 'Created',
    sort: 'created_at',
    phone: 'hide',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
];

export function LicenseKeyList({ organization, search, onSearch }: LicenseKeyListProps) {
  const query = useQuery(licenseKeysQuery(organization.id, search));
  const benefits = useBenefitChoices(organization.id, search.benefit);
  const customers = useCustomerChoices(organization.id, search.customer);
  const params = { org: organization.slug };
  return (
    <ResourceList
      title="License keys"
      label="license keys"
      kept="license-keys"
      searchLabel="Search by the end of a key"
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/license-keys/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      filters={
        <SelectFilter
          label="Status"
          value={search.status}
          options={statuses}
          onChange={(status) => onSearch({ status })}
        />
      }
      more={{
        names: ['benefit', 'customer'],
        filters: (
          <>
            <PickFilter {...benefits} label="Benefit" any="Any benefit" onPick={(benefit) => onSearch({ benefit })} />
            <PickFilter
              {...customers}
              label="Customer"
              any="Any customer"
              onPick={(customer) => onSearch({ customer })}
            />
          </>
        ),
      }}
      noFilters={noFilters}
      noMatch={search.query && 'Enter a whole key, or its last six characters.'}
      empty={{
        title: 'Who may use your software?',
        text: 'Customers get a license key when they buy a product with a benefit of that type. Your software asks whether it is valid.',
      }}
    />
  );
}
