import { toInstant, type Instant } from '../ports/clock.ts';
import type { Checkpoint, DocumentStore } from '../ports/document-store.ts';
import type { EventStore, Position } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { Member, Members } from './members.ts';
import { collectionOf } from './projection.ts';

/** The name of the checkpoint that all current projections share. */
export const SHARED = 'shared';

/** The checkpoints of a projector: one that current projections share, and one of its own for each that is behind or has failed. */
export class Checkpoints {
  /** Machine time up to which all acknowledged events have been folded. */
  caughtUpAt: Instant = toInstant(0);
  /** The event at the shared checkpoint. */
  eventId = '';

  constructor(
    private readonly ports: { store: EventStore; documents: DocumentStore; log: Log },
    private readonly members: Members,
  ) {}

  /** The shared checkpoint. If it is not in this log, drops all documents and returns undefined. */
  async intactShared(): Promise<Checkpoint | undefined> {
    const { documents, log } = this.ports;
    const shared = await documents.checkpoint(SHARED);
    if (!shared || (await this.isIntact(shared))) return shared;
    log.warn('The read models were built from another log: rebuilding them', { position: shared.position });
    for (const member of this.members.all) await this.forget(member);
    await documents.moveCheckpoint(SHARED, shared.position, undefined);
    return undefined;
  }

  /** A projection's own checkpoint. If it is not in this log, drops the documents and returns undefined. */
  async intactOwn(member: Member): Promise<Checkpoint | undefined> {
    const own = await this.ports.documents.checkpoint(member.key);
    if (!own || (await this.isIntact(own))) return own;
    await this.forget(member);
    return undefined;
  }

  /** The shared checkpoint after an event. */
  after(event: { position: Position; id: string }): Checkpoint {
    return {
      position: event.position,
      eventId: event.id,
      caughtUpAt: this.caughtUpAt,
      members: this.members.currentKeys(),
    };
  }

  /** A projection's own checkpoint after an event. */
  ownAfter(event: { position: Position; id: string }): Checkpoint {
    return { ...this.after(event), members: undefined };
  }

  /** Gives a projection its own checkpoint, at the shared one before the batch that it did not fold. */
  async separate(member: Member, before: Position | undefined): Promise<void> {
    member.position = before;
    if (before === undefined) return;
    const own = this.ownAfter({ position: before, id: this.eventId });
    await this.ports.documents.moveCheckpoint(member.key, undefined, own);
  }

  /** Replaces a projection's own checkpoint with the shared one. */
  async join(member: Member): Promise<void> {
    const { documents } = this.ports;
    const own = await documents.checkpoint(member.key);
    member.state = 'current';
    member.error = undefined;
    await this.saveMembers();
    if (own) await documents.moveCheckpoint(member.key, own.position, undefined);
  }

  /** Takes projections out of the shared checkpoint, and removes their documents. */
  async startOver(members: readonly Member[]): Promise<void> {
    const { documents } = this.ports;
    for (const member of members) {
      member.state = 'behind';
      member.position = undefined;
    }
    await this.saveMembers();
    for (const { key, projection } of members) {
      const own = await documents.checkpoint(key);
      if (own) await documents.moveCheckpoint(key, own.position, undefined);
      await documents.drop(collectionOf(projection));
      await documents.ensure(collectionOf(projection));
    }
  }

  /** @param caughtUpAt machine time at which the shared checkpoint was at the end of the log */
  async heartbeat(caughtUpAt: Instant): Promise<void> {
    this.caughtUpAt = caughtUpAt;
    const shared = await this.ports.documents.checkpoint(SHARED);
    if (shared) await this.ports.documents.moveCheckpoint(SHARED, shared.position, { ...shared, caughtUpAt });
  }

  private async saveMembers(): Promise<void> {
    const { documents } = this.ports;
    const shared = await documents.checkpoint(SHARED);
    const members = this.members.currentKeys();
    if (shared) await documents.moveCheckpoint(SHARED, shared.position, { ...shared, members });
  }

  private async isIntact({ position, eventId }: Checkpoint): Promise<boolean> {
    return (await this.ports.store.at(position))?.id === eventId;
  }

  /** Documents first: if this is interrupted, the checkpoint still shows that it must be repeated. */
  private async forget({ projection, key }: Member): Promise<void> {
    const { documents } = this.ports;
    const own = await documents.checkpoint(key);
    await documents.drop(collectionOf(projection));
    await documents.ensure(collectionOf(projection));
    if (own) await documents.moveCheckpoint(key, own.position, undefined);
  }
}
