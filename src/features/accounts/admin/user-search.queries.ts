import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { userProjection, type UserDocument } from '../users/user.projection.ts';
import { userQueryOf, type UserSearch } from './user-search.rules.ts';

@Injectable()
export class UserSearchQueries {
  constructor(private readonly documents: Documents) {}

  /** A page of all users of the installation. */
  async search(search: UserSearch, limit: number, offset: number): Promise<{ users: UserDocument[]; total: number }> {
    const query = userQueryOf(search);
    if (!query) return { users: [], total: 0 };
    const { where, sort } = query;
    const page = { where, sort, skip: offset, limit, counted: true } as const;
    const { items, total } = await this.documents.find(userProjection, page, 'any');
    return { users: items, total };
  }
}
