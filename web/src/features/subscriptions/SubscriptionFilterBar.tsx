import { useCustomerChoices } from '@/api/customers';
import { useProductChoices } from '@/api/products';
import type { SubscriptionSearch } from '@/api/subscriptions';
import type { Organization } from '@/api/types';
import { cancellationReasons } from '@/lib/billing';
import { word } from '@/lib/format';
import { subscriptionStates } from '@/lib/list-filters';
import { DateFilter } from '@/ui/DateFilter';
import { SelectFilter } from '@/ui/FilterBar';
import { SaleFilters } from '@/ui/SaleFilters';

interface SubscriptionFilterBarProps {
  organization: Organization;
  search: SubscriptionSearch;
  onSearch: (change: Partial<SubscriptionSearch>) => void;
  /** Of the subscriptions that match. */
  currencies: readonly string[];
}

const statuses = [
  { value: 'all', label: 'Any status' },
  { value: 'live', label: 'Active or trialing' },
  { value: 'renewing', label: 'Renewing' },
  { value: 'ending', label: 'Ending' },
  ...subscriptionStates.map((value) => ({ value, label: word(value) })),
] as const;

const intervals = [
  { value: 'all', label: 'Monthly and yearly' },
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const;

const cancellations = [{ value: 'all', label: 'Any cancellation reason' }, ...cancellationReasons] as const;

const dates = [
  { value: 'started', label: 'By start date' },
  { value: 'period_ends', label: 'By end of period' },
  { value: 'ended', label: 'By date ended' },
] as const;

export function SubscriptionFilterBar({ search, onSearch }: SubscriptionFilterBarProps) {
  return (
    <>
      <SelectFilter
        label="Status"
        value={search.status}
        options={statuses}
        onChange={(status) => onSearch({ status })}
      />
      <SelectFilter
        label="Interval"
        value={search.interval}
        options={intervals}
        onChange={(interval) => onSearch({ interval })}
      />
      <DateFilter
        range={search}
        onRange={onSearch}
        kind={{ value: search.dates, options: dates, onChange: (kind) => onSearch({ dates: kind }) }}
      />
    </>
  );
}

export function MoreSubscriptionFilters({ organization, search, onSearch, currencies }: SubscriptionFilterBarProps) {
  const products = useProductChoices(organization.id, search.product);
  const customers = useCustomerChoices(organization.id, search.customer);
  return (
    <>
      <SaleFilters {...{ products, customers, search, onSearch, currencies }} />
      <SelectFilter
        label="Cancellation reason"
        value={search.cancellation}
        options={cancellations}
        onChange={(cancellation) => onSearch({ cancellation })}
      />
    </>
  );
}
