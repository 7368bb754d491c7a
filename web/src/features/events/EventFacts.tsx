import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eventQuery } from '@/api/events';
import { useNamed } from '@/api/ledger';
import type { LedgerEvent, Organization } from '@/api/types';
import { kindName } from '@/lib/event-types';
import { shortId, word } from '@/lib/format';
import { actorWords, eventWords } from '@/lib/ledger';
import { exact } from '@/lib/time';
import { Fact, Facts } from '@/ui/Facts';
import { Id } from '@/ui/Value';
import { usePersonName } from './people';
import { pageOf, streamLabel } from './places';

interface EventFactsProps {
  organization: Organization;
  event: LedgerEvent;
  /** The number of events in its stream, once known. */
  length: number | undefined;
}

/** Who caused it, when, by which command, and where it is stored. */
export function EventFacts({ organization, event, length }: EventFactsProps) {
  const named = useNamed(organization.id);
  const { actor, occurred_at, recorded_at, stream, revision } = event;
  const org = organization.slug;
  const page = pageOf(event, org);
  const others = event.about.filter(({ id }) => !stream.endsWith(id));
  const place = length ? `, event ${revision + 1} of ${length}` : '';
  const inLog = (search: { stream: string } | { person: string }, label: string) => (
    <Link to="/$org/events" params={{ org }} search={search} className="link whitespace-nowrap">
      {label}
    </Link>
  );
  return (
    <Facts>
      <Fact term="Time">
        <time dateTime={occurred_at}>{exact(occurred_at)}</time>
        {Math.abs(Date.parse(recorded_at) - Date.parse(occurred_at)) > 1000 && (
          <span className="block text-soft">recorded {exact(recorded_at)} by the server’s clock</span>
        )}
      </Fact>
      <Fact term="Actor">
        <span className="flex flex-wrap justify-between gap-x-4">
          {word(actorWords(named(actor)).replace(/^by /, ''))}
          {actor.kind !== 'system' && inLog({ person: actor.id }, 'All their events')}
        </span>
        {actor.impersonator && (
          <span className="block text-soft">
            with administrator <Id id={actor.impersonator} /> acting as them
          </span>
        )}
      </Fact>
      {actor.via && (
        <Fact term="Through">
          <Id id={actor.via} />
        </Fact>
      )}
      <Fact term="Subject">
        <span className="flex flex-wrap justify-between gap-x-4">
          <span>
            {page ? (
              <Link {...page} className="link">
                {streamLabel(event)}
              </Link>
            ) : (
              streamLabel(event)
            )}
            {place}
          </span>
          {inLog({ stream }, 'All events of the stream')}
        </span>
      </Fact>
      {others.length > 0 && (
        <Fact term="About">
          {others.map(({ kind, id, name }) => (
            <About key={`${kind} ${id}`} org={org} kind={kind} id={id} name={name} />
          ))}
        </Fact>
      )}
      {event.persons.some((id) => id !== actor.id) && (
        <Fact term="Concerns">
          {event.persons
            .filter((id) => id !== actor.id)
            .map((id) => (
              <Person key={id} organization={organization} id={id} />
            ))}
        </Fact>
      )}
      <Fact term="Command">
        <span className="block">{commandWords(event.command_id)}</span>
        <Id id={event.command_id} whole />
      </Fact>
      <Cause event={event} org={org} />
      <Fact term="Correlation">
        <Id id={event.correlation_id} />
      </Fact>
      <Fact term="Event ID">
        <Id id={event.id} />
      </Fact>
    </Facts>
  );
}

/** What else it is about, with a link to its page. */
function About({ org, kind, id, name }: { org: string; kind: string; id: string; name: string | null }) {
  const page = pageOf({ category: kind.toLowerCase(), stream: `${kind}-${id}` }, org);
  const words = `${kindName(kind.toLowerCase())} ${name ?? shortId(id)}`;
  if (!page) return <span className="block">{words}</span>;
  return (
    <Link {...page} className="link block w-fit">
      {words}
    </Link>
  );
}

function Person({ organization, id }: { organization: Organization; id: string }) {
  return (
    <Link
      to="/$org/events"
      params={{ org: organization.slug }}
      search={{ person: id }}
      className="link mr-3 inline-block"
    >
      {usePersonName(organization.id, id)}
    </Link>
  );
}

/** The cause: another event, or the request itself. */
function Cause({ event, org }: { event: LedgerEvent; org: string }) {
  const { causation_id, correlation_id } = event;
  const { data: cause } = useQuery({
    ...eventQuery(causation_id),
    enabled: causation_id !== correlation_id,
    retry: false,
  });
  return (
    <Fact term="Caused by">
      {cause ? (
        <Link to="/$org/events/$id" params={{ org, id: cause.id }} className="link">
          {eventWords(cause.type)}
        </Link>
      ) : (
        <>
          {causation_id === correlation_id && 'The request itself '}
          <Id id={causation_id} />
        </>
      )}
    </Fact>
  );
}

/** "{requestId}:CancelSubscription" → "Cancel subscription": its step, after the request, event or due that made it. */
function commandWords(commandId: string): string {
  const steps = commandId.split(':').slice(1);
  const named = steps.find((step) => /^[A-Z][A-Za-z]+$/.test(step));
  return named
    ? eventWords(named)
    : word(
        steps
          .filter((step) => /^[a-z-]+$/.test(step))
          .join(' ')
          .replaceAll('-', ' '),
      );
}
