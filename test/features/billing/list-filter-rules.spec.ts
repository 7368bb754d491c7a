import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import {
  orderNumber,
  orderNumberStart,
  parseOrderNumber,
} from '../../../src/features/billing/orders/order-number.rules.ts';
import { SynonymOf, synonymsIn, unify } from '../../../src/app/http/synonyms.ts';

describe('an order number', () => {
  it('is the end of the id, in digits and letters that are easy to distinguish', () => {
    expect(orderNumber('01a33bad-8534-7000-8000-000000000000')).toBe('0000-0000');
    expect(orderNumber('01a33bad-8534-7000-8000-00ffffffffff')).toBe('ZZZZ-ZZZZ');
    expect(orderNumber('01a33bad-8534-7000-8000-000000000021')).toBe('0000-0011');
  });

  it.each([
    ['k7q2-m9px', 'K7Q2-M9PX'],
    [' K7Q2M9PX ', 'K7Q2-M9PX'],
    ['oil0-0000', '0110-0000'],
    ['K7Q2-M9P', undefined],
    ['K7Q2-M9PU', undefined],
    ['ann@example.com', undefined],
  ])('is read from %o as %o', (text, number) => expect(parseOrderNumber(text)).toBe(number));

  it('is found while it is typed, from the fourth character on', () => {
    expect(['k7q', 'k7q2', 'k7q2-m', 'K7Q2-M9PXX', 'k7 q2!'].map(orderNumberStart)).toEqual([
      undefined,
      'K7Q2',
      'K7Q2-M',
      undefined,
      undefined,
    ]);
  });
});

describe('another name of a field', () => {
  const names = { after: 'from', before: 'to' };

  it('stands for the one that the product knows', () => {
    const given: Record<string, unknown> = { after: '2026', other: 1 };
    expect(unify(given, names, 'query')).toEqual([]);
    expect(given).toEqual({ from: '2026', other: 1 });
  });
  it('may be given beside it if they say the same, or one says nothing', () => {
    for (const [from, after] of [
      ['x', 'x'],
      [
        ['x', 'y'],
        ['x', 'y'],
      ],
      [null, ['x']],
      ['x', null],
    ]) {
      const given: Record<string, unknown> = { from, after };
      expect(unify(given, names, 'body')).toEqual([]);
      expect(given).toEqual({ from: from ?? after });
    }
  });
  it('is refused at its place if it differs', () => {
    const given = { from: 'x', after: 'y', to: ['x'], before: ['y'] };
    expect(unify(given, names, 'body').map(({ loc }) => loc)).toEqual([
      ['body', 'after'],
      ['body', 'before'],
    ]);
  });
  it('is known to classes that extend the one that declares it', () => {
    class Base {
      @SynonymOf('id')
      key?: string;
    }
    class Own extends Base {
      @SynonymOf('name')
      title?: string;
    }
    expect([synonymsIn(new Base()), synonymsIn(new Own())]).toEqual([{ key: 'id' }, { key: 'id', title: 'name' }]);
  });
});
