import { DomainError } from '../../../kernel/errors.ts';

/** Redirect targets within this site: no host, no fragment (docs/IDENTITY.md#origins-and-callbacks). */
const RELATIVE = /^\/(?!\/|\\|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i;

/** Callback fields, each with its error. */
const TARGETS = {
  callbackURL: ['INVALID_CALLBACKURL', 'Invalid callbackURL'],
  redirectTo: ['INVALID_REDIRECTURL', 'Invalid redirectURL'],
  errorCallbackURL: ['INVALID_ERRORCALLBACKURL', 'Invalid errorCallbackURL'],
  newUserCallbackURL: ['INVALID_NEWUSERCALLBACKURL', 'Invalid newUserCallbackURL'],
} as const;
export type TargetField = keyof typeof TARGETS;
export const TARGET_FIELDS = Object.keys(TARGETS) as TargetField[];

/** @param trusted origins (`https://a.example`), schemes (`myapp://`) or hosts with `*` */
export function isTrustedOrigin(url: string, trusted: readonly string[]): boolean {
  return trusted.some((pattern) => matches(pattern, url));
}

/** Whether a redirect stays on our own pages. */
export function isOwnTarget(url: string, ownOrigins: readonly string[]): boolean {
  return RELATIVE.test(url) || isTrustedOrigin(url, ownOrigins);
}

/**
 * Refuses a redirect target that is neither on this site nor trusted.
 * @throws DomainError 403
 */
export function checkTarget(field: TargetField, value: unknown, trusted: readonly string[]): void {
  if (value === undefined || value === null || value === '') return;
  if (typeof value === 'string' && (RELATIVE.test(value) || isTrustedOrigin(value, trusted))) return;
  const [code, message] = TARGETS[field];
  throw new DomainError(code, message, 403);
}

function matches(pattern: string, url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // Only http and https: a browser would run `javascript://a.example/…`, which has a host too.
  if (pattern.includes('*'))
    return parsed !== null && /^https?:$/.test(parsed.protocol) && hostPattern(pattern).test(parsed.host);
  if (/^https?:/.test(pattern)) return parsed !== null && parsed.origin === pattern;
  return url.startsWith(pattern);
}

function hostPattern(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/\\\\]*')}$`, 'i');
}
