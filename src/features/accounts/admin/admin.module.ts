import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../organizations/organizations.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AdminController } from './admin.controller.ts';
import { UserOrganizationsController } from './user-organizations.controller.ts';
import { UserSessionsController } from './user-sessions.controller.ts';
import { UserSearchQueries } from './user-search.queries.ts';

@Module({
  imports: [UsersModule, OrganizationsModule],
  controllers: [AdminController, UserSessionsController, UserOrganizationsController],
  providers: [UserSearchQueries],
})
export class AdminModule {}

/** Administration of users and their sessions; the events are those of users and sessions. */
export const admin: Feature = { module: AdminModule };
