import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config.ts';
import { addSeconds, type Clock } from '../../kernel/ports/clock.ts';
import { ServiceUnavailable } from '../../kernel/errors.ts';
import type { Vault } from '../../kernel/ports/vault.ts';
import { withTimeout } from '../../kernel/coordination/waiting.ts';
import { diskFull } from './free-space.ts';
import { CLOCK, CONFIG, VAULT } from '../tokens.ts';
import { reasonOf } from './health-checks.ts';

const ENTRY = 'health/probe';
/** How long a result is cached; failures for less time, so that recovery shows soon. */
const VALID_MS = 5_000;
const FAILURE_VALID_MS = 500;
const PATIENCE_MS = 2_000;
const KEPT_SECONDS = 60;

/** Checks that requests can store data: writes a small Vault entry and checks the free disk space. */
@Injectable()
export class StorageProbe {
  private last: { until: number; problem: Promise<string | undefined> } | undefined;

  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async problem(): Promise<string | undefined> {
    const full = this.config.shared ? undefined : diskFull(this.config.dataDir);
    return full ?? this.written();
  }

  private async written(): Promise<string | undefined> {
    if (this.last && performance.now() < this.last.until) return this.last.problem;
    const problem = this.write();
    this.last = { until: performance.now() + VALID_MS, problem };
    if ((await problem) !== undefined) this.last = { until: performance.now() + FAILURE_VALID_MS, problem };
    return problem;
  }

  private async write(): Promise<string | undefined> {
    const now = this.clock.machineNow();
    const writing = this.vault.put(ENTRY, now, { expiresAt: addSeconds(now, KEPT_SECONDS) });
    try {
      await withTimeout<unknown>(writing, PATIENCE_MS, () => {
        throw new ServiceUnavailable('The vault');
      });
      return undefined;
    } catch (error) {
      return `a trial write into the vault failed: ${reasonOf(error)}`;
    }
  }
}
