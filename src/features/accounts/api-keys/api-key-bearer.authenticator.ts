import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { FreshDocuments } from '../../../app/fresh-documents.ts';
import { Authenticators, narrowed, type Authenticator, type Caller } from '../../../app/http/caller.ts';
import { bearerOf } from '../../../app/http/credentials.ts';
import { WireError } from '../../../app/http/errors.ts';
import { scopesOfRoles, TOKEN_SCOPES, type Scope } from '../../../app/http/scopes.ts';
import { CLOCK } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import { userStream } from '../users/user.events.ts';
import { userProjection, type UserDocument } from '../users/users.queries.ts';
import { ApiKeyRefused } from './api-key.errors.ts';
import { ApiKeyGate } from './api-key-gate.service.ts';
import type { ApiKeyDocument } from './api-key.projection.ts';
import { permits } from './api-key.rules.ts';
import { MIN_KEY_LENGTH } from './api-key.secrets.ts';

/** The users whom keys stand for. */
@Injectable()
export class ApiKeyUsers {
  constructor(
    private readonly fresh: FreshDocuments,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ApiKeyRefused INVALID_API_KEY he is no more · USER_IS_BANNED */
  async of({ userId }: ApiKeyDocument): Promise<UserDocument> {
    const user = await this.fresh.load(userProjection, userId, userStream(userId));
    if (!user) throw new ApiKeyRefused('INVALID_API_KEY');
    const isOver = user.banExpires !== null && user.banExpires <= this.clock.machineNow();
    if (user.banned && !isOver) throw new ApiKeyRefused('USER_IS_BANNED');
    return user;
  }
}

/** On `/v1` and `/api/ledger`: a user's key opens his organizations, an organization's key its own, as far as its permissions go. */
@Injectable()
export class ApiKeyBearer implements Authenticator {
  readonly via = 'bearer';

  constructor(
    authenticators: Authenticators,
    private readonly gate: ApiKeyGate,
    private readonly users: ApiKeyUsers,
    private readonly memberships: MembershipReader,
  ) {
    authenticators.register(this);
  }

  async authenticate(request: Request): Promise<Caller | undefined> {
    const key = bearerOf(request) ?? '';
    if (key.length < MIN_KEY_LENGTH) return undefined;
    try {
      const document = await this.gate.find(key);
      const caller = document.organizationId === null ? await this.userOf(document) : organizationCaller(document);
      await this.gate.use(document);
      return caller;
    } catch (error) {
      if (error instanceof ApiKeyRefused) return refusedBearer(error);
      throw error;
    }
  }

  private async userOf(document: ApiKeyDocument): Promise<Caller> {
    const user = await this.users.of(document);
    const roles = await this.memberships.rolesOf(user.id, null);
    const narrowedTo = scopesOf(document);
    return {
      kind: 'user',
      id: user.id,
      organizationIds: Object.keys(roles),
      scopes: narrowed(scopesOfRoles(roles), narrowedTo),
      roles,
      narrowedTo,
      apiKeyId: document.id,
    };
  }
}

function organizationCaller(document: ApiKeyDocument): Caller {
  const { id, organizationId } = document;
  return { kind: 'token', id, organizationIds: [organizationId!], scopes: scopesOf(document), apiKeyId: id };
}

/** All that tokens can be good for, or what of it the key's permissions hold: `{ products: ['read'] }` is the scope `products:read`. */
function scopesOf({ permissions }: ApiKeyDocument): ReadonlySet<Scope> {
  const isHeld = (scope: Scope): boolean => {
    const [resource, action] = scope.split(':') as [string, string];
    return permits(permissions, { [resource]: [action] });
  };
  return new Set(permissions === null ? TOKEN_SCOPES : TOKEN_SCOPES.filter(isHeld));
}

/** A key that is no good is an invalid token, as the billing contract has it; one that was used too much is told so. */
function refusedBearer({ code, message, tryAgainIn }: ApiKeyRefused): undefined {
  if (tryAgainIn !== undefined) {
    const headers = { 'Retry-After': String(Math.ceil(tryAgainIn / 1000)) };
    throw new WireError(code, 429, { error: 'TooManyRequests', detail: message }, headers);
  }
  if (code === 'USAGE_EXCEEDED') throw new WireError(code, 403, { error: 'NotPermitted', detail: message });
  return undefined;
}
