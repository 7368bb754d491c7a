import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { discountsQuery, type DiscountSearch } from '@/api/discounts';
import { useMayChange } from '@/api/members';
import type { Discount, Organization } from '@/api/types';
import { text } from '@/lib/format';
import { useNow } from '@/lib/time';
import { ButtonLink } from '@/ui/Button';
import { DateFilter } from '@/ui/DateFilter';
import { SelectFilter } from '@/ui/FilterBar';
import { ResourceList } from '@/ui/ResourceList';
import { StatusMark } from '@/ui/StatusMark';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';
import { durationLabel, valueLabel } from '@/lib/discount-words';
import { standingOf } from './discount';
import { RedemptionBar } from './RedemptionBar';

interface DiscountListProps {
  organization: Organization;
  search: DiscountSearch;
  onSearch: (change: Partial<DiscountSearch>) => void;
}

const statuses = [
  { value: 'all', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'used_up', label: 'Used up' },
  { value: 'ended', label: 'Ended' },
] as const;
const types = [
  { value: 'all', label: 'Any type' },
  { value: 'percentage', label: 'Percentage' },
  { value: 'fixed', label: 'Fixed amount' },
] as const;
const durations = [
  { value: 'all', label: 'Any duration' },
  { value: 'once', label: 'First invoice' },
  { value: 'repeating', label: 'Several months' },
  { value: 'forever', label: 'Every invoice' },
] as const;

const columns: Column<Discount>[] = [
  { header: 'Name', sort: 'name', phone: 'lead', grow: true, cell: ({ name }) => name },
  {
    header: 'Code',
    sort: 'code',
    cell: ({ code }) => <span className={code ? 'font-mono text-[13px]' : undefined}>{text(code)}</span>,
  },
  { header: 'Off', figures: true, phone: 'trail', cell: valueLabel },
  { header: 'Duration', phone: 'hide', priority: 2, cell: durationLabel },
  { header: 'Status', phone: 'first', cell: (discount) => <Standing discount={discount} /> },
  {
    header: 'Redemptions',
    sort: 'redemptions_count',
    width: 7,
    cell: ({ redemptions_count, max_redemptions }) => <RedemptionBar used={redemptions_count} max={max_redemptions} />,
  },
  {
    header: 'Created',
    sort: 'created_at',
    phone: 'hide',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
];

/** How it stands now, in one word. */
export function Standing({ discount }: { discount: Discount }) {
  const { word, tone } = standingOf(discount, useNow());
  return <StatusMark tone={tone}>{word}</StatusMark>;
}

export function DiscountList({ organization, search, onSearch }: DiscountListProps) {
  const query = useQuery(discountsQuery(organization.id, search));
  const params = { org: organization.slug };
  const add = useMayChange(organization.id) && (
    <ButtonLink to="/$org/discounts/new" params={params} kind="primary">
      New discount
    </ButtonLink>
  );
  return (
    <ResourceList
      title="Discounts"
      label="discounts"
      action={add}
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/discounts/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      kept="discounts"
      searchLabel="Search name or code"
      filters={
        <SelectFilter
          label="Status"
          value={search.status}
          options={statuses}
          onChange={(status) => onSearch({ status })}
        />
      }
      more={{
        names: ['type', 'duration', 'from', 'to'],
        filters: (
          <>
            <SelectFilter label="Type" value={search.type} options={types} onChange={(type) => onSearch({ type })} />
            <SelectFilter
              label="Duration"
              value={search.duration}
              options={durations}
              onChange={(duration) => onSearch({ duration })}
            />
            <DateFilter
              label="Created"
              any="Created any day"
              range={{ from: search.from, to: search.to }}
              onRange={(range) => onSearch(range)}
            />
          </>
        ),
      }}
      noFilters={{ query: '', status: 'all', type: 'all', duration: 'all', from: '', to: '' }}
      empty={{
        title: 'Who should pay less?',
        text: 'A discount takes an amount or a percentage off, for whoever has its code or for the checkouts that you give it to.',
        action: add,
      }}
    />
  );
}
