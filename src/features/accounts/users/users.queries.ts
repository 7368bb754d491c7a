import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { Claims, type Claim } from '../../../kernel/writing/claim.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import type { SignedInUser, User } from '../accounts.dto.ts';
import { isEmailAddress } from './email/email-address.rules.ts';
import { VerificationTokens } from './email/verification-tokens.service.ts';
import { OneTimeTokens } from './passwords/one-time-tokens.service.ts';
import { PasswordHashes } from './passwords/password-hashes.service.ts';
import { userDecider } from './user.decider.ts';
import { InvalidEmail, InvalidEmailOrPassword } from './user.errors.ts';
import { userStream, type UserEvent } from './user.events.ts';
import { userProjection, type UserDocument } from './user.projection.ts';
import { isVoided, type Registered } from './user.rules.ts';

/** A user as documents show one, and with the accounts they sign in with. */
export interface AccountHolder {
  user: UserDocument;
  state: Registered;
}

type CheckedVerification =
  | { userId: string; email: string; updateTo: string | undefined }
  | { error: 'token_expired' | 'invalid_token' | 'user_not_found' };

@Injectable()
export class EmailClaims {
  constructor(private readonly claims: Claims) {}

  of(email: string): Claim {
    return this.claims.claim('user-email', 'global', normalEmail(email));
  }
}

/** Users for those who decide by them: read from their streams, never stale, except for `get`. */
@Injectable()
export class UserReader {
  constructor(
    private readonly claims: Claims,
    private readonly emails: EmailClaims,
    private readonly executor: Executor,
    private readonly documents: Documents,
  ) {}

  /** From the read model; users that do not exist are missing in the answer. */
  get(ids: readonly string[]): Promise<Map<string, UserDocument>> {
    return this.documents.getMany(userProjection, ids, 'any');
  }

  async byId(userId: string): Promise<AccountHolder | undefined> {
    return this.load(userStream(userId));
  }

  byEmail(email: string): Promise<AccountHolder | undefined> {
    return this.byClaim(this.emails.of(email));
  }

  /** The owner of an e-mail's claim, or of the claim of an account at a provider. */
  async byClaim(claim: Claim): Promise<AccountHolder | undefined> {
    const stream = await this.claims.owner(claim);
    const holder = stream === undefined ? undefined : await this.load(stream);
    // A user who is only about to take the value does not own it yet.
    return holder && has(holder.state, claim) ? holder : undefined;
  }

  private async load(stream: string): Promise<AccountHolder | undefined> {
    const events = await this.executor.load<UserEvent>(stream, 'any');
    const state = fold(userDecider, events);
    const user = project(userProjection, events);
    return user && state.status === 'registered' ? { user, state } : undefined;
  }
}

/** Checks passwords and tokens that prove an identity. */
@Injectable()
export class CredentialQueries {
  constructor(
    private readonly users: UserReader,
    private readonly passwords: PasswordHashes,
    private readonly verificationTokens: VerificationTokens,
    private readonly oneTimeTokens: OneTimeTokens,
  ) {}

  /**
   * The user with this e-mail and password; takes equally long if no user has the e-mail.
   * @throws InvalidEmail · InvalidEmailOrPassword
   */
  async demandPassword(email: string, password: string): Promise<UserDocument> {
    if (!isEmailAddress(email)) throw new InvalidEmail();
    const known = await this.users.byEmail(email);
    const matches = await this.passwords.matches(known?.state.password?.credential, password);
    if (!known || !matches) throw new InvalidEmailOrPassword();
    return known.user;
  }

  /** Whose e-mail a verification link's token proves, and the one to change to, if any; or why it proves nothing. */
  async checkVerification(token: string): Promise<CheckedVerification> {
    const claims = await this.verificationTokens.read(token);
    if (typeof claims === 'string') return { error: claims };
    const known = await this.users.byEmail(claims.email);
    if (!known) return { error: 'user_not_found' };
    if (isVoided(known.state, claims.issuedAt)) return { error: 'invalid_token' };
    return { userId: known.user.id, email: known.user.email, updateTo: claims.updateTo };
  }

  /** Whether a token allows a password reset; does not use the token up. */
  async checkReset(token: string): Promise<boolean> {
    const proof = await this.oneTimeTokens.find('reset-password', token);
    const known = proof && (await this.users.byId(proof.userId));
    return known !== undefined && !isVoided(known.state, proof!.madeAt);
  }
}

/** The identity contract's user in answers of sign-up and sign-in (docs/IDENTITY.md#user-and-session). */
export function presentUser(document: UserDocument): SignedInUser {
  const { id, email, name, image, emailVerified, createdAt, updatedAt } = document;
  return { id, email, name, image, emailVerified, createdAt, updatedAt };
}

/** The same with the fields that administrators set (docs/IDENTITY.md#user-and-session). */
export function presentFullUser(document: UserDocument): User {
  const { role, banned, banReason, banExpires } = document;
  return { ...presentUser(document), role, banned, banReason, banExpires };
}

function has({ emailClaim, accounts }: Registered, { kind, digest }: Claim): boolean {
  return [emailClaim, ...accounts.map(({ providerClaim }) => providerClaim)].some(
    (claim) => claim.kind === kind && claim.digest === digest,
  );
}
