import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { takenBack } from '../customer-meters/metered-charges.rules.ts';
import type { HourTally } from '../meters/quantities.rules.ts';
import { add, merge, NOTHING, type Tally } from '../meters/tally.rules.ts';
import type { Decimal } from '../pricing/decimal.ts';
import { oncePerEvent } from './once-per-event.rules.ts';
import type { UsageRemeasured } from './remeasuring.events.ts';
import { keyOfOwner, keyOfRevision, type MeterRevision, type UsageIngested, type UsageVoided } from './usage.events.ts';
import { hourOf, hourOfDay, HOURS, startOfHour } from './usage-hours.rules.ts';

/** The tally of an hour of the day, 0 to 23, in UTC. */
export type TallyOfHour = [hour: number, count: number, sum: Decimal, min: number | null, max: number | null];

/** What a revision of a meter measured on a day: in all, or of one owner. */
export interface MeterTallyDocument extends Document {
  organization_id: string;
  scope: string;
  day: string;
  /** In their order; hours without events are left out. */
  hours: TallyOfHour[];
}

/** What tallies are of. @param ownerKey all owners if it is missing */
export function tallyScope(meter: MeterRevision, ownerKey?: string): string {
  return ownerKey === undefined ? keyOfRevision(meter) : `${keyOfRevision(meter)}~${ownerKey}`;
}

/** What meters measured, by day, with the hours of each. */
export const meterTallyProjection: Projection<MeterTallyDocument, Measuring> = {
  name: 'meter_tallies',
  version: 1,
  group: 'usage',
  indexes: [['organization_id', 'scope', 'day']],
  handles: ['UsageIngested', 'UsageRemeasured', 'UsageVoided'],
  targets: (event) => [...measuredIn(event).keys()],

  evolve(document, event, id) {
    const measured = measuredIn(event).get(id);
    if (!measured) return document;
    const { scope, day, hours } = measured;
    const after = new Map((document?.hours ?? []).map((packed) => [packed[0], unpacked(packed)]));
    for (const [hour, tally] of hours) after.set(hour, merge(after.get(hour) ?? NOTHING, tally));
    return { id, organization_id: event.data.organizationId, scope, day, hours: [...after].sort(byHour).map(packed) };
  },
};

/** The tallies of a day, by hour. */
export function talliesOf({ day, hours }: MeterTallyDocument): HourTally[] {
  return hours.map((packed) => ({ hour: startOfHour(`${day}T${HOURS[packed[0]]}`), tally: unpacked(packed) }));
}

/** What is measured as it arrives, what a new definition measured of past usage, and what no longer counts. */
type Measuring = UsageIngested | UsageRemeasured | UsageVoided;

/** `2026-11-26` */
const DAY_LENGTH = 10;

interface Measured {
  scope: string;
  day: string;
  /** By hour of the day. */
  hours: Map<number, Tally>;
}

/** By the id of the document. */
const measuredIn = oncePerEvent((event: Recorded<Measuring>) => {
  const measured = new Map<string, Measured>();
  for (const { meter, owner, hour, tally } of additionsOf(event))
    for (const scope of [tallyScope(meter), tallyScope(meter, owner)]) {
      const day = hour.slice(0, DAY_LENGTH);
      const id = `${scope}~${day}`;
      let one = measured.get(id);
      if (!one) measured.set(id, (one = { scope, day, hours: new Map() }));
      one.hours.set(hourOfDay(hour), merge(one.hours.get(hourOfDay(hour)) ?? NOTHING, tally));
    }
  return measured;
});

interface Addition {
  meter: MeterRevision;
  owner: string;
  hour: string;
  tally: Tally;
}

function additionsOf(event: Measuring): Iterable<Addition> {
  switch (event.type) {
    case 'UsageIngested':
      return onArrival(event);
    case 'UsageRemeasured':
      return later(event);
    case 'UsageVoided':
      return takenOff(event);
  }
}

function* onArrival({ data }: UsageIngested): Iterable<Addition> {
  for (const { at, owner, measures = [] } of data.events)
    for (const [place, value] of measures) {
      const tally = add(NOTHING, value);
      yield { meter: data.meters[place]!, owner: keyOfOwner(data.owners[owner]!), hour: hourOf(at), tally };
    }
}

function* later({ data: { owners, ...meter } }: UsageRemeasured): Iterable<Addition> {
  for (const { owner, hours } of owners) for (const [hour, tally] of hours) yield { meter, owner, hour, tally };
}

function* takenOff({ data: { owner, at, measures } }: UsageVoided): Iterable<Addition> {
  for (const { value, ...meter } of measures)
    yield { meter, owner: keyOfOwner(owner), hour: hourOf(at), tally: takenBack(value) };
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
