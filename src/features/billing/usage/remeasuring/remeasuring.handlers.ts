import { Handles } from '../../../../app/commands.ts';
import { Inject, type Type } from '@nestjs/common';
import { caughtUp } from '../../../../app/reading/documents.ts';
import { Runtime } from '../../../../app/runtime.ts';
import { EVENT_STORE } from '../../../../app/tokens.ts';
import type { EventStore } from '../../../../kernel/ports/event-store.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { MeterReader } from '../../meters/meters.queries.ts';
import {
  AdvanceRemeasuring,
  BeginRemeasuring,
  LookAgain,
  RemeasureUsage,
  StartRemeasuring,
} from './remeasuring.commands.ts';
import { remeasuringDecider } from './remeasuring.decider.ts';
import { remeasuringStream } from './remeasuring.events.ts';
import { PastUsage } from './past-usage.service.ts';

@Handles(StartRemeasuring)
export class StartRemeasuringHandler {
  constructor(
    private readonly executor: Executor,
    private readonly meters: MeterReader,
  ) {}

  async execute({ data: { meterId }, context }: StartRemeasuring): Promise<void> {
    const newest = await this.meters.folded(meterId, 'any');
    if (!newest) return;
    const { revision, aggregation, organization_id: organizationId } = newest;
    const begin = new BeginRemeasuring(
      { meterId, revision, func: aggregation.func, organizationId },
      { ...context, organizationId },
    );
    await this.executor.execute(remeasuringDecider, remeasuringStream({ meterId, revision }), begin);
  }
}

@Handles(RemeasureUsage)
export class RemeasureUsageHandler {
  constructor(
    private readonly executor: Executor,
    private readonly past: PastUsage,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws DomainError 503 read models are behind: the process tries again */
  async execute({ data, context }: RemeasureUsage): Promise<void> {
    const { look, from } = data;
    const stream = remeasuringStream(data);
    const { state } = await this.executor.state(remeasuringDecider, stream, 'any');
    if (state.status !== 'running' || state.look !== look || state.after !== from) return;
    // With the chunks before the definition, the tallies of the pages before this one are there: only then may it serve.
    await caughtUp(this.runtime, this.store, 'usage');
    const definition = await this.past.definition(data);
    // Replaced by another one, it never serves.
    if (!definition) return;
    const page = await this.past.page(definition, look, from);
    const advance = new AdvanceRemeasuring({ ...data, ...page }, context);
    await this.executor.execute(remeasuringDecider, stream, advance);
  }
}

@Handles(LookAgain)
export class LookAgainHandler {
  constructor(private readonly executor: Executor) {}

  async execute(command: LookAgain): Promise<void> {
    await this.executor.execute(remeasuringDecider, `remeasuring-${command.data.id}`, command);
  }
}

export const remeasuringHandlers: Type[] = [StartRemeasuringHandler, RemeasureUsageHandler, LookAgainHandler];
