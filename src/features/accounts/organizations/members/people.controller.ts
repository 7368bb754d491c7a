import { Get, Query } from '@nestjs/common';
import { LedgerController, Scopes } from '../../../../app/http/api.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import type { Filter } from '../../../../app/http/lists/filters.ts';
import { List, valuesOf, type ListRequest, type ListSpec } from '../../../../app/http/lists/list.ts';
import { CallerOf } from '../../../../app/http/request-state.ts';
import { PersonList } from './members.dto.ts';
import { PeopleQueries } from './people.queries.ts';

type Asked = Record<string, string | string[] | undefined>;

/** Applied in memory, because names and addresses are in the users' documents. */
const byQuery: Filter = { where: () => [], schema: { type: 'string' } };

export const peopleList: ListSpec = {
  sorting: { name: 'name', email: 'email', role: 'role', joined: 'joined' },
  defaultSorting: ['joined'],
  filters: { query: byQuery, role: byQuery, team_id: byQuery },
};

/** The members of an organization, for members, with filters that the identity contract's lists lack: names, addresses, teams. */
@LedgerController('people')
export class PeopleController {
  constructor(private readonly people: PeopleQueries) {}

  @Get()
  @Scopes('organizations:read')
  list(@List(peopleList) list: ListRequest, @Query() asked: Asked, @CallerOf() caller: Caller): Promise<PersonList> {
    const last = (name: string) => valuesOf(asked[name]).at(-1) ?? '';
    const search = { query: last('query'), role: last('role'), teamId: last('team_id') };
    return this.people.list({ list, ...search }, caller);
  }
}
