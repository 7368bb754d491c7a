import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Find, Where } from '../../../../kernel/ports/document-store.ts';
import { GetUsers } from '../../users/users.queries.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { memberProjection, type MemberDocument } from './member.projection.ts';
import type { ListMembersQuery, MemberPage, MemberWithUser } from './members.dto.ts';
import { MembershipReader } from './memberships.queries.ts';
import { Documents } from '../../../../app/documents.ts';

/** An organization's members, paged; the newest client's (docs/IDENTITY.md#newer-clients). */
export class ListMembers extends Query<MemberPage> {
  constructor(
    readonly organizationId: string,
    readonly asked: Omit<ListMembersQuery, 'organizationId'>,
  ) {
    super();
  }
}

/** A user's membership of an organization, with himself. */
export class FindMember extends Query<MemberWithUser | undefined> {
  constructor(
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@Injectable()
export class MemberLists {
  constructor(
    private readonly members: MembershipReader,
    private readonly presenter: IdentityPresenter,
    private readonly queries: QueryBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** In the order they joined, as many as may be members. */
  async ofOrganization(organizationId: string): Promise<MemberWithUser[]> {
    const { membershipLimit } = this.config.organizations;
    return this.present(await this.members.ofOrganization(organizationId, membershipLimit));
  }

  /** With their users; a member whose user is gone is about to be, too. */
  async present(members: readonly MemberDocument[]): Promise<MemberWithUser[]> {
    const users = await this.queries.execute(new GetUsers(members.map(({ userId }) => userId)));
    return members.flatMap((member) => {
      const user = users.get(member.userId);
      return user ? [this.presenter.withUser(member, user)] : [];
    });
  }
}

@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(
    private readonly lists: MemberLists,
    private readonly documents: Documents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ organizationId, asked }: ListMembers): Promise<MemberPage> {
    const query = memberPage(organizationId, asked, this.config.organizations.membershipLimit);
    const page = { ...query, counted: true } as const;
    const { items, total } = await this.documents.find(memberProjection, page, 'any');
    return { members: await this.lists.present(items), total };
  }
}

@QueryHandler(FindMember)
export class FindMemberHandler implements IQueryHandler<FindMember> {
  constructor(
    private readonly lists: MemberLists,
    private readonly documents: Documents,
  ) {}

  async execute({ organizationId, userId }: FindMember): Promise<MemberWithUser | undefined> {
    const where = memberOf(organizationId, userId);
    const { items } = await this.documents.find(memberProjection, { where, limit: 1 }, 'any');
    return (await this.lists.present(items))[0];
  }
}

export function memberPage(
  organizationId: string,
  { limit, offset, sortBy = 'createdAt', sortDirection = 'asc', ...filter }: Omit<ListMembersQuery, 'organizationId'>,
  max: number,
): Find {
  const { filterField, filterValue, filterOperator = 'eq' } = filter;
  const organization: Where = { eq: ['organizationId', organizationId] };
  const filtered = filterField && filterValue !== undefined ? filterOf(filterField, filterOperator, filterValue) : [];
  return {
    where: { and: [organization, ...filtered] },
    sort: [{ field: sortBy, direction: sortDirection }],
    skip: Math.min(Number(offset ?? 0), Number.MAX_SAFE_INTEGER),
    limit: Math.min(Number(limit ?? max), max),
  };
}

export function memberOf(organizationId: string, userId: string): Where {
  return { and: [{ eq: ['organizationId', organizationId] }, { eq: ['userId', userId] }] };
}

function filterOf(
  field: string,
  operator: NonNullable<ListMembersQuery['filterOperator']>,
  value: string,
): readonly Where[] {
  switch (operator) {
    case 'eq':
      return [{ eq: [field, value] }];
    case 'ne':
      return [{ or: [{ lt: [field, value] }, { gt: [field, value] }] }];
    case 'lt':
      return [{ lt: [field, value] }];
    case 'lte':
      return [{ lte: [field, value] }];
    case 'gt':
      return [{ gt: [field, value] }];
    case 'gte':
      return [{ gte: [field, value] }];
    case 'contains':
      return [{ contains: [field, value] }];
  }
}
