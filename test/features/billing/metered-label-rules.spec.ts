import { describe, expect, it } from '@jest/globals';
import { explanationOf } from '../../../src/features/billing/orders/explanations/order-explanation.rules.ts';
import { subscriptionLines } from '../../../src/features/billing/orders/renewal.rules.ts';
import { decimalOf } from '../../../src/features/billing/pricing/decimal.ts';
import { meteredAmountOf } from '../../../src/features/billing/pricing/metered-amount.ts';
import { chargeStepOf, decimalsOf } from '../../../src/kernel/currencies.ts';
import { Random } from '../../support/contract-tools.ts';
import { line, orderOf } from './invoiced-orders.ts';

const period = { start: '2026-01-31T10:00:00.000Z', end: '2026-02-28T10:00:00.000Z' };
const names = { product: (id: string) => id, meter: () => 'Tokens' };

function lineOf(
  currency: string,
  {
    consumed,
    credited = 0,
    unitAmount,
    cap = null,
  }: { consumed: number; credited?: number; unitAmount: string; cap?: number | null },
) {
  const units = { consumed: decimalOf(consumed), credited: decimalOf(credited) };
  const amount = meteredAmountOf({ unitAmount, capAmount: cap, currency }, units);
  const about = { id: 'l1', productId: 'x1', priceId: 'q1', meterId: 'm1', periodId: 'p1', period };
  const usage = [{ ...about, ...units, unitAmount, capAmount: cap, amount }];
  const [line] = subscriptionLines(
    'o1',
    { items: [], isTrial: false, entries: [], usage, currency, period } as never,
    names,
  );
  return line!;
}

describe('a metered line', () => {
  it.each([
    ['usd', { consumed: 1_250, unitAmount: '0.5' }, 'Tokens — (1,250 consumed units) × $0.005'],
    ['jpy', { consumed: 1_234.5, unitAmount: '2' }, 'Tokens — (1,234.5 consumed units) × ¥2'],
    ['kwd', { consumed: 10, unitAmount: '500' }, 'Tokens — (10 consumed units) × KWD\u00a00.500'],
    [
      'usd',
      { consumed: 2_000, credited: 2_000, unitAmount: '10' },
      'Tokens — (0 consumed units) × $0.10 (2,000 used, 2,000 credited)',
    ],
    [
      'eur',
      { consumed: 2_000, credited: 500, unitAmount: '10' },
      'Tokens — (1,500 consumed units) × €0.10 (2,000 used, 500 credited)',
    ],
    [
      'usd',
      { consumed: 20, credited: 500, unitAmount: '10' },
      'Tokens — (0 consumed units) × $0.10 (20 used, 20 credited)',
    ],
    [
      'eur',
      { consumed: 10, credited: -67, unitAmount: '10' },
      'Tokens — (77 consumed units) × €0.10 (10 used, 67 taken back)',
    ],
    [
      'jpy',
      { consumed: 0, credited: -53, unitAmount: '7' },
      'Tokens — (53 consumed units) × ¥7 (0 used, 53 taken back)',
    ],
    [
      'eur',
      { consumed: 1_000, unitAmount: '50', cap: 500 },
      'Tokens — (1,000 consumed units) × €0.50, capped at €5.00',
    ],
    [
      'jpy',
      { consumed: 1_000, credited: 10, unitAmount: '5', cap: 500 },
      'Tokens — (990 consumed units) × ¥5 (1,000 used, 10 credited), capped at ¥500',
    ],
    ['eur', { consumed: 10, unitAmount: '50', cap: 500 }, 'Tokens — (10 consumed units) × €0.50'],
  ] as const)('in %s says what it bills: %j', (currency, of, label) => expect(lineOf(currency, of).label).toBe(label));

  it.each([
    ['usd', '500', '(2,000 − 500) units × $0.10 = 150.00'],
    ['eur', '-67', '(2,000 + 67) units × €0.10 = 206.70'],
    ['jpy', '0', '2,000 units × ¥10 = 20000'],
  ])('is explained in %s with credits of %s: %s', (currency, credited, arithmetic) => {
    const { amount, metered } = lineOf(currency, { consumed: 2_000, credited: Number(credited), unitAmount: '10' });
    const order = orderOf([{ ...line('Tokens', amount), metered: metered! }], currency);
    expect(explanationOf(order)[0]!.arithmetic).toBe(arithmetic);
  });

  it('has figures that multiply to its amount, or to more than its cap', () => {
    const random = new Random(1);
    for (let at = 0; at < 400; at++) {
      const currency = random.pick(['usd', 'eur', 'jpy', 'kwd', 'huf']);
      const cap = random.pick([null, null, 100 * random.int(500)]);
      const of = { consumed: random.int(50_000) / 10, credited: random.pick([0, 0, random.int(3_000)]) };
      const { label, amount } = lineOf(currency, { ...of, unitAmount: random.pick(['0.5', '7', '12.25', '100']), cap });
      const [, units, price, more] =
        /^Tokens — \((\S+) consumed units\) × (?:[A-Z]{3}\s|[^\d])?([\d.,]+?)((?:,? [(c].*)?)$/.exec(label)!;
      const numberIn = (text: string) => Number(text.replaceAll(',', ''));
      const product = numberIn(units!) * numberIn(price!) * 10 ** decimalsOf(currency);
      if (more!.includes('capped')) expect([label, amount, product > amount]).toEqual([label, cap, true]);
      else expect([label, Math.abs(product - amount) <= chargeStepOf(currency) / 2 + 1e-6]).toEqual([label, true]);
      const used = / \((\S+) used, (\S+) credited\)/.exec(more!);
      if (used) expect(numberIn(used[1]!) - numberIn(used[2]!)).toBeCloseTo(numberIn(units!), 6);
    }
  });
});
