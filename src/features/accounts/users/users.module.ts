import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { accountMailEvents } from './account-mail.events.ts';
import { accountMailHandlers } from './account-mail.handlers.ts';
import { accountMailProcess } from './account-mail.process.ts';
import { AdminAtStart } from './admin-at-start.ts';
import { DeletionController } from './deletion.controller.ts';
import { deletionHandlers } from './deletion.handlers.ts';
import { emailChangeHandlers } from './email-change.handlers.ts';
import { MailSwitch } from './mail.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { passwordHandlers } from './password.handlers.ts';
import { PasswordsController } from './passwords.controller.ts';
import { Passwords } from './passwords.ts';
import { StatusController } from './status.controller.ts';
import { ownsUserClaim, userClaimsProcess } from './user-claims.process.ts';
import { userErasingProcess } from './user-erasing.process.ts';
import { userEvents } from './user.events.ts';
import { UserPasswords } from './user-passwords.ts';
import { userProjection } from './user.projection.ts';
import { UserRemoval } from './user-removal.ts';
import { UsersController } from './users.controller.ts';
import { userHandlers } from './users.handlers.ts';
import {
  CheckCredentialsHandler,
  CheckResetHandler,
  CheckVerificationHandler,
  EmailClaims,
  FindUserByEmailHandler,
  GetUsersHandler,
} from './users.queries.ts';
import { UserOperations } from './user.operations.ts';
import { VerificationController } from './verification.controller.ts';
import { VerificationTokens } from './verification-tokens.ts';

@Module({
  controllers: [UsersController, VerificationController, PasswordsController, DeletionController, StatusController],
  providers: [
    ...userHandlers,
    ...passwordHandlers,
    ...emailChangeHandlers,
    ...accountMailHandlers,
    ...deletionHandlers,
    EmailClaims,
    Passwords,
    UserPasswords,
    UserRemoval,
    OneTimeTokens,
    VerificationTokens,
    MailSwitch,
    FindUserByEmailHandler,
    CheckCredentialsHandler,
    CheckVerificationHandler,
    CheckResetHandler,
    GetUsersHandler,
    AdminAtStart,
    UserOperations,
  ],
})
export class UsersModule {}

export const users: Feature = {
  module: UsersModule,
  events: { ...userEvents, ...accountMailEvents },
  projections: [userProjection],
  processes: [userClaimsProcess, userErasingProcess, accountMailProcess],
  claims: { 'user-email': ownsUserClaim, 'provider-account': ownsUserClaim },
  states: { user: userProjection },
};
