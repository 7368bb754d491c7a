import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Metadata } from '../metadata.ts';
import type { BenefitEvent, BenefitProperties, BenefitType } from './benefit.events.ts';

type Changed = Executed<unknown, BenefitEvent>;

export class CreateBenefit extends command('CreateBenefit')<
  {
    benefitId: string;
    organizationId: string;
    description: string;
    properties: BenefitProperties;
    metadata: Metadata;
  },
  Changed
> {}
/** Changes only the given fields. */
export class UpdateBenefit extends command('UpdateBenefit')<
  {
    benefitId: string;
    /** Which it has to be already. */
    type?: BenefitType;
    description?: string;
    properties?: BenefitProperties;
    metadata?: Metadata;
  },
  Changed
> {}
export class DeleteBenefit extends command('DeleteBenefit')<{ benefitId: string }> {}
