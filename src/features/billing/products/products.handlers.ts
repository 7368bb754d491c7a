import { Handles } from '../../../app/commands.ts';
import { Inject, Injectable, type Type } from '@nestjs/common';
import { caughtUp } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import { CustomFieldReader } from '../custom-fields/custom-fields.queries.ts';
import { FileReader } from '../files/files.queries.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import {
  CreateProduct,
  DetachCustomField,
  DetachFromProducts,
  UpdateProduct,
  UpdateProductBenefits,
} from './product.commands.ts';
import { productDecider } from './product.decider.ts';
import { productStream, type FieldAttachment, type ProductEvent } from './product.events.ts';
import { ProductReader } from './products.queries.ts';

/** @throws InvalidInput a benefit does not exist in the product's organization, or is deleted */
@Handles(UpdateProductBenefits)
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

/** Whether what a product refers to exists in its organization. */
@Injectable()
export class ProductFacts {
  constructor(
    private readonly files: FileReader,
    private readonly meters: MeterReader,
    private readonly fields: CustomFieldReader,
  ) {}

  /** @throws InvalidInput a media is no uploaded file for products, or a meter or custom field does not exist */
  async refuseUnknown(
    {
      mediaIds = [],
      prices = [],
      customFields = [],
    }: Pick<UpdateProduct['data'], 'mediaIds' | 'prices' | 'customFields'>,
    organizationId: string,
    present: { mediaIds?: string[]; customFields: FieldAttachment[] } = { customFields: [] },
  ): Promise<void> {
    await this.files.demandMedias(mediaIds, organizationId, present.mediaIds);
    const scope = { organizationIds: [organizationId] };
    const metered = await Promise.all(
      prices.map(async (price, index): Promise<FieldError[]> => {
        if (price.amountType !== 'metered_unit' || (await this.meters.folded(price.meterId, scope))) return [];
        return [{ loc: ['body', 'prices', index, 'meter_id'], msg: 'Meter does not exist.', type: 'value_error' }];
      }),
    );
    const live = await this.fields.live(
      customFields.map(({ customFieldId }) => customFieldId),
      scope,
    );
    const known = new Set([...live.map(({ id }) => id), ...present.customFields.map((field) => field.customFieldId)]);
    const unknown = customFields.flatMap(({ customFieldId }, index): FieldError[] => {
      const loc = ['body', 'attached_custom_fields', index, 'custom_field_id'];
      return known.has(customFieldId) ? [] : [{ loc, msg: 'Custom field does not exist.', type: 'value_error' }];
    });
    const errors = [...metered.flat(), ...unknown];
    if (errors.length > 0) throw new InvalidInput(errors);
  }
}

@Handles(CreateProduct)
export class CreateProductHandler {
  constructor(
    private readonly executor: Executor,
    private readonly facts: ProductFacts,
  ) {}

  async execute(command: CreateProduct): Promise<Executed<unknown, ProductEvent>> {
    const { productId, organizationId } = command.data;
    await this.facts.refuseUnknown(command.data, organizationId);
    return this.executor.execute(productDecider, productStream(productId), command);
  }
}

/** What it refers to already is not checked again: some of it may be deleted. */
@Handles(UpdateProduct)
export class UpdateProductHandler {
  constructor(
    private readonly executor: Executor,
    private readonly facts: ProductFacts,
  ) {}

  async execute(command: UpdateProduct): Promise<Executed<unknown, ProductEvent>> {
    const { productId, mediaIds, prices, customFields } = command.data;
    const stream = productStream(productId);
    if (mediaIds ?? prices ?? customFields) {
      const { state } = await this.executor.state(productDecider, stream, command.context.scope);
      if (state.status !== 'absent') await this.facts.refuseUnknown(command.data, state.organizationId, state);
    }
    return this.executor.execute(productDecider, stream, command);
  }
}

@Handles(DetachFromProducts)
export class DetachFromProductsHandler {
  constructor(
    private readonly executor: Executor,
    private readonly products: ProductReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { customFieldId, organizationId }, context }: DetachFromProducts): Promise<void> {
    await caughtUp(this.runtime, this.store, 'billing');
    for (const productId of await this.products.withCustomField(customFieldId, organizationId)) {
      const command = new DetachCustomField({ productId, customFieldId }, context, `DetachCustomField:${productId}`);
      await this.executor.execute(productDecider, productStream(productId), command);
    }
  }
}

export const productHandlers: Type[] = [
  CreateProductHandler,
  UpdateProductHandler,
  UpdateProductBenefitsHandler,
  DetachFromProductsHandler,
];
