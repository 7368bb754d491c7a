import { Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import { LongWork } from '../../../../kernel/coordination/long-work.ts';
import { addSeconds, type Instant } from '../../../../kernel/ports/clock.ts';
import type { Where } from '../../../../kernel/ports/document-store.ts';
import { MAX_APPEND_BYTES, MAX_EVENT_BYTES, type Position } from '../../../../kernel/ports/event-store.ts';
import { project } from '../../../../kernel/reading/projection.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { customerMeterId, customerMeterProjection } from '../../customer-meters/customer-meter.projection.ts';
import type { OpenCut } from '../../customer-meters/open-measures.rules.ts';
import { measurer } from '../../meters/measure.rules.ts';
import { requiredName } from '../../meters/meter-match.rules.ts';
import { meterStream, type MeterAggregation, type MeterEvent, type MeterFilter } from '../../meters/meter.events.ts';
import { isDefinition } from '../../meters/meter-revision.rules.ts';
import { filterOf, meterProjection, servingOf } from '../../meters/meter.projection.ts';
import type { Look, RemeasuredOwner } from './remeasuring.events.ts';
import { eventIdsIn, ownersIn, remeasuring, type PastChunk } from './remeasuring.rules.ts';
import { isSameRevision, type MeterRevision } from '../usage.events.ts';
import { usageChunkProjection, type UsageChunkDocument } from '../usage-chunk.projection.ts';
import { UsageLog } from '../usage-log.service.ts';
import { usageVoidProjection } from '../voids/usage-void.projection.ts';

/** Documents of one page: less than a second's work, so that other organizations come in between. */
const PAGE = 200;
/** Parts of one page, each an event of at most 64 KiB: they are one append. */
const MOST_PARTS = MAX_APPEND_BYTES / MAX_EVENT_BYTES;
/** What was appended so long after a definition was measured by it. In machine time. */
const SETTLED_SECONDS = 600;

/** A meter's definition, and when it came into the log. */
export interface PastDefinition extends MeterRevision {
  organizationId: string;
  filter: MeterFilter;
  aggregation: MeterAggregation;
  position: Position;
  recordedAt: Instant;
}

interface PastPage {
  /** The last chunk of the page, for the next one; null if there was none. */
  after: string | null;
  parts: RemeasuredOwner[][];
}

/** Usage that arrived before a definition of a meter, or while it was not known everywhere. */
@Injectable()
export class PastUsage {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
    private readonly log: UsageLog,
    private readonly work: LongWork,
  ) {}

  /** Undefined if it neither serves nor is the newest. */
  async definition({ meterId, revision }: MeterRevision): Promise<PastDefinition | undefined> {
    const history = await this.executor.load<MeterEvent>(meterStream(meterId), 'any');
    const document = project(meterProjection, history);
    const found = document && [document, servingOf(document)].find((one) => one.revision === revision);
    if (!document || !found) return undefined;
    const { position, metadata } = history.filter(isDefinition)[revision - 1]!;
    return {
      meterId,
      revision,
      organizationId: document.organization_id,
      filter: filterOf(found),
      aggregation: found.aggregation,
      position,
      recordedAt: metadata.recordedAt,
    };
  }

  /** @param most documents; fewer are looked at where what they measure takes more than an append */
  async page(definition: PastDefinition, look: Look, from: string, most = PAGE): Promise<PastPage> {
    const documents = await this.next(definition, look, from, most);
    const last = documents.at(-1);
    if (!last) return { after: null, parts: [] };
    const name = requiredName(definition.filter);
    // Of the last chunk, other hours may be on no page: it is read anyway.
    const isWanted = (document: UsageChunkDocument) =>
      name === undefined || document === last || document.names.some(([one]) => one === name);
    const chunks = await this.log.chunksOf(documents.filter(isWanted));
    const { meterId, revision } = definition;
    const meter = { meterId, revision };
    const [cuts, voided] = [await this.cuts(meterId, ownersIn(chunks)), await this.voided(meter, chunks)];
    const measure = measurer(definition);
    const parts = await this.work.run(remeasuring(chunks, { meter, measure, cuts, voided }));
    if (parts.length > MOST_PARTS && documents.length > 1)
      return this.page(definition, look, from, Math.floor(documents.length / 2));
    return { after: last.id, parts };
  }

  /** Of the open period of each owner. */
  private async cuts(meterId: string, owners: ReadonlySet<string>): Promise<Map<string, readonly OpenCut[]>> {
    const ids = [...owners].map((owner) => customerMeterId(meterId, owner));
    const documents = await this.documents.getMany(customerMeterProjection, ids, 'any');
    return new Map([...documents.values()].map(({ owner, cuts }) => [owner, cuts]));
  }

  /** What was voided since the definition was taken off its measures then; it counts here, so that both come to nothing. */
  private async voided(meter: MeterRevision, chunks: readonly PastChunk[]): Promise<Set<string>> {
    const found = await this.documents.getMany(usageVoidProjection, eventIdsIn(chunks), 'any');
    const before = [...found.values()].filter(({ measures }) => !measures.some((one) => isSameRevision(one, meter)));
    return new Set(before.map(({ id }) => id));
  }

  private async next(
    definition: PastDefinition,
    look: Look,
    from: string,
    limit: number,
  ): Promise<UsageChunkDocument[]> {
    const scope = { organizationIds: [definition.organizationId] };
    const { position, recordedAt } = definition;
    const last = from === '' ? undefined : await this.documents.demand(usageChunkProjection, from, scope);
    const after = last?.position ?? (look === 'second' ? position : undefined);
    const within: Where[] = [];
    if (after !== undefined) within.push({ gt: ['position', after] });
    if (look === 'first') within.push({ lt: ['position', position] });
    const sort = [{ field: 'position', direction: 'asc' }] as const;
    const { items } = await this.documents.find(usageChunkProjection, { where: { and: within }, sort, limit }, scope);
    const until = addSeconds(recordedAt, SETTLED_SECONDS);
    return look === 'first' ? items : items.filter(({ recorded_at: at }) => at <= until);
  }
}
