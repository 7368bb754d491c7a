import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Find, Where } from '../../../../kernel/ports/document-store.ts';
import { UserReader } from '../../users/users.queries.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { memberProjection, type MemberDocument } from './member.projection.ts';
import type { ListMembersQuery, MemberPage, MemberWithUser } from './members.dto.ts';
import { MembershipReader } from './memberships.queries.ts';

/** At most this many members of one organization are in one answer. */
const MAX_LISTED_MEMBERS = 1_000;

type PageAsked = Omit<ListMembersQuery, 'organizationId'>;

/** An organization's members with their users, as the identity contract shows them. */
@Injectable()
export class MemberQueries {
  constructor(
    private readonly documents: Documents,
    private readonly members: MembershipReader,
    private readonly presenter: IdentityPresenter,
    private readonly users: UserReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The first who joined, in that order, up to what is listed at once. */
  async all(organizationId: string): Promise<MemberWithUser[]> {
    return this.present(await this.members.ofOrganization(organizationId, this.maxListed()));
  }

  /** One page, for newer clients (docs/IDENTITY.md#newer-clients). */
  async page(organizationId: string, asked: PageAsked): Promise<MemberPage> {
    const query = { ...memberPage(asked, this.maxListed()), counted: true } as const;
    const scope = { organizationIds: [organizationId] };
    const { items, total } = await this.documents.find(memberProjection, query, scope);
    return { members: await this.present(items), total };
  }

  async find(organizationId: string, userId: string): Promise<MemberWithUser | undefined> {
    const query = { where: { eq: ['userId', userId] } as Where, limit: 1 };
    const { items } = await this.documents.find(memberProjection, query, { organizationIds: [organizationId] });
    return (await this.present(items))[0];
  }

  private maxListed(): number {
    return Math.min(this.config.organizations.membershipLimit, MAX_LISTED_MEMBERS);
  }

  /** Leaves out members whose user is deleted: their membership is about to be removed. */
  async present(members: readonly MemberDocument[]): Promise<MemberWithUser[]> {
    const users = await this.users.get(members.map(({ userId }) => userId));
    return members.flatMap((member) => {
      const user = users.get(member.userId);
      return user ? [this.presenter.withUser(member, user)] : [];
    });
  }
}

/** @param max items on a page */
export function memberPage(
  { limit, offset, sortBy = 'createdAt', sortDirection = 'asc', ...filter }: PageAsked,
  max: number,
): Find {
  const { filterField, filterValue, filterOperator = 'eq' } = filter;
  const filtered = filterField && filterValue !== undefined ? filterOf(filterField, filterOperator, filterValue) : [];
  return {
    where: { and: filtered },
    sort: [{ field: sortBy, direction: sortDirection }],
    skip: Math.min(Number(offset ?? 0), Number.MAX_SAFE_INTEGER),
    limit: Math.min(Number(limit ?? max), max),
  };
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
