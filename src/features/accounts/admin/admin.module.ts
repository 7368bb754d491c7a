import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { AdminController } from './admin.controller.ts';
import { UserSessionsController } from './user-sessions.controller.ts';
import { SearchUsersHandler } from './user-search.queries.ts';

@Module({ controllers: [AdminController, UserSessionsController], providers: [SearchUsersHandler] })
export class AdminModule {}

/** What administrators do with users and their sessions; the facts are those of users and sessions. */
export const admin: Feature = { module: AdminModule };
