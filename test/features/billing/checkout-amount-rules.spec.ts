import { describe, expect, it } from '@jest/globals';
import { CheckoutFacts } from '../../../src/features/billing/checkouts/checkout.facts.ts';
import type { ProductEvent } from '../../../src/features/billing/products/product.events.ts';
import { productProjection } from '../../../src/features/billing/products/product.projection.ts';
import type { InvalidInput } from '../../../src/kernel/errors.ts';
import { project } from '../../../src/kernel/reading/projection.ts';
import { recorded } from '../../support/given.ts';

/** Products that were made when limits could contradict each other. */
describe.each(['usd', 'jpy'])('a checkout of a custom price in %s', (currency) => {
  const checkoutOf = (limits: object) => {
    const none = { minimumAmount: null, maximumAmount: null, presetAmount: null };
    const price = { id: 'chosen', amountType: 'custom' as const, ...none, ...limits, currency };
    const about = { name: 'Any amount', description: null, recurringInterval: null, metadata: {} };
    const created: ProductEvent = {
      type: 'ProductCreated',
      data: { productId: 'p1', organizationId: 'o1', ...about, prices: [price] },
    };
    const product = project(productProjection, [recorded(created)])!;
    const products = { find: async () => new Map([[product.id, product]]) };
    const facts = new CheckoutFacts(
      ...([{}, products, {}, {}, {}, {}] as unknown as ConstructorParameters<typeof CheckoutFacts>),
    );
    return { facts, product };
  };
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: InvalidInput) => error.fields.map(({ loc, type }) => `${loc.join('.')} ${type}`),
    );
  const BELOW = ['body.amount greater_than_equal'];
  const ABOVE = ['body.amount less_than_equal'];

  it.each([
    [{ minimumAmount: 500, presetAmount: 100 }, 500],
    [{ minimumAmount: 500, maximumAmount: 1_000, presetAmount: 5_000 }, 1_000],
    [{ minimumAmount: 500, maximumAmount: 1_000, presetAmount: 600 }, 600],
  ])('with %j begins with %d', async (limits, amount) => {
    const { facts, product } = checkoutOf(limits);
    const selection = await facts.selectionOf(product);
    expect(selection).toMatchObject({ amount, currency });
    expect(await refusal(facts.refuseUnsold(selection))).toBeUndefined();
  });

  it('refuses the preset that is outside its limits like any other amount', async () => {
    const { facts, product } = checkoutOf({ minimumAmount: 500, maximumAmount: 1_000, presetAmount: 5_000 });
    const selection = await facts.selectionOf(product);
    for (const [amount, reasons] of [
      [100, BELOW],
      [5_000, ABOVE],
    ] as const) {
      const present = { ...selection, amount };
      expect(await refusal(facts.reselected(['p1'], selection, { amount }))).toEqual(reasons);
      // A checkout that was opened with this amount before, whether its buyer repeats it or not.
      expect(await refusal(facts.reselected(['p1'], present, { amount }))).toEqual(reasons);
      expect(await refusal(facts.refuseUnsold(present))).toEqual(reasons);
    }
  });

  it('sells nothing at limits that no amount is within', async () => {
    const { facts, product } = checkoutOf({ minimumAmount: 500, maximumAmount: 100 });
    expect(await refusal(facts.refuseUnsold(await facts.selectionOf(product)))).toEqual(BELOW);
  });
});
