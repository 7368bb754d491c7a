import { Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LedgerController as Ledger, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { anyOf, instant, type Filter } from '../../../app/http/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { LedgerEventList, LedgerEventOpened, LedgerTimeline } from './ledger.dto.ts';
import { GetLedgerEvent, GetLedgerTimeline, ListLedgerEvents } from './ledger.queries.ts';

/** Who acted, or whom it concerns. */
const person: Filter = {
  where: (values) => [{ or: values.map((value): Where => ({ has: ['persons', value] })) }],
  schema: { type: 'array', items: { type: 'string' } },
};

export const ledgerList: ListSpec = {
  sorting: { order: 'order' },
  defaultSorting: ['-order'],
  filters: {
    type: anyOf('type'),
    category: anyOf('category'),
    stream: anyOf('stream'),
    person,
    from: instant('occurred_at', 'from'),
    to: instant('occurred_at', 'until'),
  },
};

/** An organization's log, for its owners and admins, and tokens that were given it. */
@Ledger('')
export class LedgerController {
  constructor(private readonly queries: QueryBus) {}

  @Get('events')
  @Scopes('ledger:read')
  list(@List(ledgerList) list: ListRequest, @CallerOf() caller: Caller): Promise<LedgerEventList> {
    return this.queries.execute(new ListLedgerEvents(list, caller));
  }

  @Get('events/:id')
  @Scopes('ledger:read')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<LedgerEventOpened> {
    return this.queries.execute(new GetLedgerEvent(id, caller));
  }

  @Get('streams/:stream')
  @Scopes('ledger:read')
  timeline(@Param('stream') stream: string, @CallerOf() caller: Caller): Promise<LedgerTimeline> {
    return this.queries.execute(new GetLedgerTimeline(stream, caller));
  }
}
