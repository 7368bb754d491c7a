import { Inject, Injectable } from '@nestjs/common';
import { hostname } from 'node:os';
import { GroupHistory, type GroupReport } from '../../../app/health/group-history.ts';
import { Health } from '../../../app/health/health.ts';
import { OldestUndone } from '../../../app/health/oldest-undone.ts';
import { StoreLatencies, type OperationLatency, type StoreName } from '../../../app/health/store-latencies.ts';
import { redactAddresses } from '../../../app/log.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { SealQueries } from '../../audit/seals/seals.queries.ts';
import type {
  OperatorBuild,
  OperatorEngine,
  OperatorGroup,
  OperatorOperation,
  OperatorProcess,
  OperatorSeals,
  OperatorState,
} from './operator.dto.ts';

const SEALS = 10;
const STORES: readonly StoreName[] = ['log', 'documents', 'vault', 'queue'];

/** How the program is: what it lags behind, what has stopped, and how fast its stores answer. */
@Injectable()
export class OperatorStateQueries {
  constructor(
    private readonly health: Health,
    private readonly history: GroupHistory,
    private readonly undone: OldestUndone,
    private readonly latencies: StoreLatencies,
    private readonly runtime: Runtime,
    private readonly sealed: SealQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(): Promise<OperatorState> {
    const [{ ready, problems, projections }, { sampledAt, groups }, undone, processes] = await Promise.all([
      this.health.readiness(),
      this.history.report(),
      this.undone.ages(),
      this.processes(),
    ]);
    return {
      at: this.clock.machineNow(),
      process: `${hostname()}/${process.pid}`,
      ready,
      problems: problems.map(({ part, reason }) => ({ part, reason: redactAddresses(reason) })),
      build: this.build(),
      sampled_at: [...sampledAt],
      groups: groups.map(presentGroup),
      projections: projections.map(({ lagSeconds, error, ...one }) => ({
        ...{ ...one, lag_seconds: lagSeconds, error: error === undefined ? null : redactAddresses(error) },
      })),
      processes,
      undone,
      engines: this.engines(),
    };
  }

  async seals(): Promise<OperatorSeals> {
    const [items, unsealed] = await Promise.all([this.sealed.last(SEALS), this.sealed.unsealed()]);
    return { items, unsealed };
  }

  private async processes(): Promise<OperatorProcess[]> {
    const { processes } = this.runtime;
    const running = new Map((await this.health.processes()).map((one) => [one.process, one]));
    return processes.all.flatMap((group) =>
      processes.namesIn(group).map((name) => {
        const here = running.get(name);
        if (!here) return { name, group, state: 'elsewhere', lag_seconds: null, reason: null } as const;
        const { state, lagSeconds, reason } = here;
        return { name, group, state, lag_seconds: lagSeconds, reason: reason ? redactAddresses(reason) : null };
      }),
    );
  }

  private build(): OperatorBuild | null {
    const { progress } = this.runtime.readModels;
    if (!progress) return null;
    const { share, eventsPerSecond, secondsLeft } = progress;
    return { share, events_per_second: eventsPerSecond, seconds_left: secondsLeft ?? null };
  }

  private engines(): OperatorEngine[] {
    const { eventStore, mongo, redis } = this.config.engines;
    const kept = mongo === undefined ? 'SQLite' : 'MongoDB';
    const products: Record<StoreName, string> = {
      log: eventStore === undefined ? 'SQLite' : 'EventStoreDB',
      documents: kept,
      vault: kept,
      queue: redis === undefined ? 'In this process' : 'Redis',
    };
    const latencies = this.latencies.report();
    return STORES.map((store) => ({
      store,
      product: products[store],
      operations: latencies.filter((one) => one.store === store).map(presentOperation),
    }));
  }
}

function presentGroup({ lagSeconds, lags, rates, errors, ...group }: GroupReport): OperatorGroup {
  return { ...group, lag_seconds: lagSeconds, lags: [...lags], rates: [...rates], errors: [...errors] };
}

function presentOperation({ operation, calls, errors, p50, p95, max }: OperationLatency): OperatorOperation {
  return { operation, calls, errors, p50_ms: p50, p95_ms: p95, max_ms: max };
}
