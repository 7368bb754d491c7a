import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { ActiveOrganization } from './active-organization.handlers.ts';
import { AuthInvitationsController } from './auth-invitations.controller.ts';
import { AuthMembersController } from './auth-members.controller.ts';
import { AuthOrganizationsController } from './auth-organizations.controller.ts';
import { AuthTeamsController } from './auth-teams.controller.ts';
import { deletionHandlers, Deletions } from './deletion.handlers.ts';
import { EraseInvitationsOfHandler } from './erasing.handlers.ts';
import { FoundOrganizationHandler } from './found.handlers.ts';
import { Foundings } from './foundings.handlers.ts';
import { IdentityPresenter } from './identity.presenters.ts';
import { SendInvitationMailHandler } from './invitation-mail.handlers.ts';
import { invitationProjection } from './invitation.projection.ts';
import {
  EmailDigests,
  GetReceivedInvitationHandler,
  InvitationLists,
  ListInvitationsHandler,
  ListInvitationsOfUserHandler,
} from './invitations.queries.ts';
import { memberProjection } from './member.projection.ts';
import { FindMemberHandler, ListMembersHandler, MemberLists } from './members.queries.ts';
import { IsSellingHandler, MembershipReader, RoleInHandler, RolesOfUserHandler } from './memberships.queries.ts';
import { organizationEvents } from './organization.events.ts';
import {
  deletionProcess,
  foundingProcess,
  invitationErasingProcess,
  invitationMailProcess,
} from './organization.process.ts';
import { organizationProjection } from './organization.projection.ts';
import { OrganizationsController } from './organizations.controller.ts';
import { organizationHandlers, RuledOrganizations } from './organizations.handlers.ts';
import {
  FindOrganizationBySlugHandler,
  GetAuthOrganizationHandler,
  GetFullOrganizationHandler,
  GetOrganizationHandler,
  ListOrganizationsHandler,
  ListOrganizationsOfUserHandler,
  OrganizationPresenter,
  OrganizationReader,
  SlugClaims,
} from './organizations.queries.ts';
import { PeopleController } from './people.controller.ts';
import { ListPeopleHandler } from './people.queries.ts';
import { ownsSlug, slugClaimProcess } from './slug-claim.process.ts';
import { teamProjection } from './team.projection.ts';
import {
  FindTeamHandler,
  ListTeamMembersHandler,
  ListTeamsHandler,
  ListTeamsOfUserHandler,
  TeamLists,
} from './teams.queries.ts';

@Module({
  controllers: [
    OrganizationsController,
    AuthOrganizationsController,
    AuthMembersController,
    AuthInvitationsController,
    AuthTeamsController,
    PeopleController,
  ],
  providers: [
    ...organizationHandlers,
    ...deletionHandlers,
    FoundOrganizationHandler,
    SendInvitationMailHandler,
    EraseInvitationsOfHandler,
    RuledOrganizations,
    Deletions,
    Foundings,
    SlugClaims,
    EmailDigests,
    ActiveOrganization,
    MembershipReader,
    OrganizationReader,
    OrganizationPresenter,
    IdentityPresenter,
    MemberLists,
    InvitationLists,
    TeamLists,
    ListPeopleHandler,
    RolesOfUserHandler,
    RoleInHandler,
    IsSellingHandler,
    GetOrganizationHandler,
    ListOrganizationsHandler,
    FindOrganizationBySlugHandler,
    ListOrganizationsOfUserHandler,
    GetAuthOrganizationHandler,
    GetFullOrganizationHandler,
    ListMembersHandler,
    FindMemberHandler,
    ListInvitationsHandler,
    ListInvitationsOfUserHandler,
    GetReceivedInvitationHandler,
    ListTeamsHandler,
    ListTeamsOfUserHandler,
    ListTeamMembersHandler,
    FindTeamHandler,
  ],
  exports: [OrganizationPresenter, OrganizationReader],
})
export class OrganizationsModule {}

export const organizations: Feature = {
  module: OrganizationsModule,
  events: organizationEvents,
  projections: [organizationProjection, memberProjection, invitationProjection, teamProjection],
  processes: [slugClaimProcess, deletionProcess, foundingProcess, invitationMailProcess, invitationErasingProcess],
  claims: { 'organization-slug': ownsSlug },
  states: { organization: organizationProjection },
};
