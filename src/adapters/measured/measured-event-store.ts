import { categoryOf, type EventStore } from '../../kernel/ports/event-store.ts';
import type { Telemetry } from '../../kernel/ports/telemetry.ts';

/** An event store whose appends are measured. Streams are named by their category: the rest may identify a person. */
export function measuredEventStore(store: EventStore, telemetry: Telemetry): EventStore {
  return {
    append(stream, events, expected) {
      const [first] = events;
      // The store refuses it.
      if (!first) return store.append(stream, events, expected);
      const category = categoryOf(stream);
      const operation = {
        kind: 'append',
        name: `append ${category}`,
        labels: { 'tillbook.category': category },
        details: { 'tillbook.event_types': [...new Set(events.map(({ type }) => type))].join() },
        events: events.length,
        place: { appends: { stream, metadata: first.metadata } },
      } as const;
      return telemetry.measure(operation, () => store.append(stream, events, expected));
    },
    read: (...of) => store.read(...of),
    last: (stream) => store.last(stream),
    at: (position) => store.at(position),
    subscribe: (...to) => store.subscribe(...to),
    end: () => store.end(),
    ...(store.refresh && { refresh: () => store.refresh!() }),
  };
}
