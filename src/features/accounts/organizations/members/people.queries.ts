import { Inject } from '@nestjs/common';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { findIn, type Caller } from '../../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../../app/http/list.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { GetUsers } from '../../users/users.queries.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { memberProjection } from './member.projection.ts';
import type { Person } from './people.dto.ts';
import { NotPermitted } from '../organization.errors.ts';
import { rolesIn } from '../../roles.ts';
import { Documents } from '../../../../app/documents.ts';

export interface PeopleAsked {
  list: ListRequest;
  /** In a name or an address, whatever the case; '' for all of these three. */
  query: string;
  role: string;
  teamId: string;
}

/** The members of the caller's organizations, found by what is their users'. */
export class ListPeople extends Query<Page<Person>> {
  constructor(
    readonly asked: PeopleAsked,
    readonly caller: Caller,
  ) {
    super();
  }
}

type Field = 'name' | 'email' | 'role' | 'joined';

@QueryHandler(ListPeople)
export class ListPeopleHandler implements IQueryHandler<ListPeople> {
  constructor(
    private readonly documents: Documents,
    @Inject(CONFIG) private readonly config: Config,
    private readonly presenter: IdentityPresenter,
    private readonly queries: QueryBus,
  ) {}

  /** An organization has at most ORG_MEMBERSHIP_LIMIT members, so all of them are looked at. @throws NotPermitted to a token */
  async execute({ asked, caller }: ListPeople): Promise<Page<Person>> {
    if (caller.kind !== 'user') throw new NotPermitted('Members are shown to members alone');
    const { list } = asked;
    const found = (await this.all(asked, caller)).filter((person) => fits(person, asked)).sort(order(list));
    return pageOf(found.slice(list.skip, list.skip + list.limit), found.length, list.limit);
  }

  private async all({ list, teamId }: PeopleAsked, caller: Caller): Promise<Person[]> {
    const where = teamId === '' ? [] : [{ has: ['teamIds', teamId] as [string, string] }];
    const limit = this.config.organizations.membershipLimit * Math.max(1, caller.organizationIds.length);
    const asked = { ...list, where, sort: [{ field: 'createdAt', direction: 'asc' as const }], skip: 0, limit };
    const query = findIn(caller, asked, 'organizationId');
    const { items } = await this.documents.find(memberProjection, query, 'any');
    const users = await this.queries.execute(new GetUsers(items.map(({ userId }) => userId)));
    return items.flatMap((member) => {
      const user = users.get(member.userId);
      return user ? [{ ...this.presenter.withUser(member, user), teams: member.teams }] : [];
    });
  }
}

function fits({ user, role }: Person, asked: PeopleAsked): boolean {
  const isSought = `${user.name}\n${user.email}`.toLowerCase().includes(asked.query.toLowerCase());
  return isSought && (asked.role === '' || rolesIn(role).includes(asked.role));
}

/** By what is asked, then in the order they joined. */
function order({ sort }: ListRequest): (a: Person, b: Person) => number {
  return (a, b) => {
    for (const { field, direction } of sort) {
      const [one, other] = [keyOf(a, field as Field), keyOf(b, field as Field)];
      if (one !== other) return (one < other ? -1 : 1) * (direction === 'asc' ? 1 : -1);
    }
    return 0;
  };
}

function keyOf({ user, role, createdAt }: Person, field: Field): string {
  const keys = { name: user.name.toLowerCase(), email: user.email, role, joined: createdAt };
  return keys[field];
}
