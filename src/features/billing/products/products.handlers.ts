import type { Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import { FileReader } from '../files/files.queries.ts';
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

/** @throws InvalidInput a media is no uploaded file for products of its organization */
@CommandHandler(CreateProduct)
export class CreateProductHandler {
  constructor(
    private readonly executor: Executor,
    private readonly files: FileReader,
  ) {}

  async execute(command: CreateProduct): Promise<Executed<unknown, ProductEvent>> {
    const { productId, organizationId, mediaIds = [] } = command.data;
    await this.files.demandMedias(mediaIds, organizationId);
    return this.executor.execute(productDecider, productStream(productId), command);
  }
}

/** Media that it has already are not checked again: one of them may be deleted. @throws InvalidInput as above */
@CommandHandler(UpdateProduct)
export class UpdateProductHandler {
  constructor(
    private readonly executor: Executor,
    private readonly files: FileReader,
  ) {}

  async execute(command: UpdateProduct): Promise<Executed<unknown, ProductEvent>> {
    const { productId, mediaIds } = command.data;
    const stream = productStream(productId);
    if (mediaIds) {
      const { state } = await this.executor.state(productDecider, stream, command.context.scope);
      if (state.status !== 'absent') await this.files.demandMedias(mediaIds, state.organizationId, state.mediaIds);
    }
    return this.executor.execute(productDecider, stream, command);
  }
}

export const productHandlers: Type[] = [CreateProductHandler, UpdateProductHandler, UpdateProductBenefitsHandler];
