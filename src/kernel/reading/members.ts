import { NotLeading, ServiceUnavailable } from '../errors.ts';
import type { Position, StoredEvent } from '../ports/event-store.ts';
import { collectionOf, neededBy, type AnyProjection } from './projection.ts';

export interface ProjectionStatus {
  name: string;
  state: 'current' | 'behind' | 'failed';
  position: Position | undefined;
  error?: string;
}

/** A projection of a projector. */
export interface Member {
  projection: AnyProjection;
  key: string;
  /** Of its own checkpoint; current members share one. */
  position: Position | undefined;
  state: ProjectionStatus['state'];
  error?: string;
  /** The leader of its own checkpoint, as long as that is this projector's. */
  claim?: string;
  /** Before it is built, its documents have to be removed, but not before this time of `performance.now()`. */
  removableFrom?: number;
}

/** A projector's projections. */
export class Members {
  readonly all: readonly Member[];
  /** Whether any of them handles a stored event. */
  readonly isNeeded: (event: StoredEvent) => boolean;

  constructor(projections: readonly AnyProjection[]) {
    this.isNeeded = neededBy(projections);
    this.all = projections.map((projection) => ({
      projection,
      key: collectionOf(projection).name,
      position: undefined,
      state: 'behind',
    }));
  }

  /** @param shared position that all current members have passed */
  status(shared: Position | undefined): ProjectionStatus[] {
    return this.all.map(({ key, state, error, position }) => ({
      name: key,
      state,
      position: state === 'current' ? shared : position,
      error,
    }));
  }

  withState(state: Member['state']): Member[] {
    return this.all.filter((member) => member.state === state);
  }

  current(): Member[] {
    return this.withState('current');
  }

  currentKeys(): string[] {
    return keysOf(this.current());
  }
}

export function keysOf(members: readonly Member[]): string[] {
  return members.map(({ key }) => key);
}

/**
 * Runs a task for several members at once, so that a store's answers are awaited together. All have ended when it returns or throws.
 * @throws ServiceUnavailable, NotLeading: an unavailable store or a lost lead is not a failure of a projection
 */
export async function allOf<R>(
  members: readonly Member[],
  task: (member: Member) => Promise<R>,
): Promise<{ results: R[]; failures: Map<Member, unknown> }> {
  const ended = await Promise.allSettled(members.map(task));
  const failures = new Map<Member, unknown>();
  const results: R[] = [];
  for (const [at, end] of ended.entries()) {
    if (end.status === 'fulfilled') results.push(end.value);
    else if (end.reason instanceof ServiceUnavailable || end.reason instanceof NotLeading) throw end.reason;
    else failures.set(members[at]!, end.reason);
  }
  return { results, failures };
}

export function throwFirst(failures: ReadonlyMap<Member, unknown>): void {
  for (const error of failures.values()) throw error;
}
