import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { grantsQuery, useRetryGrant, type GrantState } from '@/api/benefits';
import { useCustomerChoices } from '@/api/customers';
import { useMayChange } from '@/api/members';
import type { Benefit, BenefitGrant, Organization } from '@/api/types';
import { ABSENT } from '@/lib/format';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { SelectFilter } from '@/ui/FilterBar';
import { PickFilter } from '@/ui/PickFilter';
import { EmptyState } from '@/ui/States';
import { Time } from '@/ui/Value';
import type { Column } from '@/ui/table-column';
import { GrantStatus } from './GrantStatus';

export interface GrantSearch {
  page: number;
  grants: GrantState;
  /** Id, or '' for any. */
  customer: string;
}

interface GrantsProps {
  benefit: Pick<Benefit, 'id'> & { type: string };
  organization: Organization;
  search: GrantSearch;
  onSearch: (change: Partial<GrantSearch>) => void;
}

const REMOTE = ['discord', 'github_repository'];

const states = [
  { value: 'all', label: 'All grants' },
  { value: 'granted', label: 'Granted' },
  { value: 'revoked', label: 'Not granted' },
] as const;

const columns: Column<BenefitGrant>[] = [
  { header: 'Customer', phone: 'lead', grow: true, cell: ({ customer }) => customer.email },
  { header: 'Status', phone: 'trail', cell: (grant) => <GrantStatus grant={grant} /> },
  { header: 'From', cell: ({ subscription_id }) => (subscription_id ? 'Subscription' : 'Order') },
  { header: 'Since', cell: ({ granted_at, revoked_at }) => <Time at={revoked_at ?? granted_at} inRow side="left" /> },
];

/** Of benefits that are given at Discord or GitHub. */
const error: Column<BenefitGrant> = { header: 'Error', grow: true, cell: ({ error }) => error?.message ?? ABSENT };
const retry: Column<BenefitGrant> = {
  header: 'Actions',
  actions: true,
  cell: (grant) => canRetry(grant) && <Retry grant={grant} />,
};

function columnsOf(benefitType: string, mayChange: boolean): Column<BenefitGrant>[] {
  if (!REMOTE.includes(benefitType)) return columns;
  return mayChange ? [...columns, error, retry] : [...columns, error];
}

/** What the customer has to help with is not helped by asking again. */
function canRetry({ error }: BenefitGrant): boolean {
  return error !== null && error.type !== 'BenefitActionRequiredError';
}

function Retry({ grant: { id, benefit_id, customer } }: { grant: BenefitGrant }) {
  const retry = useRetryGrant(benefit_id);
  return (
    <Button
      kind="quiet"
      className="relative"
      aria-label={`Retry for ${customer.email}`}
      busy={retry.isPending && 'Retrying'}
      onClick={() => retry.mutate(id, { onError: ({ message }) => announce(message, true) })}
    >
      Retry
    </Button>
  );
}

/** Current and former holders of the benefit, each with a link to what it was granted for. */
export function Grants({ benefit, organization, search, onSearch }: GrantsProps) {
  const org = organization.slug;
  const mayChange = useMayChange(organization.id);
  const customers = useCustomerChoices(organization.id, search.customer);
  const query = useQuery(grantsQuery(benefit.id, search));
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
        columns={columnsOf(benefit.type, mayChange)}
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
