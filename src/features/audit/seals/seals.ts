import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { HealthChecks } from '../../../app/health/health-checks.ts';
import { HttpMetrics } from '../../../app/health/http-metrics.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE, LOG, VAULT } from '../../../app/tokens.ts';
import { secondsBetween, type Clock } from '../../../kernel/ports/clock.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { PROGRESS, Sealer, type SealingProgress } from './sealer.ts';

/** Seals the log in one of the processes that share it, and shows the age of the last seal in each. */
@Injectable()
export class Seals {
  /** Set while this process seals. */
  private sealer: Sealer | undefined;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) log: Log,
    executor: Executor,
    keys: Keys,
    runtime: Runtime,
    metrics: HttpMetrics,
    checks: HealthChecks,
  ) {
    runtime.alongside('seals', () => {
      const sealer = new Sealer({ store, executor, vault, clock, log, key: keys.audit() });
      this.sealer = sealer;
      return {
        started: sealer.start(),
        stop: async () => {
          await sealer.stop();
          this.sealer = undefined;
        },
      };
    });
    checks.register('seals', () => this.sealer?.problem());
    this.show(metrics);
  }

  /** From the Vault, because another process may be sealing. */
  private show({ registry }: HttpMetrics): void {
    const gauge = (name: string, help: string, value: (last: LastSeal) => number) => {
      const last = () => this.last();
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          const seal = await last();
          if (seal) this.set(value(seal));
          else this.remove();
        },
      });
    };
    gauge('log_sealed_events', 'Events that the last seal of the log covers', ({ count }) => count);
    gauge('log_seal_age_seconds', 'Seconds since the last seal of the log', ({ at }) =>
      secondsBetween(at, this.clock.machineNow()),
    );
  }

  private async last(): Promise<LastSeal | undefined> {
    const progress = await readVault(this.vault, PROGRESS);
    return progress === undefined ? undefined : (JSON.parse(progress) as SealingProgress).sealing.last;
  }
}

type LastSeal = NonNullable<SealingProgress['sealing']['last']>;
