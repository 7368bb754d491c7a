import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { grantsQuery, type GrantState } from '@/api/benefits';
import { useCustomerChoices } from '@/api/customers';
import type { BenefitGrant, Organization } from '@/api/types';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { SelectFilter } from '@/ui/FilterBar';
import { PickFilter } from '@/ui/PickFilter';
import { EmptyState } from '@/ui/States';
import { GrantStatus } from '@/ui/statuses';
import { Time } from '@/ui/Value';
import type { Column } from '@/ui/table-column';

export interface GrantSearch {
  page: number;
  grants: GrantState;
  /** Id, or '' for any. */
  customer: string;
}

interface GrantsProps {
  benefitId: string;
  organization: Organization;
  search: GrantSearch;
  onSearch: (change: Partial<GrantSearch>) => void;
}

const states = [
  { value: 'all', label: 'Granted and revoked' },
  { value: 'granted', label: 'Granted' },
  { value: 'revoked', label: 'Revoked' },
] as const;

const columns: Column<BenefitGrant>[] = [
  { header: 'Customer', phone: 'lead', grow: true, cell: ({ customer }) => customer.email },
  { header: 'Status', phone: 'trail', cell: (grant) => <GrantStatus grant={grant} /> },
  { header: 'From', cell: ({ subscription_id }) => (subscription_id ? 'Subscription' : 'Order') },
  { header: 'Since', cell: ({ granted_at, revoked_at }) => <Time at={revoked_at ?? granted_at} inRow side="left" /> },
];

/** Current and former holders of the benefit, each with a link to what it was granted for. */
export function Grants({ benefitId, organization, search, onSearch }: GrantsProps) {
  const org = organization.slug;
  const customers = useCustomerChoices(organization.id, search.customer);
  const query = useQuery(grantsQuery(benefitId, search));
  return (
    <Section
      title="Grants"
      action={
        <span className="flex flex-wrap gap-2">
          <PickFilter
            {...customers}
            label="Customer"
            any="Any customer"
            onPick={(customer) => onSearch({ customer })}
          />
          <SelectFilter
            label="Grants shown"
            value={search.grants}
            options={states}
            onChange={(grants) => onSearch({ grants })}
          />
        </span>
      }
    >
      <DataTable
        label="grants"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ subscription_id, order_id, customer_id }) =>
          subscription_id
            ? linkOptions({ to: '/$org/subscriptions/$id', params: { org, id: subscription_id } })
            : order_id
              ? linkOptions({ to: '/$org/orders/$id', params: { org, id: order_id } })
              : linkOptions({ to: '/$org/customers/$id', params: { org, id: customer_id } })
        }
        page={search.page}
        onPage={(page) => onSearch({ page })}
        empty={
          <EmptyState
            title={search.grants === 'all' && search.customer === '' ? 'No grants yet' : 'No matching grants'}
          >
            It is granted to everyone who buys a product that has it.
          </EmptyState>
        }
      />
    </Section>
  );
}
