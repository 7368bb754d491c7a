import { Injectable } from '@nestjs/common';
import { ActivityCounts } from '../activity-counts.ts';
import { DueItems } from '../work/due-items.ts';
import { Runtime } from '../runtime.ts';
import { OldestStep } from '../work/oldest-step.ts';
import { Health } from './health.ts';
import { HttpMetrics } from './http-metrics.ts';
import { counter, gauge } from './metric.ts';
import { OldestUndone } from './oldest-undone.ts';

/** Lag, throughput and errors of what reads the log: groups of projections, process managers, and the ticker. */
@Injectable()
export class ReaderMetrics {
  constructor(
    private readonly health: Health,
    private readonly runtime: Runtime,
    private readonly activity: ActivityCounts,
    { registry }: HttpMetrics,
    due: DueItems,
    undone: OldestUndone,
    steps: OldestStep,
  ) {
    this.showProjections(registry);
    this.showProcesses(registry);
    this.showDueItems(registry, due);
    undone.register('event', () => health.oldestEvent());
    undone.register('step', () => steps.oldest());
    undone.register(
      'due_item',
      () => due.oldest(),
      (clock) => clock.now(),
    );
    gauge(
      registry,
      'oldest_undone_seconds',
      'Age of the oldest thing of a kind that is not done, 0 if everything is',
      ['kind'],
      async (set) => {
        for (const { kind, seconds } of await undone.ages()) set(seconds, { kind });
      },
    );
  }

  private showProjections(registry: HttpMetrics['registry']): void {
    const { health, runtime, activity } = this;
    gauge(
      registry,
      'projection_group_lag_seconds',
      'Age of the oldest event that a group of projections has not folded',
      ['group'],
      async (set) => {
        for (const { group, lagSeconds } of await health.groups()) set(lagSeconds, { group });
      },
    );
    gauge(
      registry,
      'projection_group_leading',
      '1 if this process leads the group of projections',
      ['group'],
      (set) => {
        const { all, led } = runtime.readModels;
        for (const group of all) set(Number(led.has(group)), { group });
      },
    );
    counter(
      registry,
      'projection_group_events_total',
      'Events that a group of projections has read in this process',
      ['group'],
      (add) => {
        for (const group of runtime.readModels.all) add(activity.of('projections').get(group)?.handled ?? 0, { group });
      },
    );
    counter(
      registry,
      'projection_group_errors_total',
      'Failures of a group of projections to read the log or to fold an event',
      ['group'],
      (add) => {
        for (const group of runtime.readModels.all) add(activity.of('projections').get(group)?.failed ?? 0, { group });
      },
    );
    gauge(
      registry,
      'projection_lag_seconds',
      'Age of the oldest event that a projection has not folded',
      ['projection'],
      async (set) => {
        for (const { name, lagSeconds } of await health.projections()) set(lagSeconds, { projection: name });
      },
    );
    gauge(registry, 'projection_failed', '1 if the projection has failed', ['projection'], async (set) => {
      for (const { name, state } of await runtime.readModels.status())
        set(Number(state === 'failed'), { projection: name });
    });
    gauge(
      registry,
      'projection_build_ratio',
      'How much of the log this process has read to build projections; 1 if it builds none',
      [],
      (set) => set(runtime.readModels.progress?.share ?? 1),
    );
  }

  private showProcesses(registry: HttpMetrics['registry']): void {
    const { health, runtime, activity } = this;
    const running = () => runtime.processes.running.map(({ process }) => process.name);
    gauge(
      registry,
      'process_group_lag_seconds',
      'Age of the oldest event that a group of process managers has not handled',
      ['group'],
      async (set) => {
        for (const { group, lagSeconds } of await health.processGroups()) set(lagSeconds, { group });
      },
    );
    gauge(
      registry,
      'process_group_leading',
      '1 if this process runs the group of process managers',
      ['group'],
      (set) => {
        const { all, led } = runtime.processes;
        for (const group of all) set(Number(led.has(group)), { group });
      },
    );
    gauge(
      registry,
      'process_lag_seconds',
      'Age of the oldest event that a process manager of this process has not handled',
      ['process'],
      async (set) => {
        for (const { process, lagSeconds } of await health.processes()) set(lagSeconds, { process });
      },
    );
    counter(
      registry,
      'process_events_total',
      'Events that a process manager has taken in this process',
      ['process'],
      (add) => {
        for (const process of running()) add(activity.of('process').get(process)?.handled ?? 0, { process });
      },
    );
    counter(
      registry,
      'process_errors_total',
      'Failed attempts of a process manager to read the log or to do a step',
      ['process'],
      (add) => {
        for (const process of running()) add(activity.of('process').get(process)?.failed ?? 0, { process });
      },
    );
    gauge(
      registry,
      'process_stopped',
      '1 if the process manager is stopped until an operator acts',
      ['process'],
      (set) => {
        for (const { process, stopped } of runtime.processes.running)
          set(Number(stopped !== undefined), { process: process.name });
      },
    );
    gauge(
      registry,
      'process_waiting_events',
      'Events whose steps failed and wait for a retry or, parked, for an operator',
      ['process', 'parked'],
      (set) => {
        for (const runner of runtime.processes.running) {
          const counts = { true: 0, false: 0 };
          for (const { events } of runner.waiting)
            counts[events[0]!.nextAt === null ? 'true' : 'false'] += events.length;
          for (const [parked, count] of Object.entries(counts)) set(count, { process: runner.process.name, parked });
        }
      },
    );
  }

  private showDueItems(registry: HttpMetrics['registry'], due: DueItems): void {
    const ticked = () => this.activity.of('due');
    gauge(
      registry,
      'due_items_overdue',
      'Due items whose time has come and that are not done',
      ['kind'],
      async (set) => {
        for (const [kind, count] of await due.overdue()) set(count, { kind });
      },
    );
    counter(
      registry,
      'due_items_handled_total',
      'Due items whose commands the ticker of this process has sent',
      ['kind'],
      (add) => {
        for (const kind of due.kinds) add(ticked().get(kind)?.handled ?? 0, { kind });
      },
    );
    counter(
      registry,
      'due_item_errors_total',
      'Due items whose commands failed and are sent again',
      ['kind'],
      (add) => {
        for (const kind of due.kinds) add(ticked().get(kind)?.failed ?? 0, { kind });
      },
    );
  }
}
