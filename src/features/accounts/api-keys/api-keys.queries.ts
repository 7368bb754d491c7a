import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FreshDocuments } from '../../../app/fresh-documents.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { ApiKeyUses } from './api-key-uses.service.ts';
import { useOf, type KeyUse } from './api-key-use.rules.ts';
import { apiKeyStream } from './api-key.events.ts';
import { apiKeyProjection, type ApiKeyDocument } from './api-key.projection.ts';
import type { ApiKey } from './api-keys.dto.ts';
import { Documents } from '../../../app/documents.ts';

const MAX_LISTED = 1_000;

/** A key as it is now, whoever's; undefined: there is none. */
export class FindApiKey extends Query<ApiKeyDocument | undefined> {
  constructor(readonly keyId: string) {
    super();
  }
}

/** The keys of a user, or of an organization, in the order they were made. */
export class ListApiKeys extends Query<ApiKey[]> {
  constructor(readonly owner: string) {
    super();
  }
}

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

/** `organizationId` only where it is an organization's (docs/IDENTITY.md#api-keys). */
export function presentApiKey(document: ApiKeyDocument, kept: KeyUse | undefined): ApiKey {
  const { remainingSince: _, owner: __, subjects: ___, organizationId, ...record } = document;
  const { remaining, lastRefillAt, requestCount, lastRequest } = useOf(document, kept);
  const owned = organizationId === null ? {} : { organizationId };
  return { ...record, ...owned, remaining, lastRefillAt, requestCount, lastRequest };
}

@QueryHandler(FindApiKey)
export class FindApiKeyHandler implements IQueryHandler<FindApiKey> {
  constructor(private readonly fresh: FreshDocuments) {}

  execute({ keyId }: FindApiKey): Promise<ApiKeyDocument | undefined> {
    return this.fresh.load(apiKeyProjection, keyId, apiKeyStream(keyId));
  }
}

@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: ApiKeyPresenter,
  ) {}

  async execute({ owner }: ListApiKeys): Promise<ApiKey[]> {
    const { items } = await this.documents.find(apiKeyProjection, keysOf(owner, MAX_LISTED), 'any');
    return this.presenter.presentAll(items);
  }
}

/** @param before made earlier than that */
export function keysOf(owner: string, limit: number, before?: Instant) {
  const isOwners: Where = { eq: ['owner', owner] };
  return {
    where: before === undefined ? isOwners : { and: [isOwners, { lt: ['createdAt', before] as [string, string] }] },
    sort: [{ field: 'createdAt', direction: 'asc' as const }],
    limit,
  };
}
