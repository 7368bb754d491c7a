import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { AdminAtStart } from './admin-at-start.ts';
import { MailSwitch } from './mail.ts';
import { Passwords } from './passwords.ts';
import { StatusController } from './status.controller.ts';
import { ownsUserClaim, userClaimsProcess } from './user-claims.process.ts';
import { userEvents } from './user.events.ts';
import { userProjection } from './user.projection.ts';
import { UsersController } from './users.controller.ts';
import { userHandlers } from './users.handlers.ts';
import {
  CheckCredentialsHandler,
  CheckVerificationHandler,
  EmailClaims,
  FindUserByEmailHandler,
  GetUsersHandler,
} from './users.queries.ts';
import { UserOperations } from './user.operations.ts';
import { VerificationTokens } from './verification-tokens.ts';

@Module({
  controllers: [UsersController, StatusController],
  providers: [
    ...userHandlers,
    EmailClaims,
    Passwords,
    VerificationTokens,
    MailSwitch,
    FindUserByEmailHandler,
    CheckCredentialsHandler,
    CheckVerificationHandler,
    GetUsersHandler,
    AdminAtStart,
    UserOperations,
  ],
})
export class UsersModule {}

export const users: Feature = {
  module: UsersModule,
  events: userEvents,
  projections: [userProjection],
  processes: [userClaimsProcess],
  claims: { 'user-email': ownsUserClaim, 'provider-account': ownsUserClaim },
  states: { user: userProjection },
};
