import { HistoryUnreadable, UnreadableEvent } from '../errors.ts';
import type { EventStore, StoredEvent } from '../ports/event-store.ts';
import type { Codec } from './codec.ts';
import type { DomainEvent, Recorded } from './events.ts';
import { Histories, type Kept } from './histories.ts';
import { History } from './history.ts';

/** Reads streams, each event once while this process remembers its history (docs/EVENTS_AND_STREAMS.md#deciding). */
export class Streams {
  private readonly histories = new Histories();

  constructor(
    private readonly store: Pick<EventStore, 'read'>,
    private readonly codec: Codec,
  ) {}

  /** A stream as far as it is remembered, unless a person's data in it may have been erased since. */
  async known<E extends DomainEvent>(stream: string): Promise<Kept<E> | undefined> {
    const kept = this.histories.get<E>(stream);
    if (!kept || (await this.codec.opens(kept.subjects))) return kept;
    this.histories.drop(stream);
    return undefined;
  }

  /**
   * A stream as it is now: only what is new is read.
   * @throws HistoryUnreadable one of its events cannot be read
   */
  async current<E extends DomainEvent>(stream: string): Promise<Kept<E>> {
    const known = (await this.known<E>(stream)) ?? {
      history: History.empty<E>(),
      size: 0,
      subjects: new Set<string>(),
    };
    return this.extended(stream, known, await this.store.read(stream, known.history.revision + 1));
  }

  /** A stream with the events that follow. */
  async extended<E extends DomainEvent>(stream: string, kept: Kept<E>, stored: StoredEvent[]): Promise<Kept<E>> {
    const [first, last] = [stored[0], stored.at(-1)];
    if (!first || !last) return kept;
    const { organizationId } = first.metadata;
    const extended = {
      history: kept.history.plus(await this.open<E>(stored), { revision: last.revision, organizationId }),
      size: stored.reduce((size, { data }) => size + JSON.stringify(data).length, kept.size),
      subjects: new Set([...kept.subjects, ...this.codec.subjectsOf(stored)]),
    };
    this.histories.put(stream, extended);
    return extended;
  }

  forget(stream: string): void {
    this.histories.drop(stream);
  }

  private async open<E extends DomainEvent>(stored: readonly StoredEvent[]): Promise<Recorded<E>[]> {
    try {
      return await this.codec.open<E>(stored);
    } catch (error) {
      throw error instanceof UnreadableEvent ? new HistoryUnreadable(error) : error;
    }
  }
}
