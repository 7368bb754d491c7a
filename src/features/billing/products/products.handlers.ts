import type { Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import { CreateProduct, UpdateProduct, UpdateProductBenefits } from './product.commands.ts';
import { productDecider } from './product.decider.ts';
import { productStream, type ProductEvent } from './product.events.ts';

/** @throws InvalidInput a benefit does not exist in the product's organization, or is deleted */
@CommandHandler(UpdateProductBenefits)
export class UpdateProductBenefitsHandler {
  constructor(
    private readonly executor: Executor,
    private readonly benefits: BenefitReader,
  ) {}

  async execute(command: UpdateProductBenefits): Promise<Executed<unknown, ProductEvent>> {
    const { productId, benefitIds } = command.data;
    const stream = productStream(productId);
    const { state } = await this.executor.state(productDecider, stream, command.context.scope);
    if (state.status !== 'absent') await this.refuseUnknown(benefitIds, state.organizationId);
    return this.executor.execute(productDecider, stream, command);
  }

  private async refuseUnknown(benefitIds: readonly string[], organizationId: string): Promise<void> {
    const live = await this.benefits.live(benefitIds, { organizationIds: [organizationId] });
    const known = live.map(({ id }) => id);
    const unknown = benefitIds.flatMap((id, index): FieldError[] =>
      known.includes(id)
        ? []
        : [{ loc: ['body', 'benefits', index], msg: 'Benefit does not exist.', type: 'value_error' }],
    );
    if (unknown.length > 0) throw new InvalidInput(unknown);
  }
}

export const productHandlers: Type[] = [
  UpdateProductBenefitsHandler,
  ...handlersOf(productDecider, ({ productId }) => productStream(productId), CreateProduct, UpdateProduct),
];
