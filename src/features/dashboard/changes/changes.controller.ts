import { Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import { Authenticators, readOrganizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { EventStreams } from '../../../app/http/sharing/event-streams.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { ChangeFeed, mayFollow } from './change-feed.service.ts';
import { ChangeStream } from './change-stream.ts';
import { ChangesQuery } from './changes.dto.ts';

/** An organization's changes as they happen: kinds and ids of entities, never data. */
@DashboardController('changes')
export class ChangesController {
  constructor(
    private readonly streams: EventStreams,
    private readonly feed: ChangeFeed,
    private readonly authenticators: Authenticators,
  ) {}

  /** Server-sent events `{"entities": ["order"], "ids": ["…"]}`, at most one a second; `"resync": true` if some were missed. */
  @Get()
  @Scopes(
    'benefits:read',
    'checkouts:read',
    'customers:read',
    'ledger:read',
    'orders:read',
    'organizations:read',
    'products:read',
    'subscriptions:read',
    'webhooks:read',
  )
  @Answers(404, 429, 503)
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { type: 'string' } } } })
  follow(
    @Query() query: ChangesQuery,
    @CallerOf() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const organizationId = readOrganizationOf(caller, query.organization_id);
    if (organizationId === undefined || !mayFollow(caller, organizationId)) throw new NotFound();
    const via = request.headers.authorization === undefined ? 'cookie' : 'bearer';
    const identify = () => this.authenticators.authenticate(request, via);
    const holder = `${caller.kind} ${caller.id}`;
    this.streams.open(request, reply, { kind: 'changes', holder, organizationId }, (sink) => {
      const stream = new ChangeStream(sink);
      const leave = this.feed.listen({ organizationId, caller, stream, identify });
      // The client had a stream before, and may have missed changes since.
      if (request.headers['last-event-id'] !== undefined) stream.resync();
      return leave;
    });
  }
}
