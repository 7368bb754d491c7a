import { Inject, Injectable } from '@nestjs/common';
import type { Instant } from '../../kernel/ports/clock.ts';
import type { EventStore } from '../../kernel/ports/event-store.ts';
import type { WaitingEvent } from '../../kernel/reacting/progress.ts';
import { eventOf } from '../../kernel/reacting/waiting-steps.ts';
import { Runtime } from '../runtime.ts';
import { EVENT_STORE } from '../tokens.ts';

/** Keys fail in great numbers only together; then the first show since when. */
const MOST_LOOKED_UP = 100;

/** Since when the steps of this process' process managers have waited. */
@Injectable()
export class OldestStep {
  /** By event; those that wait no more are forgotten. */
  private recorded = new Map<string, Instant | undefined>();

  constructor(
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** When the event of the oldest was recorded; undefined if none waits. */
  async oldest(): Promise<Instant | undefined> {
    const waiting = this.runtime.processes.running.flatMap((runner) => runner.waiting);
    const firsts = waiting.slice(0, MOST_LOOKED_UP).map(({ events }) => events[0]!);
    this.recorded = new Map(await Promise.all(firsts.map(async (step) => [step.id, await this.at(step)] as const)));
    return [...this.recorded.values()].filter((at) => at !== undefined).sort()[0];
  }

  private async at(step: WaitingEvent): Promise<Instant | undefined> {
    if (this.recorded.has(step.id)) return this.recorded.get(step.id);
    return (await eventOf(this.store, step))?.metadata.recordedAt;
  }
}
