import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { HISTORY_LIMIT, useCustomerHistory } from '@/api/ledger';
import type { LedgerEntry, Organization } from '@/api/types';
import { count, shortId } from '@/lib/format';
import { aboutTitle, actorWords, amountWords, eventWords, type Actor } from '@/lib/ledger';
import { zoneLabel } from '@/lib/zone';
import { Button } from '@/ui/Button';
import { Receipt, type ReceiptEntry } from '@/ui/Receipt';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';

interface CustomerHistoryProps {
  organization: Organization;
  id: string;
}

/** Everything that concerns the customer: orders, subscriptions, benefits, checkouts and payments, newest first. */
export function CustomerHistory({ organization, id }: CustomerHistoryProps) {
  const [page, setPage] = useState(1);
  const query = useCustomerHistory(organization.id, id, page);
  const head = { title: 'Customer', number: shortId(id) };
  if (!query.isEnabled) {
    return <Receipt {...head} entries={[]} empty="Owners and admins see the history." footer="Ask one of them" />;
  }
  if (query.isError && !query.data) {
    return (
      <ErrorState title="The history could not be shown" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (!query.data) return <Loading what="their history" />;
  const { items, pagination } = query.data;
  const first = (page - 1) * HISTORY_LIMIT;
  return (
    <div className="grid w-full max-w-receipt gap-2 justify-self-center md:justify-self-end">
      <Receipt
        {...head}
        busy={query.isPlaceholderData}
        entries={items.map((event) => entryOf(event, organization.slug))}
        footer={`${count(first + 1)} to ${count(first + items.length)} of ${count(pagination.total_count)}, times in ${zoneLabel()}`}
      />
      {pagination.max_page > 1 && (
        <nav aria-label="Pages of the history" className="flex justify-between gap-2">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button disabled={page >= pagination.max_page} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      )}
    </div>
  );
}

function entryOf(event: Omit<LedgerEntry, 'actor'> & { actor: Actor }, org: string): ReceiptEntry {
  const product = event.about.find(({ kind }) => kind === 'product' || kind === 'benefit');
  return {
    id: event.id,
    at: event.occurred_at,
    what: eventWords(event.type, 'customer'),
    who: [product?.name, actorWords(event.actor)].filter(Boolean).join(' · '),
    aboutTitle: aboutTitle(event),
    amount: amountWords(event),
    tone: /Declined|Failed|Mismatched/.test(event.type) ? 'bad' : 'wait',
    chain: event.correlation_id,
    link: linkOptions({ to: '/$org/events/$id', params: { org, id: event.id } }),
  };
}
