import { Injectable } from '@nestjs/common';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';

/** Reports what is wrong with a part of this process; undefined if nothing is. */
export type HealthCheck = () => string | undefined | Promise<string | undefined>;

export interface Problem {
  part: string;
  reason: string;
}

/** Background parts register their health checks here. */
@Injectable()
export class HealthChecks {
  private readonly checks = new Map<string, HealthCheck>();

  register(part: string, check: HealthCheck): void {
    this.checks.set(part, check);
  }

  async problems(): Promise<Problem[]> {
    const found = await Promise.all([...this.checks].map(([part, check]) => problemOf(part, check)));
    return found.filter((problem) => problem !== undefined);
  }
}

/** A check that throws counts as a problem of its part. */
export async function problemOf(part: string, check: HealthCheck): Promise<Problem | undefined> {
  try {
    const reason = await check();
    return reason === undefined ? undefined : { part, reason };
  } catch (error) {
    return { part, reason: reasonOf(error) };
  }
}

/** An error's text for operators, without file paths: anyone may request readiness. */
export function reasonOf(error: unknown): string {
  if (error instanceof StorageUnavailable) return error.problem;
  return error instanceof Error ? error.message : String(error);
}
