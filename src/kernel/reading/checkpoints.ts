import { createHash } from 'node:crypto';
import { toInstant, type Clock, type Instant } from '../ports/clock.ts';
import type { Checkpoint, DocumentStore } from '../ports/document-store.ts';
import type { EventStore, Position } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { GROUPS, type ProjectionGroup } from './groups.ts';
import { keysOf, type Member, type Members } from './members.ts';
import { collectionOf, groupOf, namesOf, type AnyProjection } from './projection.ts';

/** The name of the checkpoint that the current projections of a group share. */
export function checkpointOf(group: ProjectionGroup): string {
  return `group/${group}`;
}

/** Names a release, as far as a group is concerned: one with other versions of its projections is another. */
export function releaseOf(keys: readonly string[]): string {
  return createHash('sha256')
    .update([...keys].sort().join())
    .digest('hex')
    .slice(0, 12);
}

/** The name of the checkpoint of what a release builds beside a group that another release leads. */
export function besideOf(group: ProjectionGroup, release: string): string {
  return `${checkpointOf(group)}/${release}`;
}

/** How far a release's projections of a group have come, whether they are built with the group or beside it. */
export async function releaseCheckpoint(
  documents: Pick<DocumentStore, 'checkpoint'>,
  group: ProjectionGroup,
  keys: readonly string[],
): Promise<Checkpoint | undefined> {
  const shared = await groupCheckpoint(documents, group);
  if (!shared || keys.every((key) => shared.members?.includes(key))) return shared;
  const release = releaseOf(keys);
  const beside = await documents.checkpoint(besideOf(group, release));
  if (!beside) return shared.release === release ? shared : leftBehind(documents, shared, keys);
  const { position, eventId } = beside.position < shared.position ? beside : shared;
  const caughtUpAt = beside.caughtUpAt < shared.caughtUpAt ? beside.caughtUpAt : shared.caughtUpAt;
  return { position, eventId, caughtUpAt, members: [...(shared.members ?? []), ...(beside.members ?? [])] };
}

/** How far a release has come whose projections nobody builds at present: each that the leader does not have stands at its own checkpoint. */
async function leftBehind(
  documents: Pick<DocumentStore, 'checkpoint'>,
  shared: Checkpoint,
  keys: readonly string[],
): Promise<Checkpoint> {
  const missing = keys.filter((key) => !shared.members?.includes(key));
  const own = await Promise.all(missing.map((key) => documents.checkpoint(key)));
  const begun = own.filter((one) => one !== undefined);
  // A release that has never run serves nothing yet.
  if (begun.length < missing.length) return shared;
  const { position, eventId } = begun.reduce((lowest, one) => (one.position < lowest.position ? one : lowest));
  return { ...shared, position, eventId };
}

export function groupCheckpoint(
  documents: Pick<DocumentStore, 'checkpoint'>,
  group: ProjectionGroup,
): Promise<Checkpoint | undefined> {
  return documents.checkpoint(checkpointOf(group));
}

/** How far the group has come that is furthest ahead, or what a release with these projections builds beside it. */
export async function furthestPosition(
  documents: Pick<DocumentStore, 'checkpoint'>,
  projections: readonly AnyProjection[] = [],
): Promise<Position | undefined> {
  const releaseIn = (group: ProjectionGroup) => releaseOf(namesOf(projections.filter((one) => groupOf(one) === group)));
  const besides = GROUPS.map((group) => documents.checkpoint(besideOf(group, releaseIn(group))));
  const checkpoints = await Promise.all([...GROUPS.map((group) => groupCheckpoint(documents, group)), ...besides]);
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
  private readonly release: string;

  /** @param beside the release for which the projections are built beside the group */
  constructor(
    private readonly ports: { store: EventStore; documents: DocumentStore; clock: Clock; log: Log },
    private readonly members: Members,
    private readonly group: ProjectionGroup,
    private readonly beside?: string,
  ) {
    this.release = beside ?? releaseOf(keysOf(members.all));
    this.name = beside === undefined ? checkpointOf(group) : besideOf(group, beside);
  }

  /** The shared checkpoint. If it is not in this log, drops the group's documents and returns undefined. */
  async intactShared(): Promise<Checkpoint | undefined> {
    const { documents, log } = this.ports;
    const shared = await documents.checkpoint(this.name);
    if (!shared || (await this.isIntact(shared))) return shared;
    const { position } = shared;
    log.warn('The read models were built from another log: rebuilding them', { group: this.group, position });
    await this.dropBeside();
    for (const member of this.members.all) await this.forget(member);
    await documents.moveCheckpoint(this.name, position, undefined);
    return undefined;
  }

  /** What each projection starts from: the shared checkpoint, its own, that of what was built beside the group, or nothing. */
  async load(shared: Checkpoint | undefined): Promise<void> {
    const { store, documents } = this.ports;
    this.eventId = shared?.eventId ?? '';
    const isEmpty = !shared && (await store.end()) === undefined;
    const beside = this.beside === undefined && (await documents.checkpoint(besideOf(this.group, this.release)));
    const built = beside && (await this.isIntact(beside)) ? beside : undefined;
    for (const member of this.members.all) {
      if (isEmpty || shared?.members?.includes(member.key)) member.state = 'current';
      else
        member.position =
          (await this.ownOf(member)) ?? (built?.members?.includes(member.key) ? built.position : undefined);
    }
    if (shared) await this.takeOver(shared);
  }

  /** Creates the shared checkpoint for projections that have been built up to it. */
  async begin(members: readonly Member[], position: Position): Promise<void> {
    const { store, documents } = this.ports;
    for (const { projection } of members) await documents.ensure(collectionOf(projection));
    this.eventId = (await store.at(position))?.id ?? '';
    for (const member of members) member.state = 'current';
    const { name, value } = this.after({ position, id: this.eventId });
    await documents.moveCheckpoint(name, undefined, value);
    for (const { key } of members) await this.dropOwn(key);
  }

  /** The shared checkpoint after an event. */
  after(event: { position: Position; id: string }): { name: string; value: Checkpoint } {
    return { name: this.name, value: { ...this.ownAfter(event), ...this.shared() } };
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
    member.state = 'current';
    member.error = undefined;
    await this.saveMembers();
    await this.dropOwn(member.key);
  }

  /** Takes projections out of the shared checkpoint, and removes their documents. */
  async startOver(members: readonly Member[]): Promise<void> {
    const { documents } = this.ports;
    await this.dropBeside();
    for (const member of members) {
      member.state = 'behind';
      member.position = undefined;
    }
    await this.saveMembers();
    for (const { key, projection } of members) {
      await this.dropOwn(key);
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
    if (shared) await documents.moveCheckpoint(this.name, shared.position, { ...shared, ...this.shared(), caughtUpAt });
  }

  /** Position of a projection's own checkpoint. If it is not in this log, drops the documents. */
  private async ownOf(member: Member): Promise<Position | undefined> {
    const { documents } = this.ports;
    const own = await documents.checkpoint(member.key);
    if (own && !(await this.isIntact(own))) return void (await this.forget(member));
    // An operator may have dropped the documents of a release that was no longer used.
    const { items } = own ? await documents.find(collectionOf(member.projection), { limit: 1 }) : { items: [] };
    if (own && items.length === 0) return void (await this.forget(member));
    return own?.position;
  }

  /** Shows other processes which release leads the group. What only another release has gets its own checkpoint, from which that can continue. */
  private async takeOver({ members = [], ...shared }: Checkpoint): Promise<void> {
    const { documents } = this.ports;
    const { release: _release, collections: _collections, ...own } = shared;
    for (const key of members.filter((one) => this.members.all.every((member) => member.key !== one)))
      await documents.moveCheckpoint(key, (await documents.checkpoint(key))?.position, own);
    await this.saveMembers();
  }

  /** What was built beside the group must not vouch for documents that are about to be removed. */
  private async dropBeside(): Promise<void> {
    if (this.beside === undefined) await this.dropOwn(besideOf(this.group, this.release));
  }

  private shared(): Pick<Checkpoint, 'members' | 'collections' | 'release'> {
    return { members: this.members.currentKeys(), collections: keysOf(this.members.all), release: this.release };
  }

  private async dropOwn(key: string): Promise<void> {
    const { documents } = this.ports;
    const own = await documents.checkpoint(key);
    if (own) await documents.moveCheckpoint(key, own.position, undefined);
  }

  private async saveMembers(): Promise<void> {
    const { documents } = this.ports;
    const shared = await documents.checkpoint(this.name);
    if (shared) await documents.moveCheckpoint(this.name, shared.position, { ...shared, ...this.shared() });
  }

  private async isIntact({ position, eventId }: Checkpoint): Promise<boolean> {
    return (await this.ports.store.at(position))?.id === eventId;
  }

  /** Documents first: if this is interrupted, the checkpoint still shows that it must be repeated. */
  private async forget({ projection, key }: Member): Promise<void> {
    const { documents } = this.ports;
    const own = await documents.checkpoint(key);
    await documents.drop(collectionOf(projection));
    await documents.ensure(collectionOf(projection), { toFill: true });
    if (own) await documents.moveCheckpoint(key, own.position, undefined);
  }
}
