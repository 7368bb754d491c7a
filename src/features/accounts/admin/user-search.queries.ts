import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DOCUMENTS } from '../../../app/tokens.ts';
import type { DocumentStore } from '../../../kernel/document-store.ts';
import { collectionOf } from '../../../kernel/projection.ts';
import { userProjection, type UserDocument } from '../users/users.queries.ts';
import { userQueryOf, type UserQuery, type UserSearch } from './user-search.rules.ts';

const PAGE_SIZE = 500;

/** Users of the installation, a page of them; for administrators. */
export class SearchUsers extends Query<{ users: UserDocument[]; total: number }> {
  constructor(
    readonly search: UserSearch,
    readonly limit: number,
    readonly offset: number,
  ) {
    super();
  }
}

@QueryHandler(SearchUsers)
export class SearchUsersHandler implements IQueryHandler<SearchUsers> {
  private readonly users = collectionOf(userProjection);

  constructor(@Inject(DOCUMENTS) private readonly documents: DocumentStore) {}

  async execute({ search, limit, offset }: SearchUsers): Promise<{ users: UserDocument[]; total: number }> {
    const query = userQueryOf(search);
    if (!query) return { users: [], total: 0 };
    if (query.endsWith) return this.walk(query, query.endsWith, limit, offset);
    const { where, sort } = query;
    const { items, total } = await this.documents.find<UserDocument>(this.users, { where, sort, skip: offset, limit });
    return { users: items, total };
  }

  /** No index knows how a text ends: everybody who has it somewhere is looked at. */
  private async walk(
    { where, sort }: UserQuery,
    { field, text }: { field: string; text: string },
    limit: number,
    offset: number,
  ): Promise<{ users: UserDocument[]; total: number }> {
    const found: UserDocument[] = [];
    for (let skip = 0; ; skip += PAGE_SIZE) {
      const page = { where, sort, skip, limit: PAGE_SIZE, uncounted: true };
      const { items } = await this.documents.find<UserDocument>(this.users, page);
      found.push(...items.filter((user) => String(user[field as keyof UserDocument]).endsWith(text)));
      if (items.length < PAGE_SIZE) break;
    }
    return { users: found.slice(offset, offset + limit), total: found.length };
  }
}
