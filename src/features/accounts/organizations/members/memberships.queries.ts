import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Documents } from '../../../../app/documents.ts';
import { FreshDocuments } from '../../../../app/fresh-documents.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { memberProjection, type MemberDocument } from './member.projection.ts';
import { organizationDecider } from '../organization.decider.ts';
import { organizationStream } from '../organization.events.ts';
import { isSelling, membershipOf, type OrganizationState } from '../organization.rules.ts';

/** Organizations of one user are read at most so many at a time. */
export const MAX_LISTED = 100;

/** A user's role in each of his organizations, never stale. */
export class RolesOfUser extends Query<Record<string, string>> {
  constructor(
    readonly userId: string,
    /** Looked at even where the read models do not know of it yet. */
    readonly activeOrganizationId: string | null,
  ) {
    super();
  }
}

/** A user's role in one organization, never stale; undefined: he is none of its members. */
export class RoleIn extends Query<string | undefined> {
  constructor(
    readonly userId: string,
    readonly organizationId: string,
  ) {
    super();
  }
}

@Injectable()
export class MembershipReader {
  constructor(
    private readonly documents: Documents,
    private readonly fresh: FreshDocuments,
    private readonly executor: Executor,
  ) {}

  async ofUser(userId: string, limit: number): Promise<MemberDocument[]> {
    const query = { ...membersOf({ userId }), limit };
    return (await this.documents.find(memberProjection, query, 'any')).items;
  }

  /** However many there are. */
  allOfUser(userId: string): Promise<MemberDocument[]> {
    return this.documents.all(memberProjection, membersOf({ userId }), 'any');
  }

  async ofOrganization(organizationId: string, limit: number): Promise<MemberDocument[]> {
    const query = { ...membersOf({ organizationId }), limit };
    return (await this.documents.find(memberProjection, query, 'any')).items;
  }

  /** An organization as it is now, by its own stream. */
  async state(organizationId: string): Promise<OrganizationState> {
    return (await this.executor.state(organizationDecider, organizationStream(organizationId), 'any')).state;
  }

  /** False once the organization is deleted, or its deletion has been announced. Never stale. */
  async isSelling(organizationId: string): Promise<boolean> {
    return isSelling(await this.state(organizationId));
  }

  async roles({ userId, activeOrganizationId }: RolesOfUser): Promise<Record<string, string>> {
    const known = await this.allOfUser(userId);
    if (await this.fresh.areCurrent(memberProjection))
      return Object.fromEntries(known.map(({ organizationId, role }) => [organizationId, role]));
    const ids = new Set(known.map(({ organizationId }) => organizationId));
    if (activeOrganizationId !== null) ids.add(activeOrganizationId);
    const folded = await Promise.all([...ids].map(async (id) => [id, await this.foldedRole(userId, id)] as const));
    return Object.fromEntries(folded.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  /** By the organization's own stream. */
  async foldedRole(userId: string, organizationId: string): Promise<string | undefined> {
    return membershipOf(await this.state(organizationId), userId)?.role;
  }
}

/** In the order they joined. */
export function membersOf(of: { userId: string } | { organizationId: string }) {
  const [field, value] = Object.entries(of)[0] as [string, string];
  return {
    where: { eq: [field, value] as [string, string] },
    sort: [{ field: 'createdAt', direction: 'asc' as const }],
  };
}

@QueryHandler(RolesOfUser)
export class RolesOfUserHandler implements IQueryHandler<RolesOfUser> {
  constructor(private readonly members: MembershipReader) {}

  execute(query: RolesOfUser): Promise<Record<string, string>> {
    return this.members.roles(query);
  }
}

@QueryHandler(RoleIn)
export class RoleInHandler implements IQueryHandler<RoleIn> {
  constructor(private readonly members: MembershipReader) {}

  execute({ userId, organizationId }: RoleIn): Promise<string | undefined> {
    return this.members.foldedRole(userId, organizationId);
  }
}
