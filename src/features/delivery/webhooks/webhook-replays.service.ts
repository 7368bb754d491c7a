import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import type { Clock, Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { ledgerProjection, type LedgerEntry } from '../../audit/ledger/ledger.projection.ts';
import { WebhookBodies } from './webhook-bodies.service.ts';
import { endpointDecider, type ReplayFacts } from './endpoints/webhook-endpoint.decider.ts';
import type { EndpointDocument, ReplayProgress } from './endpoints/webhook-endpoint.projection.ts';
import type { Replayed } from './messages/webhook-messages.rules.ts';
import { outcomeOf, type EndpointProgress } from './sending/webhook-progress.rules.ts';
import { WebhookTexts } from './webhook-texts.service.ts';
import { WebhookCatalogue } from './webhook.catalogue.ts';
import { EndWebhookReplay, ScheduleReplayed } from './webhook.commands.ts';
import { endpointStream, replayedStream, webhookIdOf } from './webhook.events.ts';
import { webhookProjection } from './webhook.projection.ts';

/** Reads need only the projection's name, so it handles no events here. */
const LEDGER = ledgerProjection([]);
const IN_ORDER = [{ field: 'order', direction: 'asc' }] as const;
const PAGE = 100;
/** Messages that are scheduled at once, so that a replay of any length needs the same memory. */
const BATCH = 50;
const PASSED_MS = 5_000;

type Message = Replayed['replayed'][number];
interface Found {
  /** Of the message. */
  id: string;
  message: Omit<Message, 'round'>;
}

/** Sends an endpoint the messages about past events, a few at a time (docs/PROCESSES.md#replays). */
@Injectable()
export class WebhookReplays {
  constructor(
    private readonly executor: Executor,
    private readonly runtime: Runtime,
    private readonly documents: Documents,
    private readonly catalogue: WebhookCatalogue,
    private readonly bodies: WebhookBodies,
    private readonly texts: WebhookTexts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** What a replay from an event, or from the first one at an instant or later, begins with; undefined if there is none. */
  async begun(
    replayId: string,
    organizationId: string,
    from: { at: Instant } | { eventId: string },
  ): Promise<ReplayFacts | undefined> {
    const first = 'at' in from ? await this.firstSince(from.at, organizationId) : await this.entry(from.eventId);
    if (!first) return undefined;
    const query = { where: { gte: ['order', first.order] } satisfies Where, limit: 0, counted: true } as const;
    const { total } = await this.documents.find(LEDGER, query, { organizationIds: [organizationId] });
    return { replayId, from: 'at' in from ? from.at : first.occurred_at, fromEventId: first.id, events: total };
  }

  /**
   * Schedules the next messages of an endpoint's running replay.
   * @param progress has the outcomes that the read models do not show yet
   * @returns 'none' if all are scheduled, 'later' if the messages about earlier events may not be scheduled yet
   */
  async schedule(
    endpoint: EndpointDocument,
    replay: ReplayProgress,
    progress: EndpointProgress,
  ): Promise<'scheduled' | 'none' | 'later'> {
    // What the process schedules later would be sent twice.
    if (!(await this.runtime.processes.passed(replay.position, PASSED_MS))) return 'later';
    const entries = await this.next(endpoint, replay);
    if (entries.length === 0) return 'none';
    await this.scheduleSome(endpoint, replay, entries, progress);
    return 'scheduled';
  }

  /** Once all that it has scheduled was sent. */
  async complete(endpointId: string, replayId: string): Promise<void> {
    const context = startContext({ kind: 'system', id: 'webhooks' }, this.clock);
    const command = new EndWebhookReplay({ endpointId, replayId, result: 'completed' }, context);
    await this.executor.execute(endpointDecider, endpointStream(endpointId), command);
  }

  private async firstSince(at: Instant, organizationId: string): Promise<LedgerEntry | undefined> {
    const query = { where: { gte: ['occurred_at', at] } satisfies Where, sort: IN_ORDER, limit: 1 };
    return (await this.documents.find(LEDGER, query, { organizationIds: [organizationId] })).items[0];
  }

  private entry(eventId: string): Promise<LedgerEntry | undefined> {
    return this.documents.get(LEDGER, eventId, 'any');
  }

  /** Events of the organization that the replay has not read, up to its start. */
  private async next(
    { organization_id }: EndpointDocument,
    { from_event_id, through_event_id, position }: ReplayProgress,
  ): Promise<LedgerEntry[]> {
    const last = await this.entry(through_event_id ?? from_event_id);
    const after: Where = { [through_event_id === null ? 'gte' : 'gt']: ['order', last?.order ?? ''] } as never;
    const { items: entries } = await this.documents.find(
      LEDGER,
      { where: { and: [after, { lt: ['order', position] }] }, sort: IN_ORDER, limit: PAGE },
      { organizationIds: [organization_id] },
    );
    return entries;
  }

  private async scheduleSome(
    endpoint: EndpointDocument,
    replay: ReplayProgress,
    entries: readonly LedgerEntry[],
    progress: EndpointProgress,
  ): Promise<void> {
    const found: Found[] = [];
    let read = 0;
    while (read < entries.length && found.length < BATCH) {
      const some = entries.slice(read, read + BATCH - found.length);
      found.push(...(await Promise.all(some.map((entry) => this.messagesOf(entry, endpoint)))).flat());
      read += some.length;
    }
    const last = entries[read - 1]!;
    const { id: endpointId, organization_id: organizationId } = endpoint;
    const replayed = await this.withRounds(found, progress);
    const data: Replayed = {
      ...{ endpointId, organizationId, replayId: replay.id, replayed },
      ...{ events: replay.events_read + read, throughEventId: last.id, through: last.occurred_at },
    };
    const batchId = uuidV5(replay.id, last.id);
    const context = { ...startContext({ kind: 'system', id: 'webhooks' }, this.clock, batchId), organizationId };
    const command = new ScheduleReplayed({ replayId: replay.id }, context);
    // A conflict means that another worker has appended the same batch.
    await this.executor.append(replayedStream(batchId), [{ type: 'WebhooksReplayed', data }], -1, command);
  }

  /** What the endpoint subscribes to now, with the body that was stored, or else built again. */
  private async messagesOf(entry: LedgerEntry, endpoint: EndpointDocument): Promise<Found[]> {
    if (!this.catalogue.eventTypes.includes(entry.type)) return [];
    const all = await this.executor.load(entry.stream, 'any');
    const upTo = all.filter(({ revision }) => revision <= entry.revision);
    const event = upTo.at(-1);
    if (event === undefined) return [];
    const { organization_id: organizationId } = endpoint;
    const found: Found[] = [];
    for (const wireType of this.catalogue.wireTypesOf(event, all.filter(isLaterOfCommand(event)))) {
      if (!endpoint.events.includes(wireType)) continue;
      const build = () => this.bodies.build(wireType, upTo);
      const bodySha256 = await this.texts.keepBody(organizationId, event.id, wireType, build);
      const message = { id: webhookIdOf(event.id, wireType, endpoint.id), event_id: event.id, wire_type: wireType };
      if (bodySha256 === undefined || !(await this.texts.isSentAs(endpoint.format, organizationId, message))) continue;
      found.push({ id: message.id, message: { eventId: event.id, wireType, bodySha256 } });
    }
    return found;
  }

  /** Without those that wait anyway: a failing message that no longer holds up others. */
  private async withRounds(found: readonly Found[], progress: EndpointProgress): Promise<Message[]> {
    const ids = found.map(({ id }) => id);
    const known = await this.documents.getMany(webhookProjection, ids, 'any');
    return found.flatMap(({ id, message }) => {
      const before = known.get(id);
      const waits = before?.status === 'pending' && !outcomeOf(progress, before.id, before.round);
      return waits ? [] : [{ ...message, round: before ? before.round + 1 : 0 }];
    });
  }
}

/** Events of one command are appended together, so the later ones exist when the first is read. */
export function isLaterOfCommand({ revision, metadata: { commandId } }: Recorded): (other: Recorded) => boolean {
  return (other) => other.revision > revision && other.metadata.commandId === commandId;
}
