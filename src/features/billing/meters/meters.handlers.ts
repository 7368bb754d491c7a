import { isDeepStrictEqual } from 'node:util';
import { Inject, type Type } from '@nestjs/common';
import { Handles, handlersOf } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { CreateMeter, FreezeMeter, ServeMeterRevision, UpdateMeter } from './meter.commands.ts';
import { meterDecider } from './meter.decider.ts';
import { meterStream, type MeterEvent } from './meter.events.ts';
import { demandClauses, demandRoom } from './meter-limits.rules.ts';
import { filterOf } from './meter.projection.ts';
import { MeterReader } from './meters.queries.ts';

type Changed = Executed<unknown, MeterEvent>;

/** @throws InvalidInput the organization has as many meters, or clauses in them, as it can have */
@Handles(CreateMeter)
export class CreateMeterHandler {
  constructor(
    private readonly executor: Executor,
    private readonly meters: MeterReader,
    private readonly locks: KeyedLock,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** One at a time per organization, so that two requests cannot pass the limits together. */
  execute(command: CreateMeter): Promise<Changed> {
    return this.locks.withLock('meters', command.data.organizationId, () => this.create(command));
  }

  private async create(command: CreateMeter): Promise<Changed> {
    const { meterId, organizationId, filter } = command.data;
    // A repeated request is answered with the meter that it created.
    if (!(await this.meters.folded(meterId, command.context.scope))) {
      await caughtUp(this.runtime, this.store, 'billing');
      const meters = await this.meters.ofOrganization(organizationId);
      demandRoom(meters);
      demandClauses(meters, meterId, filter);
    }
    return this.executor.execute(meterDecider, meterStream(meterId), command);
  }
}

/** @throws InvalidInput the organization's filters would have too many clauses */
@Handles(UpdateMeter)
export class UpdateMeterHandler {
  constructor(
    private readonly executor: Executor,
    private readonly meters: MeterReader,
    private readonly locks: KeyedLock,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute(command: UpdateMeter): Promise<Changed> {
    const { meterId, filter, aggregation } = command.data;
    const meter = await this.meters.folded(meterId, command.context.scope);
    // Also a changed aggregation is another definition, which measures beside the one before it.
    if (!meter || (filter ?? aggregation) === undefined) return this.update(command);
    return this.locks.withLock('meters', meter.organization_id, () => this.redefine(command));
  }

  private async redefine(command: UpdateMeter): Promise<Changed> {
    const { meterId } = command.data;
    const { organization_id, ...before } = (await this.meters.folded(meterId, 'any'))!;
    const { filter = filterOf(before), aggregation = before.aggregation } = command.data;
    if (!isDeepStrictEqual([filter, aggregation], [filterOf(before), before.aggregation])) {
      await caughtUp(this.runtime, this.store, 'billing');
      demandClauses(await this.meters.ofOrganization(organization_id), meterId, filter);
    }
    return this.update(command);
  }

  private update(command: UpdateMeter): Promise<Changed> {
    return this.executor.execute(meterDecider, meterStream(command.data.meterId), command);
  }
}

export const meterHandlers: Type[] = [
  CreateMeterHandler,
  UpdateMeterHandler,
  ...handlersOf(meterDecider, ({ meterId }) => meterStream(meterId), ServeMeterRevision, FreezeMeter),
];
