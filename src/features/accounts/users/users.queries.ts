import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Documents } from '../../../app/documents.ts';
import { Claims, type Claim } from '../../../kernel/writing/claim.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { SignedInUser, User } from '../accounts.dto.ts';
import { isEmailAddress, normalEmail } from './email/email-address.rules.ts';
import { OneTimeTokens } from './passwords/one-time-tokens.service.ts';
import { PasswordHashes } from './passwords/password-hashes.service.ts';
import { isVoided, userDecider, type Registered } from './user.decider.ts';
import { InvalidEmail } from './user.errors.ts';
import { userStream, type UserEvent } from './user.events.ts';
import { userProjection, type UserDocument } from './user.projection.ts';
import { VerificationTokens } from './email/verification-tokens.service.ts';

export { userProjection };
export type { UserDocument };

/** A user as he is now, how he signs in, and since when he has his address. */
export interface KnownUser extends Pick<Registered, 'password' | 'emailAt'> {
  user: UserDocument;
}

/** The user who has an e-mail, by its claim and his own stream: never stale. */
export class FindUserByEmail extends Query<KnownUser | undefined> {
  constructor(readonly email: string) {
    super();
  }
}

/** The user whose e-mail and password these are; takes as long where there is none. */
export class CheckCredentials extends Query<UserDocument | undefined> {
  constructor(
    readonly email: string,
    readonly password: string,
  ) {
    super();
  }
}

/** What a verification link's token says now: whose address it proves, the address to change to where it is for that, or why it does not. */
export class CheckVerification extends Query<
  | { userId: string; email: string; updateTo: string | undefined }
  | { error: 'token_expired' | 'invalid_token' | 'user_not_found' }
> {
  constructor(readonly token: string) {
    super();
  }
}

/** Whether a new password can be chosen with a token, which is not used up by that. */
export class CheckReset extends Query<boolean> {
  constructor(readonly token: string) {
    super();
  }
}

export class GetUsers extends Query<Map<string, UserDocument>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The identity contract's user in answers of sign-up and sign-in (docs/IDENTITY.md#user-and-session). */
export function presentUser(document: UserDocument): SignedInUser {
  const { id, email, name, image, emailVerified, createdAt, updatedAt } = document;
  return { id, email, name, image, emailVerified, createdAt, updatedAt };
}

/** The same with what administrators decide (docs/IDENTITY.md#user-and-session). */
export function presentFullUser(document: UserDocument): User {
  const { role, banned, banReason, banExpires } = document;
  return { ...presentUser(document), role, banned, banReason, banExpires };
}

@Injectable()
export class EmailClaims {
  constructor(private readonly claims: Claims) {}

  of(email: string): Claim {
    return this.claims.claim('user-email', 'global', normalEmail(email));
  }
}

@QueryHandler(FindUserByEmail)
export class FindUserByEmailHandler implements IQueryHandler<FindUserByEmail> {
  constructor(
    private readonly emails: EmailClaims,
    private readonly claims: Claims,
    private readonly executor: Executor,
  ) {}

  async execute({ email }: FindUserByEmail): Promise<KnownUser | undefined> {
    const stream = await this.claims.owner(this.emails.of(email));
    if (stream === undefined) return undefined;
    const events = await this.executor.load<UserEvent>(stream, 'any');
    const state = fold(userDecider, events);
    const user = project(userProjection, events);
    return user && state.status === 'registered' && state.email === normalEmail(email)
      ? { user, password: state.password, emailAt: state.emailAt }
      : undefined;
  }
}

@QueryHandler(CheckCredentials)
export class CheckCredentialsHandler implements IQueryHandler<CheckCredentials> {
  constructor(
    private readonly finder: FindUserByEmailHandler,
    private readonly passwords: PasswordHashes,
  ) {}

  /** @throws InvalidEmail */
  async execute({ email, password }: CheckCredentials): Promise<UserDocument | undefined> {
    if (!isEmailAddress(email)) throw new InvalidEmail();
    const known = await this.finder.execute(new FindUserByEmail(email));
    const matches = await this.passwords.matches(known?.password?.credential, password);
    return matches ? known?.user : undefined;
  }
}

@QueryHandler(CheckVerification)
export class CheckVerificationHandler implements IQueryHandler<CheckVerification> {
  constructor(
    private readonly finder: FindUserByEmailHandler,
    private readonly tokens: VerificationTokens,
  ) {}

  async execute({ token }: CheckVerification) {
    const claims = await this.tokens.read(token);
    if (typeof claims === 'string') return { error: claims };
    const known = await this.finder.execute(new FindUserByEmail(claims.email));
    if (!known) return { error: 'user_not_found' as const };
    if (isVoided(known, claims.issuedAt)) return { error: 'invalid_token' as const };
    return { userId: known.user.id, email: known.user.email, updateTo: claims.updateTo };
  }
}

@QueryHandler(CheckReset)
export class CheckResetHandler implements IQueryHandler<CheckReset> {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly executor: Executor,
  ) {}

  async execute({ token }: CheckReset): Promise<boolean> {
    const proof = await this.tokens.find('reset-password', token);
    if (!proof) return false;
    const { state } = await this.executor.state(userDecider, userStream(proof.userId), 'any');
    return state.status === 'registered' && !isVoided(state, proof.madeAt);
  }
}

@QueryHandler(GetUsers)
export class GetUsersHandler implements IQueryHandler<GetUsers> {
  constructor(private readonly documents: Documents) {}

  execute({ ids }: GetUsers): Promise<Map<string, UserDocument>> {
    return this.documents.getMany(userProjection, ids, 'any');
  }
}
