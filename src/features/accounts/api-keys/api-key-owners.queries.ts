import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { scopesOfRole } from '../../../app/http/scopes.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import { FindUserByEmail } from '../users/users.queries.ts';
import { MayNotManageApiKeys } from './api-key.errors.ts';
import type { ApiKeyOwner } from './api-key.events.ts';

/** Whether a user may manage an organization's keys: who may make access tokens may. */
export class ManagesApiKeysOf extends Query<boolean> {
  constructor(
    readonly userId: string,
    readonly organizationId: string,
  ) {
    super();
  }
}

/** Whose a key becomes that an operator makes: a user's, or in his name an organization's. */
export class ApiKeyOwnerByEmail extends Query<ApiKeyOwner> {
  constructor(
    readonly email: string,
    readonly organizationId: string | null,
  ) {
    super();
  }
}

@QueryHandler(ManagesApiKeysOf)
export class ManagesApiKeysOfHandler implements IQueryHandler<ManagesApiKeysOf> {
  constructor(private readonly memberships: MembershipReader) {}

  async execute({ userId, organizationId }: ManagesApiKeysOf): Promise<boolean> {
    const role = await this.memberships.roleIn(userId, organizationId);
    return scopesOfRole(role).has('organization_access_tokens:write');
  }
}

@QueryHandler(ApiKeyOwnerByEmail)
export class ApiKeyOwnerByEmailHandler implements IQueryHandler<ApiKeyOwnerByEmail> {
  constructor(private readonly queries: QueryBus) {}

  /** @throws NotFound, MayNotManageApiKeys */
  async execute({ email, organizationId }: ApiKeyOwnerByEmail): Promise<ApiKeyOwner> {
    const known = await this.queries.execute(new FindUserByEmail(email));
    if (!known) throw new NotFound(`There is no user with the address ${email}`);
    const userId = known.user.id;
    if (organizationId !== null && !(await this.queries.execute(new ManagesApiKeysOf(userId, organizationId))))
      throw new MayNotManageApiKeys();
    return { userId, organizationId };
  }
}
