import { secondsBetween, type Clock, type Instant } from '../ports/clock.ts';
import { command, type Command, type Context, type IntentOf } from './command.ts';
import type { Decider } from './decider.ts';
import { DomainError, isUndone } from '../errors.ts';
import { event, type DomainEvent, type EventsOf, type Recorded } from './events.ts';
import type { Executor } from './execute.ts';
import { newUuid } from '../ids.ts';
import type { Keys } from '../secrets/keys.ts';

/** A hold older than this is settled by the next claimant of the value. */
const STALE_AFTER_SECONDS = 60;

/** One value that only one owner may have, such as an e-mail: found by its digest alone. */
export interface Claim {
  kind: string;
  digest: string;
}

export const claimEvents = {
  /** `owner` is the stream that has the value or will have it. */
  ClaimHeld: event<{ owner: string; at: Instant }>(),
  ClaimConfirmed: event<{ owner: string }>(),
  ClaimReleased: event<{ owner: string }>(),
  /** In the owner's own stream: the hold took too long, and others may take the value. */
  ClaimForfeited: event<Claim>({ internal: true }),
};
type ClaimEvent = Exclude<EventsOf<typeof claimEvents>, { type: 'ClaimForfeited' }>;
export type ClaimForfeited = Extract<EventsOf<typeof claimEvents>, { type: 'ClaimForfeited' }>;

export class HoldClaim extends command('HoldClaim')<{ claim: Claim; owner: string }> {}
export class ConfirmClaim extends command('ConfirmClaim')<{ claim: Claim; owner: string }> {}
export class ReleaseClaim extends command('ReleaseClaim')<{ claim: Claim; owner: string }> {}
type ClaimIntent = IntentOf<HoldClaim | ConfirmClaim | ReleaseClaim>;

type ClaimState =
  { status: 'free' } | { status: 'held'; owner: string; at: Instant } | { status: 'confirmed'; owner: string };

/** Another owner has the value, or holds it. */
export class ClaimTaken extends DomainError {
  constructor(
    readonly claim: Claim,
    readonly owner: string,
    /** Machine time of the hold; undefined once confirmed. */
    readonly heldSince?: Instant,
  ) {
    super('ClaimTaken', `The ${claim.kind} is taken`, 409);
  }
}

export const claimDecider: Decider<ClaimIntent, ClaimState, ClaimEvent> = {
  category: 'claim',
  initial: { status: 'free' },
  // A value may be taken and released for ever.
  snapshot: { version: 1 },

  decide({ type, data: { owner, claim }, machineNow }, state) {
    const mine = state.status !== 'free' && state.owner === owner;
    switch (type) {
      case 'HoldClaim':
        if (mine) return [];
        if (state.status !== 'free')
          throw new ClaimTaken(claim, state.owner, state.status === 'held' ? state.at : undefined);
        return [{ type: 'ClaimHeld', data: { owner, at: machineNow } }];
      case 'ConfirmClaim':
        return mine && state.status === 'held' ? [{ type: 'ClaimConfirmed', data: { owner } }] : [];
      case 'ReleaseClaim':
        return mine ? [{ type: 'ClaimReleased', data: { owner } }] : [];
    }
  },

  evolve(_state, { type, data }) {
    switch (type) {
      case 'ClaimHeld':
        return { status: 'held', owner: data.owner, at: data.at };
      case 'ClaimConfirmed':
        return { status: 'confirmed', owner: data.owner };
      case 'ClaimReleased':
        return { status: 'free' };
    }
  },
};

export function claimStream({ kind, digest }: Claim): string {
  return `claim-${kind}_${digest}`;
}

/** Whether an owner has the claimed value now, according to its events. */
export type Owns = (events: readonly Recorded<DomainEvent>[], claim: Claim) => boolean;

/** The forfeited claims of a stream: its decider refuses their values. */
export function refuseForfeited(forfeited: readonly string[], claim: Claim): void {
  if (forfeited.includes(claimStream(claim)))
    throw new DomainError(
      'ClaimForfeited',
      `The ${claim.kind} was held too long and is free for others; try again`,
      409,
    );
}

/** Uniqueness over streams (docs/EVENTS_AND_STREAMS.md#claims): hold, let the owner append, then confirm or release. */
export class Claims {
  constructor(
    private readonly executor: Executor,
    private readonly keys: Keys,
    private readonly clock: Clock,
    private readonly owns: Readonly<Record<string, Owns>>,
  ) {}

  /** @param scope an organization's id, or `global`; `value` is normalised by the caller */
  claim(kind: string, scope: string, value: string): Claim {
    return { kind, digest: this.keys.digest(`claim:${kind}`, `${scope}\0${value}`) };
  }

  /** @throws ClaimTaken */
  async hold(claim: Claim, owner: string, context: Context): Promise<void> {
    // A hold is idempotent by its state; its id is new each time, so that one request can hold a value again after releasing it.
    const hold = new HoldClaim({ claim, owner }, context, `HoldClaim:${claimStream(claim)}:${newUuid()}`);
    try {
      await this.run(hold);
    } catch (error) {
      if (!(error instanceof ClaimTaken) || !error.heldSince) throw error;
      if (secondsBetween(error.heldSince, this.clock.machineNow()) < STALE_AFTER_SECONDS) throw error;
      await this.settle(error, hold);
      await this.run(hold);
    }
  }

  confirm(claim: Claim, owner: string, context: Context): Promise<unknown> {
    return this.run(new ConfirmClaim({ claim, owner }, context, `ConfirmClaim:${claimStream(claim)}`));
  }

  release(claim: Claim, owner: string, context: Context): Promise<unknown> {
    return this.run(new ReleaseClaim({ claim, owner }, context, `ReleaseClaim:${claimStream(claim)}`));
  }

  /** The stream that has the value, or undefined. */
  async owner(claim: Claim): Promise<string | undefined> {
    const { state } = await this.executor.state(claimDecider, claimStream(claim), 'any');
    return state.status === 'free' ? undefined : state.owner;
  }

  /** Holds a value while `task` runs: released when it is refused. When it succeeds, the owner's claims process confirms it: nobody waits for that. */
  async during<T>(claim: Claim, owner: string, context: Context, task: () => Promise<T>): Promise<T> {
    await this.hold(claim, owner, context);
    try {
      return await task();
    } catch (error) {
      if (isUndone(error)) await this.release(claim, owner, context);
      throw error;
    }
  }

  /** Releases a value that the owner no longer has, according to its events. Repeating it does not release a value that was claimed again. */
  async releaseUnlessOwned(claim: Claim, owner: string, context: Context): Promise<void> {
    if (this.owns[claim.kind]!(await this.executor.load(owner, 'any'), claim)) return;
    await this.release(claim, owner, context);
  }

  /**
   * A hold never expires: the owner's stream decides whether it has the value. If it has, the claim is confirmed; if not, the owner forfeits
   * the value at the revision just read, so that it cannot take it afterwards.
   */
  private async settle({ claim, owner }: ClaimTaken, hold: Command): Promise<void> {
    for (;;) {
      const { events, revision } = await this.executor.history(owner, 'any');
      if (this.owns[claim.kind]!(events, claim)) {
        await this.confirm(claim, owner, hold.context);
        return;
      }
      const forfeited: ClaimForfeited = { type: 'ClaimForfeited', data: claim };
      const appended = await this.executor.append(owner, [forfeited], revision, hold);
      if (appended !== 'conflict') break;
    }
    await this.run(new ReleaseClaim({ claim, owner }, hold.context, `ReleaseClaim:${owner}:${claimStream(claim)}`));
  }

  /** A claim belongs to its owner, whatever organization the caller acts for. */
  private run(intent: HoldClaim | ConfirmClaim | ReleaseClaim): Promise<unknown> {
    const command = { ...intent, context: { ...intent.context, scope: 'any' as const } };
    return this.executor.execute(claimDecider, claimStream(intent.data.claim), command);
  }
}
