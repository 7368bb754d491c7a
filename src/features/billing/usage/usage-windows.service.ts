import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { LongWork } from '../../../kernel/coordination/long-work.ts';
import type { Position } from '../../../kernel/ports/event-store.ts';
import { isSince, type Begin } from '../meters/period-begin.rules.ts';
import { usageChunkProjection, type UsageChunkDocument } from './usage-chunk.projection.ts';
import { isSameRevision, keyOfRevision, type MeterRevision } from './usage.events.ts';
import { UsageLog, type LoggedMeasure, type LoggedUsage } from './usage-log.service.ts';
import { UsageMeters } from './usage-meters.service.ts';
import { usageVoidProjection } from './voids/usage-void.projection.ts';

/** Chunks of some hundred events each that are read in a turn: a period may have any number, and requests do not wait for all of them. */
const AT_ONCE = 4;
/** Documents of chunks that are read in a turn: each may say of a hundred events which of fifty meters count them. */
const DOCUMENTS_AT_ONCE = 50;

/** What belongs to a period, or a part of it, until a place of the log. */
export interface UsageWindow {
  organizationId: string;
  /** The keys of one customer (`keyOfOwner`). */
  owners: readonly string[];
  meter: MeterRevision;
  /** null: of the log. */
  begin: Begin | null;
  /** Included. */
  until: Position;
}

/** What meters counted: of some owners or of all, maybe only of one hour. */
export interface CountedWindow extends Omit<UsageWindow, 'owners' | 'meter' | 'begin'> {
  owners?: readonly string[];
  /** Excluded; null: from the beginning. */
  after: Position | null;
  meters: readonly MeterRevision[];
  /** Such as `2026-11-26T06`. */
  hour?: string;
}

/** A usage event that some of the meters counted. */
export interface CountedUsage {
  event: LoggedUsage;
  /** By those. */
  measures: readonly LoggedMeasure[];
  /** Within the window, or later: null if not at all. */
  voided: 'within' | 'later' | null;
  /** Where. */
  voidedAt: Position | null;
}

/** A usage event that a meter counted in a window, or one that was voided in it. */
export interface WindowRow {
  kind: 'event' | 'void';
  eventId: string;
  name: string;
  timestamp: string;
  externalCustomerId: string | null;
  /** What it adds, below 0 if it is taken off; null if the meter only counts. */
  value: number | null;
  /** When it was voided: in the window, too, or later. */
  voided: CountedUsage['voided'];
}

/** The usage that a bill is for, event by event. */
@Injectable()
export class UsageWindows {
  constructor(
    private readonly documents: Documents,
    private readonly log: UsageLog,
    private readonly meters: UsageMeters,
    private readonly work: LongWork,
  ) {}

  /** In pages, in the order of the log; then what was taken off. */
  async *rows(window: UsageWindow): AsyncIterable<WindowRow[]> {
    for await (const page of this.since(window, [window.meter]))
      yield page.map(({ event: { id, name, timestamp, externalId }, measures, voided }) => ({
        kind: 'event',
        eventId: id,
        name,
        timestamp,
        externalCustomerId: externalId,
        value: measures[0]!.value,
        voided,
      }));
    yield await this.voids(window);
  }

  /** What belongs to the period, without what was voided before it began. */
  async *since({ begin, ...window }: Omit<UsageWindow, 'meter'>, meters: CountedWindow['meters']) {
    const after = await this.readFrom(window.organizationId, begin);
    const isVoided = (at: Position | null) => at !== null && begin !== null && at <= begin.position;
    for await (const page of this.counted({ ...window, meters, after }))
      yield page.filter(({ event, voidedAt }) => isSince(begin, event) && !isVoided(voidedAt));
  }

  /** After which all lies that belongs to what begins there. */
  async readFrom(organizationId: string, begin: Begin | null): Promise<Position | null> {
    if (!begin?.kept) return begin?.position ?? null;
    const { kept, billed_until } = begin;
    const scope = { organizationIds: [organizationId] };
    const sort = [{ field: 'position', direction: 'desc' }] as const;
    for (let { position } = begin; ;) {
      const where: Where = { and: [{ lt: ['position', position] }, ...after(billed_until)] };
      const query = { where, sort, limit: DOCUMENTS_AT_ONCE };
      const { items } = await this.documents.find(usageChunkProjection, query, scope);
      const before = items.find(({ recorded_at }) => recorded_at < kept.recorded_from);
      const last = items.at(-1);
      if (before || !last) return before?.position ?? billed_until;
      ({ position } = last);
    }
  }

  /** In pages, in the order of the log. However many meters count an event, it is read once. */
  async *counted(window: CountedWindow): AsyncIterable<CountedUsage[]> {
    const { organizationId, owners, hour } = window;
    const scope = { organizationIds: [organizationId] };
    const where: Where = {
      and: [...between(window), ...(hour === undefined ? [] : [{ eq: ['hour', hour] } as Where])],
    };
    const pages = this.documents.inOrder(usageChunkProjection, where, 'position', scope, DOCUMENTS_AT_ONCE);
    for await (const chunks of pages) {
      if (this.work.isLong()) await this.work.nextTurn();
      const theirs = owners ? chunks.filter((chunk) => chunk.owners.some(([key]) => owners.includes(key))) : chunks;
      for (let from = 0; from < theirs.length; from += AT_ONCE) {
        await this.work.nextTurn();
        const counted = await this.countedIn(theirs.slice(from, from + AT_ONCE), window);
        if (counted.length > 0) yield counted;
      }
    }
  }

  private async countedIn(
    chunks: readonly UsageChunkDocument[],
    { owners, meters, until }: CountedWindow,
  ): Promise<CountedUsage[]> {
    const counted: Omit<CountedUsage, 'voided' | 'voidedAt'>[] = [];
    const isAsked = within(meters);
    const all = await this.log.eventsOf(chunks, new Map());
    const events = owners ? all.filter((event) => owners.includes(event.ownerKey)) : all;
    const measuresOf = await this.measuring(events, meters);
    for (const event of events) {
      if (this.work.isLong()) await this.work.nextTurn();
      const measures = measuresOf(event).filter(isAsked);
      if (measures.length > 0) counted.push({ event, measures });
    }
    const ids = counted.map(({ event }) => event.id);
    const voids = await this.documents.getMany(usageVoidProjection, ids, 'any');
    return counted.map((one) => {
      const voidedAt = voids.get(one.event.id)?.position ?? null;
      return { ...one, voidedAt, voided: voidedAt === null ? null : voidedAt <= until ? 'within' : 'later' };
    });
  }

  /** What the log says; of a definition that came later than some of the events, what it measures now. */
  private async measuring(
    events: readonly LoggedUsage[],
    meters: readonly MeterRevision[],
  ): Promise<(event: LoggedUsage) => readonly LoggedMeasure[]> {
    const isOfAll = ({ measures }: LoggedUsage) => {
      const keys = new Set(measures.map(keyOfRevision));
      return meters.every((meter) => keys.has(keyOfRevision(meter)));
    };
    const event = events.find((one) => !isOfAll(one));
    if (!event) return ({ measures }) => measures;
    return this.meters.measuringSince(event.organizationId, within(meters));
  }

  private async voids(window: UsageWindow): Promise<WindowRow[]> {
    const { organizationId, owners, meter, begin, until } = window;
    const where: Where = { and: [...between({ after: begin?.position ?? null, until }), { in: ['owner', owners] }] };
    const scope = { organizationIds: [organizationId] };
    const found = await this.documents.all(usageVoidProjection, { where }, scope);
    return found.flatMap(({ id: eventId, name, at: timestamp, measures }) =>
      measures
        .filter((one) => one.isTakenOff && isSameRevision(one, meter))
        .map(({ value }): WindowRow => {
          const taken = value === null ? null : 0 - value;
          return { kind: 'void', eventId, name, timestamp, externalCustomerId: null, value: taken, voided: null };
        }),
    );
  }
}

function between({ after: begin, until }: Pick<CountedWindow, 'after' | 'until'>): Where[] {
  return [...after(begin), { lte: ['position', until] }];
}

function after(position: Position | null): Where[] {
  return position === null ? [] : [{ gt: ['position', position] }];
}

function within(meters: readonly MeterRevision[]): (meter: MeterRevision) => boolean {
  const keys = new Set(meters.map(keyOfRevision));
  return (meter) => keys.has(keyOfRevision(meter));
}
