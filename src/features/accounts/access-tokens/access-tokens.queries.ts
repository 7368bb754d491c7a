import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { findIn, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import { accessTokenProjection, type AccessTokenDocument } from './access-token.projection.ts';
import { OrganizationAccessToken } from './access-tokens.dto.ts';
import { Documents } from '../../../app/documents.ts';

export class ListAccessTokens extends Query<Page<OrganizationAccessToken>> {
  constructor(
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

@Injectable()
export class AccessTokenPresenter {
  present({ digest: _, comment_lower: __, ...wire }: AccessTokenDocument): OrganizationAccessToken {
    return wire;
  }
}

@QueryHandler(ListAccessTokens)
export class ListAccessTokensHandler implements IQueryHandler<ListAccessTokens> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: AccessTokenPresenter,
  ) {}

  async execute({ list, caller }: ListAccessTokens): Promise<Page<OrganizationAccessToken>> {
    const { items, total } = await this.documents.find(accessTokenProjection, findIn(caller, list), 'any');
    return pageOf(
      items.map((document) => this.presenter.present(document)),
      total,
      list.limit,
    );
  }
}
