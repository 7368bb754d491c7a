import { Injectable } from '@nestjs/common';
import { OperatorRuns, type OperatorRun } from '../../../app/operator/runs.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import type { OperatorRunAnswer, OperatorRunList, OperatorRunRequest } from './operator.dto.ts';

/** Operator actions that administrators start. */
@Injectable()
export class OperatorRunQueries {
  constructor(private readonly runs: OperatorRuns) {}

  /** @throws DomainError the action is unknown or running, or fails within two seconds */
  async start({ action, args }: OperatorRunRequest, { actor }: Context): Promise<OperatorRunAnswer> {
    const given = Object.entries(args ?? {}).filter(([, value]) => value !== undefined && value !== null);
    return presented(await this.runs.start({ action, args: Object.fromEntries(given), actor }));
  }

  /** @throws NotFound */
  async get(id: string): Promise<OperatorRunAnswer> {
    return presented(await this.runs.get(id));
  }

  async list(): Promise<OperatorRunList> {
    return { items: (await this.runs.list()).map(presented) };
  }
}

function presented({ startedAt, endedAt, savedAt: _, actor, lines, ...run }: OperatorRun): OperatorRunAnswer {
  return { ...run, lines: [...lines], actor: actor.id, started_at: startedAt, ended_at: endedAt };
}
