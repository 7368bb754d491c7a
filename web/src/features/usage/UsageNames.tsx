import { Link } from '@tanstack/react-router';
import type { useUsageNames, UsageEventSearch } from '@/api/usage-events';
import { count } from '@/lib/format';
import { useNow, when } from '@/lib/time';
import { SearchFilter } from '@/ui/FilterBar';
import { Loading } from '@/ui/Loading';
import { PickFilter } from '@/ui/PickFilter';
import { ErrorState } from '@/ui/States';
import { Time } from '@/ui/Value';

type Names = ReturnType<typeof useUsageNames>;

interface UsageNamesProps {
  names: Names;
  search: UsageEventSearch;
}

/** The names beside the list: how often each occurred, and when last. */
export function UsageNames({ names: { found, text, onText }, search }: UsageNamesProps) {
  const { data } = found;
  const more = data ? data.pagination.total_count - data.items.length : 0;
  return (
    <nav aria-label="Names" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex">
        <SearchFilter label="Search names" value={text} onChange={onText} />
      </div>
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading what="names" shape="facts" count={5} />}
      {data && (
        <ul className="border-t border-line">
          <li className={item}>
            <Link {...filteredBy(search, '')} className={link}>
              Any name
            </Link>
          </li>
          {data.items.map(({ name, occurrences, last_seen }) => (
            <li key={name} className={item}>
              <Link {...filteredBy(search, name)} className={link}>
                <span className="min-w-0 truncate font-mono text-[13px]">{name}</span>
                <span>{count(occurrences)}</span>
              </Link>
              <span className="block px-2 pb-1 text-note text-faint">
                <Time at={last_seen} inRow />
              </span>
            </li>
          ))}
        </ul>
      )}
      {data?.items.length === 0 && <p className="px-2 text-soft">No matching names.</p>}
      {more > 0 && <p className="px-2 text-note text-faint">{count(more)} more: search to find them.</p>}
    </nav>
  );
}

const item = 'border-b border-line hover:bg-shade has-aria-[current]:bg-shade';
const link = 'flex min-h-8 items-center justify-between gap-3 px-2 aria-[current]:font-medium';

/** Marked as the current one while the list shows this name, on any page. */
function filteredBy(search: UsageEventSearch, name: string) {
  const page = name === search.name ? search.page : 1;
  return { to: '.', search: { ...search, name, page }, activeOptions: { exact: true } } as const;
}

interface UsageNameFilterProps {
  names: Names;
  name: string;
  onPick: (name: string) => void;
}

/** The same where there is no room beside the list. */
export function UsageNameFilter({ names: { found, text, onText }, name, onPick }: UsageNameFilterProps) {
  const now = useNow();
  const options = found.data?.items.map(({ name: id, occurrences, last_seen }) => ({
    id,
    label: id,
    note: `${count(occurrences)}, ${when(last_seen, now)}`,
  }));
  return (
    <span className="inline-flex max-w-full lg:hidden">
      <PickFilter label="Name" any="Any name" picked={name || undefined} {...{ options, text, onText, onPick }} />
    </span>
  );
}
