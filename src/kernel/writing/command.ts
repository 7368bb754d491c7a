import type { Clock, Instant } from '../ports/clock.ts';
import type { Actor, Position } from '../ports/event-store.ts';
import { newUuid } from '../ids.ts';
import type { DomainEvent, Recorded } from './events.ts';
import type { History } from './history.ts';
import type { TenantScope } from './scope.ts';

/**
 * Who acts, for what request, and when: created at the HTTP edge, by a process, the ticker or an operator command, and passed on explicitly.
 */
export interface Context {
  /** UUID of the request, of the event a process reacts to, or of the due item: the seed of every id that is created. */
  requestId: string;
  actor: Actor;
  correlationId: string;
  causationId: string;
  /** The same request may come again, with the same id. */
  isRepeatable?: boolean;
  organizationId?: string;
  /** The streams that its commands can reach; all others seem not to exist. */
  scope: TenantScope;
  /** Business time. */
  now: Instant;
  /** Machine time. */
  machineNow: Instant;
  /** The highest position this request has appended, for read-your-writes. */
  writes: Writes;
}

export class Writes {
  highest: Position | undefined;
  /** It has appended something that it does not wait for. */
  isPending = false;

  note(position: Position): void {
    if (this.highest === undefined || position > this.highest) this.highest = position;
  }
}

/** The Context of a new request. */
export function startContext(actor: Actor, clock: Clock, requestId: string = newUuid()): Context {
  return {
    requestId,
    actor,
    correlationId: requestId,
    causationId: requestId,
    scope: 'any',
    now: clock.now(),
    machineNow: clock.machineNow(),
    writes: new Writes(),
  };
}

/** A decider's input: an intent with its facts, and the time of the decision. */
export interface Intent<T extends string = string, D = unknown> {
  type: T;
  data: D;
  /** Business time. */
  now: Instant;
  /** Machine time. */
  machineNow: Instant;
}

/** The intents of commands that reach their decider unchanged, as a union to switch over. */
export type IntentOf<C> = C extends { type: infer T extends string; data: infer D } ? Intent<T, D> : never;

/** The intent of a command whose handler gathers facts first and passes them on by `with`. */
export type IntentWith<C, F> = C extends { type: infer T extends string } ? Intent<T, F> : never;

/** @template R the result of its handler */
export interface Command<T extends string = string, D = unknown, R = unknown> {
  readonly type: T;
  readonly data: D;
  readonly context: Context;
  /** `{requestId}:{step}`: a command that is sent twice is executed once. */
  readonly id: string;
  /** Never set: carries the type of the result. */
  readonly answer?: () => R;
}

/** The result of most commands: a stream after the command. */
export interface Executed<S, E extends DomainEvent> {
  state: S;
  /** −1 for a stream that is still empty. */
  revision: number;
  /** The whole stream, old and new. */
  history: History<E>;
  /** The events of this command; [] if it changed nothing or had been executed before. */
  appended: Recorded<E>[];
}

export type CommandClass<D> = new (data: D, context: Context, step?: string) => Command<string, D>;

/** How the command that the decider gets differs from the one sent. */
interface Gathered {
  context?: Context;
  /** Distinguishes the steps of a command that appends several times. */
  step?: string;
}

/**
 * Creates a command class: `export class CancelSubscription extends command('CancelSubscription')<{ subscriptionId: string }> {}`.
 * `step` distinguishes commands of one type within one request.
 */
export function command<T extends string>(type: T) {
  return class<D, R = unknown> implements Command<T, D, R> {
    readonly type: T = type;
    readonly id: string;
    declare readonly answer?: () => R;

    constructor(
      readonly data: D,
      readonly context: Context,
      step: string = type,
    ) {
      this.id = `${context.requestId}:${step}`;
    }

    /** The command as its decider gets it: with the facts that the handler has gathered. */
    with<F>(facts: F, { context = this.context, step }: Gathered = {}): Command<T, F> {
      return { type, data: facts, context, id: step === undefined ? this.id : `${context.requestId}:${step}` };
    }
  };
}
