import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { LongBody } from '../../../app/http/bodies/body-bounds.ts';
import { Bulk } from '../../../app/http/lists/bulk.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { List, type ListRequest } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { Turns } from '../../../kernel/coordination/turns.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { IngestUsage, VoidUsage } from './usage.commands.ts';
import {
  EventsIngest,
  EventsIngestResponse,
  EventTypeList,
  UsageEventList,
  UsageEventNameList,
  UsageEventRead,
  UsageVoid,
} from './usage.dto.ts';
import { UsageEventQueries } from './lists/usage-events.queries.ts';
import { usageEventList } from './lists/usage-events.request.ts';
import { MOST_VALUES, UsageReading, type UsageInput } from './usage-input.rules.ts';
import { eventTypeList, usageNameList, UsageNameQueries } from './lists/usage-names.queries.ts';

/** Events of calls that are read as they come. */
const READ_AT_ONCE = 20;

@AlsoImpersonated()
@BillingController('events', 'usage')
export class UsageController {
  /** Large calls are read one in each turn of the event loop, so that other requests go on between them. */
  private readonly turns = new Turns();

  constructor(
    private readonly commands: Commands,
    private readonly events: UsageEventQueries,
    private readonly names: UsageNameQueries,
  ) {}

  @Get()
  @Scopes('events:read', 'events:write')
  list(@List(usageEventList) list: ListRequest, @CallerOf() caller: Caller): Promise<UsageEventList> {
    return this.events.list(list, caller);
  }

  /** Adds all events, or none if one is invalid. They are kept when this answers. */
  @Post('ingest')
  @Bulk()
  @LongBody(MOST_VALUES)
  @HttpCode(200)
  @ApiBody({ type: EventsIngest })
  @Scopes('events:write')
  async ingest(
    @Body() body: object | undefined,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<EventsIngestResponse> {
    if (isLarge(body)) await this.turns.next();
    const reading = new UsageReading(context.now);
    const events = reading.events(body);
    if (reading.errors.length > 0) throw new InvalidInput(reading.errors);
    if (events.length === 0) return { inserted: 0, duplicates: 0 };
    const organizationId = oneOrganizationOf(events, caller);
    return this.commands.execute(new IngestUsage({ organizationId, events }, { ...context, organizationId }));
  }

  @Get('names')
  @Scopes('events:read', 'events:write')
  listNames(@List(usageNameList) list: ListRequest, @CallerOf() caller: Caller): Promise<UsageEventNameList> {
    return this.names.list(list, caller);
  }

  @Get(':id')
  @Scopes('events:read', 'events:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<UsageEventRead> {
    return this.events.get(id, caller);
  }

  /** Not in the contract: the event no longer counts. What was billed for it is credited to the customer’s account; a second time changes nothing. */
  @Post(':id/void')
  @HttpCode(200)
  @Scopes('events:write')
  async void(
    @Id() eventId: string,
    @Body() { reason }: UsageVoid,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<UsageEventRead> {
    await this.commands.execute(new VoidUsage({ eventId, reason }, context));
    return this.events.get(eventId, caller);
  }
}

/** The names of usage events under the address that clients use since 0.35; they are reported, never declared. */
@AlsoImpersonated()
@BillingController('event-types', 'usage')
export class EventTypesController {
  constructor(private readonly names: UsageNameQueries) {}

  @Get()
  @Scopes('events:read', 'events:write')
  list(@List(eventTypeList) list: ListRequest, @CallerOf() caller: Caller): Promise<EventTypeList> {
    return this.names.types(list, caller);
  }
}

function isLarge(body: { events?: unknown } | undefined): boolean {
  return Array.isArray(body?.events) && body.events.length > READ_AT_ONCE;
}

/** @throws InvalidInput events of several organizations, or of one that is not the caller's */
function oneOrganizationOf(events: readonly UsageInput[], caller: Caller): string {
  const different = events.findIndex(({ organizationId }) => organizationId !== events[0]!.organizationId);
  const refuse = (place: number, msg: string, type: string) =>
    new InvalidInput([{ loc: ['body', 'events', place, 'organization_id'], msg, type }]);
  if (different > 0) throw refuse(different, 'All events of a call should be of one organization', 'value_error');
  try {
    return organizationOf(caller, events[0]!.organizationId);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(error.fields.map((field) => ({ ...field, loc: ['body', 'events', 0, 'organization_id'] })));
  }
}
