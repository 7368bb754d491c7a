import { Injectable } from '@nestjs/common';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';

/** What is wrong with a part of this process; undefined where nothing is. */
export type HealthCheck = () => string | undefined | Promise<string | undefined>;

export interface Problem {
  part: string;
  reason: string;
}

/** Where parts that run in the background register how they are. */
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

/** A check that fails is a problem of its part. */
export async function problemOf(part: string, check: HealthCheck): Promise<Problem | undefined> {
  try {
    const reason = await check();
    return reason === undefined ? undefined : { part, reason };
  } catch (error) {
    return { part, reason: reasonOf(error) };
  }
}

/** What an operator should read of an error. Not where files are: anybody may ask for readiness. */
export function reasonOf(error: unknown): string {
  if (error instanceof StorageUnavailable) return error.problem;
  return error instanceof Error ? error.message : String(error);
}
