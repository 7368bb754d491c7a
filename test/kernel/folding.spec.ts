import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folded, normalEmail } from '../../src/kernel/folding.ts';
import { folded as foldedInTheWeb } from '../../web/src/lib/folded.ts';

const ROOT = join(import.meta.dirname, '../..');

const COMPOSED = 'José Müller';
const DECOMPOSED = COMPOSED.normalize('NFD');

describe('what is searched', () => {
  it.each([
    [COMPOSED, ['josé', 'jose', 'JOSE', 'muller', 'MÜLLER', ' josé  müller ', DECOMPOSED, '\u00A0müller\u3000']],
    [DECOMPOSED, ['josé', 'jose', 'muller', COMPOSED]],
    ['Søren Kierkegård', ['soren', 'søren', 'kierkegard']],
    ['Große Straße', ['strasse', 'STRASSE', 'straße', 'STRAẞE', 'grosse']],
    ["O'Brien", ['o’brien', "o'brien", 'O‘Brien', 'oʼbrien']],
    ['O’Brien', ["o'brien"]],
    ['The “Blue” Plan', ['"blue"', '„blue“', '«blue»']],
    ['İstanbul ışık', ['istanbul', 'ISTANBUL', 'isik']],
    ['Łódź', ['lodz', 'ŁÓDŹ']],
    ['ＡＢＣ １２３', ['abc 123']],
    ['Ὀδυσσεύς', ['οδυσσευσ', 'ΟΔΥΣΣΕΥΣ']],
    ['ガーデン', ['ガーデン', 'ガーデン'.normalize('NFD'), 'ｶﾞｰﾃﾞﾝ']],
    ['한국', ['한국'.normalize('NFD')]],
    ['A–Z', ['a-z']],
    ['مُحَمَّد الأحمد', ['محمد', 'احمد', 'أحمد']],
    ['שָׁלוֹם', ['שלום']],
  ])('finds %j as people type it', (stored, typed) => {
    for (const text of typed) expect(folded(stored)).toContain(folded(text));
  });

  it('keeps apart what are different letters', () => {
    expect(folded('か')).not.toBe(folded('が'));
    expect(folded('دبي')).not.toBe(folded('دبى'));
    expect(folded('जा')).not.toBe(folded('ज'));
  });

  it('is folded alike on the server and in the web', () => {
    const texts = [
      COMPOSED,
      DECOMPOSED,
      'Straße',
      'O’Brien',
      '“Blue”',
      'İıŁøæœþðđħŧς',
      ' a  b ',
      'が',
      '한국',
      '—',
      'الأحمد',
      'שָׁלוֹם',
    ];
    expect(texts.map(foldedInTheWeb)).toEqual(texts.map(folded));
  });

  it('is folded in every read model', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const lines = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        readFileSync(join(ROOT, 'src', file), 'utf8')
          .split('\n')
          .map((line) => `${file}: ${line}`),
      );
    const given = lines.filter((line) => /_lower(:| =)/.test(line) && /toLowerCase/.test(line));
    expect(given).toEqual([]);
  });
});

describe('an e-mail address', () => {
  it.each([
    ['Ann@Example.com', ' ann@EXAMPLE.com '],
    ['josé@example.com', 'josé@example.com'.normalize('NFD')],
    ['x@例え.jp', 'X@xn--r8jz45g.jp'],
    ['x@bücher.example', 'x@XN--BCHER-KVA.example'],
    ['x@bücher.example', 'x@bücher.example'.normalize('NFD')],
  ])('%s is %j', (one, other) => expect(normalEmail(one)).toBe(normalEmail(other)));

  it('is another one with another letter', () => {
    expect(normalEmail('jose@example.com')).not.toBe(normalEmail('josé@example.com'));
    expect(normalEmail('ann+1@example.com')).not.toBe(normalEmail('ann@example.com'));
  });

  it('keeps what DNS cannot have', () => expect(normalEmail('a@[::1]')).toBe('a@[::1]'));
});
