import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { FreshDocuments } from '../../../app/reading/fresh-documents.ts';
import { scopesOfRole } from '../../../app/http/callers/scopes.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import { UserReader } from '../users/users.queries.ts';
import { ApiKeyUses } from './api-key-uses.service.ts';
import { useOf, type KeyUse } from './api-key-use.rules.ts';
import { ApiKeyNotFound, MayNotManageApiKeys } from './api-key.errors.ts';
import { apiKeyStream, type ApiKeyOwner } from './api-key.events.ts';
import { apiKeyProjection, type ApiKeyDocument } from './api-key.projection.ts';
import type { ApiKey } from './api-keys.dto.ts';

const MAX_LISTED = 1_000;

@Injectable()
export class ApiKeyPresenter {
  constructor(private readonly uses: ApiKeyUses) {}

  async present(document: ApiKeyDocument): Promise<ApiKey> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly ApiKeyDocument[]): Promise<ApiKey[]> {
    const uses = await this.uses.of(documents.map(({ id }) => id));
    return documents.map((document) => presentApiKey(document, uses.get(document.id)));
  }
}

/** Keys for those who authenticate with them. */
@Injectable()
export class ApiKeyReader {
  constructor(private readonly fresh: FreshDocuments) {}

  /** Any owner's key, never stale. */
  find(keyId: string): Promise<ApiKeyDocument | undefined> {
    return this.fresh.load(apiKeyProjection, keyId, apiKeyStream(keyId));
  }
}

/** Keys for those who manage them: users their own, owners and admins also their organizations'. */
@Injectable()
export class ApiKeyQueries {
  constructor(
    private readonly reader: ApiKeyReader,
    private readonly documents: Documents,
    private readonly memberships: MembershipReader,
    private readonly users: UserReader,
    private readonly presenter: ApiKeyPresenter,
  ) {}

  /** A key that the user may manage. @throws ApiKeyNotFound */
  async demand(keyId: string, userId: string): Promise<ApiKeyDocument> {
    const found = await this.reader.find(keyId);
    if (!found) throw new ApiKeyNotFound();
    const { organizationId } = found;
    const belongs = organizationId === null ? found.userId === userId : await this.mayManage(userId, organizationId);
    if (!belongs) throw new ApiKeyNotFound();
    return found;
  }

  /** The user's own keys, in the order of creation. */
  async listOfUser(userId: string): Promise<ApiKey[]> {
    const { items } = await this.documents.find(apiKeyProjection, keysOf(userId, MAX_LISTED), 'any');
    return this.presenter.presentAll(items);
  }

  /** @throws MayNotManageApiKeys */
  async listOfOrganization(organizationId: string, userId: string): Promise<ApiKey[]> {
    await this.demandManager(userId, organizationId);
    const scope = { organizationIds: [organizationId] };
    const { items } = await this.documents.find(apiKeyProjection, keysOf(organizationId, MAX_LISTED), scope);
    return this.presenter.presentAll(items);
  }

  /** @throws MayNotManageApiKeys also for an organization that does not exist */
  async demandManager(userId: string, organizationId: string): Promise<void> {
    if (!(await this.mayManage(userId, organizationId))) throw new MayNotManageApiKeys();
  }

  /**
   * The owner of a key that an operator creates: a user or, in the user's name, an organization.
   * @throws NotFound, MayNotManageApiKeys
   */
  async ownerByEmail(email: string, organizationId: string | null): Promise<ApiKeyOwner> {
    const known = await this.users.byEmail(email);
    if (!known) throw new NotFound(`No user has the address ${email}`);
    const userId = known.user.id;
    if (organizationId !== null) await this.demandManager(userId, organizationId);
    return { userId, organizationId };
  }

  /** Whoever may create access tokens may manage keys. */
  private async mayManage(userId: string, organizationId: string): Promise<boolean> {
    const role = await this.memberships.roleIn(userId, organizationId);
    return scopesOfRole(role).has('organization_access_tokens:write');
  }
}

/** `organizationId` only if the key is an organization's (docs/IDENTITY.md#api-keys). */
export function presentApiKey(document: ApiKeyDocument, stored: KeyUse | undefined): ApiKey {
  const { remainingSince: _, owner: __, subjects: ___, organizationId, ...record } = document;
  const { remaining, lastRefillAt, requestCount, lastRequest } = useOf(document, stored);
  const owned = organizationId === null ? {} : { organizationId };
  return { ...record, ...owned, remaining, lastRefillAt, requestCount, lastRequest };
}

/** @param before only keys created earlier */
export function keysOf(owner: string, limit: number, before?: Instant) {
  const isOwners: Where = { eq: ['owner', owner] };
  return {
    where: before === undefined ? isOwners : { and: [isOwners, { lt: ['createdAt', before] as [string, string] }] },
    sort: [{ field: 'createdAt', direction: 'asc' as const }],
    limit,
  };
}
