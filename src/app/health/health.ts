import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { secondsBetween } from '../../kernel/clock.ts';
import type { EventStore, Position } from '../../kernel/event-store.ts';
import { Runtime } from '../runtime.ts';
import { EVENT_STORE } from '../tokens.ts';
import { HttpMetrics } from './http-metrics.ts';

export interface ProjectionHealth {
  name: string;
  state: 'current' | 'behind' | 'failed';
  /** Seconds between the last event folded and the newest of the log; null where nothing has been folded. */
  lagSeconds: number | null;
  error?: string;
}

export interface WaitingSteps {
  process: string;
  key: string;
  events: number;
  attempts: number;
  parked: boolean;
  error: string;
}

export interface StoppedProcess {
  process: string;
  reason: string;
}

/** How the parts beside HTTP are doing. */
@Injectable()
export class Health {
  constructor(
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly metrics: HttpMetrics,
  ) {
    const { registry } = metrics;
    collectDefaultMetrics({ register: registry });
    const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void | Promise<void>) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        collect() {
          return collect(this);
        },
      });
    gauge('projection_lag_seconds', 'Seconds a projection is behind the log', ['projection'], async (lag) => {
      for (const { name, lagSeconds } of await this.projections()) lag.set({ projection: name }, lagSeconds ?? 0);
    });
    gauge('projection_failed', '1 where a projection has failed', ['projection'], async (failed) => {
      for (const { name, state } of await runtime.readModels.status())
        failed.set({ projection: name }, Number(state === 'failed'));
    });
    gauge(
      'process_stopped',
      '1 where a process waits until an operator says where it goes on',
      ['process'],
      (stopped) => {
        stopped.reset();
        for (const { process } of this.stopped()) stopped.set({ process }, 1);
      },
    );
    gauge('process_waiting_events', 'Events whose steps wait for another try', ['process', 'parked'], (waiting) => {
      waiting.reset();
      for (const { process, events, parked } of this.waiting())
        waiting.inc({ process, parked: String(parked) }, events);
    });
  }

  async projections(): Promise<ProjectionHealth[]> {
    const end = await this.store.end();
    const status = await this.runtime.readModels.status();
    return Promise.all(
      status.map(async ({ name, state, position, error }) => ({
        name,
        state,
        lagSeconds: await this.lag(position, end),
        error,
      })),
    );
  }

  waiting(): WaitingSteps[] {
    return this.runtime.processes.flatMap((runner) =>
      runner.waiting.map(({ process, key, events }) => ({
        process,
        key,
        events: events.length,
        attempts: events[0]!.attempts,
        parked: events[0]!.nextAt === null,
        error: events[0]!.error,
      })),
    );
  }

  /** Processes that do not run, with why. */
  stopped(): StoppedProcess[] {
    return this.runtime.processes.flatMap(({ process, stopped }) =>
      stopped === undefined ? [] : [{ process: process.name, reason: stopped }],
    );
  }

  /** In Prometheus' text form. */
  exposition(): Promise<string> {
    return this.metrics.registry.metrics();
  }

  private async lag(position: Position | undefined, end: Position | undefined): Promise<number | null> {
    if (end === undefined || (position !== undefined && position >= end)) return 0;
    const [at, last] = await Promise.all([position && this.store.at(position), this.store.at(end)]);
    return at && last ? Math.max(0, secondsBetween(at.metadata.recordedAt, last.metadata.recordedAt)) : null;
  }
}
