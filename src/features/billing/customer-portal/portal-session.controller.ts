import { Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AlsoLimited, Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { bearerOf } from '../../../app/http/callers/credentials.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { CustomerSessions } from '../customer-sessions/customer-sessions.service.ts';
import { PortalCustomers } from './portal-customers.queries.ts';
import { PortalAuthenticatedUser, PortalSession } from './portal.dto.ts';

/** What a customer session is, for portals that sellers build themselves. */
@BillingController('customer-portal/customer-session')
@Scopes('customer_portal:read', 'customer_portal:write')
export class PortalSessionController {
  constructor(
    private readonly sessions: CustomerSessions,
    private readonly customers: PortalCustomers,
  ) {}

  /** 404 in the first hour after an update, for a session that was opened before it. */
  @Get('introspect')
  @AlsoLimited()
  @Answers(404)
  async introspect(@Req() request: FastifyRequest): Promise<PortalSession> {
    const session = await this.sessions.find(bearerOf(request) ?? '');
    if (session?.expiresAt === undefined) throw new NotFound();
    return { expires_at: session.expiresAt, return_url: null };
  }

  @AlsoLimited()
  @Get('user')
  async user(@CallerOf() caller: Caller): Promise<PortalAuthenticatedUser> {
    const { id, name, email } = await this.customers.get(caller);
    return { type: 'customer', name, email, customer_id: id, member_id: null, role: null };
  }
}
