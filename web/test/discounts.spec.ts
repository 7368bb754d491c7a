import { describe, expect, it } from '@jest/globals';
import type { Discount } from '@/api/types';
import { blank, changeOf, fieldsOf, newDiscount } from '@/features/discounts/discount-form';

describe('how long a discount lasts', () => {
  const of = (duration_in_months: number) =>
    ({
      type: 'percentage',
      basis_points: 1_000,
      duration: 'repeating',
      duration_in_months,
      products: [],
      metadata: {},
    }) as unknown as Discount;

  it('is sent in months, whichever unit it is typed in', () => {
    const sent = (length: string, unit: 'months' | 'years') =>
      newDiscount({ ...blank, duration: 'repeating', length, unit }).duration_in_months;
    expect([sent('3', 'months'), sent('1', 'years'), sent('2', 'years')]).toEqual([3, 12, 24]);
  });

  it('is shown in years where they are whole, and sent again only if it was changed', () => {
    expect(
      [3, 12, 18, 24].map((months) => fieldsOf(of(months))).map(({ length, unit }) => `${length} ${unit}`),
    ).toEqual(['3 months', '1 years', '18 months', '2 years']);
    const year = fieldsOf(of(12));
    expect(changeOf(year, of(12))).toEqual({});
    expect(changeOf({ ...year, unit: 'months' }, of(12))).toEqual({ duration_in_months: 1 });
  });
});
