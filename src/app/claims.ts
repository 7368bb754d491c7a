import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Claims, ReleaseClaim } from '../kernel/writing/claim.ts';
import { KeyedLock } from '../kernel/coordination/keyed-lock.ts';

/** Locks of claims' owners: the claims of one owner change one at a time. */
export const CLAIMS_LOCK = 'claims';

/** A process may send this late or repeatedly: the owner's events decide whether the value is still released. */
@CommandHandler(ReleaseClaim)
export class ReleaseClaimHandler implements ICommandHandler<ReleaseClaim> {
  constructor(
    private readonly claims: Claims,
    private readonly turns: KeyedLock,
  ) {}

  execute({ data: { claim, owner }, context }: ReleaseClaim): Promise<void> {
    return this.turns.withLock(CLAIMS_LOCK, owner, () => this.claims.releaseUnlessOwned(claim, owner, context));
  }
}
