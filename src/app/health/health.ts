import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Clock } from '../../kernel/ports/clock.ts';
import type { EventStore, Position } from '../../kernel/ports/event-store.ts';
import { kindOf } from '../../kernel/ports/job-queue.ts';
import type { ProcessGroup } from '../../kernel/reacting/groups.ts';
import type { ProjectionGroup } from '../../kernel/reading/groups.ts';
import { FailingWork } from '../failing-work.ts';
import type { ProgressReport } from '../../kernel/reading/progress.ts';
import { Runtime } from '../runtime.ts';
import { CLOCK, EVENT_STORE } from '../tokens.ts';
import { HealthChecks, problemOf, type Problem } from './health-checks.ts';
import { lagsIn } from './lag.ts';
import { HttpMetrics } from './http-metrics.ts';
import { StorageProbe } from './storage-probe.ts';

/** Seconds that a reader of the log may lag behind. */
const MAX_LAG = 30;

/** A group of projections or of process managers. */
export interface GroupHealth<G> {
  group: G;
  /** Age of the oldest event that not all of the group have handled, in seconds; 0 if there is none. */
  lagSeconds: number;
  /** Whether this process leads it. */
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
  /** Of building read models, or catching up at the start, in this process. */
  progress?: ProgressReport;
  groups: GroupHealth<ProjectionGroup>[];
  projections: ProjectionHealth[];
  processGroups: GroupHealth<ProcessGroup>[];
  waiting: WaitingSteps[];
  stopped: StoppedProcess[];
}

interface Groups<G> {
  led: ReadonlyMap<G, unknown>;
  positions(): Promise<{ group: G; position: Position | undefined }[]>;
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
    failing: FailingWork,
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
    gauge(
      'process_group_lag_seconds',
      'Seconds a group of process managers is behind the log',
      ['group'],
      async (lag) => {
        for (const { group, lagSeconds } of await this.processGroups()) lag.set({ group }, lagSeconds);
      },
    );
    gauge('process_group_leading', '1 if this process runs the group of process managers', ['group'], (leading) => {
      const { all, led } = runtime.processes;
      for (const group of all) leading.set({ group }, Number(led.has(group)));
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
    gauge(
      'work_failing',
      'Outside calls that failed and are being retried, in all processes',
      ['kind'],
      async (gauge) => {
        gauge.reset();
        for (const { job } of await failing.list()) gauge.inc({ kind: kindOf(job) });
      },
    );
  }

  /** Whether this process can do its work. Waiting or parked steps affect single entities: they are listed, but do not count as problems. */
  async readiness(): Promise<Readiness> {
    let [groups, projections, processGroups]: [
      GroupHealth<ProjectionGroup>[],
      ProjectionHealth[],
      GroupHealth<ProcessGroup>[],
    ] = [[], [], []];
    const problems: (Problem | undefined)[] = [
      await problemOf('log', async () => {
        [groups, projections] = [await this.groups(), await this.projections()];
        processGroups = await this.processGroups();
        return undefined;
      }),
      await problemOf('storage', () => this.storage.problem()),
      ...projections.map(projectionProblem),
      ...(await this.processProblems()),
      ...(await this.checks.problems()),
    ];
    const found = problems.filter((problem) => problem !== undefined);
    const [waiting, stopped] = [this.waiting(), this.stopped()];
    const { progress } = this.runtime.readModels;
    const state = { progress, groups, projections, processGroups, waiting, stopped };
    return { ready: found.length === 0, problems: found, ...state };
  }

  groups(): Promise<GroupHealth<ProjectionGroup>[]> {
    return this.healthOf(this.runtime.readModels);
  }

  processGroups(): Promise<GroupHealth<ProcessGroup>[]> {
    return this.healthOf(this.runtime.processes);
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
      this.runtime.processes.running.map(async ({ process, stopped, position, waiting }) => {
        const lagSeconds = await lags(position);
        const failed = waiting[0]?.events[0]?.error;
        const state = stopped ? 'stopped' : lagSeconds > 0 ? 'behind' : failed ? 'waiting' : 'current';
        return { process: process.name, state, position, lagSeconds, reason: stopped ?? failed };
      }),
    );
  }

  waiting(): WaitingSteps[] {
    return this.runtime.processes.running.flatMap((runner) =>
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
    return this.runtime.processes.running.flatMap(({ process, stopped }) =>
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

  private async healthOf<G>(groups: Groups<G>): Promise<GroupHealth<G>[]> {
    const lags = await this.lags();
    const positions = await groups.positions();
    return Promise.all(
      positions.map(async ({ group, position }) => ({
        group,
        lagSeconds: await lags(position),
        leading: groups.led.has(group),
      })),
    );
  }

  private lags(): ReturnType<typeof lagsIn> {
    return lagsIn(this.store, this.clock.machineNow());
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
