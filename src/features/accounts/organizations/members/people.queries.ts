import { Inject, Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../../app/reading/documents.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../../app/http/lists/list.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Where } from '../../../../kernel/ports/document-store.ts';
import { folded } from '../../../../kernel/folding.ts';
import { rolesIn } from '../../roles.ts';
import { UserReader } from '../../users/users.queries.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { NotPermitted } from '../organization.errors.ts';
import { memberProjection } from './member.projection.ts';
import type { Person } from './members.dto.ts';

export interface PeopleAsked {
  list: ListRequest;
  /** Part of a name or an address, in any case; '' means any, here and below. */
  query: string;
  role: string;
  teamId: string;
}

type Field = 'name' | 'email' | 'role' | 'joined';

/** The members of the caller's organizations, searched by fields of their users. */
@Injectable()
export class PeopleQueries {
  constructor(
    private readonly documents: Documents,
    @Inject(CONFIG) private readonly config: Config,
    private readonly presenter: IdentityPresenter,
    private readonly users: UserReader,
  ) {}

  /** Reads every member, of whom an organization has at most ORG_MEMBERSHIP_LIMIT. @throws NotPermitted to a token */
  async list(asked: PeopleAsked, caller: Caller): Promise<Page<Person>> {
    if (caller.kind !== 'user') throw new NotPermitted('Members are shown to members alone');
    const { list } = asked;
    const found = (await this.all(asked, caller)).filter((person) => matches(person, asked)).sort(order(list));
    return pageOf(found.slice(list.skip, list.skip + list.limit), found.length, list.limit);
  }

  private async all({ list, teamId }: PeopleAsked, caller: Caller): Promise<Person[]> {
    const where: Where = teamId === '' ? { and: [] } : { has: ['teamIds', teamId] };
    const limit = this.config.organizations.membershipLimit * Math.max(1, caller.organizationIds.length);
    const query = { where, sort: [{ field: 'createdAt', direction: 'asc' as const }], limit };
    const { items } = await this.documents.find(memberProjection, query, narrowedTo(list.organizationIds, caller));
    const users = await this.users.get(items.map(({ userId }) => userId));
    return items.flatMap((member) => {
      const user = users.get(member.userId);
      return user ? [{ ...this.presenter.withUser(member, user), teams: member.teams }] : [];
    });
  }
}

function matches({ user, role }: Person, asked: PeopleAsked): boolean {
  const isFound = folded(`${user.name}\n${user.email}`).includes(folded(asked.query));
  return isFound && (asked.role === '' || rolesIn(role).includes(asked.role));
}

/** As asked, then in the order they joined. */
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
  const keys = { name: folded(user.name), email: user.email, role, joined: createdAt };
  return keys[field];
}
