import { useQuery } from '@tanstack/react-query';
import { cancellationReasonsQuery, type SubscriptionSearch } from '@/api/subscriptions';
import type { Organization } from '@/api/types';
import { cancellationReason } from '@/lib/billing';
import { count } from '@/lib/format';

interface CancellationReasonsProps {
  organization: Organization;
  search: SubscriptionSearch;
  onSearch: (change: Partial<SubscriptionSearch>) => void;
}

/** How often each reason was given, of the subscriptions that match; each narrows the list to its own. */
export function CancellationReasons({ organization, search, onSearch }: CancellationReasonsProps) {
  const { data } = useQuery(cancellationReasonsQuery(organization.id, { ...search, cancellation: 'all' }));
  if (!data || data.items.length === 0) return null;
  return (
    <details open={search.cancellation !== 'all'} className="mb-4">
      <summary className="cursor-pointer py-1 text-note text-soft hover:text-ink">Why customers canceled</summary>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 border-y border-line py-2">
        {data.items.map(({ reason, count: n }) => {
          const isChosen = search.cancellation === reason;
          return (
            <li key={reason}>
              <button
                type="button"
                aria-pressed={isChosen}
                className={isChosen ? 'font-medium' : 'link'}
                onClick={() => onSearch({ cancellation: isChosen ? 'all' : reason })}
              >
                {cancellationReason(reason)}
              </button>{' '}
              <span className="tabular-nums text-soft">{count(n)}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
