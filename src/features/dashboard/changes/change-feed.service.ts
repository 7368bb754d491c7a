import { Inject, Injectable } from '@nestjs/common';
import { scopesIn, type Caller } from '../../../app/http/callers/caller.ts';
import { LogTail } from '../../../app/reading/log-tail.ts';
import { LOG } from '../../../app/tokens.ts';
import type { StoredEvent } from '../../../kernel/ports/event-store.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { changeOf, decidedBy, SCOPES_OF_ENTITY, type Change, type ChangedEntity } from './change.rules.ts';
import type { ChangeStream } from './change-stream.ts';

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
export class ChangeFeed {
  private readonly listeners = new Set<Listener>();
  private leaveTail: (() => void) | undefined;

  constructor(
    @Inject(LOG) private readonly log: Log,
    private readonly tail: LogTail,
  ) {}

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
      if (this.listeners.size > 0) return;
      this.leaveTail?.();
      this.leaveTail = undefined;
    };
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
