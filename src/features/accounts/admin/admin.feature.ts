import type { Feature } from '../../../app/feature.ts';
import { AdminController } from './admin.controller.ts';
import { UserOrganizationsController } from './user-organizations.controller.ts';
import { UserSessionsController } from './user-sessions.controller.ts';
import { UserSearchQueries } from './user-search.queries.ts';

/** Administration of users and their sessions; the events are those of users and sessions. */
export const admin: Feature = {
  controllers: [AdminController, UserSessionsController, UserOrganizationsController],
  providers: [UserSearchQueries],
};
