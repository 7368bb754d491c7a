export const CLIENT_ID_PREFIX = 'tb_ci_';
export const CLIENT_SECRET_PREFIX = 'tb_cs_';
export const ACCESS_PREFIX = 'tb_at_';
export const REFRESH_PREFIX = 'tb_rt_';

/** A client's id as its programs know it. @param clientId UUID */
export function wireClientId(clientId: string): string {
  return CLIENT_ID_PREFIX + clientId.replaceAll('-', '');
}

/** The UUID in a client's id; undefined for anything else. */
export function clientIdOf(wireId: string): string | undefined {
  const hex = /^tb_ci_([0-9a-f]{32})$/.exec(wireId)?.[1];
  return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Whether a sign-in is as recent as an app demands: `prompt=login` one since it sent the browser, `max_age` one of at most so many seconds ago
 * (OpenID Connect Core §3.1.2.1).
 * @param signedInAt seconds since 1970, as `iat`, when the app sent the browser, and `now`
 */
export function isRecentEnough(
  signedInAt: number,
  { params: { prompt, max_age }, iat }: { params: Readonly<Record<string, unknown>>; iat: number },
  now: number,
): boolean {
  if (typeof prompt === 'string' && prompt.split(' ').includes('login') && signedInAt < iat) return false;
  return max_age === undefined || now - signedInAt <= Number(max_age);
}

/** Programs without a server of their own are called back on the machine that they run on (RFC 8252 §7.3). */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** What `URL` would take away before it reads an address. */
const WHITESPACE_OR_CONTROL = /[\s\p{Cc}]/u;

/** Where a browser may be sent with a code: no whitespace or control characters, https, or http on the user's own machine; no fragment (RFC 6749 §3.1.2). */
export function isRedirectUri(text: string): boolean {
  if (WHITESPACE_OR_CONTROL.test(text)) return false;
  const url = URL.parse(text);
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}
