import type { Document } from '../../../../kernel/ports/document-store.ts';
import { foldOf, type Projection } from '../../../../kernel/reading/projection.ts';
import type { Recorded } from '../../../../kernel/writing/events.ts';
import type { HourTally } from '../../meters/quantities.rules.ts';
import {
  adding,
  recounted,
  voiding,
  type Counted,
  type Extremes,
  type Recount,
  type VoidedValue,
} from '../../meters/recount.rules.ts';
import { add, merge, NOTHING, type Tally } from '../../meters/tally.rules.ts';
import type { Decimal } from '../../pricing/decimal.ts';
import type { RemeasuringEvent, UsageRemeasured } from '../remeasuring/remeasuring.events.ts';
import {
  keyOfOwner,
  keyOfRevision,
  type MeterRevision,
  type UsageIngested,
  type UsageRecounted,
  type UsageVoided,
} from '../usage.events.ts';
import { hourOf, hourOfDay, HOURS, startOfHour } from '../usage-hours.rules.ts';

/** The tally of an hour of the day, 0 to 23, in UTC. */
export type TallyOfHour = [hour: number, count: number, sum: Decimal, min: number | null, max: number | null];

/** What a revision of a meter measured on a day: in all, or of one owner. */
export interface MeterTallyDocument extends Document {
  organization_id: string;
  scope: string;
  day: string;
  /** In their order; hours without events are left out. */
  hours: TallyOfHour[];
  /** Hours whose extremes are read again. */
  recounts: (Recount & { hour: number })[];
}

/** What tallies are of. @param ownerKey all owners if it is missing */
export function tallyScope(meter: MeterRevision, ownerKey?: string): string {
  return ownerKey === undefined ? keyOfRevision(meter) : `${keyOfRevision(meter)}~${ownerKey}`;
}

const measuring = foldOf<MeterTallyDocument, Measuring>({
  types: ['UsageIngested', 'UsageRemeasured', 'UsageVoided', 'UsageRecounted'],
  additions: (events) =>
    new Map([...changesIn(events)].map(([id, changes]) => [id, (document) => withChanges(document, changes)])),
});

/**
 * What meters measured, by day, with the hours of each. Those of earlier revisions go once the second look of one has ended: it has served for a
 * minute by then, and bills do not read tallies (docs/decisions/0036).
 */
export const meterTallyProjection: Projection<MeterTallyDocument, Measuring | RemeasuringEnded> = {
  name: 'meter_tallies',
  version: 3,
  group: 'usage',
  indexes: [['organization_id', 'scope', 'day']],
  handles: ['UsageIngested', 'UsageRemeasured', 'UsageVoided', 'UsageRecounted', 'UsageRemeasuringEnded'],

  targets(event) {
    if (event.type !== 'UsageRemeasuringEnded') return measuring.targets(event);
    const { look, meterId, revision } = event.data;
    return look === 'second' && revision > 1 ? { prefix: scopesOf(meterId) } : [];
  },

  evolve(document, event, id) {
    if (event.type !== 'UsageRemeasuringEnded') return measuring.evolve(document, event, id);
    const { meterId, revision } = event.data;
    return document && revisionOf(document, meterId) >= revision ? document : undefined;
  },

  adding: measuring.adding,
};

function withChanges(
  document: MeterTallyDocument | undefined,
  { hours: changes, ...day }: Changes,
): MeterTallyDocument {
  const tallies = new Map((document?.hours ?? []).map((packed) => [packed[0], unpacked(packed)]));
  const recounts = new Map((document?.recounts ?? []).map((recount) => [recount.hour, recount]));
  for (const [hour, some] of changes)
    for (const change of some) {
      const before = { tally: tallies.get(hour) ?? NOTHING, recount: recounts.get(hour) ?? null };
      const { tally, recount } = changed(before, change);
      tallies.set(hour, tally);
      if (recount) recounts.set(hour, { ...recount, hour });
      else recounts.delete(hour);
    }
  return { ...day, hours: [...tallies].sort(byHour).map(packed), recounts: [...recounts.values()] };
}

/** What the scopes of a meter begin with, at all revisions. */
function scopesOf(meterId: string): string {
  return `${meterId}~`;
}

function revisionOf({ scope }: MeterTallyDocument, meterId: string): number {
  return parseInt(scope.slice(scopesOf(meterId).length), 10);
}

/** The tallies of a day, by hour. */
export function talliesOf({ day, hours }: MeterTallyDocument): HourTally[] {
  return hours.map((packed) => ({ hour: startOfHour(`${day}T${HOURS[packed[0]]}`), tally: unpacked(packed) }));
}

/** What is measured as it arrives, what a new definition measured of past usage, what no longer counts, and what is left then. */
type Measuring = UsageIngested | UsageRemeasured | UsageVoided | UsageRecounted;
type RemeasuringEnded = Extract<RemeasuringEvent, { type: 'UsageRemeasuringEnded' }>;

/** `2026-11-26` */
const DAY_LENGTH = 10;

/** What an hour's tally is changed by. */
type Change =
  | { kind: 'added'; tally: Tally }
  | { kind: 'voided'; voided: VoidedValue }
  | { kind: 'recounted'; eventId: string; extremes: Extremes };

interface Changes extends Pick<MeterTallyDocument, 'id' | 'organization_id' | 'scope' | 'day'> {
  /** By hour of the day, in their order. */
  hours: Map<number, Change[]>;
}

function changed(before: Counted, change: Change): Counted {
  switch (change.kind) {
    case 'added':
      return adding(before, change.tally);
    case 'voided':
      return voiding(before, change.voided);
    case 'recounted':
      return recounted(before, change.eventId, change.extremes);
  }
}

/** By the id of the document. */
function changesIn(events: readonly Recorded<Measuring>[]): Map<string, Changes> {
  const changes = new Map<string, Changes>();
  for (const event of events)
    for (const { scope, hour, change } of hourChangesIn(event)) {
      const day = hour.slice(0, DAY_LENGTH);
      const id = `${scope}~${day}`;
      let one = changes.get(id);
      if (!one)
        changes.set(id, (one = { id, organization_id: event.data.organizationId, scope, day, hours: new Map() }));
      const some = one.hours.get(hourOfDay(hour));
      if (!some) one.hours.set(hourOfDay(hour), [change]);
      else append(some, change);
    }
  return changes;
}

/** What is only added comes together. */
function append(changes: Change[], change: Change): void {
  const last = changes.at(-1)!;
  if (last.kind === 'added' && change.kind === 'added')
    changes[changes.length - 1] = { kind: 'added', tally: merge(last.tally, change.tally) };
  else changes.push(change);
}

function* hourChangesIn(event: Recorded<Measuring>): Iterable<{ scope: string; hour: string; change: Change }> {
  if (event.type === 'UsageRecounted') {
    const { owner, at, eventId, measures } = event.data;
    for (const { hour: extremes, ...meter } of measures) {
      const [all, own] = [tallyScope(meter), tallyScope(meter, keyOfOwner(owner))];
      const recounted = { kind: 'recounted', eventId } as const;
      if (extremes.all) yield { scope: all, hour: hourOf(at), change: { ...recounted, extremes: extremes.all } };
      if (extremes.own) yield { scope: own, hour: hourOf(at), change: { ...recounted, extremes: extremes.own } };
    }
    return;
  }
  for (const { meter, owner, hour, ...change } of changesOf(event))
    for (const scope of [tallyScope(meter), tallyScope(meter, owner)]) yield { scope, hour, change };
}

type OwnerChange = Exclude<Change, { kind: 'recounted' }> & { meter: MeterRevision; owner: string; hour: string };

function changesOf(event: Exclude<Measuring, UsageRecounted>): Iterable<OwnerChange> {
  switch (event.type) {
    case 'UsageIngested':
      return onArrival(event);
    case 'UsageRemeasured':
      return later(event);
    case 'UsageVoided':
      return takenOff(event);
  }
}

/** What a meter measured of an owner in an hour comes together, so that the sums of all owners add up few tallies of many events. */
function onArrival({ data }: UsageIngested): Iterable<OwnerChange> {
  const changes = new Map<string, Extract<OwnerChange, { kind: 'added' }>>();
  const owners = data.owners.map(keyOfOwner);
  for (const { at, owner: ownerPlace, measures = [] } of data.events) {
    const hour = hourOf(at);
    for (const [place, value] of measures) {
      const key = `${place} ${ownerPlace} ${hour}`;
      const one = changes.get(key);
      if (one) one.tally = add(one.tally, value);
      else {
        const [meter, owner] = [data.meters[place]!, owners[ownerPlace]!];
        changes.set(key, { kind: 'added', meter, owner, hour, tally: add(NOTHING, value) });
      }
    }
  }
  return changes.values();
}

function* later({ data: { owners, ...meter } }: UsageRemeasured): Iterable<OwnerChange> {
  for (const { owner, hours } of owners)
    for (const [hour, tally] of hours) yield { kind: 'added', meter, owner, hour, tally };
}

function* takenOff({ data: { eventId, owner, at, measures } }: UsageVoided): Iterable<OwnerChange> {
  for (const { value, func = 'sum', ...meter } of measures)
    yield {
      kind: 'voided',
      meter,
      owner: keyOfOwner(owner),
      hour: hourOf(at),
      voided: { eventId, func, value },
    };
}

function byHour([one]: [number, Tally], [other]: [number, Tally]): number {
  return one - other;
}

function packed([hour, { count, sum, min, max }]: [number, Tally]): TallyOfHour {
  return [hour, count, sum, min, max];
}

function unpacked([, count, sum, min, max]: TallyOfHour): Tally {
  return { count, sum, min, max };
}
