import type { Clock, Instant } from './clock.ts';
import type { Actor, Position } from './event-store.ts';
import { newUuid } from './ids.ts';

/**
 * Who asks for what, and when: built at the HTTP edge, by a process, the ticker or an operator command, and passed on explicitly.
 */
export interface Context {
  /** UUID of the request, of the event a process reacts to, or of what is due: the seed of every id that this makes. */
  requestId: string;
  actor: Actor;
  correlationId: string;
  causationId: string;
  organizationId?: string;
  /** Business time. */
  now: Instant;
  /** Machine time. */
  machineNow: Instant;
  /** The highest position this request has appended, for read-your-writes. */
  writes: Writes;
}

export class Writes {
  highest: Position | undefined;

  note(position: Position): void {
    if (this.highest === undefined || position > this.highest) this.highest = position;
  }
}

/** The Context of what begins here and now: nobody asked for it before. */
export function startContext(actor: Actor, clock: Clock, requestId: string = newUuid()): Context {
  return {
    requestId,
    actor,
    correlationId: requestId,
    causationId: requestId,
    now: clock.now(),
    machineNow: clock.machineNow(),
    writes: new Writes(),
  };
}

/** What a decider is asked: an intent with its facts, and the time it is decided at. */
export interface Intent<T extends string = string, D = unknown> {
  type: T;
  data: D;
  /** Business time. */
  now: Instant;
  /** Machine time. */
  machineNow: Instant;
}

/** The intents of command classes, as a union to switch over. */
export type IntentOf<C> = C extends { type: infer T extends string; data: infer D } ? Intent<T, D> : never;

export interface Command<T extends string = string, D = unknown> {
  readonly type: T;
  readonly data: D;
  readonly context: Context;
  /** `{requestId}:{step}`: the same command sent twice does its work once. */
  readonly id: string;
}

export type CommandClass<D> = new (data: D, context: Context, step?: string) => Command<string, D>;

/**
 * Makes a command class: `export class CancelSubscription extends command('CancelSubscription')<{ subscriptionId: string }> {}`.
 * `step` tells apart commands of one type within one request.
 */
export function command<T extends string>(type: T) {
  return class<D> implements Command<T, D> {
    readonly type: T = type;
    readonly id: string;

    constructor(
      readonly data: D,
      readonly context: Context,
      step: string = type,
    ) {
      this.id = `${context.requestId}:${step}`;
    }
  };
}
