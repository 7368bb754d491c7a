import type { Query } from '@tanstack/react-query';
import { isListed, isReading, offerRows } from '@/lib/live-list';
import { affects, leavingKey, type Entity } from './affects';
import { queryClient } from './query-client';

/** The server's message about changes: kinds and ids. */
export interface Changes {
  entities: readonly string[];
  ids: readonly string[];
  /** Some were missed. */
  resync?: boolean;
}

/** Queries that show what changed; the server names the ledger itself. */
const shownBy: Readonly<Record<string, readonly Entity[]>> = {
  ...Object.fromEntries(
    (
      [
        'benefit',
        'checkout',
        'custom-field',
        'customer',
        'discount',
        'endpoint',
        'meter',
        'product',
        'subscription',
      ] as const
    ).map((entity) => [entity, [entity, ...affects[entity].filter((other) => other !== 'ledger')]]),
  ),
  // What needs attention on Home includes failed deliveries.
  delivery: ['delivery', 'metrics'],
  order: ['order', 'customer', 'metrics', 'finance', 'tax-line'],
  payment: ['payment', 'order'],
  ledger: ['ledger'],
  organization: ['people', 'my-organizations'],
  'usage-event': ['usage-event'],
};

/** The pages' main lists, with the names of their rows. */
const labels: Readonly<Record<string, string>> = {
  benefit: 'benefits',
  checkout: 'checkouts',
  'custom-field': 'custom fields',
  customer: 'customers',
  delivery: 'deliveries',
  discount: 'discounts',
  endpoint: 'endpoints',
  ledger: 'events',
  meter: 'meters',
  order: 'orders',
  payment: 'payments',
  product: 'products',
  subscription: 'subscriptions',
  'usage-event': 'usage events',
};

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

let reloading: Promise<void> | undefined;
let missed: Changes | undefined;

/** Reloads the queries that show the changes. Changes that arrive meanwhile are reloaded afterwards, no faster than the server responds. */
export function heard(changes: Changes): void {
  if (reloading) {
    missed = missed ? both(missed, changes) : changes;
    return;
  }
  reloading = reload(changes).finally(() => {
    reloading = undefined;
    const next = missed;
    missed = undefined;
    if (next) heard(next);
  });
}

function both(one: Changes, other: Changes): Changes {
  return {
    entities: [...one.entities, ...other.entities],
    ids: [...one.ids, ...other.ids],
    resync: one.resync || other.resync,
  };
}

/** A list that someone reads keeps its rows and their sum, and offers the new ones. */
async function reload({ entities, ids, resync = false }: Changes): Promise<void> {
  const affected = new Set(
    resync ? Object.values(shownBy).flat() : entities.flatMap((entity) => shownBy[entity] ?? []),
  );
  const held = queryClient
    .getQueryCache()
    .findAll({
      type: 'active',
      predicate: ({ queryKey }) => queryKey[1] === 'list' && affected.has(queryKey[0] as Entity),
    })
    .filter((query) => isListed(labels[query.queryKey[0] as string] ?? '') && !isAtHead(query));
  const kept = new Set(held.map(({ queryKey }) => queryKey[0]));
  const reloaded = queryClient.invalidateQueries({
    predicate: (query) => {
      const [entity, form, about] = query.queryKey as [Entity, string?, string?];
      if (!affected.has(entity)) return false;
      if (form === 'one') return resync || ids.includes(about!);
      if (form === 'event') return false;
      if (form === 'stream') return resync || ids.some((id) => about!.endsWith(id));
      return form === 'totals' ? !kept.has(entity) : !held.includes(query);
    },
  });
  await Promise.allSettled([reloaded, ...held.map(offer)]);
}

/** Whether no reader would lose their place: the first page, without focus or pointer in its rows. */
function isAtHead({ queryKey }: Query): boolean {
  return (queryKey[3] as { page?: number } | undefined)?.page === 1 && !isReading();
}

interface Page {
  items: { id: string }[];
  pagination: { total_count: number };
}

/** Loads the list beside the one on the screen: rows that stay in place are replaced, others wait to be shown. */
async function offer(query: Query): Promise<void> {
  const load = query.options.queryFn as () => Promise<Page>;
  const queryKey = ['waiting', ...query.queryKey];
  const fresh = await queryClient.fetchQuery({ queryKey, queryFn: () => load(), staleTime: 0, gcTime: 0 });
  const shown = query.state.data as Page | undefined;
  if (!shown || !query.isActive()) return;
  const entity = query.queryKey[0] as string;
  if (idsOf(shown) === idsOf(fresh)) {
    queryClient.setQueryData(query.queryKey, fresh);
    await queryClient.invalidateQueries({ queryKey: [entity, 'totals'] });
    return;
  }
  offerRows({
    label: labels[entity]!,
    count: Math.max(0, fresh.pagination.total_count - shown.pagination.total_count),
    show: () => {
      offerRows(undefined);
      void queryClient.invalidateQueries({ queryKey: [entity] });
    },
  });
}

function idsOf({ items }: Page): string {
  return items.map(({ id }) => id).join();
}

/** Follows an organization's changes while the tab is visible. @param onRefused the server ends the stream or refuses it @returns a function that stops it */
export function follow(organizationId: string, onRefused: () => void): () => void {
  const query = new URLSearchParams({ organization_id: organizationId });
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hadOne = false;
  let ignored = false;
  let failures = 0;

  function close() {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }
  function open() {
    close();
    if (document.visibilityState !== 'visible') return;
    source = new EventSource(`/api/dashboard/changes?${query.toString()}`);
    source.onopen = () => {
      failures = 0;
      // Changes in between may have been missed.
      if (hadOne && !isBeingLeft(organizationId)) heard({ entities: [], ids: [], resync: true });
      hadOne = true;
    };
    source.onmessage = ({ data }) => {
      if (isBeingLeft(organizationId)) {
        ignored = true;
        return;
      }
      const changes = JSON.parse(data as string) as Changes;
      heard({ ...changes, resync: changes.resync || ignored });
      ignored = false;
    };
    source.onerror = () => {
      // Otherwise the browser opens it again by itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      if (!isBeingLeft(organizationId)) onRefused();
      timer = setTimeout(open, retryAfter((failures += 1)));
    };
  }
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    close();
  };
}

/** Whether the user leaves or deletes it, or has done so: what its pages show may no longer be asked for. */
function isBeingLeft(organizationId: string): boolean {
  const leaving = queryClient.getMutationCache().findAll({ mutationKey: leavingKey(organizationId) });
  return leaving.some(({ state }) => state.status === 'pending' || state.status === 'success');
}

/** Doubles with each failure; spread out, so that not all tabs come back at once. */
function retryAfter(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS) * (0.5 + Math.random());
}
