import { Inject, Injectable } from '@nestjs/common';
import { JOBS } from '../../../app/tokens.ts';
import { jobOf } from '../../../app/work/workers.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import type { Command, Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { AccessEvent } from './access/access.events.ts';
import { accessIdOf } from './access/access.projection.ts';
import { grantDecider } from './grant.decider.ts';
import { grantsStream, type GrantEvent } from './grant.events.ts';
import type { GrantsState } from './grants-state.rules.ts';

export const ACCESS_WORK = 'benefit-access';

type OfStream = Command<string, { customerId: string; benefitId: string }>;

/** The grants of one customer and benefit. */
@Injectable()
export class GrantStreams {
  constructor(
    private readonly executor: Executor,
    @Inject(JOBS) private readonly jobs: JobQueue,
  ) {}

  /** Has platforms called, if something is wanted of them. */
  async execute(command: OfStream): Promise<Executed<GrantsState, GrantEvent | AccessEvent>> {
    const { customerId, benefitId } = command.data;
    const stream = grantsStream(customerId, benefitId);
    const executed: Executed<GrantsState, GrantEvent | AccessEvent> = await this.executor.execute(
      grantDecider,
      stream,
      command,
    );
    if (executed.appended.some(({ type }) => type === 'BenefitAccessWanted'))
      await this.jobs.wake(jobOf(ACCESS_WORK, accessIdOf(customerId, benefitId)));
    return executed;
  }

  async state(customerId: string, benefitId: string): Promise<GrantsState> {
    return (await this.executor.state(grantDecider, grantsStream(customerId, benefitId), 'any')).state;
  }
}
