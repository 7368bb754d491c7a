import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticators, type Authenticator, type Caller } from '../../../app/http/callers/caller.ts';
import { bearerOf } from '../../../app/http/callers/credentials.ts';
import { PORTAL_SCOPES } from '../../../app/http/callers/scopes.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { CustomerSessions } from './customer-sessions.service.ts';

/** Authenticates customers by their sessions; those of a deleted customer are worth nothing. */
@Injectable()
export class CustomerSessionAuthenticator implements Authenticator {
  readonly via = 'bearer';

  constructor(
    authenticators: Authenticators,
    private readonly sessions: CustomerSessions,
    private readonly customers: CustomerReader,
  ) {
    authenticators.register(this);
  }

  async authenticate(request: FastifyRequest): Promise<Caller | undefined> {
    const session = await this.sessions.find(bearerOf(request) ?? '');
    if (!session) return undefined;
    const { organizationId, customerId: id, checkoutId } = session;
    const organizationIds = [organizationId];
    const customer = await this.customers.folded(id, { organizationIds });
    if (!customer || customer.deleted_at !== null) return undefined;
    const caller = { kind: 'customer', id, organizationIds, scopes: new Set(PORTAL_SCOPES) } as const;
    return checkoutId === null ? caller : { ...caller, checkoutId };
  }
}
