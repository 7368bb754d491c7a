import { describe, expect, it } from '@jest/globals';
import { ABSENT, count, figure, money, plural, roundMoney, sharedCurrency } from '@/lib/format';
import { shortId, word } from '@/lib/format';

describe('money', () => {
  it('is written with the currency and its own number of decimals', () => {
    expect([money(1900, 'usd'), money(5, 'usd'), money(1900, 'jpy'), money(1900, 'bhd')].map(plainSpaces)).toEqual([
      '$19.00',
      '$0.05',
      '¥1,900',
      'BHD 1.900',
    ]);
  });

  it('tells dollars from dollars', () => {
    expect(['usd', 'cad', 'aud', 'mxn'].map((currency) => money(1900, currency))).toEqual([
      '$19.00',
      'CA$19.00',
      'A$19.00',
      'MX$19.00',
    ]);
  });

  it('has neither decimals nor a sign for zero', () => {
    expect([money(0, 'usd'), money(-0, 'jpy'), money(-500, 'usd')]).toEqual(['$0', '¥0', '−$5.00']);
  });

  it('shows 0 in a column for zero, and a dash for a missing value', () => {
    expect([figure(0, 'usd'), figure(123456, 'usd'), figure(null, 'usd'), money(undefined, 'usd')]).toEqual([
      '0',
      '1,234.56',
      ABSENT,
      ABSENT,
    ]);
  });

  it('has no decimals on an axis if they are zero', () => {
    expect([roundMoney(300_000, 'usd'), roundMoney(1250, 'usd'), roundMoney(0, 'usd')]).toEqual([
      '$3,000',
      '$12.50',
      '$0',
    ]);
  });

  it('shows the currency in a column head only if all rows share it', () => {
    const rows = (...currencies: string[]) => currencies.map((currency) => ({ currency }));
    expect([rows('usd', 'usd'), rows('usd', 'eur'), rows()].map(sharedCurrency)).toEqual(['usd', undefined, undefined]);
  });
});

describe('words for values', () => {
  it('count in the singular and the plural', () => {
    expect([plural(1, 'order'), plural(2708, 'order'), plural(0, 'entry', 'entries')]).toEqual([
      '1 order',
      '2,708 orders',
      '0 entries',
    ]);
    expect([count(0), count(null)]).toEqual(['0', ABSENT]);
  });

  it('shorten an id in the middle, and capitalize the contract’s words', () => {
    expect([shortId('01a33bad-8534-7a6e'), shortId('tb_1'), word('past_due')]).toEqual([
      '01a33b…7a6e',
      'tb_1',
      'Past due',
    ]);
  });
});

/** Intl separates a currency code and its amount with a no-break space. */
function plainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
