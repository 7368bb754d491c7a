import { Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { EventStreams } from '../../../app/http/sharing/event-streams.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { PortalStreams } from './portal-streams.service.ts';

/** What a customer is granted, as it happens. */
@BillingController('customer-portal/customers/stream')
export class PortalStreamController {
  constructor(
    private readonly streams: EventStreams,
    private readonly customers: PortalStreams,
  ) {}

  /** Server-sent events `{"key": "benefit.granted", "payload": {…}}`, or `benefit.revoked`; 403 in a session that is limited to a checkout. */
  @Get()
  @Scopes('customer_portal:read', 'customer_portal:write')
  @Answers(429, 503)
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { type: 'string' } } } })
  follow(@CallerOf() caller: Caller, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const owner = { kind: 'portal', holder: caller.id, organizationId: caller.organizationIds[0]! } as const;
    this.streams.open(request, reply, owner, (sink) => this.customers.follow(caller.id, sink));
  }
}
