import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import { addSeconds, type Clock, type Instant } from '../../kernel/ports/clock.ts';
import type { EventStore, Position } from '../../kernel/ports/event-store.ts';
import type { ProcessGroup } from '../../kernel/reacting/groups.ts';
import type { ProjectionGroup } from '../../kernel/reading/groups.ts';
import type { ProgressReport } from '../../kernel/reading/progress.ts';
import { Runtime } from '../runtime.ts';
import { CLOCK, EVENT_STORE } from '../tokens.ts';
import { HealthChecks, problemOf, type Problem } from './health-checks.ts';
import { lagsIn } from './lag.ts';
import { HttpMetrics } from './http-metrics.ts';
import { atMostEvery } from './metric.ts';
import { StorageProbe } from './storage-probe.ts';

const EXPOSED_EVERY_MS = 500;
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
  /** The metrics in Prometheus text format; scrapes in quick succession share one answer. */
  readonly exposition: () => Promise<string>;

  constructor(
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    { registry }: HttpMetrics,
    private readonly checks: HealthChecks,
    private readonly storage: StorageProbe,
  ) {
    checks.register('ticker', () => runtime.runningTicker?.problem);
    checks.register('sweep of tombstones', () => runtime.readModels.sweepFailure);
    collectDefaultMetrics({ register: registry });
    this.exposition = atMostEvery(EXPOSED_EVERY_MS, () => registry.metrics());
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

  /** Since when the oldest event has waited for a group of read models or of process managers; undefined if none does. */
  async oldestEvent(): Promise<Instant | undefined> {
    const lags = [...(await this.groups()), ...(await this.processGroups())].map(({ lagSeconds }) => lagSeconds);
    const longest = Math.max(0, ...lags);
    return longest === 0 ? undefined : addSeconds(this.clock.machineNow(), -longest);
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
