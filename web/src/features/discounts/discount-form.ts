import type { DiscountChange, useCreateDiscount } from '@/api/discounts';
import type { Discount } from '@/api/types';
import { amountIn, type TypedAmount } from '@/lib/amounts';
import { DEFAULT_CURRENCY } from '@/lib/currencies';
import { metadataLines, metadataOf, type MetadataLine } from '@/lib/metadata';
import { percentIn, wholeIn, writtenNumber } from '@/lib/typed-number';
import { lastOfDay, localDay, startOfDay } from '@/lib/zone';

export interface DiscountFields {
  name: string;
  code: string;
  type: 'percentage' | 'fixed';
  /** Of a fixed amount. */
  currency: string;
  amount: TypedAmount;
  /** As typed: "25.5", "25,5". */
  percentage: string;
  duration: 'once' | 'repeating' | 'forever';
  /** As typed, in `unit`. */
  length: string;
  unit: 'months' | 'years';
  products: { id: string; label: string }[];
  /** Days in the organization's zone, or ''. */
  starts: string;
  ends: string;
  /** As typed, or '' for no maximum. */
  max: string;
  metadata: MetadataLine[];
}

export const blank: DiscountFields = {
  name: '',
  code: '',
  type: 'percentage',
  currency: DEFAULT_CURRENCY,
  amount: null,
  percentage: '',
  duration: 'once',
  length: '',
  unit: 'months',
  products: [],
  starts: '',
  ends: '',
  max: '',
  metadata: [],
};

export function fieldsOf(discount: Discount): DiscountFields {
  const { starts_at, ends_at, basis_points, duration_in_months, max_redemptions } = discount;
  return {
    name: discount.name,
    code: discount.code ?? '',
    type: discount.type,
    currency: discount.currency ?? DEFAULT_CURRENCY,
    amount: discount.amount ?? null,
    percentage: basis_points === undefined ? '' : writtenNumber(String(basis_points / 100)),
    duration: discount.duration,
    ...lengthOf(duration_in_months),
    products: discount.products.map(({ id, name }) => ({ id, label: name })),
    starts: starts_at ? localDay(starts_at) : '',
    ends: ends_at ? localDay(ends_at) : '',
    max: max_redemptions === null ? '' : String(max_redemptions),
    metadata: metadataLines(discount.metadata),
  };
}

function lengthOf(months?: number): Pick<DiscountFields, 'length' | 'unit'> {
  if (months === undefined) return { length: '', unit: 'months' };
  return months % 12 === 0
    ? { length: String(months / 12), unit: 'years' }
    : { length: String(months), unit: 'months' };
}

export function monthsIn({ length, unit }: Pick<DiscountFields, 'length' | 'unit'>): number {
  return wholeIn(length) * (unit === 'years' ? 12 : 1);
}

type NewDiscount = Parameters<ReturnType<typeof useCreateDiscount>['mutateAsync']>[0];

export function newDiscount(fields: DiscountFields): NewDiscount {
  const { name, code, type, currency, amount, duration, products, max } = fields;
  return {
    name,
    code: code || null,
    type,
    ...(type === 'fixed'
      ? { amount: amountIn(amount) ?? 0, currency }
      : { basis_points: basisPoints(fields.percentage) ?? 0 }),
    duration,
    ...(duration === 'repeating' && { duration_in_months: monthsIn(fields) }),
    products: idsOf(products),
    starts_at: startOf(fields),
    ends_at: endOf(fields),
    max_redemptions: max === '' ? null : wholeIn(max),
    metadata: metadataOf(fields.metadata, undefined),
  };
}

/** Only what was changed: dates of programs may be within a day, and what has been redeemed is frozen. */
export function changeOf(fields: DiscountFields, discount: Discount): DiscountChange {
  const before = fieldsOf(discount);
  const isChanged = (name: keyof DiscountFields) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]);
  return {
    ...(isChanged('name') && { name: fields.name }),
    ...(isChanged('code') && { code: fields.code || null }),
    ...(isChanged('amount') && { amount: amountIn(fields.amount) }),
    ...(isChanged('percentage') && { basis_points: basisPoints(fields.percentage) ?? 0 }),
    ...((isChanged('length') || isChanged('unit')) && { duration_in_months: monthsIn(fields) }),
    ...(isChanged('products') && { products: idsOf(fields.products) }),
    ...(isChanged('starts') && { starts_at: startOf(fields) }),
    ...(isChanged('ends') && { ends_at: endOf(fields) }),
    ...(isChanged('max') && { max_redemptions: fields.max === '' ? null : wholeIn(fields.max) }),
    ...(isChanged('metadata') && { metadata: metadataOf(fields.metadata, discount.metadata) }),
  };
}

/** "25.5" → 2550; undefined if it is no percentage. */
export function basisPoints(percentage: string): number | undefined {
  const percent = percentIn(percentage, 2);
  return percent === undefined ? undefined : Math.round(Number(percent) * 100);
}

function startOf({ starts }: DiscountFields): string | null {
  return starts ? startOfDay(starts) : null;
}

/** The whole of the last day. */
function endOf({ ends }: DiscountFields): string | null {
  return ends ? lastOfDay(ends) : null;
}

function idsOf(products: DiscountFields['products']): string[] {
  return products.map(({ id }) => id);
}

/** Without letters and digits that are read as others: easy to say on the phone. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function generatedCode(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** The contract's field names that differ from the form's. */
export const names = {
  basis_points: 'percentage',
  duration_in_months: 'length',
  starts_at: 'starts',
  ends_at: 'ends',
  max_redemptions: 'max',
} as const;
