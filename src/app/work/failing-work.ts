import { Inject, Injectable } from '@nestjs/common';
import { addSeconds, type Clock, type Instant } from '../../kernel/ports/clock.ts';
import type { Vault } from '../../kernel/ports/vault.ts';
import { reasonOf } from '../health/health-checks.ts';
import { CLOCK, VAULT } from '../tokens.ts';

const ROWS = 'failing-work';
/** A retry that has not been made so long after its time was lost, and the sweeper looks whether it is still due. */
const LATE_SECONDS = 600;
const MOST_LISTED = 1_000;

/** Work whose last attempt failed, for operators. */
export interface Failing {
  /** `{kind}/{id}`. */
  job: string;
  attempts: number;
  error: string;
  nextAttemptAt: Instant;
}

/** Vault rows that say which work fails: written by each failed attempt, deleted by the one that succeeds. They decide nothing. */
@Injectable()
export class FailingWork {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async put(
    job: string,
    { attempt, error, retryInMs }: { attempt: number; error: unknown; retryInMs: number },
  ): Promise<void> {
    const nextAttemptAt = addSeconds(this.clock.machineNow(), retryInMs / 1000);
    const failing: Failing = { job, attempts: attempt, error: reasonOf(error), nextAttemptAt };
    const expiresAt = addSeconds(nextAttemptAt, LATE_SECONDS);
    await this.vault.put(`${ROWS}/${job}`, JSON.stringify(failing), { expiresAt });
  }

  async remove(job: string): Promise<void> {
    await this.vault.delete(`${ROWS}/${job}`);
  }

  list(): Promise<Failing[]> {
    return failingIn(this.vault);
  }
}

/** The first thousand. */
export async function failingIn(vault: Vault): Promise<Failing[]> {
  const rows = await vault.getMany(await vault.list(`${ROWS}/`, `${ROWS}0`, MOST_LISTED));
  return [...rows.values()].map(({ value }) => JSON.parse(value) as Failing);
}
