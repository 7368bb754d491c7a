import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { checkoutsQuery, type CheckoutSearch } from '@/api/checkouts';
import { useCustomerChoices } from '@/api/customers';
import { useMayChange } from '@/api/members';
import { useProductChoices } from '@/api/products';
import type { Checkout, Organization } from '@/api/types';
import { figure, sharedCurrency, text } from '@/lib/format';
import type { CheckoutFilters } from '@/lib/list-filters';
import { Button, ButtonLink } from '@/ui/Button';
import type { Column } from '@/ui/table-column';
import { DateFilter } from '@/ui/DateFilter';
import { SelectFilter } from '@/ui/FilterBar';
import { Icon } from '@/ui/Icon';
import { PickFilter } from '@/ui/PickFilter';
import { ResourceList } from '@/ui/ResourceList';
import { CheckoutStatus } from '@/ui/statuses';
import { Time } from '@/ui/Value';

interface CheckoutListProps {
  organization: Organization;
  search: CheckoutSearch;
  onSearch: (change: Partial<CheckoutSearch>) => void;
}

const statuses = [
  { value: 'all', label: 'Any status' },
  { value: 'open', label: 'Open' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'succeeded', label: 'Succeeded' },
  { value: 'expired', label: 'Expired' },
] as const;

const noFilters: CheckoutFilters = { query: '', status: 'all', product: '', customer: '', link: '', from: '', to: '' };

const columns: Column<Checkout>[] = [
  { header: 'Product', phone: 'lead', grow: true, cell: ({ product }) => product.name },
  { header: 'Customer', grow: true, cell: ({ customer_email }) => text(customer_email) },
  { header: 'Status', sort: 'status', phone: 'first', cell: ({ status }) => <CheckoutStatus status={status} /> },
  {
    header: 'Total',
    figures: true,
    phone: 'trail',
    unit: sharedCurrency,
    cell: ({ total_amount, currency }, unit) =>
      `${figure(total_amount, currency)}${unit ? '' : ` ${currency.toUpperCase()}`}`,
  },
  {
    header: 'Created',
    sort: 'created_at',
    cell: ({ created_at }) => <Time at={created_at} inRow />,
  },
  {
    header: 'Expires',
    sort: 'expires_at',
    phone: 'hide',
    // A paid checkout no longer expires.
    cell: ({ expires_at, status }) => <Time at={status === 'succeeded' ? null : expires_at} inRow side="left" />,
  },
];

export function CheckoutList({ organization, search, onSearch }: CheckoutListProps) {
  const query = useQuery(checkoutsQuery(organization.id, search));
  const products = useProductChoices(organization.id, search.product);
  const customers = useCustomerChoices(organization.id, search.customer);
  const params = { org: organization.slug };
  const add = useMayChange(organization.id) && (
    <ButtonLink to="/$org/checkouts/new" params={params} kind="primary">
      New checkout
    </ButtonLink>
  );
  return (
    <ResourceList
      title="Checkouts"
      label="checkouts"
      kept="checkouts"
      searchLabel="Search by e-mail or name"
      action={add}
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/checkouts/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      filters={
        <>
          <SelectFilter
            label="Status"
            value={search.status}
            options={statuses}
            onChange={(status) => onSearch({ status })}
          />
          <DateFilter range={search} onRange={onSearch} />
        </>
      }
      more={{
        filters: (
          <>
            <PickFilter label="Product" any="Any product" {...products} onPick={(product) => onSearch({ product })} />
            <PickFilter
              label="Customer"
              any="Any customer"
              {...customers}
              onPick={(id) => onSearch({ customer: id })}
            />
            {search.link && (
              <Button onClick={() => onSearch({ link: '' })}>
                One checkout link
                <Icon name="close" />
              </Button>
            )}
          </>
        ),
        names: ['product', 'customer', 'link'],
      }}
      noFilters={noFilters}
      empty={{
        title: 'No checkouts yet',
        text: 'A checkout is where one person pays. Create a link here and send it, or let your own site create one over the API.',
        action: add,
      }}
    />
  );
}
