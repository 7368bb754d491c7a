import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { secondsBetween, type Clock, type Instant } from '../../kernel/ports/clock.ts';
import { ActivityCounts, type Counted } from '../activity-counts.ts';
import { Runtime } from '../runtime.ts';
import { CLOCK } from '../tokens.ts';
import { Health, type GroupHealth } from './health.ts';

const SAMPLED_EVERY_MS = 5_000;
/** Ten minutes. */
const SAMPLES_KEPT = 120;

export interface GroupReport {
  kind: 'projections' | 'processes';
  group: string;
  lagSeconds: number;
  leading: boolean;
  /** One value per sample. */
  lags: readonly number[];
  /** Events per second that this process has handled since the sample before. */
  rates: readonly number[];
  /** Failed attempts of this process since the sample before. */
  errors: readonly number[];
}

export interface HistoryReport {
  /** Of the samples, oldest first. */
  sampledAt: readonly Instant[];
  groups: readonly GroupReport[];
}

type Group = GroupHealth<string> & Pick<GroupReport, 'kind'>;

interface Sample {
  at: Instant;
  groups: ReadonlyMap<string, { lag: number; rate: number; errors: number; counted: Counted }>;
}

/** Lag and rate of each group in the last ten minutes, as this process saw them. */
@Injectable()
export class GroupHistory implements OnApplicationBootstrap, OnApplicationShutdown {
  private samples: readonly Sample[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly health: Health,
    private readonly runtime: Runtime,
    private readonly activity: ActivityCounts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    // A store that is unavailable leaves a gap.
    this.timer = setInterval(() => void this.sample().catch(() => undefined), SAMPLED_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async report(): Promise<HistoryReport> {
    const groups = (await this.groups()).map(({ kind, group, lagSeconds, leading }): GroupReport => {
      const own = this.samples.map((sample) => sample.groups.get(`${kind}/${group}`));
      return {
        ...{ kind, group, lagSeconds, leading },
        lags: own.map((sample) => sample?.lag ?? 0),
        rates: own.map((sample) => sample?.rate ?? 0),
        errors: own.map((sample) => sample?.errors ?? 0),
      };
    });
    return { sampledAt: this.samples.map(({ at }) => at), groups };
  }

  /** Takes a sample of every group. */
  async sample(): Promise<void> {
    const groups = await this.groups();
    const at = this.clock.machineNow();
    const last = this.samples.at(-1);
    const seconds = last ? secondsBetween(last.at, at) : 0;
    const sampled = groups.map(({ kind, group, lagSeconds: lag }) => {
      const name = `${kind}/${group}`;
      const counted = this.countedOf(kind, group);
      const before = last?.groups.get(name)?.counted ?? counted;
      const rate = seconds > 0 ? (counted.handled - before.handled) / seconds : 0;
      return [name, { lag, rate, errors: counted.failed - before.failed, counted }] as const;
    });
    this.samples = [...this.samples, { at, groups: new Map(sampled) }].slice(-SAMPLES_KEPT);
  }

  private async groups(): Promise<Group[]> {
    const [projections, processes] = await Promise.all([this.health.groups(), this.health.processGroups()]);
    return [
      ...projections.map((one) => ({ ...one, kind: 'projections' as const })),
      ...processes.map((one) => ({ ...one, kind: 'processes' as const })),
    ];
  }

  private countedOf(kind: GroupReport['kind'], group: string): Counted {
    const isProjections = kind === 'projections';
    const names = isProjections ? [group] : this.runtime.processes.namesIn(group);
    const counted = this.activity.of(isProjections ? 'projections' : 'process');
    const found = names.flatMap((name) => counted.get(name) ?? []);
    const sum = (field: keyof Counted): number => found.reduce((total, one) => total + one[field], 0);
    return { handled: sum('handled'), failed: sum('failed') };
  }
}
