import type { Feature } from '../../../app/feature.ts';
import { accountMailHandlers } from './email/account-mail.handlers.ts';
import { ConfiguredAdmin } from './configured-admin.service.ts';
import { DeletionController } from './deletion/deletion.controller.ts';
import { deletionHandlers } from './deletion/deletion.handlers.ts';
import { emailChangeHandlers } from './email/email-change.handlers.ts';
import { accountMails } from './email/account.mails.ts';
import { MailSwitch } from './email/mail-switch.service.ts';
import { OneTimeTokens } from './passwords/one-time-tokens.service.ts';
import { passwordHandlers } from './passwords/password.handlers.ts';
import { PasswordsController } from './passwords/passwords.controller.ts';
import { PasswordHashes } from './passwords/password-hashes.service.ts';
import { StatusController } from './status.controller.ts';
import { accountMailProcess, ownsUserClaim, userClaimsProcess, userErasingProcess } from './user.process.ts';
import { accountMailEvents, userEvents } from './user.events.ts';
import { UserPasswords } from './passwords/user-passwords.service.ts';
import { userProjection } from './user.projection.ts';
import { UserDeletion } from './deletion/user-deletion.service.ts';
import { UsersController } from './users.controller.ts';
import { userHandlers } from './users.handlers.ts';
import { CredentialQueries, EmailClaims, UserReader } from './users.queries.ts';
import { UserOperations } from './user.operations.ts';
import { VerificationController } from './email/verification.controller.ts';
import { VerificationTokens } from './email/verification-tokens.service.ts';
import { userDecider } from './user.decider.ts';
import { accountMailDecider } from './email/account-mail.decider.ts';

export const users: Feature = {
  controllers: [UsersController, VerificationController, PasswordsController, DeletionController, StatusController],
  providers: [
    ...userHandlers,
    ...passwordHandlers,
    ...emailChangeHandlers,
    ...accountMailHandlers,
    ...deletionHandlers,
    EmailClaims,
    PasswordHashes,
    UserPasswords,
    UserDeletion,
    OneTimeTokens,
    VerificationTokens,
    MailSwitch,
    UserReader,
    CredentialQueries,
    ConfiguredAdmin,
    UserOperations,
  ],
  events: { ...userEvents, ...accountMailEvents },
  deciders: [userDecider, accountMailDecider],
  projections: [userProjection],
  processes: [userClaimsProcess, userErasingProcess, accountMailProcess],
  claims: { 'user-email': ownsUserClaim, 'provider-account': ownsUserClaim },
  states: { user: userProjection },
  mails: accountMails,
};
