import type { Leadership } from '../../kernel/coordination/leader.ts';
import { LongWork } from '../../kernel/coordination/long-work.ts';
import { pause } from '../../kernel/coordination/waiting.ts';
import { NotLeading } from '../../kernel/errors.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import { releaseOf } from '../../kernel/reading/checkpoints.ts';
import { GROUPS, type ProjectionGroup } from '../../kernel/reading/groups.ts';
import type { ProjectionStatus } from '../../kernel/reading/members.ts';
import { groupOf, namesOf, type AnyProjection } from '../../kernel/reading/projection.ts';
import { Passes } from '../../kernel/reading/passes.ts';
import { furthestBehind, type ProgressReport } from '../../kernel/reading/progress.ts';
import { Projector, type ProjectorPorts } from '../../kernel/reading/projector.ts';
import { GroupElsewhere } from './read-models.ts';
import { ReleaseBuilds } from './release-builds.ts';

const LOOK_EVERY_MS = 100;

export interface GroupedStatus extends ProjectionStatus {
  group: ProjectionGroup;
}

/** The read models of all groups, whichever processes build them (docs/READ_MODELS.md#projecting). */
export class ProjectionGroups {
  /** Those that have projections. */
  readonly all: readonly ProjectionGroup[];
  /** The projectors of this process. */
  readonly led = new Map<ProjectionGroup, Projector>();
  private readonly projections: ReadonlyMap<ProjectionGroup, readonly AnyProjection[]>;
  private readonly elsewhere: ReadonlyMap<ProjectionGroup, GroupElsewhere>;
  private readonly passes: Passes;
  private readonly work = new LongWork();
  private readonly builds: ReleaseBuilds;
  /** Of all groups that this process leads, while they start. */
  private readonly starting = new Set<Projector>();

  constructor(
    private readonly ports: ProjectorPorts,
    projections: readonly AnyProjection[],
  ) {
    const grouped = GROUPS.map((group) => [group, projections.filter((one) => groupOf(one) === group)] as const);
    this.projections = new Map(grouped.filter(([, own]) => own.length > 0));
    this.all = [...this.projections.keys()];
    this.passes = new Passes(ports);
    this.builds = new ReleaseBuilds(ports, this.passes, this.work, this.projections);
    this.elsewhere = new Map(
      [...this.projections].map(([group, own]) => [group, new GroupElsewhere(ports, group, own)]),
    );
  }

  /** @param shared another process may build the group until this one has caught up */
  lead(group: ProjectionGroup, shared: boolean): Leadership {
    const projector = new Projector(this.ports, group, this.projections.get(group)!, this.passes, this.work);
    this.starting.add(projector);
    const started = projector.start().finally(() => this.starting.delete(projector));
    let isStopped = false;
    const led = () => !isStopped && this.led.set(group, projector);
    if (shared) void started.then(led).catch(() => undefined);
    else led();
    return {
      started,
      isLost: () => projector.isLost,
      stop: async () => {
        // It may still be starting.
        isStopped = true;
        if (shared) this.led.delete(group);
        await projector.stop();
      },
    };
  }

  /** Processes of different releases lead these side by side. */
  get release(): string {
    return releaseOf(this.all.flatMap((group) => this.namesOf(group)));
  }

  /** Builds what this release has, and not the one that leads a group. */
  leadBeside(): Leadership {
    return this.builds.lead();
  }

  /** True once every current projection of these groups has passed the position; false when time runs out. */
  async passed(position: Position, timeoutMs: number, groups: readonly ProjectionGroup[] = this.all): Promise<boolean> {
    const known = groups.filter((group) => this.projections.has(group));
    return !(await Promise.all(known.map((group) => this.of(group).passed(position, timeoutMs)))).includes(false);
  }

  async status(): Promise<GroupedStatus[]> {
    return this.statusOf((group) => this.of(group));
  }

  /** Position that all current projections of each group have passed. */
  positions(): Promise<{ group: ProjectionGroup; position: Position | undefined }[]> {
    return Promise.all(
      this.all.map(async (group) => {
        const led = this.led.get(group);
        return { group, position: led ? led.position : await this.elsewhere.get(group)!.position() };
      }),
    );
  }

  /** Whether all projections of this release have been built, as the checkpoints say. */
  async areBuilt(): Promise<boolean> {
    return (await this.statusOf((group) => this.elsewhere.get(group)!)).every(({ state }) => state === 'current');
  }

  /**
   * Rebuilds projections of groups that this process builds, each group in one pass over the log.
   * @param names from `status`; unknown ones are ignored
   * @param waitMs how long to wait for the lead of their groups
   * @throws NotLeading another process builds some of them: only the others are rebuilt
   */
  async rebuild(names: readonly string[], waitMs: number): Promise<void> {
    const wanted = this.all.filter((group) => this.namesOf(group).some((name) => names.includes(name)));
    for (let waited = 0; waited < waitMs && !wanted.every((group) => this.led.has(group)); waited += LOOK_EVERY_MS)
      await pause(LOOK_EVERY_MS);
    const rebuilt = await Promise.allSettled(wanted.map((group) => this.led.get(group)?.rebuild(...names)));
    for (const end of rebuilt) if (end.status === 'rejected') throw end.reason;
    const missing = wanted.filter((group) => !this.led.has(group));
    if (missing.length === 0) return;
    const left = missing.flatMap((group) => this.namesOf(group)).filter((name) => names.includes(name));
    const message = `Another process builds these read models: run the command there for ${left.join(', ')}`;
    throw new NotLeading(message);
  }

  /** How far this process has come that builds read models or catches up; undefined if it does neither. */
  get progress(): ProgressReport | undefined {
    const following = [...this.starting].map(({ progress }) => progress);
    return furthestBehind([this.passes.progress, ...following].filter((report) => report !== undefined));
  }

  /** Why the last sweep of tombstones failed; undefined if it succeeded. */
  get sweepFailure(): string | undefined {
    return [...this.led.values()].find(({ sweepFailure }) => sweepFailure !== undefined)?.sweepFailure;
  }

  private of(group: ProjectionGroup): Projector | GroupElsewhere {
    return this.led.get(group) ?? this.elsewhere.get(group)!;
  }

  private namesOf(group: ProjectionGroup): string[] {
    return namesOf(this.projections.get(group)!);
  }

  private async statusOf(of: (group: ProjectionGroup) => Projector | GroupElsewhere): Promise<GroupedStatus[]> {
    const all = this.all.map(async (group) => (await of(group).status()).map((status) => ({ ...status, group })));
    return (await Promise.all(all)).flat();
  }
}
