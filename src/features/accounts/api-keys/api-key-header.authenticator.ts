import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Authenticators, type Authenticator, type Caller } from '../../../app/http/caller.ts';
import { WireError } from '../../../app/http/errors.ts';
import { scopesOfRoles } from '../../../app/http/scopes.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import { attachSession, type AuthenticatedSession } from '../sessions/sessions.queries.ts';
import type { UserDocument } from '../users/users.queries.ts';
import { ApiKeyUsers } from './api-key-bearer.authenticator.ts';
import { ApiKeyRefused } from './api-key.errors.ts';
import { ApiKeyGate } from './api-key-gate.service.ts';
import type { ApiKeyDocument } from './api-key.projection.ts';
import { MIN_KEY_LENGTH } from './api-key.secrets.ts';

/** On `/api/auth`: a user's key in `x-api-key` stands in for a session of his (docs/IDENTITY.md#using-a-key). */
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
  async authenticate(request: Request): Promise<Caller> {
    const key = String(request.headers['x-api-key']);
    if (key.length < MIN_KEY_LENGTH) throw new ApiKeyRefused('INVALID_API_KEY', 403);
    try {
      const document = await this.gate.find(key);
      if (document.organizationId !== null) throw new ApiKeyRefused('THE_USER_ID_FROM_THE_API_KEY_IS_INVALID');
      // What is good for some things only does not do everything that a session does.
      if (document.permissions !== null) throw new ApiKeyRefused('KEY_NOT_FOUND');
      const user = await this.users.of(document);
      await this.gate.use(document);
      attachSession(request, this.visitOf(document, user, request));
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

  /** As long as the key is good, or as a session opened now would be; the key itself is not shown in it. */
  private visitOf(document: ApiKeyDocument, user: UserDocument, request: Request): AuthenticatedSession {
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
