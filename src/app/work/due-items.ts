import { Inject, Injectable } from '@nestjs/common';
import type { Clock, Instant } from '../../kernel/ports/clock.ts';
import type { Collection, DocumentStore, Where } from '../../kernel/ports/document-store.ts';
import { dueProjection, type Due } from '../../kernel/reacting/due.ts';
import { collectionOf } from '../../kernel/reading/projection.ts';
import type { Feature } from '../feature.ts';
import { atMostEvery } from '../health/metric.ts';
import { CLOCK, DOCUMENTS, FEATURES } from '../tokens.ts';

const COUNTED_EVERY_MS = 5_000;

/** Due items of all organizations, as operators see them. */
@Injectable()
export class DueItems {
  /** Those that have come due and are not done, by kind; every kind is named. */
  readonly overdue = atMostEvery(COUNTED_EVERY_MS, () => this.countOverdue());
  /** All kinds that features declare. */
  readonly kinds: readonly string[];
  private readonly collection: Collection;

  constructor(
    @Inject(FEATURES) features: readonly Feature[],
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const sources = features.flatMap(({ dueItems }) => dueItems ?? []);
    this.collection = collectionOf(dueProjection(sources));
    this.kinds = sources.map(({ kind }) => kind);
  }

  /** When the oldest overdue item was due, in business time; undefined if none is overdue. */
  async oldest(): Promise<Instant | undefined> {
    const [first] = await this.next(1, this.isOverdue());
    return first?.dueAt;
  }

  /** The next items, overdue ones first. */
  async next(limit: number, where?: Where): Promise<Due[]> {
    const sort = [
      { field: 'dueAt', direction: 'asc' },
      { field: 'kind', direction: 'asc' },
    ] as const;
    return (await this.documents.find<Due>(this.collection, { where, sort, limit })).items;
  }

  private async countOverdue(): Promise<ReadonlyMap<string, number>> {
    const found = await this.documents.countBy(this.collection, this.isOverdue(), 'kind');
    return new Map(this.kinds.map((kind) => [kind, found.get(kind) ?? 0]));
  }

  private isOverdue(): Where {
    return { lte: ['dueAt', this.clock.now()] };
  }
}
