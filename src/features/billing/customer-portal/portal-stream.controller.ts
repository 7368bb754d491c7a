import { Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { openEventStream } from '../../../app/http/event-stream.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { refuseLimited } from './portal.errors.ts';
import { PortalStreams } from './portal-streams.service.ts';

/** What a customer is granted, as it happens. */
@BillingController('customer-portal/customers/stream')
export class PortalStreamController {
  constructor(private readonly streams: PortalStreams) {}

  /** Server-sent events `{"key": "benefit.granted", "payload": {…}}`, or `benefit.revoked`; 403 in a session that is limited to a checkout. */
  @Get()
  @Scopes('customer_portal:read', 'customer_portal:write')
  @Answers(429, 503)
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { type: 'string' } } } })
  follow(@CallerOf() caller: Caller, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    refuseLimited(caller);
    this.streams.demandRoom(caller.id);
    const raw = openEventStream(request, reply);
    if (!raw) return;
    const leave = this.streams.follow(caller.id, raw);
    raw.once('close', leave);
    // The client left in between, so `close` has already fired.
    if (raw.destroyed) leave();
  }
}
