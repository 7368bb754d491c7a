import { webModules } from './web-modules.mjs';

/** A figure on Home: an amount or a count, and the list that it opens. */
interface Total {
  term?: string;
  kind: 'money' | 'count';
  value: number;
  link: { to: string; search: { currency?: string; dates?: string } };
  detail?: Total;
}

interface Sum {
  currency: string;
  amount: number;
  of: string;
}

interface Answered {
  count: number;
  totals: object[];
  pagination?: { total_count: number };
}

interface CurrencyFigures {
  currency: string;
  now: Record<string, number>;
  totals: Record<string, number>;
  previous: Record<string, number>;
  periods: Record<string, number>[];
}

export interface HomeFigures {
  start_date: string;
  end_date: string;
  time_zone: string;
  interval: string;
  previous: { start_date: string; end_date: string };
  periods: { start_date: string; end_date: string; is_running: boolean }[];
  previous_checkouts: { opened: number; succeeded: number };
  checkouts: { opened: number; succeeded: number };
  currencies: CurrencyFigures[];
}

export interface Compared {
  figures: HomeFigures;
  /** How many figures were compared with their lists. */
  compared: number;
  /** How many of those were not 0. */
  nonzero: number;
  /** Figures that are not the total of the list that they open. */
  wrong: string[];
}

const LISTS: Record<string, [totals: string, filters: string, sums?: string]> = {
  '/$org/orders': ['/api/dashboard/orders/totals', 'orderFilters', 'orderSums'],
  '/$org/finance/entries': ['/api/dashboard/finance/entries/totals', 'financeFilters', 'entrySums'],
  '/$org/subscriptions': ['/api/dashboard/subscriptions/totals', 'subscriptionFilters', 'subscriptionSums'],
  '/$org/checkouts': ['/v1/checkouts/', 'checkoutFilters'],
};

/**
 * Asks for the figures of Home, and then for the total of the list that each of them opens.
 * @param get answers a path's JSON
 * @param query of the figures, such as `start_date=2026-01-01&end_date=2026-01-31`
 */
export async function compareFigures(
  get: (path: string) => Promise<unknown>,
  organizationId: string,
  query: string,
): Promise<Compared> {
  const figures = (await get(`/api/dashboard/figures?organization_id=${organizationId}&${query}`)) as HomeFigures;
  const attention = await get(`/api/dashboard/attention?organization_id=${organizationId}`);
  // One after the other: jest links a module that two of them import only once, and the other import fails.
  // The web's own functions: what a tile links to, and what its list asks the server for.
  const tiles = await webModules.tiles();
  const filters = await webModules.filters();
  const sums = await webModules.sums();
  const zone = await webModules.zone();
  const charts = await webModules.figures();
  const lines = await webModules.attention();
  call(zone['setZone'], figures.time_zone);
  const before = { ...figures, ...figures.previous, checkouts: figures.previous_checkouts };
  const found: Total[] = [
    call(tiles['checkoutTile'], 'org', figures) as Total,
    call(tiles['checkoutTile'], 'org', before) as Total,
    ...figures.currencies.flatMap((one) => [
      ...(call(tiles['rangeTiles'], 'org', figures, one) as Total[]),
      ...(call(tiles['rangeTiles'], 'org', before, { ...one, totals: one.previous }) as Total[]),
      ...(call(tiles['nowTiles'], 'org', figures, one) as Total[]),
    ]),
    ...figures.currencies.flatMap((one) =>
      (charts['series'] as unknown as { slug: string; isMoney: boolean; sums: boolean }[]).flatMap((what) =>
        (call(charts['chartPeriods'], 'org', figures, one.currency, what) as { name: string; link?: Total['link'] }[])
          .map(({ name, link }, index) => ({ ...{ name, link }, value: one.periods[index]![what.slug]! }))
          .flatMap(({ name, link, value }) =>
            link
              ? [{ term: `${what.slug} ${name}`, kind: what.isMoney ? 'money' : 'count', value, link } as Total]
              : [],
          ),
      ),
    ),
    ...(call(lines['attentionTotals'], 'org', figures, attention) as Total[]),
  ];
  const all = found.flatMap((total) => [total, ...(total.detail ? [{ term: total.term, ...total.detail }] : [])]);
  const wrong: string[] = [];
  for (const { term, kind, value, link } of all) {
    const [path, filter, sumsOf] = LISTS[link.to]!;
    const asked = call(filters[filter], link.search) as Record<string, unknown>;
    const parameters = new URLSearchParams({ organization_id: organizationId });
    for (const [name, given] of Object.entries(asked))
      for (const one of [given].flat()) parameters.append(name, String(one));
    const answer = (await get(`${path}?${parameters.toString()}`)) as Answered;
    // What the list shows first above its rows.
    const shown = sumsOf && (call(sums[sumsOf], answer.totals, link.search) as Sum[]);
    const amount = (shown || []).find(({ currency }) => currency === link.search.currency)?.amount;
    const listed = kind === 'count' ? (answer.pagination?.total_count ?? answer.count) : (amount ?? 0);
    if (listed !== value) wrong.push(`${term} (${kind}) is ${value}, its list ${listed}: ${parameters.toString()}`);
  }
  return { figures, compared: all.length, nonzero: all.filter(({ value }) => value !== 0).length, wrong };
}

/** Checks that the figures are consistent. */
export function contradictions({ currencies, periods }: HomeFigures): string[] {
  return currencies.flatMap(({ currency, totals, previous, periods: each, now }) => [
    ...[totals, previous, ...each].flatMap((one) => {
      const parts = ['one_time_products', 'new_subscriptions', 'renewed_subscriptions', 'subscription_updates'];
      const sum = parts.reduce((all, part) => all + one[`${part}_revenue`]!, 0);
      return sum === one['revenue'] ? [] : [`${currency}: revenue is ${one['revenue']}, its parts ${sum}`];
    }),
    ...['revenue', 'orders', 'ended_subscriptions', 'new_subscriptions'].flatMap((name) => {
      const sum = each.reduce((all, one) => all + one[name]!, 0);
      return sum === totals[name] ? [] : [`${currency}: ${name} is ${totals[name]}, its periods ${sum}`];
    }),
    ...(periods.at(-1)!.is_running
      ? ['active_subscriptions', 'monthly_recurring_revenue', 'past_due_subscriptions', 'past_due_amount']
      : []
    ).flatMap((name) =>
      totals[name] === now[name] ? [] : [`${currency}: ${name} is ${now[name]}, the log's ${totals[name]}`],
    ),
  ]);
}

function call(to: ((...given: never[]) => unknown) | undefined, ...given: unknown[]): unknown {
  return to!(...(given as never[]));
}
