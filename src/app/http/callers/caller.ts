import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InvalidInput } from '../../../kernel/errors.ts';
import type { Actor } from '../../../kernel/ports/event-store.ts';
import { scopesOfRole, type Scope } from './scopes.ts';

/** Who makes a request; also the scope of what it reads and writes. */
export interface Caller {
  kind: 'user' | 'token' | 'customer' | 'anonymous';
  /** Id of the user, token or customer; empty if anonymous. */
  id: string;
  /** On `/v1` only those in which the caller holds a scope of the route. */
  organizationIds: readonly string[];
  /** What the caller may do in at least one organization. */
  scopes: ReadonlySet<Scope>;
  /** A user's role (or roles, comma-separated) per organization. */
  roles?: Readonly<Record<string, string>>;
  session?: CallerSession;
  /** The API key that the user or organization authenticated with. */
  apiKeyId?: string;
  /** What the user allowed the app that acts for them. */
  oauthGrantId?: string;
  /** The scopes that an API key or app is limited to, within those of the roles. */
  narrowedTo?: ReadonlySet<Scope>;
  /** The checkout to which a customer's session is limited: it shows what that created, and nothing else of the customer. */
  checkoutId?: string;
  /** Whether a session of their own makes them an administrator of the installation. */
  isAdministrator?: true;
  /** The admin who impersonates this user. */
  impersonator?: string;
}

export interface CallerSession {
  id: string;
  activeOrganizationId: string | null;
}

export const ANONYMOUS: Caller = { kind: 'anonymous', id: '', organizationIds: [], scopes: new Set() };

/** Recognizes callers by one kind of credential; a feature registers its own with `Authenticators`. */
export interface Authenticator {
  /** `bearer`: with an Authorization header. `cookie`: without one. `key`: `x-api-key`, on `/api/auth`. */
  via: 'bearer' | 'cookie' | 'key';
  /** @returns undefined if the credentials are not of its kind, or no longer valid */
  authenticate(request: FastifyRequest): Promise<Caller | undefined>;
}

@Injectable()
export class Authenticators {
  private readonly all: Authenticator[] = [];

  register(authenticator: Authenticator): void {
    this.all.push(authenticator);
  }

  /** The caller that the first matching authenticator recognizes. */
  async authenticate(request: FastifyRequest, via: Authenticator['via']): Promise<Caller | undefined> {
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
 * The organization to create something in (docs/BILLING.md#callers): a token's own, or for a user the body's `organization_id`.
 * @throws InvalidInput sent with an organization token, missing for a user, or not one of the caller's
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

/**
 * The one organization that a dashboard route reads: a token's own, or the `organization_id` in a user's query; undefined if it is not one of
 * the caller's.
 * @throws InvalidInput if a user names none
 */
export function readOrganizationOf(caller: Caller, organizationId: string | undefined): string | undefined {
  const wanted = organizationId ?? (caller.kind === 'token' ? caller.organizationIds[0] : undefined);
  if (wanted === undefined) throw InvalidInput.at('query.organization_id', 'Field required', 'missing');
  return caller.organizationIds.find((id) => id === wanted.toLowerCase());
}

/** The caller as the actor that events record. */
export function actorOf(caller: Caller): Actor {
  if (caller.kind === 'anonymous') return { kind: 'system', id: 'visitor' };
  return {
    kind: caller.kind,
    id: caller.id,
    ...(caller.impersonator && { impersonator: caller.impersonator }),
    ...viaOf(caller),
  };
}

/** The scopes in both sets; all of them if `to` is undefined. */
export function narrowed(scopes: ReadonlySet<Scope>, to: ReadonlySet<Scope> | undefined): ReadonlySet<Scope> {
  return to ? new Set([...scopes].filter((scope) => to.has(scope))) : scopes;
}

function viaOf({ session, apiKeyId, oauthGrantId }: Caller): { via?: string } {
  if (apiKeyId !== undefined) return { via: `apikey-${apiKeyId}` };
  if (oauthGrantId !== undefined) return { via: `oauthgrant-${oauthGrantId}` };
  return session ? { via: `session-${session.id}` } : {};
}
