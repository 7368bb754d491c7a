import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { FreshDocuments } from '../../../app/reading/fresh-documents.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { pageOf, type ListRequest } from '../../../app/http/lists/list.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { organizationProjection } from '../organizations/organization.projection.ts';
import { publicClient } from './oauth-clients.queries.ts';
import { OAuthClients } from './oauth-clients.service.ts';
import { oauthGrantStream } from './oauth-grant.events.ts';
import { oauthGrantProjection, type OAuthGrantDocument } from './oauth-grant.projection.ts';
import { allowable, presentOrganization } from './oauth-requests.service.ts';
import type { OAuthGrant, OAuthGrantList } from './oauth.dto.ts';

@Injectable()
export class OAuthGrantQueries {
  constructor(
    private readonly documents: Documents,
    private readonly fresh: FreshDocuments,
    private readonly clients: OAuthClients,
  ) {}

  async list({ skip, limit, sort, where }: ListRequest, caller: Caller): Promise<OAuthGrantList> {
    const query = { where: { and: [...where, seenBy(caller)] }, sort, skip, limit, counted: true } as const;
    const { items, total } = await this.documents.find(oauthGrantProjection, query, 'any');
    return pageOf(await this.presentAll(items, caller), total, limit);
  }

  /** @throws NotFound also if neither they nor their organization allowed it */
  async demand(grantId: string, caller: Caller): Promise<OAuthGrantDocument> {
    const grant = await this.fresh.load(oauthGrantProjection, grantId, oauthGrantStream(grantId));
    if (!grant || !isSeenBy(grant, caller)) throw new NotFound();
    return grant;
  }

  private async presentAll(items: readonly OAuthGrantDocument[], caller: Caller): Promise<OAuthGrant[]> {
    const [clients, organizations] = await Promise.all([
      this.clients.known(items.map(({ client_id }) => client_id)),
      this.documents.getMany(
        organizationProjection,
        items.flatMap(({ organization_id }) => organization_id ?? []),
        'any',
      ),
    ]);
    return items.flatMap(({ id, created_at, client_id, subject, organization_id, user_id, scopes }) => {
      const [client, organization] = [clients.get(client_id), organizations.get(organization_id ?? '')];
      if (!client) return [];
      return {
        id,
        created_at,
        client: publicClient(client),
        subject,
        organization: organization ? presentOrganization(organization) : null,
        is_own: user_id === caller.id,
        scopes,
      };
    });
  }
}

function seenBy(caller: Caller): Where {
  return { or: [{ eq: ['user_id', userIn(caller)] }, { in: ['organization_id', allowable(caller)] }] };
}

function isSeenBy({ user_id, organization_id }: OAuthGrantDocument, caller: Caller): boolean {
  return user_id === userIn(caller) || (organization_id !== null && allowable(caller).includes(organization_id));
}

/** Empty if the caller is not a user with all that they may do. */
function userIn({ kind, id, narrowedTo }: Caller): string {
  return kind === 'user' && !narrowedTo ? id : '';
}
