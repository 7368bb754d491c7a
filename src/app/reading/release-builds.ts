import type { Leadership } from '../../kernel/coordination/leader.ts';
import type { LongWork } from '../../kernel/coordination/long-work.ts';
import { pause } from '../../kernel/coordination/waiting.ts';
import { besideOf, groupCheckpoint, releaseOf } from '../../kernel/reading/checkpoints.ts';
import type { ProjectionGroup } from '../../kernel/reading/groups.ts';
import type { Passes } from '../../kernel/reading/passes.ts';
import { collectionOf, namesOf, type AnyProjection } from '../../kernel/reading/projection.ts';
import { Projector, type ProjectorPorts } from '../../kernel/reading/projector.ts';

const LOOK_EVERY_MS = 500;
/** A little longer than a lease: by then, a process of this release could have taken the lead of the group. */
const PATIENCE_MS = 7_000;

/**
 * Builds what this release has and the release that leads a group has not: new versions beside the old ones, which go on being built and served
 * (docs/READ_MODELS.md#releases). Ends when the group's leader builds them.
 */
export class ReleaseBuilds {
  private readonly running = new Map<ProjectionGroup, { projector: Projector; names: readonly string[] }>();
  /** Since when another release leads a group. */
  private readonly led = new Map<ProjectionGroup, number>();

  constructor(
    private readonly ports: ProjectorPorts,
    private readonly passes: Passes,
    private readonly work: LongWork,
    private readonly groups: ReadonlyMap<ProjectionGroup, readonly AnyProjection[]>,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  lead(): Leadership {
    const stopping = new AbortController();
    const watching = this.watch(stopping.signal);
    return {
      started: Promise.resolve(),
      stop: async () => {
        stopping.abort();
        await watching;
      },
    };
  }

  private async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await Promise.all([...this.groups].map(([group, projections]) => this.look(group, projections)));
      } catch (error) {
        this.ports.log.error('Looking for what other releases do not build failed: retrying', { error });
      }
      await pause(LOOK_EVERY_MS, signal);
    }
    await Promise.all([...this.running.keys()].map((group) => this.stop(group)));
  }

  private async look(group: ProjectionGroup, projections: readonly AnyProjection[]): Promise<void> {
    const { documents } = this.ports;
    if (this.running.get(group)?.projector.isLost) await this.stop(group);
    const shared = await groupCheckpoint(documents, group);
    if (!shared) return;
    const release = releaseOf(namesOf(projections));
    const lackedBy = (names: readonly string[] = []) => projections.filter((one) => !names.includes(nameOf(one)));
    // What the leader's release has, too, while it is behind or being rebuilt.
    const missing = lackedBy(shared.collections ?? shared.members);
    const isComplete = lackedBy(shared.members).length === 0;
    const isOurs = missing.length === 0 || shared.release === release;
    if (isOurs) this.led.delete(group);
    else if (!this.led.has(group)) this.led.set(group, performance.now());
    const beside = await documents.checkpoint(besideOf(group, release));
    // Until the leader has them too, what has been built is kept current; the rest is left to the leader.
    if (isOurs && (isComplete || !beside)) await this.stop(group);
    if (isComplete && beside) await documents.moveCheckpoint(besideOf(group, release), beside, undefined);
    const isStale = missing.some((one) => !this.running.get(group)?.names.includes(nameOf(one)));
    if (isOurs || !isStale || performance.now() - this.led.get(group)! < this.patienceMs) return;
    await this.stop(group);
    this.start(group, missing, release);
  }

  private start(group: ProjectionGroup, projections: readonly AnyProjection[], release: string): void {
    const { log } = this.ports;
    const names = namesOf(projections);
    log.info('Building read models of this release beside those of another', { group, names });
    const projector = new Projector(this.ports, group, projections, this.passes, this.work, release);
    this.running.set(group, { projector, names });
    projector.start().catch(async (error: unknown) => {
      log.error('Building read models beside those of another release failed: retrying', { group, error });
      await this.stop(group);
    });
  }

  private async stop(group: ProjectionGroup): Promise<void> {
    const running = this.running.get(group);
    this.running.delete(group);
    await running?.projector.stop();
  }
}

function nameOf(projection: AnyProjection): string {
  return collectionOf(projection).name;
}
