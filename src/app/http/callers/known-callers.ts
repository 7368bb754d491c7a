import { hash } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { IncomingHttpHeaders } from 'node:http';
import { ANONYMOUS, type Caller } from './caller.ts';

const MAX_KNOWN = 10_000;
/** Of one owner: nobody makes others strangers by having many credentials, or one in many forms. */
const MAX_OF_ONE = 500;
const STRANGERS = 'strangers';

/**
 * Whose share of the work a request is, before anybody has looked at its credentials: those that this process has recently accepted are known. Everybody
 * else is a stranger, and all strangers together have one share, because anyone can be any number of them.
 */
export class KnownCallers {
  /** By digests of credentials; those that were used last come last. */
  private readonly owners = new Map<string, string>();
  /** The digests of each owner, in the same order. */
  private readonly digests = new Map<string, Set<string>>();

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
    this.forget(key);
    if (caller.kind === ANONYMOUS.kind) return;
    const owner = ownerOf(caller);
    const own = this.digests.get(owner) ?? new Set();
    this.digests.set(owner, own.add(key));
    this.owners.set(key, owner);
    if (own.size > MAX_OF_ONE) this.forget(first(own));
    if (this.owners.size > MAX_KNOWN) this.forget(first(this.owners.keys()));
  }

  private forget(key: string): void {
    const owner = this.owners.get(key);
    if (owner === undefined) return;
    this.owners.delete(key);
    const own = this.digests.get(owner)!;
    own.delete(key);
    if (own.size === 0) this.digests.delete(owner);
  }
}

function first(keys: Iterable<string>): string {
  const [key] = keys;
  return key!;
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
