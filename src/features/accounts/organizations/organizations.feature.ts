import type { Feature } from '../../../app/feature.ts';
import { ActiveOrganization } from './active-organization.service.ts';
import { AuthInvitationsController } from './invitations/auth-invitations.controller.ts';
import { AuthMembersController } from './members/auth-members.controller.ts';
import { AuthOrganizationsController } from './auth-organizations.controller.ts';
import { AuthTeamsController } from './teams/auth-teams.controller.ts';
import { BrandingController } from './branding.controller.ts';
import { deletionHandlers } from './deletion.handlers.ts';
import { OrganizationDeletion } from './deletion.service.ts';
import { OrganizationExecutor } from './organization-executor.service.ts';
import { OrganizationQuota } from './organization-quota.service.ts';
import { IdentityPresenter } from './identity.presenters.ts';
import { invitationHandlers } from './invitations/invitations.handlers.ts';
import { Departures } from './members/departures.service.ts';
import { memberHandlers } from './members/members.handlers.ts';
import { invitationErasingProcess, invitationMailProcess } from './invitations/invitation.process.ts';
import { invitationMail } from './invitations/invitation.mails.ts';
import { invitationProjection } from './invitations/invitation.projection.ts';
import { EmailDigests, InvitationQueries, Inviters } from './invitations/invitations.queries.ts';
import { memberProjection } from './members/member.projection.ts';
import { MemberQueries } from './members/members.queries.ts';
import { MembershipReader } from './members/memberships.queries.ts';
import { organizationEvents } from './organization.events.ts';
import { deletionProcess, ownsSlug, quotaProcess, slugClaimProcess } from './organization.process.ts';
import { organizationProjection } from './organization.projection.ts';
import { organizationAnnouncements } from './organization.webhooks.ts';
import { OrganizationsController } from './organizations.controller.ts';
import { organizationHandlers } from './organizations.handlers.ts';
import {
  AuthOrganizationQueries,
  OrganizationPresenter,
  OrganizationQueries,
  OrganizationReader,
  SlugClaims,
} from './organizations.queries.ts';
import { PeopleController } from './members/people.controller.ts';
import { PeopleQueries } from './members/people.queries.ts';
import { teamProjection } from './teams/team.projection.ts';
import { TeamQueries } from './teams/teams.queries.ts';
import { organizationDecider } from './organization.decider.ts';

export const organizations: Feature = {
  controllers: [
    OrganizationsController,
    BrandingController,
    AuthOrganizationsController,
    AuthMembersController,
    AuthInvitationsController,
    AuthTeamsController,
    PeopleController,
  ],
  providers: [
    ...organizationHandlers,
    ...deletionHandlers,
    ...invitationHandlers,
    ...memberHandlers,
    Departures,
    OrganizationExecutor,
    OrganizationDeletion,
    OrganizationQuota,
    SlugClaims,
    EmailDigests,
    Inviters,
    ActiveOrganization,
    MembershipReader,
    OrganizationReader,
    OrganizationPresenter,
    IdentityPresenter,
    OrganizationQueries,
    AuthOrganizationQueries,
    MemberQueries,
    InvitationQueries,
    TeamQueries,
    PeopleQueries,
  ],
  events: organizationEvents,
  deciders: [organizationDecider],
  projections: [organizationProjection, memberProjection, invitationProjection, teamProjection],
  processes: [slugClaimProcess, deletionProcess, quotaProcess, invitationMailProcess, invitationErasingProcess],
  claims: { 'organization-slug': ownsSlug },
  states: { organization: organizationProjection },
  webhooks: { presenters: { organization: OrganizationPresenter }, announcements: organizationAnnouncements },
  mails: [invitationMail],
};
