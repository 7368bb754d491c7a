import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Claims, ReleaseClaim } from '../kernel/claim.ts';
import { Turns } from '../kernel/turns.ts';

/** Turns of whoever has claims: what he takes and lets go of changes by one at a time. */
export const CLAIMS_TURN = 'claims';

/** A process says what was let go once, perhaps long ago or again: the owner's events say whether it still is. */
@CommandHandler(ReleaseClaim)
export class ReleaseClaimHandler implements ICommandHandler<ReleaseClaim> {
  constructor(
    private readonly claims: Claims,
    private readonly turns: Turns,
  ) {}

  execute({ data: { claim, owner }, context }: ReleaseClaim): Promise<void> {
    return this.turns.run(CLAIMS_TURN, owner, () => this.claims.letGo(claim, owner, context));
  }
}
