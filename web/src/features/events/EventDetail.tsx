import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { eventQuery } from '@/api/events';
import { streamQuery, useNamed } from '@/api/ledger';
import type { LedgerEvent, Organization } from '@/api/types';
import { shortId } from '@/lib/format';
import { aboutWords, actorWords, amountWords, eventWords, type Actor } from '@/lib/ledger';
import { useCommands, type Command } from '@/ui/commands';
import { Detail } from '@/ui/Facts';
import { PageHead } from '@/ui/PageHead';
import { Receipt, type ReceiptEntry } from '@/ui/Receipt';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { stateWord } from '@/ui/Timeline';
import { kindName } from '@/lib/event-types';
import { EventFacts } from './EventFacts';
import { EventState } from './EventState';
import { idIn, pageOf, streamLabel } from './places';

export function EventDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: event } = useSuspenseQuery(eventQuery(id));
  const stream = useQuery(streamQuery(event.stream));
  const org = organization.slug;
  const before = stream.data?.find(({ revision }) => revision === event.revision - 1);
  const after = stream.data?.find(({ revision }) => revision === event.revision + 1);
  useEventCommands(event, org, before?.id, after?.id);

  return (
    <>
      <PageHead
        title={eventWords(event.type)}
        tab={`${eventWords(event.type)}, ${aboutWords(event)}`}
        note={[aboutWords(event), amountWords(event)].filter(Boolean).join(', ')}
        up={{ label: 'Events', link: linkOptions({ to: '/$org/events', params: { org } }) }}
      />
      <Detail side={<StreamReceipt organization={organization} event={event} query={stream} />}>
        <EventFacts organization={organization} event={event} length={stream.data?.length} />
        <EventState org={org} event={event} before={before?.state} />
      </Detail>
    </>
  );
}

interface StreamReceiptProps {
  organization: Organization;
  event: LedgerEvent;
  query: { data?: LedgerEvent[]; error: Error | null; refetch: () => unknown };
}

/** The event's whole stream, with the state after each event. */
function StreamReceipt({ organization, event, query }: StreamReceiptProps) {
  const named = useNamed(organization.id);
  if (query.error && !query.data) {
    return (
      <ErrorState title="The stream could not be shown" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (!query.data) return <Loading what="its stream" shape="facts" />;
  const kind = kindName(event.category);
  return (
    <Receipt
      title={kind.charAt(0).toUpperCase() + kind.slice(1)}
      number={shortId(idIn(event.stream))}
      entries={query.data.toReversed().map((one) => entryOf(one, one.id === event.id, organization.slug, named))}
    />
  );
}

function entryOf(event: LedgerEvent, current: boolean, org: string, named: (actor: Actor) => Actor): ReceiptEntry {
  const state = event.state && stateWord(event.state);
  return {
    id: event.id,
    at: event.occurred_at,
    what: eventWords(event.type, event.category),
    who: actorWords(named(event.actor)),
    amount: amountWords(event),
    ...(state && { state: state.word, tone: state.tone }),
    link: linkOptions({ to: '/$org/events/$id', params: { org, id: event.id }, resetScroll: false }),
    current,
  };
}

/** Moves along the stream with the bracket keys and from the palette. */
function useEventCommands(event: LedgerEvent, org: string, before?: string, after?: string): void {
  const router = useRouter();
  const commands = useMemo((): Command[] => {
    const open = (id: string) => void router.navigate({ to: '/$org/events/$id', params: { org, id } });
    const group = 'This page';
    const page = pageOf(event, org);
    return [
      ...(before ? [{ id: 'event before', label: 'The event before it', group, run: () => open(before) }] : []),
      ...(after ? [{ id: 'event after', label: 'The event after it', group, run: () => open(after) }] : []),
      ...(page
        ? [{ id: 'event page', label: `Open ${streamLabel(event)}`, group, run: () => void router.navigate(page) }]
        : []),
      {
        id: 'event stream',
        label: 'All events of the stream',
        group,
        run: () => void router.navigate({ to: '/$org/events', params: { org }, search: { stream: event.stream } }),
      },
    ];
  }, [router, event, org, before, after]);
  useCommands(commands);

  useEffect(() => {
    function step({ key, target, metaKey, ctrlKey }: KeyboardEvent) {
      if (metaKey || ctrlKey || (target as Element).closest('input, textarea, select, [role="dialog"]')) return;
      const id = key === '[' ? before : key === ']' ? after : undefined;
      if (id) void router.navigate({ to: '/$org/events/$id', params: { org, id }, resetScroll: false });
    }
    document.addEventListener('keydown', step);
    return () => document.removeEventListener('keydown', step);
  }, [router, org, before, after]);
}
