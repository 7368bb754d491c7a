import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Metadata } from '../metadata.ts';
import type { FieldAttachment, Price, ProductEvent, RecurringInterval, Trial, Visibility } from './product.events.ts';

type Changed = Executed<unknown, ProductEvent>;

export class CreateProduct extends command('CreateProduct')<
  {
    productId: string;
    organizationId: string;
    name: string;
    description: string | null;
    recurringInterval: RecurringInterval | null;
    prices: Price[];
    customFields?: FieldAttachment[];
    metadata: Metadata;
    /** Uploaded files; the handler checks them. */
    mediaIds?: string[];
    trial?: Trial;
    visibility?: Visibility;
  },
  Changed
> {}
/** Changes only the given fields. `prices` is the whole new list: an id keeps that price, and prices it does not list are archived. */
export class UpdateProduct extends command('UpdateProduct')<
  {
    productId: string;
    name?: string;
    description?: string | null;
    /** The whole new list. */
    customFields?: FieldAttachment[];
    metadata?: Metadata;
    isArchived?: boolean;
    /** The whole new list, in order; the handler checks it. */
    mediaIds?: string[];
    trial?: Trial | null;
    visibility?: Visibility;
    /** Never changes: the decider refuses a different one. */
    recurringInterval?: RecurringInterval;
    prices?: ({ id: string; amountType?: undefined } | Price)[];
  },
  Changed
> {}
/** Takes a deleted custom field off every product that asks for it. */
export class DetachFromProducts extends command('DetachFromProducts')<{
  customFieldId: string;
  organizationId: string;
}> {}
export class DetachCustomField extends command('DetachCustomField')<{ productId: string; customFieldId: string }> {}
/** Replaces the list of benefits. The handler checks that they exist. */
export class UpdateProductBenefits extends command('UpdateProductBenefits')<
  { productId: string; benefitIds: string[] },
  Changed
> {}
