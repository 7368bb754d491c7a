import { describe, expect, it } from '@jest/globals';
import { fittingColumns } from '@/lib/columns-fit';

describe('the columns of a table', () => {
  const columns = [
    { width: 11, priority: 0 },
    { width: 9, priority: 2 },
    { width: 7, priority: 1 },
    { width: 8, priority: 0 },
    { width: 7, priority: 1 },
  ];

  it.each([
    [42, [0, 1, 2, 3, 4]],
    [41, [0, 2, 3, 4]],
    [32, [0, 2, 3]],
    [20, [0, 3]],
  ])('in %p rem are those that matter most, the last of equals hidden first', (room, expected) => {
    expect(fittingColumns(columns, room)).toEqual(expected);
  });

  it('do not fit if there is no room for those that never hide', () => {
    expect(fittingColumns(columns, 18)).toBeUndefined();
    expect(fittingColumns([], 10)).toEqual([]);
  });
});
