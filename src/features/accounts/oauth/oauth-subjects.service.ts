import { Injectable } from '@nestjs/common';
import type { Account } from 'oidc-provider';
import { FreshDocuments } from '../../../app/reading/fresh-documents.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import { userStream } from '../users/user.events.ts';
import { userProjection } from '../users/user.projection.ts';

/** Whom apps act for: an organization, or a user. */
@Injectable()
export class OAuthSubjects {
  constructor(
    private readonly fresh: FreshDocuments,
    private readonly memberships: MembershipReader,
  ) {}

  /** What is said of them, of which an app gets what its scopes allow. @param id of an organization or a user */
  async account(id: string): Promise<Account | undefined> {
    const user = await this.fresh.load(userProjection, id, userStream(id));
    if (user) return accountOf(id, { name: user.name, email: user.email, email_verified: user.emailVerified });
    const state = await this.memberships.state(id);
    return state.status === 'active' ? accountOf(id, { name: state.profile.name }) : undefined;
  }
}

function accountOf(id: string, claims: Record<string, string | boolean>): Account {
  return { accountId: id, claims: () => ({ sub: id, ...claims }) };
}
