import { useQuery, useQueryClient } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EVENTS_LIMIT, eventsQuery, type EventSearch } from '@/api/events';
import { useNamed } from '@/api/ledger';
import type { LedgerEntry, Organization } from '@/api/types';
import { count } from '@/lib/format';
import { aboutTitle, aboutWords, actorWords, amountWords, eventWords, type Actor } from '@/lib/ledger';
import { zoneLabel } from '@/lib/zone';
import { Button } from '@/ui/Button';
import { PageHead } from '@/ui/PageHead';
import { NewRows } from '@/ui/NewRows';
import { Receipt, type ReceiptEntry } from '@/ui/Receipt';
import { useRowKeys } from '@/ui/row-keys';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { EventFilters, isFiltered } from './EventFilters';

interface EventLogProps {
  organization: Organization;
  search: EventSearch;
  onSearch: (change: Partial<EventSearch>) => void;
}

export function EventLog({ organization, search, onSearch }: EventLogProps) {
  return (
    <>
      <PageHead
        title="Events"
        note={`${search.show === 'all' ? 'Everything that has happened' : 'What has happened, without the program’s own steps'}; nothing here is ever changed. Point at an event to see the others of the same request.`}
      />
      <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-[13rem_minmax(0,64rem)]">
        <div className="md:sticky md:top-6">
          <EventFilters organizationId={organization.id} search={search} onSearch={onSearch} />
        </div>
        <Tape organization={organization} search={search} onSearch={onSearch} />
      </div>
    </>
  );
}

function Tape({ organization, search, onSearch }: EventLogProps) {
  const query = useQuery(eventsQuery(organization.id, search));
  const named = useNamed(organization.id);
  const { data, isPlaceholderData } = query;
  const tape = useRowKeys(true, Boolean(data));
  const pages = data?.pagination.max_page ?? 0;
  usePageReady(organization.id, search, pages);

  if (query.isError && !data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!data) return <Loading what="the log" shape="rows" count={25} />;

  const total = data.pagination.total_count;
  const first = (search.page - 1) * EVENTS_LIMIT;
  const turn = (page: number) => {
    onSearch({ page });
    window.scrollTo({ top: 0 });
  };
  return (
    <div ref={tape} data-rows>
      <NewRows label="events" onShow={search.page > 1 ? () => turn(1) : undefined} />
      <Receipt
        wide
        busy={isPlaceholderData}
        title={organization.name}
        number={isFiltered(search) ? 'matching events, newest first' : 'newest first'}
        entries={data.items.map((event) => entryOf(event, organization.slug, named))}
        empty={isFiltered(search) ? 'No matching events. Widen the filter.' : 'Nothing has happened yet.'}
        footer={
          total > 0
            ? `${count(first + 1)} to ${count(first + data.items.length)} of ${count(total)}, times in ${zoneLabel()}`
            : `times in ${zoneLabel()}`
        }
      />
      {pages > 1 && (
        <nav aria-label="Pages of events" className="flex justify-between gap-2 py-4">
          <Button disabled={search.page <= 1} onClick={() => turn(search.page - 1)}>
            Newer
          </Button>
          <Button disabled={search.page >= pages} onClick={() => turn(search.page + 1)}>
            Older
          </Button>
        </nav>
      )}
    </div>
  );
}

function entryOf(event: LedgerEntry, org: string, named: (actor: Actor) => Actor): ReceiptEntry {
  return {
    id: event.id,
    at: event.occurred_at,
    what: eventWords(event.type),
    about: aboutWords(event),
    aboutTitle: aboutTitle(event),
    amount: amountWords(event),
    who: actorWords(named(event.actor)).replace(/^by /, ''),
    tone: /Declined|Failed|Mismatched/.test(event.type) ? 'bad' : 'wait',
    chain: event.correlation_id,
    link: linkOptions({ to: '/$org/events/$id', params: { org, id: event.id } }),
  };
}

/** Preloads the next page. */
function usePageReady(organizationId: string, search: EventSearch, pages: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (search.page >= pages) return;
    void client.prefetchQuery(eventsQuery(organizationId, { ...search, page: search.page + 1 }));
  }, [client, organizationId, search, pages]);
}
