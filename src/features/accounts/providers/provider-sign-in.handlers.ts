import { Inject } from '@nestjs/common';
import { Commands, Handles } from '../../../app/commands.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { Claims, ClaimTaken } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { isRefusal } from '../../../kernel/errors.ts';
import { deriveText, deriveUuid } from '../../../kernel/ids.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import { pause } from '../../../kernel/coordination/waiting.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { isPicture, MAX_IMAGE, MAX_NAME } from '../accounts.dto.ts';
import { BannedUser } from '../accounts.errors.ts';
import { RegisterUser, SendVerificationEmail } from '../users/user.commands.ts';
import { UserAlreadyExists } from '../users/user.errors.ts';
import { userStream } from '../users/user.events.ts';
import { isBanned, userProjection } from '../users/user.projection.ts';
import { UserReader, type AccountHolder } from '../users/users.queries.ts';
import { LinkedAccounts } from './linked-accounts.service.ts';
import { SignInWithProvider, type SignedInUser } from './provider.commands.ts';
import { SignInRefused } from './provider.errors.ts';

const ATTEMPTS = 6;
const PAUSE_MS = 25;

@Handles(SignInWithProvider)
export class SignInWithProviderHandler {
  private readonly perEmail = new KeyedMutex();

  constructor(
    private readonly commands: Commands,
    private readonly users: UserReader,
    private readonly claims: Claims,
    private readonly accounts: LinkedAccounts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * If another request is claiming the account or the e-mail, waits for its outcome: two simultaneous callbacks create one user.
   * @throws SignInRefused, BannedUser
   */
  async execute({ data, context }: SignInWithProvider): Promise<SignedInUser> {
    const email = normalEmail(data.email);
    for (let attempt = 1; ; attempt++) {
      // Each attempt has its own ids, so that a claim that an earlier one released does not count as taken.
      const own = { ...context, requestId: deriveUuid(context.requestId, `attempt ${attempt}`) };
      try {
        return await this.perEmail.withLock(email, () => this.signIn({ ...data, email }, own));
      } catch (error) {
        if (!isContended(error)) throw error;
        if (attempt === ATTEMPTS) throw new SignInRefused('unable to create user');
        await pause(PAUSE_MS * 2 ** attempt);
      }
    }
  }

  /** The user of the account, else of the e-mail, else a new one (docs/IDENTITY.md#callback). */
  private async signIn(data: SignInWithProvider['data'], context: Context): Promise<SignedInUser> {
    const claim = this.accounts.claimOf(data);
    const known = await this.users.byClaim(claim);
    if (known) return this.signInAgain(known, claim.digest, data, context);
    const sameEmail = await this.users.byEmail(data.email);
    return sameEmail ? this.linkByEmail(sameEmail, data, context) : this.register(data, context);
  }

  private async signInAgain(
    { user, state }: AccountHolder,
    digest: string,
    { tokens }: SignInWithProvider['data'],
    context: Context,
  ): Promise<SignedInUser> {
    if (isBanned(user, context.machineNow)) throw new BannedUser();
    const account = state.accounts.find(({ providerClaim }) => providerClaim.digest === digest)!;
    await this.accounts.replace(user.id, account, tokens, context);
    const { machineNow } = context;
    return { user, isNew: false, at: account.createdAt > machineNow ? account.createdAt : machineNow };
  }

  /**
   * The provider must be trusted or have verified the e-mail. If it has verified it, it takes the account back from whoever may have
   * registered with the e-mail before its owner did (docs/IDENTITY.md#callback).
   */
  private async linkByEmail(
    { user }: AccountHolder,
    data: SignInWithProvider['data'],
    context: Context,
  ): Promise<SignedInUser> {
    if (!data.isTrusted && !data.profile.emailVerified) throw new SignInRefused('account not linked');
    if (isBanned(user, context.machineNow)) throw new BannedUser();
    const proof = data.profile.emailVerified ? { verifiedEmail: data.email, reclaims: true } : {};
    const at = await this.accounts.link(user.id, data, context, proof).catch(refused('unable to link account'));
    return { user, isNew: false, at };
  }

  private async register(data: SignInWithProvider['data'], context: Context): Promise<SignedInUser> {
    const { profile, email, tokens, maySignUp, callbackURL } = data;
    if (!maySignUp) throw new SignInRefused('signup disabled');
    const userId = deriveText(context.requestId, 'user');
    const { emailVerified } = profile;
    const name = (profile.name ?? email).slice(0, MAX_NAME);
    const image = profile.image !== null && isShownPicture(profile.image) ? profile.image : null;
    const person = { email, name, image, emailVerified };
    const account = this.accounts.accountOf(data, context);
    const stream = userStream(userId);
    const { history } = await this.accounts
      .withStoredTokens(userId, tokens, context, (grant) =>
        this.claims.during(account.providerClaim, stream, context, () =>
          this.commands.execute(new RegisterUser({ ...person, account: { ...account, ...grant } }, context)),
        ),
      )
      .catch(refused('unable to create user'));
    if (!emailVerified && this.config.auth.requireEmailVerification)
      await this.commands.execute(new SendVerificationEmail({ userId, email, name, callbackURL }, context));
    return { user: project(userProjection, history)!, isNew: true, at: context.machineNow };
  }
}

/** Whether a user could set it too. */
function isShownPicture(image: string): boolean {
  return image.length <= MAX_IMAGE && isPicture(image);
}

/** Another request is claiming the account or the e-mail, or has just done so. */
function isContended(error: unknown): boolean {
  return error instanceof ClaimTaken || error instanceof UserAlreadyExists;
}

/** Gives a refusal the contract's name, unless it is worth another attempt. */
function refused(message: ConstructorParameters<typeof SignInRefused>[0]) {
  return (error: unknown): never => {
    throw isRefusal(error) && !isContended(error) ? new SignInRefused(message) : error;
  };
}
