import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Clock } from '../../kernel/ports/clock.ts';
import type { EventStore, Position } from '../../kernel/ports/event-store.ts';
import type { ProjectionGroup } from '../../kernel/reading/groups.ts';
import { Runtime } from '../runtime.ts';
import { CLOCK, EVENT_STORE } from '../tokens.ts';
import { HealthChecks, problemOf, type Problem } from './health-checks.ts';
import { lagAt } from './lag.ts';
import { HttpMetrics } from './http-metrics.ts';
import { StorageProbe } from './storage-probe.ts';

/** Seconds that a reader of the log may lag behind. */
const MAX_LAG = 30;

export interface GroupHealth {
  group: ProjectionGroup;
  /** Age of the oldest event that not all current projections have folded, in seconds; 0 if there is none. */
  lagSeconds: number;
  /** Whether this process builds it. */
  leading: boolean;
}

export interface ProjectionHealth {
  name: string;
  group: ProjectionGroup;
  state: 'current' | 'behind' | 'failed';
  /** Age of the oldest event not yet folded, in seconds; 0 if there is none. */
  lagSeconds: number;
  error?: string;
}

export interface ProcessHealth {
  process: string;
  state: 'current' | 'behind' | 'waiting' | 'stopped';
  position: Position | undefined;
  lagSeconds: number;
  /** Why it is stopped, or why the first waiting step failed. */
  reason?: string;
}

/** Waiting steps of one entity, without its id or the error, because anyone may request readiness; `tillbook steps list` shows both. */
export interface WaitingSteps {
  process: string;
  events: number;
  attempts: number;
  parked: boolean;
}

export interface StoppedProcess {
  process: string;
  reason: string;
}

export interface Readiness {
  ready: boolean;
  /** Why it is not ready. */
  problems: Problem[];
  groups: GroupHealth[];
  projections: ProjectionHealth[];
  waiting: WaitingSteps[];
  stopped: StoppedProcess[];
}

/** Health of the background parts: read models, processes, storage. */
@Injectable()
export class Health {
  constructor(
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly metrics: HttpMetrics,
    private readonly checks: HealthChecks,
    private readonly storage: StorageProbe,
  ) {
    checks.register('ticker', () => runtime.runningTicker?.problem);
    checks.register('sweep of tombstones', () => runtime.readModels.sweepFailure);
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
    gauge(
      'projection_group_lag_seconds',
      'Seconds a group of projections is behind the log',
      ['group'],
      async (lag) => {
        for (const { group, lagSeconds } of await this.groups()) lag.set({ group }, lagSeconds);
      },
    );
    gauge('projection_lag_seconds', 'Seconds a projection is behind the log', ['projection'], async (lag) => {
      for (const { name, lagSeconds } of await this.projections()) lag.set({ projection: name }, lagSeconds);
    });
    gauge('projection_failed', '1 if the projection has failed', ['projection'], async (failed) => {
      for (const { name, state } of await runtime.readModels.status())
        failed.set({ projection: name }, Number(state === 'failed'));
    });
    gauge('process_stopped', '1 if the process is stopped until an operator resumes it', ['process'], (stopped) => {
      stopped.reset();
      for (const { process } of this.stopped()) stopped.set({ process }, 1);
    });
    gauge('process_waiting_events', 'Events whose steps wait for a retry', ['process', 'parked'], (waiting) => {
      waiting.reset();
      for (const { process, events, parked } of this.waiting())
        waiting.inc({ process, parked: String(parked) }, events);
    });
  }

  /** Whether this process can do its work. Waiting or parked steps affect single entities: they are listed, but do not count as problems. */
  async readiness(): Promise<Readiness> {
    let [groups, projections]: [GroupHealth[], ProjectionHealth[]] = [[], []];
    const problems: (Problem | undefined)[] = [
      await problemOf('log', async () => {
        [groups, projections] = [await this.groups(), await this.projections()];
        return undefined;
      }),
      await problemOf('storage', () => this.storage.problem()),
      ...projections.map(projectionProblem),
      ...(await this.processProblems()),
      ...(await this.checks.problems()),
    ];
    const found = problems.filter((problem) => problem !== undefined);
    const [waiting, stopped] = [this.waiting(), this.stopped()];
    return { ready: found.length === 0, problems: found, groups, projections, waiting, stopped };
  }

  async groups(): Promise<GroupHealth[]> {
    const { readModels } = this.runtime;
    const lags = await this.lags();
    const groups = await readModels.positions();
    return Promise.all(
      groups.map(async ({ group, position }) => ({
        group,
        lagSeconds: await lags(position),
        leading: readModels.led.has(group),
      })),
    );
  }

  async projections(): Promise<ProjectionHealth[]> {
    const lags = await this.lags();
    const status = await this.runtime.readModels.status();
    return Promise.all(
      status.map(async ({ name, group, state, position, error }) => ({
        name,
        group,
        state,
        lagSeconds: await lags(position),
        error,
      })),
    );
  }

  /** The process managers that run in this process. */
  async processes(): Promise<ProcessHealth[]> {
    const lags = await this.lags();
    return Promise.all(
      this.runtime.processes.map(async ({ process, stopped, position, waiting }) => {
        const lagSeconds = await lags(position);
        const failed = waiting[0]?.events[0]?.error;
        const state = stopped ? 'stopped' : lagSeconds > 0 ? 'behind' : failed ? 'waiting' : 'current';
        return { process: process.name, state, position, lagSeconds, reason: stopped ?? failed };
      }),
    );
  }

  waiting(): WaitingSteps[] {
    return this.runtime.processes.flatMap((runner) =>
      runner.waiting.map(({ process, events }) => ({
        process,
        events: events.length,
        attempts: events[0]!.attempts,
        parked: events[0]!.nextAt === null,
      })),
    );
  }

  /** Stopped processes and the reasons. */
  stopped(): StoppedProcess[] {
    return this.runtime.processes.flatMap(({ process, stopped }) =>
      stopped === undefined ? [] : [{ process: process.name, reason: stopped }],
    );
  }

  /** The metrics in Prometheus text format. */
  exposition(): Promise<string> {
    return this.metrics.registry.metrics();
  }

  private async processProblems(): Promise<(Problem | undefined)[]> {
    const processes = await this.processes().catch(() => []);
    return processes.map(({ process, state, lagSeconds, reason }) => {
      const part = `process ${process}`;
      if (state === 'stopped') return { part, reason: `${reason}; see: tillbook processes status` };
      return lagSeconds > MAX_LAG ? { part, reason: lagging(lagSeconds) } : undefined;
    });
  }

  /** Computes the lag of a position, with one read of the log per distinct position. */
  private async lags(): Promise<(position: Position | undefined) => Promise<number>> {
    const end = await this.store.end();
    const known = new Map<Position | undefined, Promise<number>>();
    return (position) => {
      if (end === undefined || (position !== undefined && position >= end)) return Promise.resolve(0);
      const lag = known.get(position) ?? lagAt(this.store, position, this.clock.machineNow());
      known.set(position, lag);
      return lag;
    };
  }
}

function projectionProblem({ name, state, lagSeconds, error }: ProjectionHealth): Problem | undefined {
  const part = `read model ${name}`;
  if (state === 'failed') return { part, reason: error ?? 'failed' };
  if (state === 'behind') return { part, reason: 'is being built' };
  return lagSeconds > MAX_LAG ? { part, reason: lagging(lagSeconds) } : undefined;
}

function lagging(seconds: number): string {
  return `is ${Math.round(seconds)} s behind the log`;
}
