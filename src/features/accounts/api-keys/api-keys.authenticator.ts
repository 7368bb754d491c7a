import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { FreshDocuments } from '../../../app/reading/fresh-documents.ts';
import { Authenticators, narrowed, type Authenticator, type Caller } from '../../../app/http/callers/caller.ts';
import { bearerOf } from '../../../app/http/callers/credentials.ts';
import { WireError } from '../../../app/http/errors.ts';
import { scopesOfRoles, TOKEN_SCOPES, type Scope } from '../../../app/http/callers/scopes.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import type { AuthenticatedSession } from '../sessions/session.commands.ts';
import { attachSession } from '../sessions/sessions.queries.ts';
import { userStream } from '../users/user.events.ts';
import { isBanned, userProjection, type UserDocument } from '../users/user.projection.ts';
import { ApiKeyRefused } from './api-key.errors.ts';
import { ApiKeyGate, MIN_KEY_LENGTH } from './api-key-gate.service.ts';
import type { ApiKeyDocument } from './api-key.projection.ts';
import { permits } from './api-key.rules.ts';

/** The users that keys authenticate. */
@Injectable()
export class ApiKeyUsers {
  constructor(
    private readonly fresh: FreshDocuments,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ApiKeyRefused INVALID_API_KEY the user was deleted · USER_IS_BANNED */
  async of({ userId }: ApiKeyDocument): Promise<UserDocument> {
    const user = await this.fresh.load(userProjection, userId, userStream(userId));
    if (!user) throw new ApiKeyRefused('INVALID_API_KEY');
    if (isBanned(user, this.clock.machineNow())) throw new ApiKeyRefused('USER_IS_BANNED');
    return user;
  }
}

/** On `/v1` and `/api/ledger`: a user's key authorizes for their organizations, an organization's key for its own, within its permissions. */
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

  async authenticate(request: FastifyRequest): Promise<Caller | undefined> {
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

/** On `/api/auth`: a user's key in `x-api-key` stands in for a session (docs/IDENTITY.md#using-a-key). */
@Injectable()
export class ApiKeyHeader implements Authenticator {
  readonly via = 'key';

  constructor(
    authenticators: Authenticators,
    private readonly gate: ApiKeyGate,
    private readonly users: ApiKeyUsers,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    authenticators.register(this);
  }

  /** @throws ApiKeyRefused · WireError RATE_LIMITED, with its `details` */
  async authenticate(request: FastifyRequest): Promise<Caller> {
    const key = String(request.headers['x-api-key']);
    if (key.length < MIN_KEY_LENGTH) throw new ApiKeyRefused('INVALID_API_KEY', 403);
    try {
      const document = await this.gate.find(key);
      if (document.organizationId !== null) throw new ApiKeyRefused('THE_USER_ID_FROM_THE_API_KEY_IS_INVALID');
      // A key with limited permissions cannot stand in for a session, which has none.
      if (document.permissions !== null) throw new ApiKeyRefused('KEY_NOT_FOUND');
      const user = await this.users.of(document);
      await this.gate.use(document);
      attachSession(request, this.sessionOf(document, user, request));
      return {
        kind: 'user',
        id: user.id,
        organizationIds: [],
        scopes: scopesOfRoles({}),
        roles: {},
        apiKeyId: document.id,
      };
    } catch (error) {
      if (!(error instanceof ApiKeyRefused) || error.tryAgainIn === undefined) throw error;
      const { code, message, status, tryAgainIn } = error;
      throw new WireError(code, status, { code, message, details: { tryAgainIn } });
    }
  }

  /** Lasts as long as the key, or as a session started now; does not contain the key itself. */
  private sessionOf(document: ApiKeyDocument, user: UserDocument, request: FastifyRequest): AuthenticatedSession {
    const { id, createdAt, updatedAt, subjects } = document;
    const session = {
      id,
      userId: user.id,
      expiresAt: document.expiresAt ?? addSeconds(this.clock.machineNow(), this.config.auth.sessionTtl),
      createdAt,
      updatedAt,
      ipAddress: request.ip ?? '',
      userAgent: request.headers['user-agent'] ?? '',
      activeOrganizationId: null,
      activeTeamId: null,
      impersonatedBy: null,
      rememberMe: false,
      subjects,
    };
    return { token: id, session, user, isFresh: false, apiKeyId: id };
  }
}

function organizationCaller(document: ApiKeyDocument): Caller {
  const { id, organizationId } = document;
  return { kind: 'token', id, organizationIds: [organizationId!], scopes: scopesOf(document), apiKeyId: id };
}

/** The scopes that the key's permissions contain, or all: `{ products: ['read'] }` is the scope `products:read`. */
function scopesOf({ permissions }: ApiKeyDocument): ReadonlySet<Scope> {
  const isHeld = (scope: Scope): boolean => {
    const [resource, action] = scope.split(':') as [string, string];
    return permits(permissions, { [resource]: [action] });
  };
  return new Set(permissions === null ? TOKEN_SCOPES : TOKEN_SCOPES.filter(isHeld));
}

/** An invalid key is an invalid token, as the billing contract has it; a key over its limits gets its own error. */
function refusedBearer({ code, message, tryAgainIn }: ApiKeyRefused): undefined {
  if (tryAgainIn !== undefined) {
    const headers = { 'Retry-After': String(Math.ceil(tryAgainIn / 1000)) };
    throw new WireError(code, 429, { error: 'TooManyRequests', detail: message }, headers);
  }
  if (code === 'USAGE_EXCEEDED') throw new WireError(code, 403, { error: 'NotPermitted', detail: message });
  return undefined;
}
