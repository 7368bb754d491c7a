import { Handles } from './commands.ts';
import { KeyedLock } from '../kernel/coordination/keyed-lock.ts';
import { Claims, ReleaseClaim } from '../kernel/writing/claim.ts';
import { EraseSubject, SubjectEraser } from '../kernel/writing/erasure.ts';

/** Locks of claims' owners: the claims of one owner change one at a time. */
export const CLAIMS_LOCK = 'claims';

/** A process may send this late or repeatedly: the owner's events decide whether the value is still released. */
@Handles(ReleaseClaim)
export class ReleaseClaimHandler {
  constructor(
    private readonly claims: Claims,
    private readonly locks: KeyedLock,
  ) {}

  execute({ data: { claim, owner }, context }: ReleaseClaim): Promise<void> {
    return this.locks.withLock(CLAIMS_LOCK, owner, () => this.claims.releaseUnlessOwned(claim, owner, context));
  }
}

/** Sent by features' processes. */
@Handles(EraseSubject)
export class EraseSubjectHandler {
  constructor(private readonly eraser: SubjectEraser) {}

  execute({ data: { subject }, context }: EraseSubject): Promise<void> {
    return this.eraser.erase(subject, context);
  }
}
