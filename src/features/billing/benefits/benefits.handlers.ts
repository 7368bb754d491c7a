import type { Type } from '@nestjs/common';
import { Handles, handlersOf } from '../../../app/commands.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { FileReader } from '../files/files.queries.ts';
import { CreateBenefit, DeleteBenefit, UpdateBenefit } from './benefit.commands.ts';
import { benefitDecider, type BenefitState } from './benefit.decider.ts';
import { benefitStream, type BenefitEvent, type BenefitProperties } from './benefit.events.ts';

type Changed = Executed<BenefitState, BenefitEvent>;

@Handles(CreateBenefit)
export class CreateBenefitHandler {
  constructor(
    private readonly executor: Executor,
    private readonly files: FileReader,
  ) {}

  async execute(command: CreateBenefit): Promise<Changed> {
    const { benefitId, organizationId, properties } = command.data;
    await this.files.demandDownloadables(filesOf(properties), organizationId);
    return this.executor.execute(benefitDecider, benefitStream(benefitId), command);
  }
}

@Handles(UpdateBenefit)
export class UpdateBenefitHandler {
  constructor(
    private readonly executor: Executor,
    private readonly files: FileReader,
  ) {}

  async execute(command: UpdateBenefit): Promise<Changed> {
    const { benefitId, properties } = command.data;
    const stream = benefitStream(benefitId);
    const { state } = await this.executor.state(benefitDecider, stream, command.context.scope);
    if (properties && state.status === 'active')
      // What it has may stay, also if it was deleted meanwhile.
      await this.files.demandDownloadables(filesOf(properties), state.organizationId, filesOf(state.properties));
    return this.executor.execute(benefitDecider, stream, command);
  }
}

function filesOf(properties: BenefitProperties): string[] {
  return properties.type === 'downloadables' ? properties.files : [];
}

export const benefitHandlers: Type[] = [
  CreateBenefitHandler,
  UpdateBenefitHandler,
  ...handlersOf(benefitDecider, ({ benefitId }: { benefitId: string }) => benefitStream(benefitId), DeleteBenefit),
];
