import type { Intent } from './command.ts';
import type { EditLimit } from './edit-limit.ts';
import type { DomainEvent } from './events.ts';
import type { SnapshotForm } from './snapshots.ts';

/**
 * The rules of one aggregate, pure: no clock, no randomness, no I/O.
 * `decide` returns the events of an intent, [] if it changes nothing, or throws a DomainError to refuse it.
 * `evolve` is an exhaustive switch and never throws.
 */
export interface Decider<I extends Intent, S, E extends DomainEvent> {
  category: string;
  initial: S;
  decide(intent: I, state: S): readonly E[];
  evolve(state: S, event: E): S;
  /** Events that people may cause again and again in one stream (docs/EVENTS_AND_STREAMS.md#bounds). */
  edits?: EditLimit<E['type']>;
  /** For streams that no rule bounds: their state is read from a snapshot. */
  snapshot?: SnapshotForm<S>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a feature lists deciders of every intent, state and event type
export type AnyDecider = Decider<any, any, any>;

/** The state after events. */
export function fold<S, E extends DomainEvent>(
  decider: { initial: S; evolve(state: S, event: E): S },
  events: readonly E[],
  from: S = decider.initial,
): S {
  return events.reduce((state, event) => decider.evolve(state, event), from);
}
