import { describe, expect, it } from '@jest/globals';
import { ranked, soughtBy, typeOf } from '../../../src/features/dashboard/search/search.rules.ts';

describe('a search text', () => {
  const id = '01a33bad-8534-7abc-8def-0123456789ab';

  it('is an id, the first four or more characters of one, or words', () => {
    expect(soughtBy(` #${id.toUpperCase()} `)).toEqual({ text: id, isShort: false, id });
    expect(soughtBy('01a33bad-85')).toEqual({
      text: '01a33bad-85',
      isShort: false,
      ids: { from: '01a33bad-85', to: '01a33bad-85~' },
    });
    for (const text of ['01a', '01a33badd', '01a33bad-8534-7abc-8def-0123456789abc', '$gt', ''])
      expect(soughtBy(text)).toEqual({ text, isShort: text.length < 2 });
    // Without its accent, it would be the beginning of one.
    expect(soughtBy('Café')).toEqual({ text: 'cafe', isShort: false });
  });

  it('may be an event type in any spelling', () => {
    for (const text of ['order paid', 'OrderPaid', 'order_paid', 'order.paid'])
      expect(typeOf(text, ['OrderCreated', 'OrderPaid'])).toBe('OrderPaid');
    expect(typeOf('order', ['OrderCreated', 'OrderPaid'])).toBeUndefined();
  });

  it('ranks exact matches first, each once, and keeps five', () => {
    const found = ['b', 'c', 'a', 'b', 'd', 'e', 'f'].map((name) => ({ id: name }));
    expect(ranked(found, ({ id: name }) => name === 'e').map(({ id: name }) => name)).toEqual([
      'e',
      'b',
      'c',
      'a',
      'd',
    ]);
  });
});
