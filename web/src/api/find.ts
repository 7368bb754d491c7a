import { api, body } from './client';
import { queryClient } from './query-client';
import type { components } from './schema';

export type Hit = components['schemas']['SearchHit'];

/** Things of an organization by name, e-mail, number or id. */
export async function find(organizationId: string, text: string, signal: AbortSignal): Promise<Hit[]> {
  const query = { organization_id: organizationId, query: text.slice(0, 200) };
  return (await body(api.GET('/api/dashboard/search', { params: { query }, signal }))).items;
}

type Loaded = {
  name?: string | null;
  email?: string;
  number?: string;
  product?: { name: string };
  customer?: { name?: string | null; email: string };
};

/** Calls `act` once a page has loaded its thing: with its title, or undefined if there is no such thing. */
export function onceLoaded(kind: string, id: string, act: (title: string | undefined) => void): () => void {
  const title = titleOf(kind, id);
  if (title) {
    act(title);
    return () => undefined;
  }
  const forget = queryClient.getQueryCache().subscribe(({ query }) => {
    const [entity, form, one] = query.queryKey as unknown[];
    if (entity !== kind || form !== 'one' || one !== id || query.state.status === 'pending') return;
    forget();
    act(titleOf(kind, id));
  });
  return forget;
}

function titleOf(kind: string, id: string): string | undefined {
  const one = queryClient.getQueryData<Loaded>([kind, 'one', id]);
  if (!one) return undefined;
  if (kind === 'order') return `Order ${one.number}`;
  if (kind === 'customer') return one.name ?? one.email;
  if (kind === 'product') return one.name ?? undefined;
  const customer = one.customer && (one.customer.name ?? one.customer.email);
  return [one.product?.name, customer].filter(Boolean).join(', ') || undefined;
}
