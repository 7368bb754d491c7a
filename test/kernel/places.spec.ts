import { describe, expect, it } from '@jest/globals';
import { Places, type Share } from '../../src/kernel/coordination/places.ts';
import { TooManyRequests } from '../../src/kernel/errors.ts';

const share = (of: string, most: number): Share => ({ of, most, refusal: `${of} has ${most}` });

describe('places', () => {
  it('are refused to an owner who has their share, and left to others', () => {
    const places = new Places(10, () => new Error('full'));
    const mine = [1, 2].map(() => places.take([share('a', 2)]));
    expect(() => places.take([share('b', 5), share('a', 2)])).toThrow(new TooManyRequests('a has 2', 5));
    // A refusal counts for nobody.
    for (let n = 0; n < 5; n++) places.take([share('b', 5)]);
    expect(places.size).toBe(7);
    mine[0]!();
    places.take([share('a', 2)]);
    expect(() => places.take([share('a', 2)])).toThrow(TooManyRequests);
  });

  it('are so many in all, and each is given back once', () => {
    const places = new Places(2, () => new Error('full'));
    const [first] = ['a', 'b'].map((of) => places.take([share(of, 2)]));
    expect(() => places.take([share('c', 2)])).toThrow('full');
    first!();
    first!();
    expect(places.size).toBe(1);
    places.take([share('c', 2)]);
    expect(() => places.take([share('a', 2)])).toThrow('full');
  });
});
