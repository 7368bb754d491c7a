import { Link } from '@tanstack/react-router';
import { useUsageDays, type useUsageNames, type UsageEventSearch } from '@/api/usage-events';
import { count, plural } from '@/lib/format';
import { useNow, when } from '@/lib/time';
import { SearchFilter } from '@/ui/FilterBar';
import { Loading } from '@/ui/Loading';
import { PickFilter } from '@/ui/PickFilter';
import { Sparkline } from '@/ui/Sparkline';
import { ErrorState } from '@/ui/States';
import { UsageName } from '@/ui/UsageName';
import { Time } from '@/ui/Value';

type Names = ReturnType<typeof useUsageNames>;
type Named = Pick<UsageEventSearch, 'name' | 'source'>;

const anyName: Named = { name: '', source: 'user' };

interface UsageNamesProps {
  organizationId: string;
  names: Names;
  search: UsageEventSearch;
}

/** The names beside the list: how often each occurred, in the last days, and when last. */
export function UsageNames({ organizationId, names: { found, text, onText }, search }: UsageNamesProps) {
  const { data } = found;
  // Of one customer, names are not counted by day.
  const listed = search.customer ? [] : [...new Set(data?.items.map(({ name }) => name))];
  const { data: days } = useUsageDays(organizationId, listed);
  const countsOf = (name: string, source: string) =>
    search.customer ? undefined : days?.names.find((one) => one.name === name && one.source === source)?.counts;
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
            <Link {...filteredBy(search, anyName)} className={link}>
              Any name
            </Link>
          </li>
          {data.items.map(({ name, source, occurrences, last_seen }) => (
            <li key={`${source} ${name}`} className={item}>
              <Link {...filteredBy(search, { name, source })} className={link}>
                <UsageName name={name} source={source} />
                <span>{count(occurrences)}</span>
              </Link>
              <span className="flex h-6 items-center justify-between gap-3 px-2 pb-1 text-note text-faint">
                <Time at={last_seen} inRow />
                <Days counts={countsOf(name, source)} />
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

function Days({ counts }: { counts: readonly number[] | undefined }) {
  if (!counts) return null;
  const sum = counts.reduce((total, one) => total + one, 0);
  return <Sparkline values={counts} sentence={`${plural(sum, 'event')} in ${counts.length} days`} />;
}

/** Marked as the current one while the list shows this name, on any page. */
function filteredBy(search: UsageEventSearch, { name, source }: Named) {
  const page = name === search.name && source === search.source ? search.page : 1;
  return { to: '.', search: { ...search, name, source, page }, activeOptions: { exact: true } } as const;
}

interface UsageNameFilterProps {
  names: Names;
  name: string;
  onPick: (named: Named) => void;
}

/** The same where there is no room beside the list. */
export function UsageNameFilter({ names: { found, text, onText }, name, onPick }: UsageNameFilterProps) {
  const now = useNow();
  const items = new Map(found.data?.items.map((item) => [`${item.source} ${item.name}`, item]));
  const options =
    found.data &&
    [...items].map(([id, { name: label, occurrences, last_seen }]) => ({
      id,
      label,
      note: `${count(occurrences)}, ${when(last_seen, now)}`,
    }));
  return (
    <span className="inline-flex max-w-full lg:hidden">
      <PickFilter
        label="Name"
        any="Any name"
        picked={name || undefined}
        {...{ options, text, onText }}
        onPick={(id) => onPick(items.get(id) ?? anyName)}
      />
    </span>
  );
}
