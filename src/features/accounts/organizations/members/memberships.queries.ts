import { Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import { FreshDocuments } from '../../../../app/reading/fresh-documents.ts';
import type { Find, Where } from '../../../../kernel/ports/document-store.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import type { ExecutedOrganization } from '../organization-executor.service.ts';
import { organizationDecider } from '../organization.decider.ts';
import { organizationStream, type OrganizationProfile } from '../organization.events.ts';
import { isSelling, membershipOf, type OrganizationState } from '../organization.rules.ts';
import { memberProjection, type MemberDocument } from './member.projection.ts';

/** At most this many organizations of one user are listed. */
export const MAX_LISTED = 100;
export const BY_JOINING = [{ field: 'createdAt', direction: 'asc' }] as const;

/** Who is a member of what, for authorization and for facts that commands need. */
@Injectable()
export class MembershipReader {
  constructor(
    private readonly documents: Documents,
    private readonly fresh: FreshDocuments,
    private readonly executor: Executor,
  ) {}

  async ofUser(userId: string, limit: number): Promise<MemberDocument[]> {
    const query = { ...membershipsOf(userId), limit };
    return (await this.documents.find(memberProjection, query, 'any')).items;
  }

  /** However many there are. */
  allOfUser(userId: string): Promise<MemberDocument[]> {
    return this.documents.all(memberProjection, membershipsOf(userId), 'any');
  }

  async ofOrganization(organizationId: string, limit: number): Promise<MemberDocument[]> {
    const scope = { organizationIds: [organizationId] };
    return (await this.documents.find(memberProjection, { sort: BY_JOINING, limit }, scope)).items;
  }

  /** A member as the read models have them. */
  async known(
    organizationId: string,
    target: { memberId: string } | { userId: string | undefined },
  ): Promise<MemberDocument | undefined> {
    const [[field, value]] = Object.entries(target) as [[string, string | undefined]];
    if (value === undefined) return undefined;
    const where: Where = { eq: [field === 'memberId' ? 'id' : field, value] };
    const scope = { organizationIds: [organizationId] };
    return (await this.documents.find(memberProjection, { where, sort: BY_JOINING, limit: 1 }, scope)).items[0];
  }

  /** What its customers see of an organization, or saw before it was deleted; undefined if it never existed. Never stale. */
  async profile(organizationId: string): Promise<OrganizationProfile | undefined> {
    const state = await this.state(organizationId);
    return state.status === 'absent' ? undefined : state.profile;
  }

  /** The organization folded from its stream. */
  async state(organizationId: string): Promise<OrganizationState> {
    return (await this.current(organizationId)).state;
  }

  /** The same, with its history, for documents right after it. */
  current(organizationId: string): Promise<Pick<ExecutedOrganization, 'state' | 'history'>> {
    const scope = { organizationIds: [organizationId] };
    return this.executor.state(organizationDecider, organizationStream(organizationId), scope);
  }

  /** False once the organization is deleted, or its deletion has started. Never stale. */
  async isSelling(organizationId: string): Promise<boolean> {
    return isSelling(await this.state(organizationId));
  }

  /**
   * A user's role in each of their organizations, never stale.
   * @param activeOrganizationId is checked even if the read models do not know of that membership yet
   */
  async rolesOf(userId: string, activeOrganizationId: string | null): Promise<Record<string, string>> {
    // Asked first: what is read before they have caught up may be stale.
    const areCurrent = await this.fresh.areCurrent(memberProjection);
    const known = await this.allOfUser(userId);
    if (areCurrent) return Object.fromEntries(known.map(({ organizationId, role }) => [organizationId, role]));
    const ids = new Set(known.map(({ organizationId }) => organizationId));
    if (activeOrganizationId !== null) ids.add(activeOrganizationId);
    const folded = await Promise.all([...ids].map(async (id) => [id, await this.roleIn(userId, id)] as const));
    return Object.fromEntries(folded.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  /** A user's role in one organization, never stale; undefined: they are not a member. */
  async roleIn(userId: string, organizationId: string): Promise<string | undefined> {
    return membershipOf(await this.state(organizationId), userId)?.role;
  }
}

/** A user's memberships, in the order they joined. */
export function membershipsOf(userId: string): Pick<Find, 'where' | 'sort'> {
  return { where: { eq: ['userId', userId] }, sort: BY_JOINING };
}
