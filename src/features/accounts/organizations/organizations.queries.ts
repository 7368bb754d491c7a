import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { loadDocuments } from '../../../app/documents.ts';
import { findIn, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import { DOCUMENTS } from '../../../app/tokens.ts';
import { Claims, type Claim } from '../../../kernel/claim.ts';
import type { DocumentStore } from '../../../kernel/document-store.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { Recorded } from '../../../kernel/events.ts';
import { idOf } from '../../../kernel/event-store.ts';
import { collectionOf, project } from '../../../kernel/projection.ts';
import { GetUsers } from '../users/users.queries.ts';
import { memberProjection } from './member.projection.ts';
import { MAX_LISTED, MembershipReader } from './memberships.queries.ts';
import type { OrganizationEvent } from './organization.events.ts';
import { organizationProjection, type OrganizationDocument } from './organization.projection.ts';
import type { Organization } from './organizations.dto.ts';
import type { AuthOrganization, FoundedOrganization, FullOrganization } from './auth-organizations.dto.ts';

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

/** An organization with its members (AUTH_FACTS §9, get-full-organization). */
export class GetFullOrganization extends Query<FullOrganization> {
  constructor(readonly organizationId: string) {
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

/** One organization serves both contracts: `logo` is `avatar_url`. */
export function presentAuthOrganization(document: OrganizationDocument): AuthOrganization {
  const { id, name, slug, avatar_url: logo, metadata, created_at: createdAt } = document;
  return { id, name, slug, logo, metadata: metadata && JSON.stringify(metadata), createdAt };
}

/** The answer to a creation: the organization and its founder, `metadata` as it was given. */
export function presentFounded(events: readonly Recorded<OrganizationEvent>[]): FoundedOrganization {
  const document = project(organizationProjection, events as never[])!;
  const added = events.filter((event) => event.type === 'MemberAdded');
  return {
    ...presentAuthOrganization(document),
    metadata: document.metadata,
    members: added.map((event) => memberProjection.evolve(undefined, event, event.data.memberId)!),
  };
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
  constructor(@Inject(DOCUMENTS) private readonly documents: DocumentStore) {}

  /** Organizations as the read model has them. */
  find(ids: Iterable<string>): Promise<Map<string, OrganizationDocument>> {
    return loadDocuments(this.documents, organizationProjection, ids);
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
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    private readonly presenter: OrganizationPresenter,
  ) {}

  async execute({ list, caller }: ListOrganizations): Promise<Page<Organization>> {
    const query = findIn(caller, list, 'id');
    const { items, total } = await this.documents.find<OrganizationDocument>(
      collectionOf(organizationProjection),
      query,
    );
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
  ) {}

  async execute({ userId }: ListOrganizationsOfUser): Promise<AuthOrganization[]> {
    const ids = (await this.members.ofUser(userId, MAX_LISTED)).map(({ organizationId }) => organizationId);
    const found = await this.reader.find(ids);
    return ids.flatMap((id) => (found.has(id) ? [presentAuthOrganization(found.get(id)!)] : []));
  }
}

@QueryHandler(GetFullOrganization)
export class GetFullOrganizationHandler implements IQueryHandler<GetFullOrganization> {
  constructor(
    private readonly reader: OrganizationReader,
    private readonly members: MembershipReader,
    private readonly queries: QueryBus,
  ) {}

  /** @throws NotFound */
  async execute({ organizationId }: GetFullOrganization): Promise<FullOrganization> {
    const document = (await this.reader.find([organizationId])).get(organizationId);
    if (!document) throw new NotFound();
    const members = await this.members.ofOrganization(organizationId);
    const users = await this.queries.execute(new GetUsers(members.map(({ userId }) => userId)));
    return {
      ...presentAuthOrganization(document),
      members: members.flatMap((member) => {
        const user = users.get(member.userId);
        return user
          ? [{ ...member, user: { id: user.id, name: user.name, email: user.email, image: user.image } }]
          : [];
      }),
      invitations: [],
      teams: [],
    };
  }
}
