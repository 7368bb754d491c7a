import type { Position } from '../ports/event-store.ts';
import { collectionOf, type AnyProjection } from './projection.ts';

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
}

/** A projector's projections. */
export class Members {
  readonly all: readonly Member[];

  constructor(projections: readonly AnyProjection[]) {
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
    return this.current().map(({ key }) => key);
  }
}
