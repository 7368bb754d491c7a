import { describe, expect, it } from '@jest/globals';
import { billOf } from '../../../src/features/billing/pricing/bill.ts';
import { percentOf } from '../../../src/features/billing/pricing/exact.ts';
import type { Discount, Tax, TaxRate } from '../../../src/features/billing/pricing/terms.ts';
import { taxOf, type TableRate, type TaxTable } from '../../../src/features/billing/tax/tax-table.rules.ts';
import { taxTableDecider } from '../../../src/features/billing/tax/tax-table.decider.ts';
import type { TaxTableEvent } from '../../../src/features/billing/tax/tax-table.events.ts';
import { specOf } from '../../support/given.ts';

const of = (percent: string, name = 'VAT', country = 'DE', state: string | null = null): TaxRate => ({
  name,
  percent,
  country,
  state,
});
const taxed = (...rates: TaxRate[]): Tax => ({ rates, reverseCharge: false, calculator: 'table' });
const reversed = (...rates: TaxRate[]): Tax => ({ ...taxed(...rates), reverseCharge: true });
const off = (basisPoints: number): Discount => ({ discountId: 'd1', type: 'percentage', basisPoints });
const less = (amount: number, currency: string): Discount => ({ discountId: 'd1', type: 'fixed', amount, currency });
const bill = (amounts: readonly number[], currency: string, discount: Discount | null, tax: Tax | null) =>
  billOf(
    amounts.map((amount) => ({ amount, proration: false })),
    currency,
    { discount, tax },
  );

const GST = of('5', 'GST', 'CA');
const QST = of('9.975', 'QST', 'CA', 'CA-QC');
const NEW_YORK = of('8.875', 'Sales tax', 'US', 'US-NY');

/** Amounts in minor units: cents of USD and EUR, whole JPY. `taxes`: what each rate adds. */
describe('the price list', () => {
  it.each([
    { sold: [2_000], currency: 'usd', discount: null, tax: null, off: 0, taxes: [], total: 2_000 },
    { sold: [2_000], currency: 'usd', discount: off(2_550), tax: null, off: 510, taxes: [], total: 1_490 },
    { sold: [2_000], currency: 'usd', discount: less(2_500, 'usd'), tax: null, off: 2_000, taxes: [], total: 0 },
    { sold: [2_000], currency: 'usd', discount: off(10_000), tax: taxed(of('19')), off: 2_000, taxes: [0], total: 0 },
    { sold: [1_999], currency: 'usd', discount: null, tax: taxed(NEW_YORK), off: 0, taxes: [177], total: 2_176 },
    {
      sold: [1_999],
      currency: 'usd',
      discount: off(1_000),
      tax: taxed(NEW_YORK),
      off: 200,
      taxes: [160],
      total: 1_959,
    },
    { sold: [1_000], currency: 'usd', discount: null, tax: taxed(GST, QST), off: 0, taxes: [50, 100], total: 1_150 },
    // 7.5 % of BHD 1.900 is 0.1425, and 7.5 % of ISK 1,990 is 149.25: shares end as charges do.
    { sold: [1_900], currency: 'bhd', discount: null, tax: taxed(of('7.5')), off: 0, taxes: [140], total: 2_040 },
    { sold: [1_900], currency: 'bhd', discount: off(750), tax: taxed(of('5')), off: 140, taxes: [90], total: 1_850 },
    { sold: [199_000], currency: 'isk', discount: off(750), tax: null, off: 14_900, taxes: [], total: 184_100 },
    { sold: [-1_900], currency: 'bhd', discount: null, tax: taxed(of('7.5')), off: 0, taxes: [-140], total: -2_040 },
    { sold: [990], currency: 'usd', discount: null, tax: taxed(GST, QST), off: 0, taxes: [50, 99], total: 1_139 },
    {
      sold: [1_500, 999],
      currency: 'eur',
      discount: less(499, 'eur'),
      tax: taxed(of('19')),
      off: 499,
      taxes: [380],
      total: 2_380,
    },
    { sold: [999], currency: 'eur', discount: off(1), tax: taxed(of('7')), off: 0, taxes: [70], total: 1_069 },
    { sold: [50], currency: 'eur', discount: null, tax: taxed(of('5')), off: 0, taxes: [3], total: 53 },
    { sold: [-50], currency: 'eur', discount: null, tax: taxed(of('5')), off: 0, taxes: [-3], total: -53 },
    { sold: [2_380], currency: 'eur', discount: null, tax: reversed(of('19')), off: 0, taxes: [0], total: 2_380 },
    { sold: [2_380], currency: 'eur', discount: null, tax: taxed(), off: 0, taxes: [], total: 2_380 },
    {
      sold: [1_980],
      currency: 'jpy',
      discount: off(1_500),
      tax: taxed(of('10', 'JCT', 'JP')),
      off: 297,
      taxes: [168],
      total: 1_851,
    },
    {
      sold: [5],
      currency: 'jpy',
      discount: less(1, 'jpy'),
      tax: taxed(of('10', 'JCT', 'JP')),
      off: 1,
      taxes: [0],
      total: 4,
    },
  ])('$sold $currency with $discount and $tax.rates.0.percent % come to $total', (row) => {
    const { totals, tax, items } = bill(row.sold, row.currency, row.discount, row.tax);
    expect({ off: totals.discountAmount, total: totals.totalAmount }).toEqual({ off: row.off, total: row.total });
    expect(tax?.rates.map(({ amount }) => amount) ?? []).toEqual(row.taxes);
    expect(items.map(({ amount }) => amount)).toEqual(row.sold);
  });

  it('keeps what was computed: names, rates, places and amounts', () =>
    expect(bill([1_000], 'usd', null, taxed(GST, QST)).tax).toEqual({
      rates: [
        { name: 'GST', percent: '5', country: 'CA', state: null, amount: 50 },
        { name: 'QST', percent: '9.975', country: 'CA', state: 'CA-QC', amount: 100 },
      ],
      reverseCharge: false,
      calculator: 'table',
    }));

  it('is exact where a double is not', () => {
    // 1.005 × 100 is 100.49999… in doubles.
    expect(bill([1_005], 'usd', null, taxed(of('10'))).totals.taxAmount).toBe(101);
    expect(bill([20_000], 'usd', null, taxed(of('0.0025'))).totals.taxAmount).toBe(1);
    expect(bill([19_999], 'usd', null, taxed(of('0.0025'))).totals.taxAmount).toBe(0);
    expect(bill([9_007_199_254_740_991], 'jpy', null, taxed(of('0.0001'))).totals.taxAmount).toBe(9_007_199_255);
  });

  it('adds up, whatever is sold', () => {
    let seed = 11;
    const upTo = (limit: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % limit;
    for (let round = 0; round < 2_000; round++) {
      const sold = Array.from({ length: 1 + upTo(5) }, () => upTo(10_000_000));
      const currency = ['usd', 'eur', 'jpy'][upTo(3)]!;
      const discount = [null, off(1 + upTo(10_000)), less(upTo(10_000_000), currency)][upTo(3)]!;
      const rates = Array.from({ length: upTo(3) }, () => of(percentOf(`${upTo(30)}.${upTo(10_000)}`)!));
      const { totals, items, tax } = bill(sold, currency, discount, taxed(...rates));
      const sumOf = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
      expect(totals.netAmount).toBe(totals.subtotalAmount - totals.discountAmount);
      expect(totals.totalAmount).toBe(totals.netAmount + totals.taxAmount);
      expect(totals.totalAmount).toBeGreaterThanOrEqual(0);
      expect(sumOf(items.map(({ discountAmount }) => discountAmount))).toBe(totals.discountAmount);
      expect(sumOf(items.map(({ taxAmount }) => taxAmount))).toBe(totals.taxAmount);
      expect(sumOf(tax!.rates.map(({ amount }) => amount))).toBe(totals.taxAmount);
      for (const [at, { percent, amount }] of tax!.rates.entries()) {
        const exact = (totals.netAmount * Number(percent)) / 100;
        expect([at, Math.abs(amount - exact) <= 0.5 + 1e-6]).toEqual([at, true]);
      }
      const negative = bill(
        sold.map((amount) => -amount),
        currency,
        null,
        taxed(...rates),
      ).totals;
      const positive = bill(sold, currency, null, taxed(...rates)).totals;
      expect([negative.taxAmount + positive.taxAmount, negative.totalAmount + positive.totalAmount]).toEqual([0, 0]);
    }
  });

  it.each([
    ['19', '19'],
    ['08.8750', '8.875'],
    ['0', '0'],
    ['0.0', '0'],
    ['100', '100'],
    ['100.0000', '100'],
    ['20', '20'],
    ['0.0001', '0.0001'],
  ])('reads %s %% as %s', (text, percent) => expect(percentOf(text)).toBe(percent));
  it.each([
    '1e5',
    '-3',
    '+3',
    '100.00001',
    '100.0001',
    '101',
    '1000',
    '',
    ' 5',
    '5 ',
    '5.',
    '.5',
    '5,5',
    '0x10',
    'NaN',
    '٣',
  ])('refuses %j as a percentage', (text) => expect(percentOf(text)).toBeUndefined());
});

const row = (rate: TaxRate, more: Partial<TableRate> = {}): TableRate => ({
  taxRateId: `${rate.name}-${rate.state ?? rate.country}-${rate.percent}`,
  appliesToBusinesses: true,
  startsOn: '2026-01-01',
  endsOn: null,
  ...rate,
  ...more,
});
const FRANCE = of('20', 'TVA', 'FR');
const GREECE = of('24', 'ΦΠΑ', 'GR');
const BRITAIN = of('20', 'VAT', 'GB');
const table: TaxTable = {
  origin: 'DE',
  rates: [
    row(of('19'), { appliesToBusinesses: false, endsOn: '2026-07-01' }),
    row(of('16'), { appliesToBusinesses: false, startsOn: '2026-07-01' }),
    row(FRANCE, { appliesToBusinesses: false }),
    row(GREECE, { appliesToBusinesses: false }),
    row(BRITAIN),
    row(GST),
    row(QST, { appliesToBusinesses: false }),
    row(NEW_YORK),
  ],
};

describe('the tax table of a seller in Germany', () => {
  interface Buyer {
    country: string | null;
    state?: string;
    business?: [string, string];
    at?: string;
    origin?: string | null;
  }
  const determined = ({ country, state = undefined, business, at = '2026-02-01', origin = 'DE' }: Buyer) => {
    const address =
      country === null
        ? null
        : { line1: null, line2: null, postalCode: null, city: null, state: state ?? null, country };
    return taxOf(
      { ...table, origin },
      {
        at: `${at}T10:00:00.000Z`,
        address,
        taxId: business ?? null,
        isBusiness: business !== undefined,
        currency: 'eur',
        lines: [],
      },
    );
  };

  it.each<[string, Buyer, Tax | 'unknown_location']>([
    ['at home', { country: 'DE' }, taxed(of('19'))],
    ['a business at home', { country: 'DE', business: ['DE123456789', 'eu_vat'] }, taxed(of('19'))],
    ['on the last day of a rate', { country: 'DE', at: '2026-06-30' }, taxed(of('19'))],
    ['on the first day of the next', { country: 'DE', at: '2026-07-01' }, taxed(of('16'))],
    ['before any rate', { country: 'DE', at: '2025-12-31' }, taxed()],
    ['in France', { country: 'FR' }, taxed(FRANCE)],
    ['a business in France', { country: 'FR', business: ['FR40303265045', 'eu_vat'] }, reversed(FRANCE)],
    ['a mistyped number of France', { country: 'FR', business: ['FR40303265046', 'eu_vat'] }, taxed(FRANCE)],
    ['a business in Greece', { country: 'GR', business: ['el094259216', 'eu_vat'] }, reversed(GREECE)],
    [
      'in France with a number of another country',
      { country: 'FR', business: ['IT12345678901', 'eu_vat'] },
      taxed(FRANCE),
    ],
    ['in France with another kind of number', { country: 'FR', business: ['FR1', 'us_ein'] }, taxed(FRANCE)],
    [
      'a business in France, from nowhere',
      { country: 'FR', business: ['FR40303265045', 'eu_vat'], origin: null },
      taxed(FRANCE),
    ],
    ['a business where businesses pay', { country: 'GB', business: ['GB980780684', 'gb_vat'] }, taxed(BRITAIN)],
    ['where no tax is due', { country: 'CH' }, taxed()],
    ['in Quebec, two rates side by side', { country: 'CA', state: 'CA-QC' }, taxed(GST, QST)],
    [
      'a business in Quebec, one of them',
      { country: 'CA', state: 'CA-QC', business: ['123026635', 'ca_bn'] },
      taxed(GST),
    ],
    [
      'a mistyped number in Quebec',
      { country: 'CA', state: 'CA-QC', business: ['123026634', 'ca_bn'] },
      taxed(GST, QST),
    ],
    ['in Alberta', { country: 'CA', state: 'CA-AB' }, taxed(GST)],
    ['in Canada, nobody knows where', { country: 'CA' }, 'unknown_location'],
    ['in New York', { country: 'US', state: 'US-NY' }, taxed(NEW_YORK)],
    ['in Oregon', { country: 'US', state: 'US-OR' }, taxed()],
    ['nobody knows where', { country: null }, 'unknown_location'],
  ])('taxes a buyer %s', (_, buyer, tax) => expect(determined(buyer)).toEqual(tax));

  it('collects nothing while it is empty, wherever the buyer is', () => {
    const sale = { at: '2026-02-01T00:00:00.000Z', taxId: null, isBusiness: false, currency: 'usd', lines: [] };
    expect(taxOf({ origin: null, rates: [] }, { ...sale, address: null })).toBeNull();
  });
});

describe('the tax table decider', () => {
  const given = specOf(taxTableDecider);
  const rate = {
    taxRateId: 't1',
    organizationId: 'o1',
    country: 'DE',
    state: null,
    name: 'VAT',
    percent: '19',
    appliesToBusinesses: false,
  };
  const added: TaxTableEvent = { type: 'TaxRateAdded', data: { ...rate, startsOn: '2026-01-31' } };
  const ended = (endsOn: string): TaxTableEvent => ({
    type: 'TaxRateEnded',
    data: { taxRateId: 't1', organizationId: 'o1', endsOn },
  });
  const end = (endsOn?: string) =>
    ({ type: 'EndTaxRate', data: { taxRateId: 't1', organizationId: 'o1', endsOn } }) as const;
  const add = (more: object = {}) => ({ type: 'AddTaxRate', data: { ...rate, ...more } }) as const;

  it('adds a rate from today on, or later', () => {
    given().when(add()).then(added);
    given(added).when(add()).then();
    given()
      .when(add({ startsOn: '2026-07-01' }))
      .then({ type: 'TaxRateAdded', data: { ...rate, startsOn: '2026-07-01' } });
    given()
      .when(add({ startsOn: '2026-01-30' }))
      .thenRefusedAt('body.starts_on');
  });
  it('ends a rate once, today or later, never before it began', () => {
    given(added).when(end()).then(ended('2026-01-31'));
    given(added).when(end('2026-07-01')).then(ended('2026-07-01'));
    given(added).when(end('2026-01-30')).thenRefusedAt('body.ends_on');
    given(added, ended('2026-07-01')).when(end('2026-07-01')).then();
    given(added, ended('2026-07-01')).when(end('2026-08-01')).thenRefusedAt('body.ends_on');
    const later: TaxTableEvent = { type: 'TaxRateAdded', data: { ...rate, startsOn: '2026-07-01' } };
    given(later).when(end()).then(ended('2026-07-01'));
    given(later).when(end('2026-06-30')).thenRefusedAt('body.ends_on');
    given().when(end()).thenRefused('ResourceNotFound');
  });
  it('has one rate of a name in one place at a time', () => {
    given(added)
      .when(add({ taxRateId: 't2', name: 'vat' }))
      .thenRefusedAt('body.name');
    given(added, ended('2026-07-01'))
      .when(add({ taxRateId: 't2', percent: '16' }))
      .thenRefusedAt('body.name');
    given(added, ended('2026-07-01'))
      .when(add({ taxRateId: 't2', percent: '16', startsOn: '2026-07-01' }))
      .then({ type: 'TaxRateAdded', data: { ...rate, taxRateId: 't2', percent: '16', startsOn: '2026-07-01' } });
    given(added)
      .when(add({ taxRateId: 't2', name: 'Levy' }))
      .then({ type: 'TaxRateAdded', data: { ...rate, taxRateId: 't2', name: 'Levy', startsOn: '2026-01-31' } });
  });
  it('records a change of the seller’s country once', () => {
    const origin: TaxTableEvent = { type: 'TaxOriginChanged', data: { organizationId: 'o1', country: 'DE' } };
    const change = { type: 'ChangeTaxOrigin', data: origin.data } as const;
    given().when(change).then(origin);
    given(origin).when(change).then();
  });
});
