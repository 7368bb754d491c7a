import { Get, Param } from '@nestjs/common';
import { LedgerController as Ledger, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyOf, flag, instant, type Filter } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { LedgerEventList, LedgerEventOpened, LedgerTimeline } from './ledger.dto.ts';
import { LedgerQueries } from './ledger.queries.ts';

/** The actor, or anybody else whom the event concerns. */
const person: Filter = {
  where: (values) => [{ or: values.map((value): Where => ({ has: ['persons', value] })) }],
  schema: { type: 'array', items: { type: 'string' } },
};

export const ledgerList: ListSpec = {
  sorting: { order: 'order' },
  defaultSorting: ['-order'],
  filters: {
    business: flag('is_business'),
    type: anyOf('type'),
    category: anyOf('category'),
    stream: anyOf('stream'),
    person,
    from: instant('occurred_at', 'from'),
    to: instant('occurred_at', 'until'),
  },
};

/** An organization's ledger, for its owners and admins, and for tokens with the scope. */
@Ledger('')
export class LedgerController {
  constructor(private readonly ledger: LedgerQueries) {}

  @Get('events')
  @Scopes('ledger:read')
  list(@List(ledgerList) list: ListRequest, @CallerOf() caller: Caller): Promise<LedgerEventList> {
    return this.ledger.list(list, caller);
  }

  @Get('events/:id')
  @Scopes('ledger:read')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<LedgerEventOpened> {
    return this.ledger.get(id, caller);
  }

  @Get('streams/:stream')
  @Scopes('ledger:read')
  timeline(@Param('stream') stream: string, @CallerOf() caller: Caller): Promise<LedgerTimeline> {
    return this.ledger.timeline(stream, caller);
  }
}
