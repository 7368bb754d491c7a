import { isUuid, uuidV5 } from '../../../kernel/ids.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { foldOf, type Projection } from '../../../kernel/reading/projection.ts';
import { memoized } from '../../../kernel/memoized.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { MeterEvent } from '../meters/meter.events.ts';
import { add, merge, NOTHING, type Tally } from '../meters/tally.rules.ts';
import { numberOf, type Decimal } from '../pricing/decimal.ts';
import { balanceOf, creditedUnits, creditsAfter, NO_CREDITS, type Credits } from '../pricing/meter-credits.ts';
import {
  keyOfOwner,
  type MeasuringMeter,
  type UsageIngested,
  type UsageRecounted,
  type UsageVoided,
} from '../usage/usage.events.ts';
import type { RemeasuredOwner, UsageRemeasured } from '../usage/remeasuring/remeasuring.events.ts';
import {
  billingsAfter,
  type CustomerMeterEvent,
  type LinkedMeasure,
  type LinkedUsage,
  type MeterBiller,
  type MeterUsageKept,
} from './customer-meter.events.ts';
import { beginAt, type Closing } from './closings.rules.ts';
import { consumedIn, tallyOf } from './metered-charges.rules.ts';
import {
  addingNow,
  addingSince,
  afterCut,
  beginOf,
  closedRecounted,
  openRecounted,
  taking,
  takingVoided,
  wholeOf,
  withOpen,
  type ClosedMeasure,
  type OpenCut,
  type OpenMeasure,
} from './open-measures.rules.ts';

/** What one owner key has used of a meter. */
export interface CustomerMeterDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  organization_id: string;
  /** See `keyOfOwner`. */
  owner: string;
  /** null: of an external id that had no customer. */
  customer_id: string | null;
  meter_id: string;
  /** There was usage, or a credit. */
  is_listed: boolean;
  /** Those that bill it, the first one now. */
  billings: MeterBiller[];
  credits: Credits;
  measured: OpenMeasure[];
  /** The last ones, the newest last. */
  closed: ClosedMeasure[];
  /** Of the open period. */
  cuts: OpenCut[];
  /** In the open period, what was reported under their external id before they had it: for sorting. */
  linked: LinkedMeasure[];
  /** The last end of a period that closed what is linked, too. */
  linked_since: string | null;
  /** The revision of the meter that counts, since a changed definition served last; null: the first one that measured anything. */
  serving: number | null;
  /** In the open period, with what is linked, by that revision: for sorting. */
  consumed_units: number;
  credited_units: number;
  balance: number;
}

const KNOWN_IDS = 20_000;

const NOTHING_MEASURED: Pick<OpenMeasure, 'stretches' | 'taken' | 'recount'> = {
  stretches: [],
  taken: NOTHING,
  recount: null,
};

/** Periods are billed when they are closed; the last ones are kept for those that were not, because something failed. */
const KEPT_PERIODS = 12;

export const customerMeterId: (meterId: string, owner: string) => string = memoized(
  KNOWN_IDS,
  (meterId: string, owner: string) => uuidV5(meterId, 'customer-meter', owner),
);

const measuring = foldOf<CustomerMeterDocument, Measuring>({
  types: ['UsageIngested', 'UsageRemeasured'],
  additions: (events) =>
    new Map([...measuredIn(events)].map(([id, measured]) => [id, (document) => withUsage(document, measured, id)])),
});

type Served = Extract<MeterEvent, { type: 'MeterRevisionServed' }>;
type Folded = CustomerMeterEvent | Measuring | Voiding | Served;

/** Customers' meters: what is open, and what lay before each cut. */
export const customerMeterProjection: Projection<CustomerMeterDocument, Folded> = {
  name: 'customer_meters',
  version: 6,
  group: 'usage',
  indexes: [['owner'], ['meter_id']],
  lists: {
    scope: ['organization_id', 'is_listed'],
    sortings: ['created_at', 'modified_at', 'customer_id', 'meter_id', 'consumed_units', 'credited_units', 'balance'],
    filters: ['customer_id', 'meter_id'],
  },
  handles: [
    'UsageIngested',
    'UsageRemeasured',
    'UsageVoided',
    'UsageRecounted',
    'MeterPriceSet',
    'MeterPeriodClosed',
    'MeterUsageKept',
    'MeterCredited',
    'MeterUsageCarried',
    'MeterUsageLinked',
    'MeterRevisionServed',
  ],

  targets(event) {
    if (isMeasuring(event)) return measuring.targets(event);
    if (isVoiding(event)) {
      const owner = keyOfOwner(event.data.owner);
      return [...new Set(event.data.measures.map(({ meterId }) => customerMeterId(meterId, owner)))];
    }
    if (event.type === 'MeterRevisionServed') return { field: 'meter_id', value: event.data.meterId };
    const { data } = event;
    return ownersOf(event).map((owner) => customerMeterId(data.meterId, owner));
  },

  evolve(document, event, id) {
    if (isMeasuring(event)) return measuring.evolve(document, event, id);
    if (event.type === 'UsageRecounted') return document && withRecounted(document, event);
    if (event.type === 'UsageVoided') return withoutVoided(document ?? begun(event, id, voidedOf(event, id)), event);
    if (event.type === 'MeterRevisionServed')
      return document && withUnits({ ...document, serving: event.data.revision });
    const { data } = event;
    const owner = ownerOf(event, id);
    const known =
      document ?? begun(event, id, { ...data, owner, customerId: owner === data.customerId ? owner : null });
    const changed = { ...known, ...changedBy(known, event), modified_at: event.metadata.occurredAt };
    return withUnits(changed);
  },

  adding: measuring.adding,
};

/** What was reported under an external id, for the customer who has got it. */
export function linkedUsageOf(document: CustomerMeterDocument | undefined): Pick<LinkedUsage, 'measured' | 'since'> {
  const { measured = [], cuts = [], serving = null } = document ?? {};
  // The customer's document may be younger than what serves.
  const counting = measured.filter(({ revision }) => serving === null || revision >= serving);
  return { measured: counting.map(wholeOf), since: beginOf(cuts)?.period_id ?? null };
}

/** Whose document it is, and of which meter. */
interface MeteredOwner {
  owner: string;
  customerId: string | null;
  meterId: string;
}

/** What events add to one document. */
interface Measured extends MeteredOwner {
  parts: MeasuredPart[];
  first: Recorded<Measuring>;
  last: Recorded<Measuring>;
}

interface MeasuredPart {
  meter: MeasuringMeter;
  tally: Tally;
  /** Of what was used after each cut, if it is past usage. */
  since?: RemeasuredOwner['since'];
}

/** What was measured as it arrived, and what a new definition measured of past usage. */
type Measuring = UsageIngested | UsageRemeasured;

/** What no longer counts, and what is measured without it. */
type Voiding = UsageVoided | UsageRecounted;

function isVoiding<E extends Recorded>(event: E): event is Extract<E, { type: Voiding['type'] }> {
  return event.type === 'UsageVoided' || event.type === 'UsageRecounted';
}

function isMeasuring<E extends Recorded>(event: E): event is Extract<E, { type: Measuring['type'] }> {
  return event.type === 'UsageIngested' || event.type === 'UsageRemeasured';
}

/** By the id of the document. */
function measuredIn(events: readonly Recorded<Measuring>[]): Map<string, Measured> {
  const measured = new Map<string, Measured>();
  for (const event of events)
    for (const { part, ...of } of event.type === 'UsageIngested' ? arrivedIn(event.data) : remeasuredIn(event.data)) {
      const id = customerMeterId(of.meterId, of.owner);
      let one = measured.get(id);
      if (!one) measured.set(id, (one = { ...of, parts: [], first: event, last: event }));
      one.last = event;
      const before = one.parts.at(-1);
      // What is used now comes together.
      if (before?.meter.revision === part.meter.revision && !before.since && !part.since)
        before.tally = merge(before.tally, part.tally);
      else one.parts.push(part);
    }
  return measured;
}

type MeasuredOne = MeteredOwner & { part: MeasuredPart };

/** Past usage that is not billed yet is part of the open period. */
function remeasuredIn({ meterId, revision, func, owners }: UsageRemeasured['data']): MeasuredOne[] {
  return owners.map(({ owner, open, since }) => {
    const part = { meter: { meterId, revision, func }, tally: open, since };
    return { owner, customerId: isUuid(owner) ? owner : null, meterId, part };
  });
}

function* arrivedIn({ owners, meters, events }: UsageIngested['data']): Iterable<MeasuredOne> {
  for (const { owner: place, measures = [] } of events)
    for (const [index, value] of measures) {
      const meter = meters[index]!;
      const { customerId, externalKey } = owners[place]!;
      const part = { meter, tally: add(NOTHING, value) };
      yield { owner: keyOfOwner({ customerId, externalKey }), customerId, meterId: meter.meterId, part };
    }
}

function begun(
  { data, metadata }: Recorded<Exclude<CustomerMeterEvent | Measuring | Voiding, UsageRecounted>>,
  id: string,
  { owner, customerId, meterId }: MeteredOwner,
): CustomerMeterDocument {
  return {
    id,
    created_at: metadata.occurredAt,
    modified_at: null,
    organization_id: data.organizationId,
    owner,
    customer_id: customerId,
    meter_id: meterId,
    is_listed: false,
    billings: [],
    credits: NO_CREDITS,
    measured: [],
    closed: [],
    cuts: [],
    linked: [],
    linked_since: null,
    serving: null,
    consumed_units: 0,
    credited_units: 0,
    balance: 0,
  };
}

function withUsage(document: CustomerMeterDocument | undefined, measured: Measured, id: string): CustomerMeterDocument {
  const known = document ?? begun(measured.first, id, measured);
  const { cuts } = known;
  const open = measured.parts.reduce(
    (before, { meter: { revision, func }, tally, since }) =>
      withOpen({ cuts, measured: before }, { revision, func }, (one) =>
        since ? since.reduce((sum, [cut, part]) => addingSince(cuts, cut, part)(sum), one) : addingNow(tally)(one),
      ),
    known.measured,
  );
  const { occurredAt } = measured.last.metadata;
  return withUnits({ ...known, measured: open, is_listed: known.customer_id !== null, modified_at: occurredAt });
}

/** It may be voided before the definition that counts it has gone through what was reported before. */
function voidedOf({ data }: UsageVoided, id: string): MeteredOwner {
  const owner = keyOfOwner(data.owner);
  const { meterId } = data.measures.find((one) => customerMeterId(one.meterId, owner) === id)!;
  return { owner, customerId: data.owner.customerId, meterId };
}

function withoutVoided(
  document: CustomerMeterDocument,
  { data, metadata }: Recorded<UsageVoided>,
): CustomerMeterDocument {
  const { cuts } = document;
  const taken = data.measures.filter(({ meterId, isTakenOff }) => meterId === document.meter_id && isTakenOff);
  const measured = taken.reduce((before, { revision, func, value }) => {
    const voided = { eventId: data.eventId, func, value };
    return withOpen({ cuts, measured: before }, { revision, func }, takingVoided(cuts, voided));
  }, document.measured);
  return withUnits({ ...document, measured, modified_at: metadata.occurredAt });
}

/** Of the period that was open when the event was voided, which may have ended since. */
function withRecounted(
  document: CustomerMeterDocument,
  { data: { eventId, measures }, metadata }: Recorded<UsageRecounted>,
): CustomerMeterDocument {
  let { measured, closed } = document;
  for (const { meterId, revision, period } of measures) {
    if (meterId !== document.meter_id || !period) continue;
    const isOwn = (one: { revision: number }) => one.revision === revision;
    measured = measured.map((one) => (isOwn(one) ? openRecounted(one, eventId, period) : one));
    closed = closed.map((one) => (isOwn(one) ? closedRecounted(one, eventId, period) : one));
  }
  return withUnits({ ...document, measured, closed, modified_at: metadata.occurredAt });
}

function changedBy(
  document: CustomerMeterDocument,
  { type, data, ...recorded }: Recorded<CustomerMeterEvent>,
): Partial<CustomerMeterDocument> {
  switch (type) {
    case 'MeterPriceSet':
      return { billings: billingsAfter(document.billings, data) };
    case 'MeterPeriodClosed':
      return cut(document, { data, ...recorded });
    case 'MeterUsageKept':
      return { measured: keptBy(document, data) };
    case 'MeterCredited':
      return { credits: creditsAfter(document.credits, data), is_listed: true };
    case 'MeterUsageCarried':
      return { measured: withOpen(document, data, taking(tallyOf(data.units, data.func))) };
    case 'MeterUsageLinked':
      return { is_listed: true, ...linkedBy(document, data) };
  }
}

function cut(
  { cuts: before, measured: open, closed }: CustomerMeterDocument,
  closing: Closing,
): Partial<CustomerMeterDocument> {
  const { periodId: period_id, ends, owners, revision, billing } = closing.data;
  const begin = beginAt(closing, beginOf(before)?.billed_until ?? null);
  const made = { period_id, ends, price: billing?.price ?? null, ...begin };
  const { cuts, measured, ended } = afterCut({ cuts: before, measured: open }, made);
  if (ends === 'price') return { cuts, measured };
  const { stretches, taken, recount } = ended.find((one) => one.revision === revision) ?? NOTHING_MEASURED;
  const period = { period_id, revision, stretches, taken, recount };
  const kept = [...closed, period].slice(-KEPT_PERIODS);
  const isLinkedClosed = owners.length > 1 && { linked: [], linked_since: period_id };
  return { cuts, measured, closed: kept, credits: NO_CREDITS, ...isLinkedClosed };
}

function keptBy(document: CustomerMeterDocument, { periodId, owners }: MeterUsageKept['data']): OpenMeasure[] {
  const kept = owners.find(({ owner }) => owner === document.owner)?.measured ?? [];
  return kept.reduce(
    (measured, { tally, ...meter }) =>
      withOpen({ ...document, measured }, meter, addingSince(document.cuts, periodId, tally)),
    document.measured,
  );
}

/** What was added up before a period ended is of that one: nothing is left of it here. */
function linkedBy(
  { linked_since }: CustomerMeterDocument,
  { measured, since }: LinkedUsage,
): Pick<CustomerMeterDocument, 'linked'> | undefined {
  return linked_since !== null && since !== linked_since ? undefined : { linked: measured };
}

function withUnits(document: CustomerMeterDocument): CustomerMeterDocument {
  const consumed = consumedOf(document);
  return {
    ...document,
    consumed_units: numberOf(consumed),
    credited_units: creditedUnits(document.credits),
    balance: numberOf(balanceOf(document.credits, consumed)),
  };
}

/** In the open period, by the revision that counts. */
function consumedOf({ measured, linked, serving }: CustomerMeterDocument): Decimal {
  const all = [...measured.map(wholeOf), ...linked];
  // A document that is younger than what serves has nothing of an earlier revision.
  const served = serving ?? Math.min(...all.map(({ revision }) => revision));
  const counting = all.filter(({ revision }) => revision === served);
  const tallies = counting.map(({ tally }) => tally);
  return counting.length === 0 ? '0' : consumedIn(tallies, counting[0]!.func);
}

/** Of the document that an event changes. */
function ownerOf(event: CustomerMeterEvent, id: string): string {
  return ownersOf(event).find((owner) => customerMeterId(event.data.meterId, owner) === id)!;
}

function ownersOf({ type, data }: CustomerMeterEvent): string[] {
  if (type === 'MeterPeriodClosed') return data.owners;
  return type === 'MeterUsageKept' ? data.owners.map(({ owner }) => owner) : [data.customerId];
}
