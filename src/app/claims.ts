import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Claims, ReleaseClaim } from '../kernel/writing/claim.ts';
import { KeyedLock } from '../kernel/coordination/keyed-lock.ts';

/** Turns of whoever has claims: what he takes and lets go of changes by one at a time. */
export const CLAIMS_LOCK = 'claims';

/** A process says what was let go once, perhaps long ago or again: the owner's events say whether it still is. */
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
