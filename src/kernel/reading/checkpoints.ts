import { toInstant, type Clock, type Instant } from '../ports/clock.ts';
import type { Checkpoint, DocumentStore } from '../ports/document-store.ts';
import type { EventStore, Position } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { GROUPS, type ProjectionGroup } from './groups.ts';
import type { Member, Members } from './members.ts';
import { collectionOf } from './projection.ts';

/** Earlier releases had one checkpoint for the projections of all groups. */
const EARLIER = 'shared';

/** The name of the checkpoint that the current projections of a group share. */
export function checkpointOf(group: ProjectionGroup): string {
  return `group/${group}`;
}

/** The checkpoint of a group; that of an earlier release until a projector of this one has started. */
export async function groupCheckpoint(
  documents: Pick<DocumentStore, 'checkpoint'>,
  group: ProjectionGroup,
): Promise<Checkpoint | undefined> {
  return (await documents.checkpoint(checkpointOf(group))) ?? documents.checkpoint(EARLIER);
}

/** How far the group has come that is furthest ahead. */
export async function furthestPosition(documents: Pick<DocumentStore, 'checkpoint'>): Promise<Position | undefined> {
  const checkpoints = await Promise.all(GROUPS.map((group) => groupCheckpoint(documents, group)));
  const positions = checkpoints.map((checkpoint) => checkpoint?.position ?? '');
  return positions.reduce((highest, position) => (position > highest ? position : highest)) || undefined;
}

/** The checkpoints of a projector: one that its current projections share, and one of its own for each that is behind or has failed. */
export class Checkpoints {
  /** Machine time up to which all acknowledged events have been folded. */
  caughtUpAt: Instant = toInstant(0);
  /** The event at the shared checkpoint. */
  eventId = '';
  /** The last event, if no document has changed since the shared checkpoint was saved: then that can wait. */
  deferred: { position: Position; id: string } | undefined;
  /** Of the shared checkpoint. */
  private readonly name: string;

  constructor(
    private readonly ports: { store: EventStore; documents: DocumentStore; clock: Clock; log: Log },
    private readonly members: Members,
    private readonly group: ProjectionGroup,
  ) {
    this.name = checkpointOf(group);
  }

  /** The shared checkpoint. If it is not in this log, drops the group's documents and returns undefined. */
  async intactShared(): Promise<Checkpoint | undefined> {
    const { documents, log } = this.ports;
    await this.adoptEarlier();
    const shared = await documents.checkpoint(this.name);
    if (!shared || (await this.isIntact(shared))) return shared;
    const { position } = shared;
    log.warn('The read models were built from another log: rebuilding them', { group: this.group, position });
    await this.dropEarlier();
    for (const member of this.members.all) await this.forget(member);
    await documents.moveCheckpoint(this.name, position, undefined);
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
  after(event: { position: Position; id: string }): { name: string; value: Checkpoint } {
    return { name: this.name, value: { ...this.ownAfter(event), members: this.members.currentKeys() } };
  }

  async saveDeferred(): Promise<void> {
    const event = this.deferred;
    this.deferred = undefined;
    if (event) await this.ports.documents.save([], this.after(event));
  }

  /** A projection's own checkpoint after an event. */
  ownAfter(event: { position: Position; id: string }): Checkpoint {
    return { position: event.position, eventId: event.id, caughtUpAt: this.caughtUpAt };
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
    await this.dropEarlier();
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

  /** Records that the documents are current, if they are. @param position of the shared checkpoint */
  async heartbeat(position: Position | undefined): Promise<void> {
    const { store, documents, clock } = this.ports;
    const caughtUpAt = clock.machineNow();
    const end = await store.end();
    if (end !== undefined && (position ?? '') < end) return;
    this.caughtUpAt = caughtUpAt;
    const shared = await documents.checkpoint(this.name);
    if (shared) await documents.moveCheckpoint(this.name, shared.position, { ...shared, caughtUpAt });
  }

  /** Each group continues where an earlier release left off. All at once, because afterwards none depends on that checkpoint. */
  private async adoptEarlier(): Promise<void> {
    const { documents } = this.ports;
    const earlier = await documents.checkpoint(EARLIER);
    if (earlier) for (const group of GROUPS) await documents.moveCheckpoint(checkpointOf(group), undefined, earlier);
  }

  /** It must not vouch for documents that are about to be removed; until then, the earlier release could still continue from it. */
  private async dropEarlier(): Promise<void> {
    const { documents } = this.ports;
    const earlier = await documents.checkpoint(EARLIER);
    if (earlier) await documents.moveCheckpoint(EARLIER, earlier.position, undefined);
  }

  private async saveMembers(): Promise<void> {
    const { documents } = this.ports;
    const shared = await documents.checkpoint(this.name);
    const members = this.members.currentKeys();
    if (shared) await documents.moveCheckpoint(this.name, shared.position, { ...shared, members });
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
