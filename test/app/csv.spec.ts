import { describe, expect, it } from '@jest/globals';
import { csvLine } from '../../src/app/http/lists/csv.ts';

describe('a line of a CSV file', () => {
  it.each([
    ['a', 'a'],
    [null, ''],
    [-1.5, '-1.5'],
    ['-1.5', '-1.5'],
    ['a,"b"', '"a,""b"""'],
    ['=1+1', "'=1+1"],
    [' \uff1d1', "' \uff1d1"],
    ['a;=1', "a;'=1"],
    ['a; " =1', `"a; "" '=1"`],
    ['a\t\r\n@x', `"a\t\r\n'@x"`],
    ['a;b=1', 'a;b=1'],
    ['a;;+1;-2', "a;;'+1;'-2"],
    ['a " =1', '"a "" =1"'],
  ])('has %j as %s', (cell, expected) => expect(csvLine([cell])).toBe(`${expected}\r\n`));

  it('takes a cell of separators only', () => {
    // A check that is not linear does not end with it.
    const cell = `x${'\t'.repeat(200_000)}`;
    expect(csvLine([cell])).toBe(`${cell}\r\n`);
  });
});
