import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { scopesIn, type Caller } from '../../../app/http/caller.ts';
import { LogTail } from '../../../app/log-tail.ts';
import { LOG } from '../../../app/tokens.ts';
import { DomainError } from '../../../kernel/errors.ts';
import type { StoredEvent } from '../../../kernel/ports/event-store.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { changeOf, decidedBy, SCOPES_OF_ENTITY, type Change, type ChangedEntity } from './change.rules.ts';
import type { ChangeStream } from './change-stream.ts';

/** Each visible tab has one. */
const MAX_PER_CALLER = 10;
/** All members and tokens together, so that no organization takes the room of the others. */
const MAX_PER_ORGANIZATION = 200;
const MAX_PER_PROCESS = 1_000;

/** A client that follows one organization's changes. */
export interface Listener {
  organizationId: string;
  stream: ChangeStream;
  /** Their scopes decide what is sent; updated at each check. */
  caller: Caller;
  /** The current caller; undefined if their session, token or membership has ended. */
  identify(): Promise<Caller | undefined>;
}

/** Reports an organization's changes to all who follow them, once the read models show them. */
@Injectable()
export class ChangeFeed implements BeforeApplicationShutdown {
  private readonly listeners = new Set<Listener>();
  private leaveTail: (() => void) | undefined;
  private isOver = false;

  constructor(
    @Inject(LOG) private readonly log: Log,
    private readonly tail: LogTail,
  ) {}

  /** How many streams are open in this process. */
  get size(): number {
    return this.listeners.size;
  }

  /**
   * @throws DomainError 429 the caller or the organization has too many open streams
   * @throws DomainError 503 the process has too many
   */
  demandRoom({ kind, id }: Caller, organizationId: string): void {
    if (this.isOver || this.listeners.size >= MAX_PER_PROCESS)
      throw new DomainError('ServiceUnavailable', 'Too many streams are open; try again later', 503);
    const own = [...this.listeners].filter(({ caller }) => caller.kind === kind && caller.id === id);
    if (own.length >= MAX_PER_CALLER)
      throw new DomainError('TooManyRequests', `At most ${MAX_PER_CALLER} streams may be open; close one`, 429);
    const there = [...this.listeners].filter((one) => one.organizationId === organizationId);
    if (there.length >= MAX_PER_ORGANIZATION)
      throw new DomainError('TooManyRequests', 'The organization has too many open streams; try again later', 429);
  }

  /** @returns a function that ends the stream */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    this.leaveTail ??= this.tail.listen({
      report: (batch) => this.report(batch),
      missed: () => this.missed(),
      beat: () => this.beat(),
    });
    return () => {
      listener.stream.end();
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  beforeApplicationShutdown(): void {
    this.isOver = true;
    for (const { stream } of this.listeners) stream.end();
    this.listeners.clear();
    this.stop();
  }

  private stop(): void {
    this.leaveTail?.();
    this.leaveTail = undefined;
  }

  private beat(): void {
    for (const listener of this.listeners) {
      listener.stream.heartbeat();
      void this.check(listener);
    }
  }

  private missed(): void {
    for (const { stream } of this.listeners) stream.resync();
  }

  private report(batch: readonly StoredEvent[]): void {
    const decided = new Set(batch.flatMap((event) => decidedBy(event) ?? []));
    const changes = new Map<string, Change[]>();
    for (const change of batch.flatMap((event) => changeOf(event) ?? [])) {
      const known = changes.get(change.organizationId);
      if (known) known.push(change);
      else changes.set(change.organizationId, [change]);
    }
    for (const listener of this.listeners) {
      const { organizationId, caller } = listener;
      if ([organizationId, caller.id, caller.session?.id].some((id) => id !== undefined && decided.has(id)))
        void this.check(listener);
      for (const change of changes.get(organizationId) ?? []) send(listener, change);
    }
  }

  /** Ends the stream of a caller who may no longer follow, and narrows that of one who may see less. */
  private async check(listener: Listener): Promise<void> {
    try {
      const caller = await listener.identify();
      if (!caller || !mayFollow(caller, listener.organizationId)) listener.stream.end();
      else listener.caller = caller;
    } catch (error) {
      this.log.warn('A follower of changes cannot be identified: ending the stream', { error });
      listener.stream.end();
    }
  }
}

/** Whether the caller may read any kind of the organization's changes. */
export function mayFollow(caller: Caller, organizationId: string): boolean {
  return readable(caller, organizationId, Object.keys(SCOPES_OF_ENTITY) as ChangedEntity[]).length > 0;
}

function send({ stream, caller, organizationId }: Listener, { entities, ids }: Change): void {
  stream.add(readable(caller, organizationId, entities), ids);
}

function readable(caller: Caller, organizationId: string, entities: readonly ChangedEntity[]): ChangedEntity[] {
  const held = scopesIn(caller, organizationId);
  return entities.filter((entity) => SCOPES_OF_ENTITY[entity].some((scope) => held.has(scope)));
}
