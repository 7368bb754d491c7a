import { describe, expect, it } from '@jest/globals';
import {
  CheckoutBillingService,
  type Billed,
} from '../../../src/features/billing/checkouts/checkout-billing.service.ts';
import { totalsOf } from '../../../src/features/billing/checkouts/checkout.rules.ts';
import type { DiscountValue } from '../../../src/features/billing/discounts/discount.events.ts';
import type { Discount } from '../../../src/features/billing/discounts/discount.rules.ts';
import { chargeRefusalOf } from '../../../src/features/billing/payments/processor-amount.rules.ts';
import type { LastingDiscount } from '../../../src/features/billing/pricing/terms.ts';
import { chargeStepOf, CURRENCIES, maximumChargeOf, minimumChargeOf } from '../../../src/kernel/currencies.ts';
import type { InvalidInput } from '../../../src/kernel/errors.ts';
import { VersionedMap } from '../../../src/kernel/versioned-map.ts';
import { NOW } from '../../support/given.ts';

const VAT = {
  rates: [{ name: 'VAT', percent: '19', country: 'DE', state: null }],
  reverseCharge: false,
  calculator: 'table',
};
const GERMANY = { line1: null, line2: null, postalCode: null, city: null, state: null, country: 'DE' };

/** A checkout of one product, and one discount with the code `CODE`. */
function checkoutOf(currency: string, amount: number, value: DiscountValue, more: Partial<Billed> = {}) {
  const discount: Discount = {
    ...{ status: 'active', discountId: 'd1', organizationId: 'o1', name: 'Off', code: 'CODE', codeClaim: null, value },
    ...{ duration: 'once', startsAt: null, endsAt: null, maxRedemptions: null, productIds: [], metadata: {} },
    ...{ reserved: VersionedMap.of(), redeemed: 0 },
  };
  const reader = { folded: async () => discount, byCode: async () => discount };
  const taxes = { determine: async () => VAT };
  const service = new CheckoutBillingService(reader as never, taxes as never);
  const price = { productId: 'p1', priceId: 'q1', meteredPriceIds: [], amount, currency };
  const selection = { ...price, recurringInterval: null, productTrial: null };
  const customer = { customerBillingAddress: GERMANY, customerTaxId: null, isBusinessCustomer: false };
  const billed = { organizationId: 'o1', selection, customer, now: NOW, ...more } as Billed;
  const present: LastingDiscount = { discountId: 'd1', ...value, duration: 'once' };
  return { service, billed, present, selection };
}

const fieldOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: InvalidInput) => error.fields.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(),
  );

describe('a discount of a first order', () => {
  it.each(CURRENCIES)('in %s leaves nothing, or what can be charged', async (currency) => {
    const [least, step] = [minimumChargeOf(currency), chargeStepOf(currency)];
    const amounts = [least, least + step, 3 * least, 40 * least];
    for (const amount of amounts.filter((one) => 2 * one < maximumChargeOf(currency))) {
      const values: DiscountValue[] = [
        ...[1, 2_500, 5_000, 9_900, 10_000].map((basisPoints) => ({ type: 'percentage' as const, basisPoints })),
        ...[step, amount - step, amount - least, amount, 2 * amount].map((off) => ({
          ...{ type: 'fixed' as const, amount: off, currency },
        })),
      ];
      for (const value of values) {
        const { service, billed, selection } = checkoutOf(currency, amount, value);
        const asked = service.of(billed, null, { discountCode: 'CODE' });
        const refusal = await fieldOf(asked);
        if (refusal !== undefined) expect(refusal).toMatch(/^body.discount_code: With the discount, less than/);
        else {
          const { totalAmount, paymentRequired } = totalsOf(selection, await asked, null);
          const charged = paymentRequired ? chargeRefusalOf({ amount: totalAmount, currency }) : undefined;
          expect({ amount, value, charged }).toEqual({ amount, value, charged: undefined });
        }
      }
    }
  });

  const half = { type: 'percentage', basisPoints: 5_000 } as const;
  it.each([
    { currency: 'usd', amount: 50, value: half, least: '$0.50' },
    { currency: 'eur', amount: 2_000, value: { type: 'fixed', amount: 1_990, currency: 'eur' }, least: '€0.50' },
    { currency: 'jpy', amount: 98, value: half, least: '¥50' },
    { currency: 'kwd', amount: 390, value: half, least: 'KWD\u00A00.200' },
  ] as const)(
    'is refused where it leaves too little of $amount $currency',
    async ({ currency, amount, value, least }) => {
      const { service, billed, present } = checkoutOf(currency, amount, value);
      const message = `With the discount, less than ${least} is left, which cannot be charged.`;
      expect(await fieldOf(service.of(billed, null, { discountCode: 'CODE' }))).toBe(`body.discount_code: ${message}`);
      expect(await fieldOf(service.of(billed, null, { discountId: 'd1' }))).toBe(`body.discount_id: ${message}`);
      // It was there before: an amount that the buyer chooses is refused, and another product goes without it.
      const chosen = { ...billed, amount };
      expect(await fieldOf(service.of(chosen, present, {}))).toBe(`body.amount: ${message}`);
      expect(await service.of(billed, present, {})).toMatchObject({ discount: null });
    },
  );

  it('may leave nothing, or exactly the least charge', async () => {
    for (const [currency, amount, off] of [
      ['usd', 100, 50],
      ['usd', 100, 100],
      ['jpy', 1_000, 950],
      ['isk', 20_000, 10_000],
    ] as const) {
      const { service, billed, present } = checkoutOf(currency, amount, { type: 'fixed', amount: off, currency });
      expect(await service.of({ ...billed, amount }, present, {})).toMatchObject({ discount: { amount: off } });
    }
  });
});
