import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Claims, type Claim } from '../../../kernel/writing/claim.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { isEmailAddress, normalEmail } from './email/email-address.rules.ts';
import { CREDENTIAL, isBanned, userDecider, type LinkedAccount, type Registered } from './user.decider.ts';
import { AccountNotFound } from './user.errors.ts';
import { userStream, type UserEvent } from './user.events.ts';
import { userProjection, type UserDocument } from './user.projection.ts';

export { AccountNotFound, CREDENTIAL, isBanned, isEmailAddress, normalEmail };
export type { LinkedAccount };

/** A user as he is shown, and with the accounts that he signs in by. */
export interface AccountHolder {
  user: UserDocument;
  state: Registered;
}

/** A user by his id, or by who has a claim (of an e-mail, of an account at a provider): by his own stream, never stale. */
export class FindAccountHolder extends Query<AccountHolder | undefined> {
  constructor(readonly by: { userId: string } | { claim: Claim }) {
    super();
  }
}

@QueryHandler(FindAccountHolder)
export class FindAccountHolderHandler implements IQueryHandler<FindAccountHolder> {
  constructor(
    private readonly claims: Claims,
    private readonly executor: Executor,
  ) {}

  async execute({ by }: FindAccountHolder): Promise<AccountHolder | undefined> {
    const stream = 'userId' in by ? userStream(by.userId) : await this.claims.owner(by.claim);
    if (stream === undefined) return undefined;
    const events = await this.executor.load<UserEvent>(stream, 'any');
    const state = fold(userDecider, events);
    const user = project(userProjection, events);
    // Who is only about to take the value has not got it.
    return user && state.status === 'registered' && ('userId' in by || has(state, by.claim))
      ? { user, state }
      : undefined;
  }
}

function has({ emailClaim, accounts }: Registered, { kind, digest }: Claim): boolean {
  return [emailClaim, ...accounts.map(({ providerClaim }) => providerClaim)].some(
    (claim) => claim.kind === kind && claim.digest === digest,
  );
}
