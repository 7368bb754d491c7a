import { api, body } from './client';

/** Asks the server; true also while it does not answer. */
export async function isMember(slug: string): Promise<boolean> {
  try {
    const { items } = await body(api.GET('/v1/organizations', { params: { query: { slug: [slug] } } }));
    return items.length > 0;
  } catch {
    return true;
  }
}
