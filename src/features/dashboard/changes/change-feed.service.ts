import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { scopesIn, type Caller } from '../../../app/http/caller.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE, LOG } from '../../../app/tokens.ts';
import { pause, retryAfter } from '../../../kernel/coordination/waiting.ts';
import { DomainError } from '../../../kernel/errors.ts';
import type { EventStore, Position, StoredEvent } from '../../../kernel/ports/event-store.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { changeOf, decidedBy, SCOPES_OF_ENTITY, type Change, type ChangedEntity } from './change.rules.ts';
import type { ChangeStream } from './change-stream.ts';

/** Each visible tab has one. */
const MAX_PER_CALLER = 10;
/** All members and tokens together, so that no organization takes the room of the others. */
const MAX_PER_ORGANIZATION = 200;
const MAX_PER_PROCESS = 1_000;
const HEARTBEAT_MS = 15_000;
const READ_MODELS_MS = 1_000;

/** A client that follows one organization's changes. */
export interface Listener {
  organizationId: string;
  stream: ChangeStream;
  /** Their scopes decide what is sent; updated at each check. */
  caller: Caller;
  /** The current caller; undefined if their session, token or membership has ended. */
  identify(): Promise<Caller | undefined>;
}

/** Follows the log once per process while anyone listens, and reports changes once the read models show them. */
@Injectable()
export class ChangeFeed implements BeforeApplicationShutdown {
  private readonly listeners = new Set<Listener>();
  private following: AbortController | undefined;
  private beating: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LOG) private readonly log: Log,
    private readonly runtime: Runtime,
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
    if (!this.following) this.begin();
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

  private begin(): void {
    this.following = new AbortController();
    void this.follow(this.following.signal);
    this.beating = setInterval(() => {
      for (const listener of this.listeners) {
        listener.stream.heartbeat();
        void this.check(listener);
      }
    }, HEARTBEAT_MS);
    this.beating.unref();
  }

  private stop(): void {
    this.following?.abort();
    this.following = undefined;
    clearInterval(this.beating);
  }

  private async follow(signal: AbortSignal): Promise<void> {
    let from: { position: Position | undefined } | undefined;
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        if (!from) {
          from = { position: await this.store.end() };
          if (attempt > 1) for (const { stream } of this.listeners) stream.resync();
        }
        for await (const batch of this.store.subscribe(from.position, signal)) {
          const { position } = batch.at(-1)!;
          await this.untilShown(position, signal);
          if (signal.aborted) return;
          this.report(batch);
          from = { position };
          attempt = 1;
        }
      } catch (error) {
        if (signal.aborted) return;
        this.log.warn('Live changes cannot be read from the log: retrying', { error });
        await pause(retryAfter(error, attempt), signal);
      }
    }
  }

  /** A client that reloads after a message must find the change. */
  private async untilShown(position: Position, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await this.runtime.readModels.passed(position, READ_MODELS_MS)));
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
