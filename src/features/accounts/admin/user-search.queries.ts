import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { userProjection, type UserDocument } from '../users/users.queries.ts';
import { userQueryOf, type UserSearch } from './user-search.rules.ts';
import { Documents } from '../../../app/documents.ts';

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
  constructor(private readonly documents: Documents) {}

  async execute({ search, limit, offset }: SearchUsers): Promise<{ users: UserDocument[]; total: number }> {
    const query = userQueryOf(search);
    if (!query) return { users: [], total: 0 };
    const { where, sort } = query;
    const page = { where, sort, skip: offset, limit, counted: true } as const;
    const { items, total } = await this.documents.find(userProjection, page, 'any');
    return { users: items, total };
  }
}
