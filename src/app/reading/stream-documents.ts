import { Inject, Injectable } from '@nestjs/common';
import type { Document, DocumentStore } from '../../kernel/ports/document-store.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import { groupCheckpoint } from '../../kernel/reading/checkpoints.ts';
import { collectionOf, groupOf, handlesType, isList, type Projection } from '../../kernel/reading/projection.ts';
import type { DomainEvent, Recorded } from '../../kernel/writing/events.ts';
import { Executor } from '../../kernel/writing/execute.ts';
import type { History } from '../../kernel/writing/history.ts';
import { DOCUMENTS } from '../tokens.ts';

/**
 * Documents of streams with several of them, such as an organization's members, right after the last event of a history. Where that
 * starts at a snapshot (docs/EVENTS_AND_STREAMS.md#snapshots), a document is the read models' with the newer events on top.
 */
@Injectable()
export class StreamDocuments {
  constructor(
    @Inject(DOCUMENTS) private readonly store: DocumentStore,
    private readonly executor: Executor,
  ) {}

  async after<D extends Document, E extends DomainEvent>(
    projection: Projection<D, E>,
    id: string,
    stream: string,
    history: History,
  ): Promise<D | undefined> {
    const { startsAfter, recent } = history;
    const shown = startsAfter === undefined ? undefined : await this.shown(projection, id, startsAfter);
    if (!shown) return folded(projection, id, undefined, await this.events(stream, history));
    return folded(
      projection,
      id,
      shown.document,
      recent.filter(({ position }) => position > shown.position),
    );
  }

  /** All events of a history, read again if it starts at a snapshot. */
  async events(stream: string, { startsAfter, recent, revision }: History): Promise<readonly Recorded[]> {
    if (startsAfter === undefined) return recent;
    return (await this.executor.load(stream, 'any')).filter((event) => event.revision <= revision);
  }

  /** What the read models have, unless they have yet to reach the snapshot. */
  private async shown<D extends Document, E extends DomainEvent>(
    projection: Projection<D, E>,
    id: string,
    startsAfter: Position,
  ): Promise<{ document?: D; position: Position } | undefined> {
    const collection = collectionOf(projection);
    const checkpoint = await groupCheckpoint(this.store, groupOf(projection));
    if (!checkpoint?.members?.includes(collection.name) || checkpoint.position < startsAfter) return undefined;
    return (await this.store.load<D>(collection, [id])).get(id) ?? { position: startsAfter };
  }
}

function folded<D extends Document, E extends DomainEvent>(
  projection: Projection<D, E>,
  id: string,
  before: D | undefined,
  events: readonly Recorded[],
): D | undefined {
  let document = before;
  for (const any of events) {
    if (!handlesType(projection, any.type)) continue;
    const event = any as Recorded<E>;
    const targets = projection.targets(event);
    // Targets without ids are all documents of the stream.
    if (isList(targets) ? targets.includes(id) : document !== undefined)
      document = projection.evolve(document, event, id);
  }
  return document;
}
