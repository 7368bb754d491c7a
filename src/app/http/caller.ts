import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { InvalidInput } from '../../kernel/errors.ts';
import type { Actor } from '../../kernel/ports/event-store.ts';
import { scopesOfRole, type Scope } from './scopes.ts';

/** Who asks: the scope of what they read and write. */
export interface Caller {
  kind: 'user' | 'token' | 'customer' | 'anonymous';
  /** Of the user, token or customer; empty for somebody unknown. */
  id: string;
  /** On `/v1` only those in which the caller may do what the route does. */
  organizationIds: readonly string[];
  /** What the caller may do in at least one organization. */
  scopes: ReadonlySet<Scope>;
  /** A user's role (or roles, comma-separated) per organization. */
  roles?: Readonly<Record<string, string>>;
  session?: CallerSession;
  /** The API key that stands in for the user, or the organization. */
  apiKeyId?: string;
  /** Of what the roles allow, all that a key is good for. */
  narrowedTo?: ReadonlySet<Scope>;
  /** The admin who acts as this user. */
  impersonator?: string;
}

export interface CallerSession {
  id: string;
  activeOrganizationId: string | null;
}

export const ANONYMOUS: Caller = { kind: 'anonymous', id: '', organizationIds: [], scopes: new Set() };

/** Recognises callers by one kind of credential; a feature registers its own with `Authenticators`. */
export interface Authenticator {
  /** `bearer`: asked where an Authorization header is there. `cookie`: asked where there is none. `key`: `x-api-key`, on `/api/auth`. */
  via: 'bearer' | 'cookie' | 'key';
  /** undefined where these are not its credentials, or no longer good. */
  authenticate(request: Request): Promise<Caller | undefined>;
}

@Injectable()
export class Authenticators {
  private readonly all: Authenticator[] = [];

  register(authenticator: Authenticator): void {
    this.all.push(authenticator);
  }

  /** The first that knows the caller. */
  async authenticate(request: Request, via: Authenticator['via']): Promise<Caller | undefined> {
    for (const authenticator of this.all) {
      if (authenticator.via !== via) continue;
      const caller = await authenticator.authenticate(request);
      if (caller) return caller;
    }
    return undefined;
  }
}

/** What a caller may do in one organization. */
export function scopesIn(caller: Caller, organizationId: string): ReadonlySet<Scope> {
  if (caller.roles) return narrowed(scopesOfRole(caller.roles[organizationId]), caller.narrowedTo);
  return caller.organizationIds.includes(organizationId) ? caller.scopes : new Set();
}

/**
 * The organization that something is made in (docs/BILLING.md#callers): a token's own, a user's by the body's `organization_id`.
 * @throws InvalidInput given with an organization token, missing with a user, or not the caller's
 */
export function organizationOf(caller: Caller, organizationId: string | null | undefined): string {
  const refuse = (msg: string, type: string) => InvalidInput.at('body.organization_id', msg, type);
  if (caller.kind === 'token') {
    if (organizationId != null)
      throw refuse('Setting organization_id is disallowed when using an organization token.', 'organization_token');
    return caller.organizationIds[0]!;
  }
  if (organizationId == null) throw refuse('Organization is required.', 'missing');
  if (!caller.organizationIds.includes(organizationId)) throw refuse('Organization not found.', 'value_error');
  return organizationId;
}

/** The caller as events name who acted. */
export function actorOf(caller: Caller): Actor {
  if (caller.kind === 'anonymous') return { kind: 'system', id: 'visitor' };
  return {
    kind: caller.kind,
    id: caller.id,
    ...(caller.impersonator && { impersonator: caller.impersonator }),
    ...viaOf(caller),
  };
}

/** What is in both; everything where nothing narrows it. */
export function narrowed(scopes: ReadonlySet<Scope>, to: ReadonlySet<Scope> | undefined): ReadonlySet<Scope> {
  return to ? new Set([...scopes].filter((scope) => to.has(scope))) : scopes;
}

function viaOf({ session, apiKeyId }: Caller): { via?: string } {
  if (apiKeyId !== undefined) return { via: `apikey-${apiKeyId}` };
  return session ? { via: `session-${session.id}` } : {};
}
