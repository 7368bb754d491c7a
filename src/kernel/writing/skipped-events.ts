import { command, type IntentOf } from './command.ts';
import type { Decider } from './decider.ts';
import { DomainError } from '../errors.ts';
import type { EventStore } from '../ports/event-store.ts';
import { event, type EventsOf } from './events.ts';

export const SKIPPED_STREAM = 'skipped-events';
/** Skipping is for exceptions: an operator who reaches this limit has lost keys, and should restore a backup. */
const MAX_SKIPPED = 1_000;

export interface SkippedEvent {
  eventId: string;
  stream: string;
  revision: number;
  type: string;
  /** The organization whose ledger shows it; null if the event belongs to none. */
  organizationId: string | null;
  reason: string;
}

/** What a process manager was to do after an event, and never will; no error text, which may quote data. */
export interface SkippedStep {
  process: string;
  eventId: string;
  stream: string;
  revision: number;
  /** After how many failed attempts. */
  attempts: number;
  /** The organization whose ledger shows it; null if the event belongs to none. */
  organizationId: string | null;
  reason: string;
}

/** Operators' decisions, recorded like any other. */
export const skipEvents = {
  /** Every reader omits this event, now and in every rebuild. */
  EventSkipped: event<SkippedEvent>(),
  /** One process manager omits what it was to do after an event. */
  StepSkipped: event<SkippedStep>(),
};
type SkipLogEvent = EventsOf<typeof skipEvents>;
type EventSkipped = Extract<SkipLogEvent, { type: 'EventSkipped' }>;
export type StepSkipped = Extract<SkipLogEvent, { type: 'StepSkipped' }>;

export class SkipEvent extends command('SkipEvent')<SkippedEvent> {}

export const skipDecider: Decider<IntentOf<SkipEvent>, readonly string[], EventSkipped> = {
  category: 'skipped',
  initial: [],
  decide({ data }, skipped) {
    if (skipped.includes(data.eventId)) return [];
    if (skipped.length >= MAX_SKIPPED)
      throw new DomainError('TooManySkipped', `At most ${MAX_SKIPPED} events can be skipped; restore a backup`, 409);
    return [{ type: 'EventSkipped', data }];
  },
  evolve: (skipped, { data }) => [...skipped, data.eventId],
};

/** The ids of skipped events, read from the log once, and again whenever an event cannot be read. */
export class SkippedEvents {
  private readonly ids = new Set<string>();
  private next = 0;
  private loaded: Promise<void> | undefined;

  constructor(private readonly store: Pick<EventStore, 'read'>) {}

  async load(): Promise<void> {
    this.loaded ??= this.refresh();
    try {
      await this.loaded;
    } catch (error) {
      this.loaded = undefined;
      throw error;
    }
  }

  /** Reads the events that this or another process skipped since the last call. */
  async refresh(): Promise<void> {
    for (const { data, revision } of await this.store.read(SKIPPED_STREAM, this.next)) {
      this.ids.add(data.eventId as string);
      this.next = revision + 1;
    }
  }

  has(eventId: string): boolean {
    return this.ids.has(eventId);
  }
}
