import { Inject, Injectable } from '@nestjs/common';
import { NotLeading } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/ports/clock.ts';
import type { EventStore } from '../../kernel/ports/event-store.ts';
import type { ProcessRunner } from '../../kernel/reacting/process-runner.ts';
import type { WaitingEvent } from '../../kernel/reacting/progress.ts';
import { eventOf, type WaitingKey } from '../../kernel/reacting/waiting-steps.ts';
import { Executor } from '../../kernel/writing/execute.ts';
import { SkipStep, skipStepDecider, skippedStepStream } from '../../kernel/writing/skipped-steps.ts';
import { Runtime } from '../runtime.ts';
import { CLOCK, EVENT_STORE } from '../tokens.ts';
import {
  demandArgument,
  operatorContext,
  OperatorActions,
  type OperatorAction,
  type OperatorRequest,
} from './actions.ts';

const NONE_FOUND = 'No failed step found; see: steps list';

interface Waiting extends WaitingKey {
  runner: ProcessRunner;
}

/** Operator actions on steps that failed. Only the process that runs a process manager knows how far it is with them. */
@Injectable()
export class StepActions {
  constructor(
    actions: OperatorActions,
    private readonly runtime: Runtime,
    private readonly executor: Executor,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    actions.register(this.retry(), this.skip());
  }

  private retry(): OperatorAction {
    return {
      name: 'steps retry',
      needs: 'runtime',
      isForAdministrators: true,
      run: async ({ args }, say) => {
        const { here, elsewhere } = await this.find(args);
        if (here.length + elsewhere.length === 0) return say(NONE_FOUND);
        for (const { process, key, runner } of here) {
          if (!(await runner.retryNow(key))) {
            say(`${process} is stopped; see: processes status`);
            continue;
          }
          const left = runner.waiting.find((step) => step.key === key)?.events ?? [];
          say(left.length === 0 ? `${process} ${key}: done` : `${process} ${key}: failed again: ${left[0]!.error}`);
        }
        refuse(elsewhere);
      },
    };
  }

  /** The first step of the key, and only if it is the one that was seen, where the request names its event. */
  private skip(): OperatorAction {
    return {
      name: 'steps skip',
      needs: 'runtime',
      isForAdministrators: true,
      run: async (request, say) => {
        const [process, key] = [demandArgument(request, 'process'), demandArgument(request, 'key')];
        demandArgument(request, 'reason');
        const { here, elsewhere } = await this.find({ process, key });
        refuse(elsewhere);
        const [found] = here;
        const step = found?.events[0];
        if (!found || !step || step.id !== (request.args.event ?? step.id)) return say(NONE_FOUND);
        const record = () => this.record(request, process, step);
        if (!(await found.runner.skip(key, step.id, record))) return say(NONE_FOUND);
        say(`${process} ${key}: skipped ${step.stream}@${step.revision}`);
      },
    };
  }

  private async record(request: OperatorRequest, process: string, step: WaitingEvent): Promise<void> {
    const { id, stream, revision, attempts } = step;
    const organizationId = (await eventOf(this.store, step))?.metadata.organizationId ?? null;
    const reason = demandArgument(request, 'reason');
    const skipped = { process, eventId: id, stream, revision, attempts, organizationId, reason };
    const skip = new SkipStep(skipped, operatorContext(request, this.clock));
    await this.executor.execute(skipStepDecider, skippedStepStream(id), skip);
  }

  /** @returns those that this process runs, and the names of process managers that another one runs */
  private async find(args: OperatorRequest['args']): Promise<{ here: Waiting[]; elsewhere: string[] }> {
    const isWanted = ({ process, key }: WaitingKey): boolean =>
      args.all === true || (process === args.process && key === args.key);
    const { processes } = this.runtime;
    const names = (await processes.waitingElsewhere()).filter(isWanted).map(({ process }) => process);
    const elsewhere = names.length > 0 ? await this.runtime.notTakenOver(names) : [];
    const here = processes.running.flatMap((runner) => runner.waiting.map((step) => ({ ...step, runner })));
    return { here: here.filter(isWanted), elsewhere };
  }
}

/** @throws NotLeading another process runs these process managers */
function refuse(elsewhere: readonly string[]): void {
  if (elsewhere.length === 0) return;
  throw new NotLeading(`Another process runs ${elsewhere.join(', ')}: run the command there`);
}
