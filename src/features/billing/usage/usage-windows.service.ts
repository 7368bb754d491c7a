import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { Position } from '../../../kernel/ports/event-store.ts';
import { usageChunkProjection, type UsageChunkDocument } from './usage-chunk.projection.ts';
import { isSameRevision, type MeterRevision } from './usage.events.ts';
import { UsageLog, type LoggedUsage } from './usage-log.service.ts';
import { UsageMeters } from './usage-meters.service.ts';
import { usageVoidProjection } from './usage-void.projection.ts';

/** What lies between two places of the log. */
export interface UsageWindow {
  organizationId: string;
  /** The keys of one customer (`keyOfOwner`). */
  owners: readonly string[];
  meter: MeterRevision;
  /** Excluded; null: from the beginning. */
  after: Position | null;
  /** Included. */
  until: Position;
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
}

/** The usage that a bill is for, event by event. */
@Injectable()
export class UsageWindows {
  constructor(
    private readonly documents: Documents,
    private readonly log: UsageLog,
    private readonly meters: UsageMeters,
  ) {}

  /** In pages, in the order of the log; then what was taken off. */
  async *rows(window: UsageWindow): AsyncIterable<WindowRow[]> {
    const { organizationId } = window;
    const scope = { organizationIds: [organizationId] };
    for await (const chunks of this.documents.inOrder(
      usageChunkProjection,
      { and: within(window) },
      'position',
      scope,
    )) {
      const theirs = chunks.filter(({ owners }) => owners.some(([key]) => window.owners.includes(key)));
      const rows = await this.counted(theirs, window);
      if (rows.length > 0) yield rows;
    }
    yield await this.voids(window);
  }

  private async counted(chunks: readonly UsageChunkDocument[], { owners, meter }: UsageWindow): Promise<WindowRow[]> {
    const rows: WindowRow[] = [];
    for (const event of await this.log.eventsOf(chunks, new Map())) {
      if (!owners.includes(event.ownerKey)) continue;
      const measured = (await this.measuresOf(event, meter)).find((one) => isSameRevision(one, meter));
      if (!measured) continue;
      const { id: eventId, name, timestamp, externalId: externalCustomerId } = event;
      rows.push({ kind: 'event', eventId, name, timestamp, externalCustomerId, value: measured.value });
    }
    return rows;
  }

  /** Those of the log; of a definition that came later, what it measures now. */
  private async measuresOf(event: LoggedUsage, meter: UsageWindow['meter']): Promise<LoggedUsage['measures']> {
    return event.measures.some((one) => isSameRevision(one, meter)) ? event.measures : this.meters.measuresOf(event);
  }

  private async voids(window: UsageWindow): Promise<WindowRow[]> {
    const { organizationId, owners, meter } = window;
    const where: Where = { and: [...within(window), { in: ['owner', owners] }] };
    const scope = { organizationIds: [organizationId] };
    const found = await this.documents.all(usageVoidProjection, { where }, scope);
    return found.flatMap(({ id: eventId, name, at: timestamp, measures }) =>
      measures
        .filter((one) => one.isTakenOff && isSameRevision(one, meter))
        .map(({ value }): WindowRow => {
          const taken = value === null ? null : 0 - value;
          return { kind: 'void', eventId, name, timestamp, externalCustomerId: null, value: taken };
        }),
    );
  }
}

function within({ after, until }: UsageWindow): Where[] {
  return [...(after === null ? [] : [{ gt: ['position', after] } as Where]), { lte: ['position', until] }];
}
