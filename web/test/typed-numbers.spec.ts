import { describe, expect, it } from '@jest/globals';
import { chargeError, moneyQuestion, notAnAmount, parseMoney, readAmount, typedMoney, understood } from '@/lib/amounts';
import { minorDigits } from '@/lib/currencies';
import { numberIn, questionOf, readNumber, wholeBetween, wholeIn, writtenNumber } from '@/lib/typed-number';

const LOCALES = ['en-US', 'en-IN', 'de-DE', 'de-CH', 'fr-FR', 'ar-EG', 'ja-JP', 'sv-SE', 'pt-BR', 'hi-IN', 'fa-IR'];

describe('typed amounts', () => {
  it.each([
    // Decimals, in everybody's notation.
    ['19,90', 'eur', LOCALES, 1990],
    ['19.90', 'eur', LOCALES, 1990],
    ['0,50', 'eur', LOCALES, 50],
    ['0,5', 'usd', LOCALES, 50],
    ['12,5', 'usd', LOCALES, 1250],
    ['.5', 'usd', LOCALES, 50],
    [',05', 'eur', LOCALES, 5],
    ['19.', 'usd', LOCALES, 1900],
    ['19,', 'usd', LOCALES, 1900],
    ['01.00', 'usd', LOCALES, 100],
    ['19.9000', 'usd', LOCALES, 1990],
    // Thousands and decimals.
    ['1.234,56', 'eur', LOCALES, 123_456],
    ['1,234.56', 'eur', LOCALES, 123_456],
    ['1 234,56', 'eur', LOCALES, 123_456],
    ['1\u00A0234,56', 'eur', LOCALES, 123_456],
    ['1\u202F234,56', 'eur', LOCALES, 123_456],
    ["1'234.50", 'chf', LOCALES, 123_450],
    ['1’234.50', 'chf', LOCALES, 123_450],
    ['1.234.567', 'eur', LOCALES, 123_456_700],
    ['1,234,567', 'eur', LOCALES, 123_456_700],
    ['1 500', 'eur', LOCALES, 150_000],
    ["1'500", 'kwd', LOCALES, 1_500_000],
    ['1,23,456.50', 'inr', ['en-IN', 'hi-IN'], 12_345_650],
    ['1,23,456', 'inr', ['en-IN', 'hi-IN'], 12_345_600],
    ['123,456.50', 'inr', ['en-IN'], 12_345_650],
    // Three digits after one mark, where only one reading is possible.
    ['1,500', 'usd', ['en-US', 'en-IN', 'ja-JP'], 150_000],
    ['1.500', 'eur', ['de-DE', 'pt-BR'], 150_000],
    ['1,500', 'jpy', ['en-US', 'ja-JP'], 1500],
    ['1.500', 'jpy', ['de-DE'], 1500],
    ['0,500', 'kwd', LOCALES, 500],
    ['1.2500', 'kwd', LOCALES, 1250],
    ['1,500.000', 'kwd', LOCALES, 1_500_000],
    ['1.500,000', 'kwd', LOCALES, 1_500_000],
    ['1234,567', 'kwd', LOCALES, 1_234_567],
    // Digits and signs.
    ['１５００', 'jpy', LOCALES, 1500],
    ['１，５００', 'jpy', ['ja-JP'], 1500],
    ['１９．９０', 'usd', LOCALES, 1990],
    ['٢٠', 'usd', LOCALES, 2000],
    ['١٬٢٣٤٫٥٠', 'usd', LOCALES, 123_450],
    ['١٫٥٠٠', 'kwd', LOCALES, 1500],
    ['१,२३,४५६.५०', 'inr', ['hi-IN'], 12_345_650],
    [' $1,200.50 ', 'usd', LOCALES, 120_050],
    ['19,90 €', 'eur', LOCALES, 1990],
    ['19,90\u00A0€', 'eur', LOCALES, 1990],
    ['EUR 19,90', 'eur', LOCALES, 1990],
    ['19,90 euros', 'eur', LOCALES, 1990],
    ['19,90 Euro', 'eur', ['de-DE'], 1990],
    ['CHF 20.50', 'chf', LOCALES, 2050],
    ['￥1500', 'jpy', LOCALES, 1500],
    ['1500円', 'jpy', ['ja-JP'], 1500],
    ['د.ك.\u200F 1.5', 'kwd', ['ar-EG'], 1500],
    ['R$ 19,90', 'brl', ['pt-BR'], 1990],
    // No amount, or more decimals than the currency has.
    ['19.999', 'usd', ['en-US', 'fr-FR'], null],
    ['19.999', 'eur', ['de-DE'], 1_999_900],
    ['1.505', 'usd', ['en-US', 'fr-FR'], null],
    ['1,505', 'eur', ['de-DE', 'fr-FR'], null],
    ['19,5', 'jpy', LOCALES, null],
    ['1,500', 'jpy', ['de-DE'], null],
    ['€19.90', 'usd', LOCALES, null],
    ['1,23,456', 'usd', ['en-US', 'de-DE'], null],
    ['1,234.56.7', 'usd', LOCALES, null],
    ['1.23,45,6', 'usd', LOCALES, null],
    ['1 50', 'usd', LOCALES, null],
    ['-5', 'usd', LOCALES, null],
    ['1e3', 'usd', LOCALES, null],
    ['5²', 'usd', LOCALES, null],
    ['½', 'usd', LOCALES, null],
    ['.', 'usd', LOCALES, null],
    ['', 'usd', LOCALES, null],
    [' ', 'usd', LOCALES, null],
    ['nine', 'usd', LOCALES, null],
    ['99999999999999999', 'usd', LOCALES, null],
  ] as const)('%j in %s', (typed, currency, locales, amount) => {
    for (const locale of locales) expect([locale, parseMoney(typed, currency, locale)]).toEqual([locale, amount]);
    for (const locale of locales) expect([locale, moneyQuestion(typed, currency, locale)]).toEqual([locale, undefined]);
  });

  it.each([
    ['1,500', 'eur', 'de-DE', '1,500 can be 1,5 or 1500: enter the one that you mean.'],
    ['1,500', 'eur', 'fr-FR', '1,500 can be 1,5 or 1500: enter the one that you mean.'],
    ['1.500', 'usd', 'en-US', '1.500 can be 1.5 or 1500: enter the one that you mean.'],
    ['1.500', 'chf', 'de-CH', '1.500 can be 1.5 or 1500: enter the one that you mean.'],
    ['1,500', 'kwd', 'en-US', '1,500 can be 1.5 or 1500: enter the one that you mean.'],
    ['1.375', 'kwd', 'en-US', '1.375 can be 1.3750 or 1375: enter the one that you mean.'],
    ['1,375 KWD', 'kwd', 'de-DE', '1,375 can be 1,3750 or 1375: enter the one that you mean.'],
  ] as const)('asks what %j in %s means in %s', (typed, currency, locale, question) => {
    expect(parseMoney(typed, currency, locale)).toBeNull();
    const asked = moneyQuestion(typed, currency, locale)!;
    expect(asked).toBe(question);
    // Each answer is clear.
    const answers = /can be (.*) or (.*): enter/.exec(asked)!.slice(1);
    expect(answers.map((answer) => parseMoney(answer, currency, locale))).not.toContain(null);
  });

  it('are written so that they are read as the same amount, in every locale and currency', () => {
    const amounts = [0, 1, 5, 50, 999, 1000, 1375, 1500, 12_345, 123_456, 999_000, 1_234_567, 99_999_999];
    for (const locale of LOCALES)
      for (const currency of ['usd', 'eur', 'jpy', 'kwd', 'huf'])
        for (const amount of amounts) {
          const typed = typedMoney(amount, currency, locale);
          expect([typed, parseMoney(typed, currency, locale)]).toEqual([typed, amount]);
        }
  });

  it('never take a decimal mark for nothing', () => {
    for (const locale of LOCALES)
      for (const mark of [',', '.'])
        for (const digits of [0, 1, 2, 4, 5])
          for (const whole of [0, 1, 12, 123, 1234]) {
            const typed = `${whole}${mark}${'3'.repeat(digits)}`;
            const read = numberIn(typed, { decimals: 12 }, locale);
            expect([locale, typed, Number(read)]).toEqual([locale, typed, Number(typed.replace(mark, '.'))]);
          }
  });

  it('are shown as they were understood, in words from a thousand on', () => {
    expect([1990, 99_900, 199_000, 123_456_750].map((amount) => understood(amount, 'eur'))).toEqual([
      '€19.90',
      '€999.00',
      '€1,990.00, 1 thousand 990 euros',
      '€1,234,567.50, 1 million 234 thousand 567 euros',
    ]);
    expect(understood(100_000, 'jpy')).toBe('¥100,000, 100 thousand Japanese yen');
    expect(understood(1_500_000, 'kwd').replace(/\s/g, ' ')).toBe('KWD 1,500.000, 1 thousand 500 Kuwaiti dinars');
  });

  it('are asked for in the locale’s own notation', () => {
    expect(notAnAmount('usd')).toBe('Enter an amount with at most two decimals, such as 19.00.');
    expect(minorDigits('jpy')).toBe(0);
    expect(notAnAmount('jpy')).toBe('Enter a whole amount, such as 19.');
  });
});

describe('typed decimals', () => {
  it('ask where both readings are possible, and do not where a limit leaves one', () => {
    const percent = { decimals: 4, most: 100 };
    for (const locale of LOCALES) {
      expect(numberIn('8,875', percent, locale)).toBe('8.875');
      expect(numberIn('8.875', percent, locale)).toBe('8.875');
      expect(numberIn('1,500', percent, locale)).toBe('1.5');
      expect(readNumber('1,500', { decimals: 12 }, locale)).toEqual({ either: ['1.5', '1500'] });
    }
    expect(numberIn('101', percent, 'en-US')).toBeUndefined();
  });

  it('may be negative where that makes sense', () => {
    const signed = { decimals: 15, signed: true };
    expect(['-1,5', '−2.25', '-0', '- 1'].map((typed) => numberIn(typed, signed, 'de-DE'))).toEqual([
      '-1.5',
      '-2.25',
      '0',
      undefined,
    ]);
    expect(numberIn('-1', { decimals: 2 }, 'de-DE')).toBeUndefined();
    expect(questionOf('-1,500', readNumber('-1,500', signed, 'en-US'), 'en-US')).toMatch('-1.5 or -1500');
  });

  it('are written with the locale’s mark', () => {
    expect(['en-US', 'de-DE', 'de-CH', 'fr-FR'].map((locale) => writtenNumber('0.05', locale))).toEqual([
      '0.05',
      '0,05',
      '0.05',
      '0,05',
    ]);
  });
});

describe('typed whole numbers', () => {
  it('may have thousands, and no decimals', () => {
    expect(['1,500', '1500', '1 000 000', '１２'].map(wholeIn)).toEqual([1500, 1500, 1_000_000, 12]);
    expect(['1.5', '1.500', '-1', '', '1e3', '0x10'].map(wholeIn)).toEqual([NaN, NaN, NaN, NaN, NaN, NaN]);
    const check = wholeBetween(1, 1000);
    expect([check(''), check('1,000'), check('0'), check('1001'), check('1.5')]).toEqual([
      true,
      true,
      'Enter at least 1.',
      'Enter at most 1000.',
      'Enter a whole number.',
    ]);
  });
});

it('a field for money holds an amount, what was typed instead, or nothing', () => {
  const held = ['19.00', ' 19 ', '12.345', '19 or 20', '', ' '].map((typed) => readAmount(typed, 'usd'));
  expect(held).toEqual([1_900, 1_900, '12.345', '19 or 20', null, null]);
  // As a draft keeps it.
  expect(JSON.parse(JSON.stringify(held))).toEqual(held);
  expect(readAmount('12.34', 'kwd')).toBe(12_340);
  expect(held.map((typed) => chargeError(typed, 'usd') === undefined)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
