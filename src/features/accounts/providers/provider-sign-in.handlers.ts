import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { Claims, ClaimTaken, type Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { isRefusal } from '../../../kernel/errors.ts';
import { deriveText, deriveUuid } from '../../../kernel/ids.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { isPicture, MAX_IMAGE, MAX_NAME } from '../accounts.dto.ts';
import { BannedUser } from '../accounts.errors.ts';
import {
  FindAccountHolder,
  isBanned,
  isEmailAddress,
  normalEmail,
  type AccountHolder,
} from '../users/account-holders.queries.ts';
import { RegisterUser, SendVerificationEmail } from '../users/user.commands.ts';
import { userStream, type UserEvent } from '../users/user.events.ts';
import { EmailClaims, userProjection, type UserDocument } from '../users/users.queries.ts';
import { LinkedAccounts } from './linked-accounts.service.ts';
import { SignInWithProvider } from './provider.commands.ts';
import { SignInRefused } from './provider.errors.ts';

/** The role of somebody who signs up himself. */
const ROLE = 'user';
const ATTEMPTS = 6;
const PAUSE_MS = 25;

export interface SignedIn {
  user: UserDocument;
  isNew: boolean;
  /** Machine time as of which their session begins: linking the account may have revoked every earlier one. */
  at: Instant;
}

@CommandHandler(SignInWithProvider)
export class SignInWithProviderHandler implements ICommandHandler<SignInWithProvider> {
  private readonly perEmail = new KeyedMutex();

  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly claims: Claims,
    private readonly emails: EmailClaims,
    private readonly accounts: LinkedAccounts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Where another process is just taking the account or the e-mail, its outcome is waited for: two callbacks at once make one user.
   * @throws SignInRefused, BannedUser
   */
  async execute({ data, context }: SignInWithProvider): Promise<SignedIn> {
    const email = normalEmail(data.email);
    for (let attempt = 1; ; attempt++) {
      // Each attempt makes its own ids: what an earlier one has let go of is not taken for done.
      const own = { ...context, requestId: deriveUuid(context.requestId, `attempt ${attempt}`) };
      try {
        return await this.perEmail.run(email, () => this.admit({ ...data, email }, own));
      } catch (error) {
        if (!(error instanceof ClaimTaken)) throw error;
        if (attempt === ATTEMPTS) throw new SignInRefused('unable to create user');
        await delay(PAUSE_MS * 2 ** attempt);
      }
    }
  }

  /** By the account, else by the e-mail, else a new user (docs/IDENTITY.md#callback). */
  private async admit(data: SignInWithProvider['data'], context: Context): Promise<SignedIn> {
    const claim = this.accounts.claimOf(data);
    const known = await this.queries.execute(new FindAccountHolder({ claim }));
    if (known) return this.again(known, claim.digest, data, context);
    const emailClaim = this.emails.of(data.email);
    const namesake = await this.queries.execute(new FindAccountHolder({ claim: emailClaim }));
    return namesake ? this.join(namesake, data, context) : this.register(data, emailClaim, context);
  }

  private async again(
    { user, state }: AccountHolder,
    digest: string,
    { tokens }: SignInWithProvider['data'],
    context: Context,
  ): Promise<SignedIn> {
    if (isBanned(state, context.machineNow)) throw new BannedUser();
    const account = state.accounts.find(({ providerClaim }) => providerClaim.digest === digest)!;
    await this.accounts.replace(user.id, account, tokens, context);
    const { machineNow } = context;
    return { user, isNew: false, at: account.createdAt > machineNow ? account.createdAt : machineNow };
  }

  /**
   * That they have the e-mail too is believed of a provider that is trusted, or has verified it. One that has verified it takes the account
   * back from whoever may have registered with the e-mail before its owner came (docs/IDENTITY.md#callback).
   */
  private async join(
    { user, state }: AccountHolder,
    data: SignInWithProvider['data'],
    context: Context,
  ): Promise<SignedIn> {
    if (!data.isTrusted && !data.profile.emailVerified) throw new SignInRefused('account not linked');
    if (isBanned(state, context.machineNow)) throw new BannedUser();
    const proof = data.profile.emailVerified ? { verifiedEmail: data.email, reclaims: true } : {};
    const at = await this.accounts.link(user.id, data, context, proof).catch(refused('unable to link account'));
    return { user, isNew: false, at };
  }

  private async register(data: SignInWithProvider['data'], emailClaim: Claim, context: Context): Promise<SignedIn> {
    const { profile, email, tokens, maySignUp, callbackURL } = data;
    if (!maySignUp) throw new SignInRefused('signup disabled');
    if (!isEmailAddress(email)) throw new SignInRefused('unable to create user');
    const userId = deriveText(context.requestId, 'user');
    const { emailVerified } = profile;
    const name = (profile.name ?? email).slice(0, MAX_NAME);
    const image = profile.image !== null && isShownPicture(profile.image) ? profile.image : null;
    const person = { userId, email, emailClaim, name, image, role: ROLE, emailVerified, password: null };
    const account = this.accounts.accountOf(data, context);
    const stream = userStream(userId);
    const { events } = await this.accounts
      .granting(userId, tokens, context, (grant) =>
        this.claims.during(account.providerClaim, stream, context, () =>
          this.claims.during(emailClaim, stream, context, () =>
            this.commands.execute<RegisterUser, Executed<unknown, UserEvent>>(
              new RegisterUser({ ...person, account: { ...account, ...grant } }, context),
            ),
          ),
        ),
      )
      .catch(refused('unable to create user'));
    if (!emailVerified && this.config.auth.requireEmailVerification)
      await this.commands.execute(new SendVerificationEmail({ userId, email, name, callbackURL }, context));
    return { user: project(userProjection, events)!, isNew: true, at: context.machineNow };
  }
}

/** What a user could set as well. */
function isShownPicture(image: string): boolean {
  return image.length <= MAX_IMAGE && isPicture(image);
}

/** A refusal of the rules under the contract's name; that somebody else is at it is told as it is. */
function refused(message: ConstructorParameters<typeof SignInRefused>[0]) {
  return (error: unknown): never => {
    throw isRefusal(error) && !(error instanceof ClaimTaken) ? new SignInRefused(message) : error;
  };
}
