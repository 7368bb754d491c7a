import { isDeepStrictEqual } from 'node:util';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { InvalidInput, NotFound, type FieldError } from '../../../kernel/errors.ts';
import type { Metadata } from '../metadata.ts';
import type { CreateProduct, DetachCustomField, UpdateProduct, UpdateProductBenefits } from './product.commands.ts';
import {
  isStatic,
  type FieldAttachment,
  type Price,
  type ProductEvent,
  type RecurringInterval,
  type Trial,
  type Visibility,
} from './product.events.ts';
import { refuseImpossibleLimits, refuseMixedCurrencies } from './product.rules.ts';

type ProductIntent = IntentOf<CreateProduct | UpdateProduct | UpdateProductBenefits | DetachCustomField>;
type Changes = UpdateProduct['data'];

interface Product {
  status: 'on_sale' | 'archived';
  productId: string;
  organizationId: string;
  name: string;
  description: string | null;
  recurringInterval: RecurringInterval | null;
  metadata: Metadata;
  /** Prices on sale, in order. */
  prices: Price[];
  customFields: FieldAttachment[];
  benefitIds: string[];
  mediaIds?: string[];
  trial?: Trial | null;
  visibility: Visibility;
}
type ProductState = { status: 'absent' } | Product;

/** A product and its prices (docs/BILLING.md#products). */
export const productDecider: Decider<ProductIntent, ProductState, ProductEvent> = {
  category: 'product',
  initial: { status: 'absent' },
  edits: {
    // A product can always be taken off sale.
    types: ['ProductUpdated', 'ProductPricesChanged', 'ProductBenefitsChanged', 'ProductUnarchived'],
    perDay: EDITS_PER_DAY,
  },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateProduct':
        return create(data, state);
      case 'UpdateProduct':
        return update(data, known(state));
      case 'UpdateProductBenefits':
        return updateBenefits(data, known(state));
      case 'DetachCustomField':
        return detach(data, known(state));
    }
  },

  evolve(state, event) {
    if (event.type === 'ProductCreated') return createdFrom(event.data);
    return state.status === 'absent' ? state : changed(state, event);
  },
};

function create(data: CreateProduct['data'], state: ProductState): ProductEvent[] {
  if (state.status !== 'absent') return [];
  refusePrices(data.prices, data.recurringInterval);
  refuseMixedCurrencies(data.prices);
  refuseImpossibleLimits(data.prices);
  refuseRepeated(data.customFields ?? []);
  refuseTrial(data.trial, data.recurringInterval);
  return [{ type: 'ProductCreated', data }];
}

function update(changes: Changes, product: Product): ProductEvent[] {
  if (changes.recurringInterval && changes.recurringInterval !== product.recurringInterval)
    throw InvalidInput.at('body.recurring_interval', 'The recurring interval of a product cannot be changed.');
  return [...updateFields(changes, product), ...updatePrices(changes, product), ...updateArchived(changes, product)];
}

function updateFields(
  { name, description, customFields, metadata, mediaIds, trial, visibility }: Changes,
  product: Product,
): ProductEvent[] {
  if (customFields) refuseRepeated(customFields);
  refuseTrial(trial, product.recurringInterval);
  const isSameForm = customFields === undefined || isDeepStrictEqual(customFields, product.customFields);
  const changes = {
    ...(name !== undefined && name !== product.name && { name }),
    ...(description !== undefined && description !== product.description && { description }),
    ...(!isSameForm && { customFields }),
    ...(metadata !== undefined && !isDeepStrictEqual(metadata, product.metadata) && { metadata }),
    ...(mediaIds !== undefined && !isDeepStrictEqual(mediaIds, product.mediaIds ?? []) && { mediaIds }),
    ...(trial !== undefined && !isDeepStrictEqual(trial, product.trial ?? null) && { trial }),
    ...(visibility !== undefined && visibility !== product.visibility && { visibility }),
  };
  if (Object.keys(changes).length === 0) return [];
  return [{ type: 'ProductUpdated', data: { productId: product.productId, ...changes } }];
}

/** Prices that the new list does not name are archived. */
function updatePrices({ prices }: Changes, { productId, prices: onSale, recurringInterval }: Product): ProductEvent[] {
  if (prices === undefined) return [];
  const added = prices.filter((price): price is Price => price.amountType !== undefined);
  const kept = prices.filter(({ amountType }) => amountType === undefined).map(({ id }) => id);
  const unknown = prices.flatMap(({ id, amountType }, index): FieldError[] =>
    amountType !== undefined || onSale.some((price) => price.id === id)
      ? []
      : [{ loc: ['body', 'prices', index, 'id'], msg: 'Price does not exist.', type: 'value_error' }],
  );
  if (unknown.length > 0) throw new InvalidInput(unknown);
  refusePrices([...onSale.filter(({ id }) => kept.includes(id)), ...added], recurringInterval);
  refuseMixedCurrencies(
    prices.map((price) => (price.amountType === undefined ? onSale.find(({ id }) => id === price.id) : price)),
  );
  refuseImpossibleLimits(prices.map((price) => (price.amountType === undefined ? undefined : price)));
  const archived = onSale.filter(({ id }) => !kept.includes(id)).map(({ id }) => id);
  if (archived.length === 0 && added.length === 0) return [];
  return [{ type: 'ProductPricesChanged', data: { productId, archived, added } }];
}

function updateArchived({ isArchived }: Changes, { productId, status }: Product): ProductEvent[] {
  if (isArchived === true && status === 'on_sale') return [{ type: 'ProductArchived', data: { productId } }];
  if (isArchived === false && status === 'archived') return [{ type: 'ProductUnarchived', data: { productId } }];
  return [];
}

function updateBenefits({ benefitIds }: UpdateProductBenefits['data'], product: Product): ProductEvent[] {
  if (isDeepStrictEqual(benefitIds, product.benefitIds)) return [];
  return [{ type: 'ProductBenefitsChanged', data: { productId: product.productId, benefitIds } }];
}

function detach(
  { customFieldId }: DetachCustomField['data'],
  { productId, customFields: attached }: Product,
): ProductEvent[] {
  const customFields = attached.filter((field) => field.customFieldId !== customFieldId);
  return customFields.length < attached.length ? [{ type: 'ProductUpdated', data: { productId, customFields } }] : [];
}

/** A product has at most one static price on sale, and at most one metered one per meter (docs/BILLING.md#products). */
function refusePrices(prices: readonly Price[], recurringInterval: RecurringInterval | null): void {
  if (prices.length === 0) throw InvalidInput.at('body.prices', 'At least one price is required.', 'too_short');
  if (prices.filter(isStatic).length > 1) throw InvalidInput.at('body.prices', 'Only one static price is allowed.');
  const meters = prices.flatMap((price) => (isStatic(price) ? [] : [price.meterId]));
  if (meters.length > 0 && recurringInterval === null)
    throw InvalidInput.at('body.prices', 'Metered pricing is not supported on one-time products.');
  if (new Set(meters).size < meters.length)
    throw InvalidInput.at('body.prices', 'Only one price per meter is allowed.');
}

function refuseRepeated(customFields: readonly FieldAttachment[]): void {
  const ids = customFields.map(({ customFieldId }) => customFieldId);
  if (new Set(ids).size < ids.length)
    throw InvalidInput.at('body.attached_custom_fields', 'A custom field can be attached only once.');
}

function refuseTrial(trial: Trial | null | undefined, recurringInterval: RecurringInterval | null): void {
  if (trial && recurringInterval === null)
    throw InvalidInput.at('body.trial_interval', 'Only recurring products can have a trial.');
}

function known(state: ProductState): Product {
  if (state.status === 'absent') throw new NotFound();
  return state;
}

function createdFrom(data: Extract<ProductEvent, { type: 'ProductCreated' }>['data']): Product {
  return { customFields: [], visibility: 'public', ...data, status: 'on_sale', benefitIds: [] };
}

function changed(product: Product, event: Exclude<ProductEvent, { type: 'ProductCreated' }>): Product {
  switch (event.type) {
    case 'ProductUpdated':
      return { ...product, ...event.data };
    case 'ProductPricesChanged': {
      const { archived, added } = event.data;
      return { ...product, prices: [...product.prices.filter(({ id }) => !archived.includes(id)), ...added] };
    }
    case 'ProductBenefitsChanged':
      return { ...product, benefitIds: event.data.benefitIds };
    case 'ProductArchived':
      return { ...product, status: 'archived' };
    case 'ProductUnarchived':
      return { ...product, status: 'on_sale' };
  }
}
