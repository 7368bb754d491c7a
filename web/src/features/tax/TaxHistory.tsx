import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { streamEventsQuery, useNamed } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import type { Organization } from '@/api/types';
import { shortId } from '@/lib/format';
import { aboutWords, actorWords, eventWords } from '@/lib/ledger';
import { Loading } from '@/ui/Loading';
import { Receipt } from '@/ui/Receipt';
import { ErrorState } from '@/ui/States';

/** Every change of the table: who made it, and when. */
export function TaxHistory({ organization }: { organization: Organization }) {
  const mayChange = useMayChange(organization.id);
  const stream = `taxtable-${organization.id}`;
  const query = useQuery({ ...streamEventsQuery(organization.id, stream), enabled: mayChange });
  const named = useNamed(organization.id);
  const head = { title: 'Tax table', number: shortId(organization.id) };
  if (!mayChange)
    return <Receipt {...head} entries={[]} empty="Owners and admins see the history." footer="Ask one of them" />;
  if (query.isError && !query.data)
    return (
      <ErrorState title="The history could not be shown" error={query.error} onRetry={() => void query.refetch()} />
    );
  if (!query.data) return <Loading what="its history" shape="facts" />;
  const entries = query.data.map((event) => ({
    id: event.id,
    at: event.occurred_at,
    what: eventWords(event.type),
    who: actorWords(named(event.actor)),
    ...(event.about.some(({ kind, name }) => kind === 'taxRate' && name) && { about: aboutWords(event) }),
    link: linkOptions({ to: '/$org/events/$id', params: { org: organization.slug, id: event.id } }),
  }));
  return <Receipt {...head} entries={entries} />;
}
