import { Body, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { AnswersPrices } from '../../../app/http/api-version.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { anyId, anyOf, flag, search, type Filter } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { DEFAULT_CURRENCY } from '../../../kernel/currencies.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { CreateProduct, UpdateProduct, UpdateProductBenefits } from './product.commands.ts';
import type { FieldAttachment, Price } from './product.events.ts';
import { productProjection } from './product.projection.ts';
import {
  Product,
  ProductBenefitsUpdate,
  ProductCreate,
  ProductList,
  ProductUpdate,
  VISIBILITIES,
  type AttachedCustomFieldCreate,
  type ProductPriceCreate,
  type ProductPriceUpdate,
} from './products.dto.ts';
import { ProductPresenter, ProductQueries } from './products.queries.ts';
import { givenTrial } from '../trials.dto.ts';

/** Products whose list of ids has any of the given ones. */
function having(field: 'benefit_ids' | 'custom_field_ids'): Filter {
  return {
    ...anyId(field),
    where: (values, name) => {
      anyId(field).where(values, name);
      return [{ or: values.map((value): Where => ({ has: [field, value.toLowerCase()] })) }];
    },
  };
}

export const productList: ListSpec = {
  sorting: {
    created_at: 'created_at',
    name: 'name_lower',
    price_amount_type: 'price_amount_type',
    price_amount: 'price_amount',
  },
  defaultSorting: ['-created_at'],
  filters: {
    id: anyId('id'),
    query: search('name_lower'),
    is_archived: flag('is_archived'),
    is_recurring: flag('is_recurring'),
    visibility: anyOf('visibility', VISIBILITIES),
    benefit_id: having('benefit_ids'),
    // Not in the contract: what a deletion of the field would change.
    custom_field_id: having('custom_field_ids'),
  },
};

@AnswersPrices()
@AlsoImpersonated()
@BillingController('products')
export class ProductsController {
  constructor(
    private readonly commands: Commands,
    private readonly products: ProductQueries,
    private readonly presenter: ProductPresenter,
  ) {}

  @Get()
  @Scopes('products:read', 'products:write')
  list(@List(productList) list: ListRequest, @CallerOf() caller: Caller): Promise<ProductList> {
    return this.products.list(list, caller);
  }

  @Post()
  @Scopes('products:write')
  create(@Body() body: ProductCreate, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<Product> {
    const { name, recurring_interval: recurringInterval } = body;
    const [description, metadata] = [body.description ?? null, body.metadata ?? {}];
    const productId = deriveUuid(context.requestId, 'product');
    const organizationId = organizationOf(caller, body.organization_id);
    const prices = body.prices.map((price, index) => newPrice(price, context, index));
    const medias = body.medias?.length ? { mediaIds: lowerCased(body.medias) } : {};
    const fields = body.attached_custom_fields?.length
      ? { customFields: attachments(body.attached_custom_fields) }
      : {};
    const trial = givenTrial(body);
    const sold = { name, description, recurringInterval, prices, metadata, ...medias, ...fields };
    const data = {
      productId,
      organizationId,
      ...sold,
      ...(trial && { trial }),
      ...(body.visibility && { visibility: body.visibility }),
    };
    return this.answer(new CreateProduct(data, { ...context, organizationId }));
  }

  @Get(':id')
  @Scopes('products:read', 'products:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Product> {
    return this.products.get(id, caller);
  }

  @Patch(':id')
  @Scopes('products:write')
  update(@Id() productId: string, @Body() body: ProductUpdate, @Ctx() context: Context): Promise<Product> {
    const prices = body.prices?.map((price, index) =>
      price.id === undefined ? newPrice(price, context, index) : { id: price.id },
    );
    const data = {
      productId,
      name: body.name ?? undefined,
      description: body.description,
      recurringInterval: body.recurring_interval ?? undefined,
      isArchived: body.is_archived ?? undefined,
      metadata: body.metadata ?? undefined,
      customFields: body.attached_custom_fields ? attachments(body.attached_custom_fields) : undefined,
      mediaIds: body.medias ? lowerCased(body.medias) : undefined,
      trial: givenTrial(body),
      visibility: body.visibility ?? undefined,
      prices,
    };
    return this.answer(new UpdateProduct(data, context));
  }

  @Post(':id/benefits')
  @HttpCode(200)
  @Scopes('products:write')
  updateBenefits(
    @Id() productId: string,
    @Body() { benefits: benefitIds }: ProductBenefitsUpdate,
    @Ctx() context: Context,
  ): Promise<Product> {
    return this.answer(new UpdateProductBenefits({ productId, benefitIds }, context));
  }

  private async answer(command: CreateProduct | UpdateProduct | UpdateProductBenefits): Promise<Product> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(productProjection, history)!);
  }
}

function newPrice(body: ProductPriceCreate | ProductPriceUpdate, context: Context, index: number): Price {
  const id = deriveUuid(context.requestId, `price:${index}`);
  const currency = body.price_currency ?? DEFAULT_CURRENCY;
  switch (body.amount_type!) {
    case 'free':
      return { id, amountType: 'free' };
    case 'fixed':
      if (body.price_amount === 0) return { id, amountType: 'free' };
      return { id, amountType: 'fixed', amount: body.price_amount!, currency };
    case 'custom': {
      const { minimum_amount = null, maximum_amount = null, preset_amount = null } = body;
      const limits = { minimumAmount: minimum_amount, maximumAmount: maximum_amount, presetAmount: preset_amount };
      return { id, amountType: 'custom', ...limits, currency };
    }
    case 'metered_unit': {
      const [meterId, unitAmount] = [body.meter_id!.toLowerCase(), body.unit_amount!];
      return { id, amountType: 'metered_unit', meterId, unitAmount, capAmount: body.cap_amount ?? null, currency };
    }
  }
}

function attachments(fields: readonly AttachedCustomFieldCreate[]): FieldAttachment[] {
  return fields.map(({ custom_field_id, required }) => ({ customFieldId: custom_field_id.toLowerCase(), required }));
}

/** Each id once, as ids are stored. */
function lowerCased(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
