import { Inject, Injectable } from '@nestjs/common';
import type { Document } from '../../kernel/ports/document-store.ts';
import { categoryOf } from '../../kernel/ports/event-store.ts';
import type { Recorded } from '../../kernel/writing/events.ts';
import { handlesType, isList, type AnyProjection } from '../../kernel/reading/projection.ts';
import type { Feature } from '../feature.ts';
import { noteSubjects } from './subjects-read.ts';
import { FEATURES } from '../tokens.ts';

/** Entities as they were after an event: their streams, folded by the projections that features declare as states. */
@Injectable()
export class EntityStates {
  private readonly projections: ReadonlyMap<string, AnyProjection>;

  constructor(@Inject(FEATURES) features: readonly Feature[]) {
    this.projections = new Map(features.flatMap(({ states }) => Object.entries(states ?? {})));
  }

  /** The projection that folds a stream; undefined if no feature declares one. */
  projectionOf(stream: string): AnyProjection | undefined {
    return this.projections.get(categoryOf(stream));
  }

  /**
   * The entity that the last of these events is about, right after it, also where the stream has several entities, such as grants.
   * @param events of one stream, from its beginning
   */
  after(events: readonly Recorded[]): Document | undefined {
    const document = this.eachAfter(events).at(-1);
    noteSubjects(document);
    return document;
  }

  /** The state after each event. */
  eachAfter(events: readonly Recorded[]): (Document | undefined)[] {
    const projection = events[0] && this.projectionOf(events[0].stream);
    if (!projection) return events.map(() => undefined);
    const documents = new Map<string, Document | undefined>();
    let latest: string | undefined;
    return events.map((event) => {
      if (handlesType(projection, event.type)) {
        const targets = projection.targets(event);
        for (const id of isList(targets) ? targets : []) {
          documents.set(id, projection.evolve(documents.get(id), event, id) as Document | undefined);
          latest = id;
        }
      }
      return latest === undefined ? undefined : documents.get(latest);
    });
  }
}
