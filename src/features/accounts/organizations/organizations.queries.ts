import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Documents } from '../../../app/documents.ts';
import { findIn, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { Claims, type Claim } from '../../../kernel/writing/claim.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import type { AuthOrganization, FullOrganization } from './auth-organizations.dto.ts';
import { IdentityPresenter } from './identity.presenters.ts';
import { InvitationLists } from './invitations/invitations.queries.ts';
import { MemberLists } from './members/members.queries.ts';
import { MAX_LISTED, MembershipReader } from './members/memberships.queries.ts';
import { organizationProjection, type OrganizationDocument } from './organization.projection.ts';
import type { Organization } from './organizations.dto.ts';
import { TeamLists } from './teams/teams.queries.ts';

export { organizationProjection };
export type { OrganizationDocument };

export class GetOrganization extends Query<Organization> {
  constructor(
    readonly organizationId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class ListOrganizations extends Query<Page<Organization>> {
  constructor(
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** The organization that has a slug, by its claim. */
export class FindOrganizationBySlug extends Query<string | undefined> {
  constructor(readonly slug: string) {
    super();
  }
}

/** A user's organizations as the identity contract shows them, in the order he joined them, at most 100. */
export class ListOrganizationsOfUser extends Query<AuthOrganization[]> {
  constructor(readonly userId: string) {
    super();
  }
}

/** An organization as the identity contract shows it alone. */
export class GetAuthOrganization extends Query<AuthOrganization> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/** An organization with its members, invitations and teams (docs/IDENTITY.md#organizations). */
export class GetFullOrganization extends Query<FullOrganization> {
  constructor(
    readonly organizationId: string,
    /** Of who asks. */
    readonly role: string,
    readonly without?: 'teams',
  ) {
    super();
  }
}

/** Organizations on the wire of the billing contract: documents are in its form, but for what is the identity contract's. */
@Injectable()
export class OrganizationPresenter {
  present({ metadata: _, name_lower: __, ...wire }: OrganizationDocument): Organization {
    return wire;
  }
}

@Injectable()
export class SlugClaims {
  constructor(private readonly claims: Claims) {}

  /** @param slug as `normalSlug` makes it */
  of(slug: string): Claim {
    return this.claims.claim('organization-slug', 'global', slug);
  }
}

@Injectable()
export class OrganizationReader {
  constructor(private readonly documents: Documents) {}

  /** Organizations as the read model has them. */
  find(ids: Iterable<string>): Promise<Map<string, OrganizationDocument>> {
    return this.documents.getMany(organizationProjection, ids, 'any');
  }
}

@QueryHandler(GetOrganization)
export class GetOrganizationHandler implements IQueryHandler<GetOrganization> {
  constructor(
    private readonly reader: OrganizationReader,
    private readonly presenter: OrganizationPresenter,
  ) {}

  async execute({ organizationId, caller }: GetOrganization): Promise<Organization> {
    const document = (await this.reader.find([organizationId])).get(organizationId);
    if (!document || !caller.organizationIds.includes(organizationId)) throw new NotFound();
    return this.presenter.present(document);
  }
}

@QueryHandler(ListOrganizations)
export class ListOrganizationsHandler implements IQueryHandler<ListOrganizations> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: OrganizationPresenter,
  ) {}

  async execute({ list, caller }: ListOrganizations): Promise<Page<Organization>> {
    const query = findIn(caller, list, 'id');
    const { items, total } = await this.documents.find(organizationProjection, query, 'any');
    return pageOf(
      items.map((document) => this.presenter.present(document)),
      total,
      list.limit,
    );
  }
}

@QueryHandler(FindOrganizationBySlug)
export class FindOrganizationBySlugHandler implements IQueryHandler<FindOrganizationBySlug> {
  constructor(
    private readonly claims: Claims,
    private readonly slugs: SlugClaims,
  ) {}

  async execute({ slug }: FindOrganizationBySlug): Promise<string | undefined> {
    const stream = await this.claims.owner(this.slugs.of(slug));
    return stream && idOf(stream);
  }
}

@QueryHandler(ListOrganizationsOfUser)
export class ListOrganizationsOfUserHandler implements IQueryHandler<ListOrganizationsOfUser> {
  constructor(
    private readonly reader: OrganizationReader,
    private readonly members: MembershipReader,
    private readonly presenter: IdentityPresenter,
  ) {}

  async execute({ userId }: ListOrganizationsOfUser): Promise<AuthOrganization[]> {
    const ids = (await this.members.ofUser(userId, MAX_LISTED)).map(({ organizationId }) => organizationId);
    const found = await this.reader.find(ids);
    return ids.flatMap((id) => (found.has(id) ? [this.presenter.organization(found.get(id)!)] : []));
  }
}

@QueryHandler(GetAuthOrganization)
export class GetAuthOrganizationHandler implements IQueryHandler<GetAuthOrganization> {
  constructor(
    private readonly reader: OrganizationReader,
    private readonly presenter: IdentityPresenter,
  ) {}

  /** @throws NotFound */
  async execute({ organizationId }: GetAuthOrganization): Promise<AuthOrganization> {
    const document = (await this.reader.find([organizationId])).get(organizationId);
    if (!document) throw new NotFound();
    return this.presenter.organization(document);
  }
}

@QueryHandler(GetFullOrganization)
export class GetFullOrganizationHandler implements IQueryHandler<GetFullOrganization> {
  constructor(
    private readonly organizations: GetAuthOrganizationHandler,
    private readonly members: MemberLists,
    private readonly invitations: InvitationLists,
    private readonly teams: TeamLists,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws NotFound */
  async execute({ organizationId, role, without }: GetFullOrganization): Promise<FullOrganization> {
    const organization = await this.organizations.execute(new GetAuthOrganization(organizationId));
    const [members, invitations, teams] = await Promise.all([
      this.members.ofOrganization(organizationId),
      this.invitations.ofOrganization(organizationId, role),
      this.config.organizations.teams && without !== 'teams' ? this.teams.ofOrganization(organizationId) : null,
    ]);
    return { ...organization, members, invitations, teams };
  }
}
