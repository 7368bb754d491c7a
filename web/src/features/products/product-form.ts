import type { FieldAttachment, NewPrice } from '@/api/products';
import type { Interval, Product, ProductMedia, ProductPrice } from '@/api/types';
import { amountIn, type TypedAmount } from '@/lib/amounts';
import { DEFAULT_CURRENCY } from '@/lib/currencies';
import { metadataLines, metadataOf, type Metadata, type MetadataLine } from '@/lib/metadata';
import { meteredPrices, offeredPrice } from '@/lib/price';
import type { TrialInterval } from '@/lib/trials';
import { typedUnitPrice, unitAmountOf } from '@/lib/unit-price';
import type { Picked } from '@/ui/PickMany';

type MeteredPrice = Extract<ProductPrice, { amount_type: 'metered_unit' }>;

/** What each unit that a meter counts costs. */
export interface MeteredFields {
  meterId: string;
  meterName: string;
  /** As typed, in the currency's unit: "0.05". */
  unit: string;
  /** null: as much as is counted. */
  cap: TypedAmount;
}

/** A custom field that buyers fill in. */
export interface AttachedField {
  id: string;
  label: string;
  slug: string;
  required: boolean;
}

export interface ProductFields {
  name: string;
  description: string;
  interval: Interval | 'once';
  /** `metered`: only what meters count is charged. */
  amountType: 'fixed' | 'free' | 'custom' | 'metered';
  /** Of all its prices. */
  currency: string;
  amount: TypedAmount;
  minimum: TypedAmount;
  maximum: TypedAmount;
  preset: TypedAmount;
  metered: MeteredFields[];
  /** null: new subscriptions have no trial. */
  trialCount: number | null;
  trialInterval: TrialInterval;
  medias: ProductMedia[];
  attached: AttachedField[];
  benefits: Picked[];
  metadata: MetadataLine[];
  visibility: Product['visibility'];
}

const blank: ProductFields = {
  name: '',
  description: '',
  interval: 'month',
  amountType: 'fixed',
  currency: DEFAULT_CURRENCY,
  amount: null,
  minimum: null,
  maximum: null,
  preset: null,
  metered: [],
  trialCount: null,
  trialInterval: 'day',
  medias: [],
  attached: [],
  benefits: [],
  metadata: [],
  visibility: 'public',
};

/** Of a new product. @param currency the organization's own */
export function blankIn(currency: string): ProductFields {
  return { ...blank, currency };
}

/** @param own the organization's currency, for what is free so far */
export function fieldsOf(product: Product, own: string): ProductFields {
  const price = offeredPrice(product.prices);
  const charged = [price, ...meteredPrices(product.prices)].find((one) => one && one.amount_type !== 'free');
  return {
    name: product.name,
    description: product.description ?? '',
    interval: product.recurring_interval ?? 'once',
    amountType: price?.amount_type ?? 'metered',
    currency: (charged && 'price_currency' in charged && charged.price_currency) || own,
    amount: price?.amount_type === 'fixed' ? price.price_amount : null,
    ...limitsOf(price?.amount_type === 'custom' ? price : undefined),
    metered: meteredPrices(product.prices).map(meteredFields),
    trialCount: product.trial_interval_count,
    trialInterval: product.trial_interval ?? 'day',
    medias: product.medias,
    attached: product.attached_custom_fields.map(({ custom_field_id, required, custom_field: { name, slug } }) => ({
      id: custom_field_id,
      label: name,
      slug,
      required,
    })),
    benefits: product.benefits.map(({ id, description }) => ({ id, label: description })),
    metadata: metadataLines(product.metadata),
    visibility: product.visibility,
  };
}

function meteredFields({ meter, unit_amount, cap_amount, price_currency }: MeteredPrice): MeteredFields {
  const unit = typedUnitPrice(unit_amount, price_currency);
  return { meterId: meter.id, meterName: meter.name, unit, cap: cap_amount };
}

function limitsOf(price?: Extract<ProductPrice, { amount_type: 'custom' }>) {
  const { minimum_amount = null, maximum_amount = null, preset_amount = null } = price ?? {};
  return { minimum: minimum_amount, maximum: maximum_amount, preset: preset_amount };
}

/** Whether new subscriptions begin with a trial: neither what is bought once nor what is free does. */
export function hasTrial(fields: ProductFields): boolean {
  return mayHaveTrial(fields) && fields.trialCount !== null;
}

export function mayHaveTrial({
  interval,
  amountType,
  metered,
}: Pick<ProductFields, 'interval' | 'amountType' | 'metered'>): boolean {
  return interval !== 'once' && (amountType !== 'free' || metered.length > 0);
}

/** What is the same in a new and in a changed product. */
export function contentOf(fields: ProductFields, before?: Metadata) {
  return {
    name: fields.name,
    description: fields.description || null,
    visibility: fields.visibility,
    trial_interval: hasTrial(fields) ? fields.trialInterval : null,
    trial_interval_count: hasTrial(fields) ? fields.trialCount : null,
    medias: fields.medias.map(({ id }) => id),
    attached_custom_fields: fields.attached.map(({ id, required }): FieldAttachment => ({
      custom_field_id: id,
      required,
    })),
    metadata: metadataOf(fields.metadata, before),
    benefits: fields.benefits.map(({ id }) => id),
  };
}

/** The static price, if there is one, then those of the meters. */
export function newPrices(fields: ProductFields): NewPrice[] {
  const metered =
    fields.interval === 'once' ? [] : fields.metered.map((metered) => newMeteredPrice(metered, fields.currency));
  return fields.amountType === 'metered' ? metered : [newStaticPrice(fields), ...metered];
}

function newStaticPrice({ amountType, currency, amount, minimum, maximum, preset }: ProductFields): NewPrice {
  if (amountType === 'custom') {
    const limits = {
      minimum_amount: amountIn(minimum),
      maximum_amount: amountIn(maximum),
      preset_amount: amountIn(preset),
    };
    return { amount_type: 'custom', ...limits, price_currency: currency };
  }
  if (amountType === 'fixed')
    return { amount_type: 'fixed', price_amount: amountIn(amount) ?? 0, price_currency: currency };
  return { amount_type: 'free' };
}

function newMeteredPrice({ meterId, unit, cap }: MeteredFields, currency: string): NewPrice {
  const unit_amount = unitAmountOf(unit, currency) ?? unit;
  const cap_amount = amountIn(cap);
  return { amount_type: 'metered_unit', meter_id: meterId, unit_amount, cap_amount, price_currency: currency };
}

/** All prices of the product: unchanged ones are kept by their id, so that they are not archived and replaced. */
export function priceChanges(fields: ProductFields, current: readonly ProductPrice[]): ({ id: string } | NewPrice)[] {
  return newPrices(fields).map((wanted) => {
    const same = current.find((price) => !price.is_archived && isSame(wanted, price));
    return same ? { id: same.id } : wanted;
  });
}

const limits = ['minimum_amount', 'maximum_amount', 'preset_amount'] as const;
const metering = ['meter_id', 'unit_amount', 'cap_amount'] as const;

function isSame(wanted: NewPrice, current: ProductPrice): boolean {
  if ('price_currency' in wanted && 'price_currency' in current && wanted.price_currency !== current.price_currency)
    return false;
  if (wanted.amount_type === 'fixed' && current.amount_type === 'fixed')
    return wanted.price_amount === current.price_amount;
  if (wanted.amount_type === 'custom' && current.amount_type === 'custom')
    return limits.every((limit) => wanted[limit] === current[limit]);
  if (wanted.amount_type === 'metered_unit' && current.amount_type === 'metered_unit')
    return metering.every((term) => wanted[term] === current[term]);
  return wanted.amount_type === current.amount_type;
}

type FormPath =
  | keyof ProductFields
  | `metered.${number}.${'unit' | 'cap'}`
  | `attached.${number}`
  | `medias.${number}`
  | `metadata.${number}.key`;

/** The contract's field names that differ from the form's; the server may name the type of a price within its path. */
export function namesIn(fields: ProductFields): Record<string, FormPath> {
  const statics = fields.amountType === 'metered' ? 0 : 1;
  const entries: (readonly [string, FormPath])[] = [
    ['recurring_interval', 'interval'],
    ['trial_interval', 'trialInterval'],
    ['trial_interval_count', 'trialCount'],
    ['prices', 'amountType'],
    ['attached_custom_fields', 'attached'],
    ...fields.medias.map((_, at) => [`medias.${at}`, 'medias'] as const),
    ...fields.attached.flatMap((_, at) =>
      ['', '.custom_field_id', '.required'].map(
        (part) => [`attached_custom_fields.${at}${part}`, `attached.${at}`] as const,
      ),
    ),
  ];
  const atPrice = (index: number, type: string, part: string, path: FormPath) =>
    entries.push([`prices.${index}${part}`, path], [`prices.${index}.${type}${part}`, path]);
  if (statics === 1) {
    for (const part of ['', '.id', '.amount_type']) atPrice(0, fields.amountType, part, 'amountType');
    atPrice(0, fields.amountType, '.price_currency', 'currency');
    atPrice(0, 'fixed', '.price_amount', 'amount');
    atPrice(0, 'custom', '.minimum_amount', 'minimum');
    atPrice(0, 'custom', '.maximum_amount', 'maximum');
    atPrice(0, 'custom', '.preset_amount', 'preset');
  }
  fields.metered.forEach((_, at) => {
    for (const part of ['', '.id', '.meter_id', '.unit_amount'])
      atPrice(at + statics, 'metered_unit', part, `metered.${at}.unit`);
    atPrice(at + statics, 'metered_unit', '.price_currency', 'currency');
    atPrice(at + statics, 'metered_unit', '.cap_amount', `metered.${at}.cap`);
  });
  return Object.fromEntries(entries);
}
