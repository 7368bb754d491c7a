import type { Hit } from '@/api/find';
import { word } from '@/lib/format';
import type { RecentThing } from '@/lib/recent';
import { day } from '@/lib/time';
import type { Command } from '@/ui/commands';

/** A thing's page in the address, by kind. */
export const PLACES = {
  customer: 'customers',
  order: 'orders',
  product: 'products',
  subscription: 'subscriptions',
  checkout: 'checkouts',
} as const;

const GROUPS: Record<string, string> = {
  customer: 'Customers',
  order: 'Orders',
  document: 'Invoices and credit notes',
  product: 'Products',
  subscription: 'Subscriptions',
  checkout: 'Checkouts',
  event: 'Events',
};

type Open = (path: string) => void;

export function commandOfHit({ kind, id, title, note, at }: Hit, org: string, open: Open): Command {
  return {
    id: `${kind} ${id} ${title}`,
    label: title,
    group: GROUPS[kind] ?? word(kind),
    ...(note !== null && { note }),
    aside: day(at),
    run: () => open(pathOf(kind, id, org)),
  };
}

export function commandOfRecent({ kind, id, title }: RecentThing, org: string, open: Open): Command {
  return {
    id: `${kind} ${id}`,
    label: title,
    group: 'Recent',
    ...(kind !== 'order' && { note: word(kind) }),
    keywords: [kind],
    run: () => open(pathOf(kind, id, org)),
  };
}

function pathOf(kind: string, id: string, org: string): string {
  const place = kind === 'document' ? PLACES.order : ((PLACES as Record<string, string>)[kind] ?? 'events');
  return `/${encodeURIComponent(org)}/${place}/${encodeURIComponent(id)}`;
}
