import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRoom } from '@/api/limits';
import { useMayChange } from '@/api/members';
import { taxRatesQuery, type TaxSearch } from '@/api/tax';
import type { Organization, TaxRate } from '@/api/types';
import { countries } from '@/lib/countries';
import { day, useNow } from '@/lib/time';
import { placeLabel } from '@/lib/tax-words';
import { Button } from '@/ui/Button';
import { SelectFilter } from '@/ui/FilterBar';
import { ResourceList } from '@/ui/ResourceList';
import { RoomAction } from '@/ui/RoomAction';
import { StatusMark } from '@/ui/StatusMark';
import type { Column } from '@/ui/table-column';
import { AddEuRates } from './AddEuRates';
import { AddRate } from './AddRate';
import { EndRate } from './EndRate';
import { Origin } from './Origin';
import { utcDay } from './states';
import { TaxHistory } from './TaxHistory';
import { TaxPreview } from './TaxPreview';

interface TaxTableProps {
  organization: Organization;
  search: TaxSearch;
  onSearch: (change: Partial<TaxSearch>) => void;
}

const shown = [
  { value: 'current', label: 'In force or to come' },
  { value: 'all', label: 'Ended ones, too' },
] as const;
const anywhere = [
  { value: '', label: 'Any country' },
  ...countries.map(({ code, name }) => ({ value: code, label: name })),
];

export function TaxTable({ organization, search, onSearch }: TaxTableProps) {
  const today = utcDay(useNow());
  const query = useQuery(taxRatesQuery(organization.id, search, today));
  const mayChange = useMayChange(organization.id);
  const [adding, setAdding] = useState(false);
  const [addingEu, setAddingEu] = useState(false);
  const [ending, setEnding] = useState<TaxRate>();
  const columns = useMemo(() => columnsOf(today, mayChange ? setEnding : undefined), [today, mayChange]);
  const room = useRoom(organization.id, 'tax_rates');
  const add = mayChange && (
    <RoomAction room={room} label="Add a rate">
      <Button onClick={() => setAddingEu(true)}>Add the EU’s rates</Button>
      <Button kind="primary" onClick={() => setAdding(true)}>
        Add a rate
      </Button>
    </RoomAction>
  );
  return (
    <>
      <ResourceList
        title="Tax"
        note="What is added to the price for buyers of a place. Every sale uses the rates in force on its day (UTC), and keeps them."
        label="rates"
        action={add}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        kept="tax-rates"
        filters={
          <>
            <SelectFilter
              label="Country"
              value={search.country}
              options={anywhere}
              onChange={(country) => onSearch({ country })}
            />
            <SelectFilter
              label="Shown"
              value={search.shown}
              options={shown}
              onChange={(value) => onSearch({ shown: value })}
            />
          </>
        }
        noFilters={{ country: '', shown: 'current' }}
        empty={{
          title: 'No tax is added',
          text: 'Prices are charged as they are, wherever the buyer is. Add a rate for each place in which you have to collect tax.',
          action: add,
        }}
      />
      <div className="mt-10 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
        <div className="grid min-w-0 max-w-form gap-8">
          <Origin organizationId={organization.id} mayChange={mayChange} />
          <TaxPreview organizationId={organization.id} currency={organization.currency} />
        </div>
        <TaxHistory organization={organization} />
      </div>
      <AddRate organizationId={organization.id} open={adding} onOpenChange={setAdding} />
      <AddEuRates organizationId={organization.id} today={today} open={addingEu} onOpenChange={setAddingEu} />
      <EndRate organizationId={organization.id} rate={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

function columnsOf(today: string, onEnd: ((rate: TaxRate) => void) | undefined): Column<TaxRate>[] {
  return [
    { header: 'Place', sort: 'place', phone: 'lead', grow: true, cell: placeLabel },
    { header: 'Name', sort: 'name', phone: 'line', cell: ({ name }) => name },
    { header: 'Rate', figures: true, phone: 'line', cell: ({ percent }) => `${percent}%` },
    {
      header: 'Foreign businesses',
      phone: 'hide',
      priority: 2,
      cell: ({ applies_to_businesses }) => (applies_to_businesses ? 'Pay it' : 'Reverse charge'),
    },
    { header: 'Status', phone: 'first', cell: (rate) => <RateStatus rate={rate} today={today} /> },
    { header: 'From', sort: 'starts_on', phone: 'hide', cell: ({ starts_on }) => day(starts_on) },
    { header: 'Until', phone: 'hide', cell: ({ ends_on }) => (ends_on ? day(dayBefore(ends_on)) : '—') },
    ...(onEnd ? [actions(onEnd)] : []),
  ];
}

function actions(onEnd: (rate: TaxRate) => void): Column<TaxRate> {
  return {
    header: 'Actions',
    actions: true,
    phone: 'trail',
    cell: (rate) =>
      rate.ends_on === null && (
        <Button kind="quiet" aria-label={`End ${rate.name} in ${placeLabel(rate)}`} onClick={() => onEnd(rate)}>
          End
        </Button>
      ),
  };
}

function RateStatus({ rate: { starts_on, ends_on }, today }: { rate: TaxRate; today: string }) {
  if (ends_on !== null && ends_on <= starts_on) return <StatusMark tone="off">Withdrawn</StatusMark>;
  if (ends_on !== null && ends_on <= today) return <StatusMark tone="off">Ended</StatusMark>;
  if (starts_on > today) return <StatusMark tone="wait">To come</StatusMark>;
  return ends_on ? <StatusMark tone="warn">Ending</StatusMark> : <StatusMark tone="good">In force</StatusMark>;
}

/** The last day with the rate; on the wire, it is the first without. */
function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}
