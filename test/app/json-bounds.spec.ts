import { describe, expect, it } from '@jest/globals';
import { excessIn } from '../../src/app/http/bodies/json-bounds.ts';

const deep = (levels: number) => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`;

describe('the bounds of a body', () => {
  it.each([
    ['an empty list', '[]', 2],
    ['values at the bound', '[1,{"a":2,"b":[3]}]', 6],
    ['fifty levels', deep(50), 51],
    ['quotes, commas and brackets in texts', JSON.stringify(['","[{', '\\', '"', '\\"', '\\\\,']), 6],
    ['a text without an end', '["a,,,,', 2],
  ])('let %s pass', (_, text, values) => {
    expect(excessIn(text, values)).toBeUndefined();
    const least = (() => {
      for (let bound = 0; ; bound++) if (!excessIn(text, bound)) return bound;
    })();
    expect(least).toBe(values);
  });

  it('end the reading of what has too many values at the first of them', () => {
    const text = `[${'1,'.repeat(500_000)}1]`;
    expect(excessIn(text, 10)).toEqual({ kind: 'too-many', at: text.indexOf(',') + 2 * 8 });
  });

  it('end the reading of what is too deep at the first level', () => {
    expect(excessIn(deep(52), 1_000)).toEqual({ kind: 'too-deep', at: '{"a":['.length * 25 });
    expect(excessIn('['.repeat(1_000_000), 10_000_000)).toEqual({ kind: 'too-deep', at: 50 });
  });

  it('read each character of a text of backslashes once', () => {
    let read = 0;
    // Each escaped quote could make a reader go back through all the backslashes before it.
    const text = `["${'\\\\'.repeat(1_000)}${'\\"'.repeat(1_000)}",1]`;
    const counted = {
      length: text.length,
      indexOf: (sign: string, from: number) => text.indexOf(sign, from),
      charCodeAt: (at: number) => ((read += 1), text.charCodeAt(at)),
    } as string;
    expect(excessIn(counted, 10)).toBeUndefined();
    expect(read).toBeLessThan(2 * text.length);
  });
});
