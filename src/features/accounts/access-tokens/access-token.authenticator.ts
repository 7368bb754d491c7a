import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { FreshDocuments } from '../../../app/reading/fresh-documents.ts';
import { Authenticators, type Authenticator, type Caller } from '../../../app/http/callers/caller.ts';
import { bearerOf } from '../../../app/http/callers/credentials.ts';
import { SCOPES, type Scope } from '../../../app/http/callers/scopes.ts';
import { CLOCK } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { equalSecrets, Keys } from '../../../kernel/secrets/keys.ts';
import { tokenIdOf } from '../../../kernel/secrets/tokens.ts';
import { accessTokenStream } from './access-token.events.ts';
import { accessTokenProjection } from './access-token.projection.ts';

export const TOKEN_PREFIX = 'tb_oat_';

/** Authenticates organizations by their access tokens: the id in the token finds it, its keyed digest proves it. */
@Injectable()
export class AccessTokenAuthenticator implements Authenticator {
  readonly via = 'bearer';

  constructor(
    authenticators: Authenticators,
    private readonly fresh: FreshDocuments,
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    authenticators.register(this);
  }

  async authenticate(request: FastifyRequest): Promise<Caller | undefined> {
    const token = bearerOf(request) ?? '';
    const id = tokenIdOf(TOKEN_PREFIX, token);
    const found = id && (await this.fresh.load(accessTokenProjection, id, accessTokenStream(id)));
    if (!found || !equalSecrets(found.digest, digestOfToken(this.keys, token))) return undefined;
    if (found.expires_at !== null && found.expires_at <= this.clock.machineNow()) return undefined;
    const scopes = SCOPES.filter((scope): scope is Scope => found.scopes.includes(scope));
    return { kind: 'token', id: found.id, organizationIds: [found.organization_id], scopes: new Set(scopes) };
  }
}

/** The part of a token that is stored. */
export function digestOfToken(keys: Keys, token: string): string {
  return keys.digest('access-token', token);
}
