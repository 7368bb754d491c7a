import { useCustomerChoices } from '@/api/customers';
import type { OrderSearch } from '@/api/orders';
import { useProductChoices } from '@/api/products';
import type { Organization } from '@/api/types';
import { Button } from '@/ui/Button';
import { DateFilter } from '@/ui/DateFilter';
import { SelectFilter } from '@/ui/FilterBar';
import { Icon } from '@/ui/Icon';
import { SaleFilters } from '@/ui/SaleFilters';

interface OrderFilterBarProps {
  organization: Organization;
  search: OrderSearch;
  onSearch: (change: Partial<OrderSearch>) => void;
  /** Of the orders that match. */
  currencies: readonly string[];
}

const statuses = [
  { value: 'all', label: 'Any status' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'pending', label: 'Pending' },
  { value: 'void', label: 'Void' },
] as const;

const reasons = [
  { value: 'all', label: 'Any reason' },
  { value: 'purchase', label: 'Purchase' },
  { value: 'recurring', label: 'Any of a subscription' },
  { value: 'subscription_create', label: 'New subscription' },
  { value: 'subscription_cycle', label: 'Renewal' },
  { value: 'subscription_update', label: 'Subscription changed' },
] as const;

const dates = [
  { value: 'created', label: 'By date created' },
  { value: 'paid', label: 'By date paid' },
] as const;

export function OrderFilterBar({ search, onSearch }: OrderFilterBarProps) {
  return (
    <>
      <SelectFilter
        label="Status"
        value={search.status}
        options={statuses}
        onChange={(status) => onSearch({ status })}
      />
      <SelectFilter
        label="Reason"
        value={search.reason}
        options={reasons}
        onChange={(reason) => onSearch({ reason })}
      />
      <DateFilter
        range={search}
        onRange={onSearch}
        kind={{ value: search.dates, options: dates, onChange: (kind) => onSearch({ dates: kind }) }}
      />
    </>
  );
}

export function MoreOrderFilters({ organization, search, onSearch, currencies }: OrderFilterBarProps) {
  const products = useProductChoices(organization.id, search.product);
  const customers = useCustomerChoices(organization.id, search.customer);
  return (
    <>
      <SaleFilters {...{ products, customers, search, onSearch, currencies }} />
      {search.subscription && (
        <Button onClick={() => onSearch({ subscription: '' })}>
          One subscription
          <Icon name="close" />
        </Button>
      )}
      {search.discount && (
        <Button onClick={() => onSearch({ discount: '' })}>
          One discount
          <Icon name="close" />
        </Button>
      )}
    </>
  );
}
