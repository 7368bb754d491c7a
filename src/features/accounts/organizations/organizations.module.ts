import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { AuthOrganizationsController } from './auth-organizations.controller.ts';
import { memberProjection } from './member.projection.ts';
import { MembershipReader, RoleInHandler, RolesOfUserHandler } from './memberships.queries.ts';
import { organizationEvents } from './organization.events.ts';
import { organizationProjection } from './organization.projection.ts';
import { OrganizationsController } from './organizations.controller.ts';
import { organizationHandlers } from './organizations.handlers.ts';
import {
  FindOrganizationBySlugHandler,
  GetFullOrganizationHandler,
  GetOrganizationHandler,
  ListOrganizationsHandler,
  ListOrganizationsOfUserHandler,
  OrganizationPresenter,
  OrganizationReader,
  SlugClaims,
} from './organizations.queries.ts';
import { ownsSlug, slugClaimProcess } from './slug-claim.process.ts';

@Module({
  controllers: [OrganizationsController, AuthOrganizationsController],
  providers: [
    ...organizationHandlers,
    SlugClaims,
    MembershipReader,
    OrganizationPresenter,
    OrganizationReader,
    RolesOfUserHandler,
    RoleInHandler,
    GetOrganizationHandler,
    ListOrganizationsHandler,
    FindOrganizationBySlugHandler,
    ListOrganizationsOfUserHandler,
    GetFullOrganizationHandler,
  ],
  exports: [OrganizationPresenter, OrganizationReader],
})
export class OrganizationsModule {}

export const organizations: Feature = {
  module: OrganizationsModule,
  events: organizationEvents,
  projections: [organizationProjection, memberProjection],
  processes: [slugClaimProcess],
  claims: { 'organization-slug': ownsSlug },
  states: { organization: organizationProjection },
};
