import type { Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { FileReader } from '../files/files.queries.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import { CreateBenefit, DeleteBenefit, UpdateBenefit } from './benefit.commands.ts';
import { benefitDecider, type BenefitState } from './benefit.decider.ts';
import { benefitStream, type BenefitEvent, type BenefitProperties } from './benefit.events.ts';

type Changed = Executed<BenefitState, BenefitEvent>;

@CommandHandler(CreateBenefit)
export class CreateBenefitHandler {
  constructor(
    private readonly executor: Executor,
    private readonly files: FileReader,
    private readonly meters: MeterReader,
  ) {}

  async execute(command: CreateBenefit): Promise<Changed> {
    const { benefitId, organizationId, properties } = command.data;
    await demandNamed(properties, organizationId, this.files, this.meters);
    return this.executor.execute(benefitDecider, benefitStream(benefitId), command);
  }
}

@CommandHandler(UpdateBenefit)
export class UpdateBenefitHandler {
  constructor(
    private readonly executor: Executor,
    private readonly files: FileReader,
    private readonly meters: MeterReader,
  ) {}

  async execute(command: UpdateBenefit): Promise<Changed> {
    const { benefitId, properties } = command.data;
    const stream = benefitStream(benefitId);
    const { state } = await this.executor.state(benefitDecider, stream, command.context.scope);
    if (properties && state.status === 'active')
      await demandNamed(properties, state.organizationId, this.files, this.meters);
    return this.executor.execute(benefitDecider, stream, command);
  }
}

/** @throws InvalidInput a file or meter that the properties name is none of the organization's */
async function demandNamed(
  properties: BenefitProperties,
  organizationId: string,
  files: FileReader,
  meters: MeterReader,
): Promise<void> {
  if (properties.type === 'downloadables') await files.demandDownloadables(properties.files, organizationId);
  if (properties.type !== 'meter_credit') return;
  const meter = await meters.folded(properties.meterId, { organizationIds: [organizationId] });
  const error: FieldError = {
    loc: ['body', 'properties', 'meter_id'],
    msg: 'Meter does not exist.',
    type: 'value_error',
  };
  if (!meter) throw new InvalidInput([error]);
}

export const benefitHandlers: Type[] = [
  CreateBenefitHandler,
  UpdateBenefitHandler,
  ...handlersOf(benefitDecider, ({ benefitId }: { benefitId: string }) => benefitStream(benefitId), DeleteBenefit),
];
