import { createHash } from 'node:crypto';
import { pause } from '../coordination/waiting.ts';
import { NotLeading } from '../errors.ts';
import { newUuid } from '../ids.ts';
import { toInstant, type Clock, type Instant } from '../ports/clock.ts';
import type { Checkpoint, DocumentStore } from '../ports/document-store.ts';
import type { EventStore, Position } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { GROUPS, type ProjectionGroup } from './groups.ts';
import { keysOf, type Member, type Members } from './members.ts';
import { collectionOf, groupOf, namesOf, type AnyProjection } from './projection.ts';

/** A process that has seen that it leads may write for so long. */
const CONFIRMED_MS = 2_000;
/** By then a call has arrived that its caller gave up: MongoDB's driver looks for a server for 12 s, then waits 12 s for the answer. */
const ARRIVED_MS = 30_000;
const LOOK_EVERY_MS = 500;

const NOTHING: Checkpoint = { position: '', eventId: '', caughtUpAt: toInstant(0) };

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
  const beside = await builtCheckpoint(documents, besideOf(group, release));
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
  const own = await Promise.all(missing.map((key) => builtCheckpoint(documents, key)));
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
  return builtCheckpoint(documents, checkpointOf(group));
}

/** A checkpoint, unless it was only claimed for something that is yet to be built. */
export async function builtCheckpoint(
  documents: Pick<DocumentStore, 'checkpoint'>,
  name: string,
): Promise<Checkpoint | undefined> {
  const stored = await documents.checkpoint(name);
  return stored?.position ? stored : undefined;
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

/**
 * The checkpoints of a projector: one that its current projections share, and one of its own for each that is behind or has failed. Only the
 * process that claimed the shared one last changes any of them or removes documents (docs/READ_MODELS.md#leading).
 */
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
  /** Names of this projector's claims of the shared checkpoint, the present one last. */
  private readonly claims = [newUuid()];
  private readonly losing = new AbortController();
  /** Until when it may write without another look at whether it leads, by `performance.now()`. */
  private confirmedUntil = 0;
  /** When the last writes of others have arrived. */
  private quietFrom = 0;

  /** @param beside the release for which the projections are built beside the group */
  constructor(
    private readonly ports: { store: EventStore; documents: DocumentStore; clock: Clock; log: Log; watched?: boolean },
    private readonly members: Members,
    private readonly group: ProjectionGroup,
    private readonly beside?: string,
  ) {
    this.release = beside ?? releaseOf(keysOf(members.all));
    this.name = beside === undefined ? checkpointOf(group) : besideOf(group, beside);
  }

  /** Ends when another process has claimed the shared checkpoint. */
  get lost(): AbortSignal {
    return this.losing.signal;
  }

  get isLost(): boolean {
    return this.lost.aborted;
  }

  /**
   * Makes this process the one that changes the shared checkpoint, whoever did before. If it is not in this log, everything starts over.
   * @returns the shared checkpoint; undefined if nothing has been built
   */
  async claim(): Promise<Checkpoint | undefined> {
    const { documents, log } = this.ports;
    let former: Checkpoint | undefined;
    do {
      if (this.isLost) throw new NotLeading();
      former = await documents.checkpoint(this.name);
    } while (!(await documents.moveCheckpoint(this.name, former, this.claimed(former))));
    if (former?.leader !== undefined && !former.isReleased) this.quietFrom = this.afterOthers();
    if (!former?.position) return undefined;
    if (await this.isIntact(former)) return former;
    log.warn('The read models were built from another log: rebuilding them', {
      group: this.group,
      position: former.position,
    });
    await this.dropBeside();
    for (const member of this.members.all) await this.takeOwn(member, () => ({ ...NOTHING, startsOver: true }));
    await this.change(() => NOTHING);
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
      else {
        const before = built?.members?.includes(member.key) ? placeOf(built) : NOTHING;
        await this.takeOwn(member, (own) => (own ? this.usable(member, own) : before));
      }
    }
    if (shared) await this.takeOver(shared);
  }

  /** Begins the shared checkpoint with projections that have been built up to it. */
  async begin(members: readonly Member[], position: Position): Promise<void> {
    const { store, documents } = this.ports;
    for (const { projection } of members) await documents.ensure(collectionOf(projection));
    this.eventId = (await store.at(position))?.id ?? '';
    for (const member of members) member.state = 'current';
    const { value } = this.after({ position, id: this.eventId });
    await this.change(() => value);
    for (const member of members) await this.dropOwn(member);
  }

  /** The shared checkpoint after an event. */
  after(event: { position: Position; id: string }): { name: string; value: Checkpoint } {
    return { name: this.name, value: { ...this.at(event), ...this.shared(), leader: this.claims.at(-1) } };
  }

  async saveDeferred(): Promise<void> {
    const event = this.deferred;
    this.deferred = undefined;
    if (event) await this.ports.documents.save([], this.after(event));
  }

  /** A projection's own checkpoint after an event. */
  ownAfter({ claim }: Member, event: { position: Position; id: string }): Checkpoint {
    return { ...this.at(event), leader: claim };
  }

  /** Gives a projection its own checkpoint, at the shared one before the batch that it did not fold. */
  async separate(member: Member, before: Position | undefined): Promise<void> {
    await this.takeOwn(member, () =>
      before === undefined ? NOTHING : this.at({ position: before, id: this.eventId }),
    );
  }

  /** Replaces a projection's own checkpoint with the shared one. */
  async join(member: Member): Promise<void> {
    member.state = 'current';
    member.error = undefined;
    await this.saveMembers();
    await this.dropOwn(member);
  }

  /**
   * Takes projections out of the shared checkpoint, so that `clear` can remove their documents. Their own checkpoints come first: a process that
   * takes over in between then sees that documents may be about to be removed.
   * @throws NotLeading another process builds them by now
   */
  async startOver(members: readonly Member[]): Promise<void> {
    await this.dropBeside();
    for (const member of members) await this.takeOwn(member, () => ({ ...NOTHING, startsOver: true }));
    for (const member of members) member.state = 'behind';
    // With a new claim, so that nothing sent before brings them back.
    this.claims.push(newUuid());
    await this.saveMembers();
    for (const member of members) member.removableFrom = this.quietFrom;
  }

  /** Removes the documents of those that start over, once nothing that others have sent can arrive any more. */
  async clear(members: readonly Member[], signal: AbortSignal, options?: { toFill: boolean }): Promise<void> {
    const { documents } = this.ports;
    for (const member of members) {
      if (member.removableFrom === undefined) continue;
      while (performance.now() < member.removableFrom && !signal.aborted) await pause(LOOK_EVERY_MS, signal);
      // Again, because that may have failed.
      await this.saveMembers();
      await this.confirm();
      if (signal.aborted) return;
      // If this fails, it may yet be done.
      member.removableFrom = performance.now() + (this.ports.watched ? ARRIVED_MS : 0);
      await documents.drop(collectionOf(member.projection));
      await documents.ensure(collectionOf(member.projection), options);
      member.removableFrom = undefined;
    }
  }

  /** Records that the documents are current, if they are. @param position of the shared checkpoint */
  async heartbeat(position: Position | undefined): Promise<void> {
    if (this.isLost) return;
    const { store, clock } = this.ports;
    const caughtUpAt = clock.machineNow();
    const end = await store.end();
    if (end !== undefined && (position ?? '') < end) return;
    this.caughtUpAt = caughtUpAt;
    await this.change((shared) => ({ ...shared, ...this.shared(), caughtUpAt }));
  }

  /** The last that it does: another process need not wait for what this one sent. */
  async leave(): Promise<void> {
    await this.saveDeferred();
    const isQuiet = performance.now() >= this.quietFrom && !this.members.all.some(({ removableFrom }) => removableFrom);
    if (isQuiet) await this.change((shared) => ({ ...shared, isReleased: true }));
    this.losing.abort();
  }

  /** Before each write: a process that was frozen may no longer lead. @throws NotLeading */
  async confirm(): Promise<void> {
    while (performance.now() >= this.confirmedUntil) await this.current();
    if (this.isLost) throw new NotLeading();
  }

  /** The shared checkpoint, which this process leads. @throws NotLeading another process has claimed it */
  private async current(): Promise<Checkpoint> {
    const asked = performance.now();
    const shared = await this.ports.documents.checkpoint(this.name);
    if (this.isLost || !shared?.leader || !this.claims.includes(shared.leader)) {
      this.losing.abort();
      throw new NotLeading();
    }
    this.confirmedUntil = asked + CONFIRMED_MS;
    return shared;
  }

  /** Changes the shared checkpoint. @throws NotLeading another process has claimed it */
  private async change(next: (shared: Checkpoint) => Checkpoint): Promise<void> {
    const { documents } = this.ports;
    let shared;
    do shared = await this.current();
    while (!(await documents.moveCheckpoint(this.name, shared, { ...next(shared), leader: this.claims.at(-1) })));
  }

  /** Makes a projection's own checkpoint this process' alone. */
  private async takeOwn(
    member: Pick<Member, 'key' | 'position' | 'claim' | 'removableFrom'>,
    next: (own: Checkpoint | undefined) => Checkpoint | Promise<Checkpoint>,
  ): Promise<void> {
    const { documents } = this.ports;
    const leader = newUuid();
    let own, value: Checkpoint | undefined;
    do {
      own = await documents.checkpoint(member.key);
      value = await next(own);
      // What was read before this is not of a later leader.
      await this.current();
    } while (!(await documents.moveCheckpoint(member.key, own, { ...value, leader })));
    member.claim = leader;
    member.position = value.position || undefined;
    if (value.startsOver) member.removableFrom = this.afterOthers();
  }

  /** What a projection continues from that has a checkpoint of its own. */
  private async usable({ projection }: Member, own: Checkpoint): Promise<Checkpoint> {
    if (own.startsOver || !own.position) return own;
    if (!(await this.isIntact(own))) return { ...NOTHING, startsOver: true };
    // An operator may have dropped the documents of a release that was no longer used.
    const { items } = await this.ports.documents.find(collectionOf(projection), { limit: 1 });
    return items.length > 0 ? own : NOTHING;
  }

  /** Shows other processes which release leads the group. What only another release has gets its own checkpoint, from which that can continue. */
  private async takeOver(shared: Checkpoint): Promise<void> {
    const isOurs = (key: string) => this.members.all.some((member) => member.key === key);
    for (const key of (shared.members ?? []).filter((one) => !isOurs(one)))
      await this.takeOwn({ key, position: undefined }, () => placeOf(shared));
    await this.saveMembers();
  }

  /** What was built beside the group must not vouch for documents that are about to be removed, nor may its builder write any more. */
  private async dropBeside(): Promise<void> {
    if (this.beside !== undefined) return;
    const { documents } = this.ports;
    const name = besideOf(this.group, this.release);
    for (let beside; (beside = await documents.checkpoint(name));)
      if (await documents.moveCheckpoint(name, beside, undefined)) this.quietFrom = this.afterOthers();
  }

  private shared(): Pick<Checkpoint, 'members' | 'collections' | 'release'> {
    return { members: this.members.currentKeys(), collections: keysOf(this.members.all), release: this.release };
  }

  private at({ position, id }: { position: Position; id: string }): Checkpoint {
    return { position, eventId: id, caughtUpAt: this.caughtUpAt };
  }

  private claimed(former = NOTHING): Checkpoint {
    return { ...former, leader: this.claims.at(-1), isReleased: undefined };
  }

  /** When nothing arrives any more of processes that have lost the lead by now. */
  private afterOthers(): number {
    return this.ports.watched ? performance.now() + CONFIRMED_MS + ARRIVED_MS : 0;
  }

  private async dropOwn({ key, claim }: Member): Promise<void> {
    const { documents } = this.ports;
    let own;
    do own = await documents.checkpoint(key);
    while (own && own.leader === claim && !(await documents.moveCheckpoint(key, own, undefined)));
  }

  private saveMembers(): Promise<void> {
    return this.change((shared) => ({ ...shared, ...this.shared() }));
  }

  private async isIntact({ position, eventId }: Checkpoint): Promise<boolean> {
    return (await this.ports.store.at(position))?.id === eventId;
  }
}

function placeOf({ position, eventId, caughtUpAt }: Checkpoint): Checkpoint {
  return { position, eventId, caughtUpAt };
}
