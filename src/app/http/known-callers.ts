import { hash } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { IncomingHttpHeaders } from 'node:http';
import { ANONYMOUS, type Caller } from './caller.ts';

const MAX_KNOWN = 10_000;
const STRANGERS = 'strangers';

/**
 * Whose share of the work a request is, before anybody has looked at its credentials: those that this process has recently accepted are known. Everybody
 * else is a stranger, and all strangers together have one share, because anyone can be any number of them.
 */
export class KnownCallers {
  /** By digests of credentials; those that were used last come last. */
  private readonly owners = new Map<string, string>();

  ownerOf(headers: IncomingHttpHeaders): string {
    const key = keyOf(headers);
    return (key !== undefined && this.owners.get(key)) || STRANGERS;
  }

  isKnown(owner: string): boolean {
    return owner !== STRANGERS;
  }

  /** A request has been answered as one of this caller. */
  learn(headers: IncomingHttpHeaders, caller: Caller): void {
    const key = keyOf(headers);
    if (key === undefined) return;
    this.owners.delete(key);
    if (caller.kind === ANONYMOUS.kind) return;
    this.owners.set(key, ownerOf(caller));
    if (this.owners.size > MAX_KNOWN) this.owners.delete(this.owners.keys().next().value!);
  }
}

/** Customers share among themselves, so that they hold up no seller. */
function ownerOf({ kind, id, organizationIds }: Caller): string {
  return `${kind}/${kind === 'user' ? id : organizationIds[0]}`;
}

function keyOf({ authorization, cookie, 'x-api-key': apiKey }: IncomingHttpHeaders): string | undefined {
  const credential = authorization ?? apiKey?.toString() ?? (cookie && sessionIn(cookie));
  return credential && hash('sha256', credential);
}

/** Decoded, so that there is one form of it. */
function sessionIn(cookie: string): string | undefined {
  return Object.entries(parseCookie(cookie)).find(([name]) => name.endsWith('session_token'))?.[1];
}
