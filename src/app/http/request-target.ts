/** An escape of an unreserved character, which means the same as the character (RFC 3986 §6.2.2.2). */
const UNRESERVED = /%(2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/**
 * The target of a request in the one form that the router, limits, CORS and headers all read, so that none of them can be told another path than
 * the others: path and query, without host and fragment. A `%` that is no escape stands for itself.
 * @param target as sent (RFC 9112 §3.2)
 */
export function canonicalTarget(target: string): string {
  const [path, query] = partsOf(withoutOrigin(target.split('#', 1)[0]!));
  if (!path.includes('%')) return path + query;
  if (!isDecodable(path)) return path.replaceAll('%', '%25') + query;
  return path.replace(UNRESERVED, (escape) => decodeURIComponent(escape)) + query;
}

/** The path of a target, without its query. */
export function pathIn(target: string): string {
  return partsOf(target)[0];
}

function partsOf(target: string): [path: string, query: string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)];
}

/** Clients of a proxy name the host, too. */
function withoutOrigin(target: string): string {
  if (target.startsWith('/')) return target;
  const url = URL.parse(target);
  return url ? url.pathname + url.search : `/${target}`;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
