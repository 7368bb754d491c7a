import { Injectable } from '@nestjs/common';
import { resource } from '../../../app/reading/documents.ts';
import { accessTokenProjection, type AccessTokenDocument } from './access-token.projection.ts';
import type { OrganizationAccessToken } from './access-tokens.dto.ts';

@Injectable()
export class AccessTokenPresenter {
  present({ digest: _, comment_lower: __, ...wire }: AccessTokenDocument): OrganizationAccessToken {
    return wire;
  }

  presentAll(documents: readonly AccessTokenDocument[]): OrganizationAccessToken[] {
    return documents.map((document) => this.present(document));
  }
}

@Injectable()
export class AccessTokenQueries extends resource(accessTokenProjection, AccessTokenPresenter) {}
