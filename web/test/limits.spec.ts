import { describe, expect, it } from '@jest/globals';
import { roomOf } from '@/lib/room';

describe('the room within a limit', () => {
  const words = { of: 'meters', remedy: 'Change one that is no longer used.' };
  const room = (used: number) => roomOf({ used, allowed: 50 }, words);

  it('is noted from four fifths on', () => {
    expect(room(39)).toEqual({ isFull: false });
    expect(room(40)).toEqual({ isFull: false, note: '40 of 50 meters' });
  });

  it('is gone once all is used, and then the note says what to do', () => {
    expect(room(49).isFull).toBe(false);
    for (const used of [50, 51])
      expect(room(used)).toEqual({
        isFull: true,
        note: `${used} of 50 meters. Change one that is no longer used.`,
      });
  });

  it('is not in the way while nobody knows it', () => {
    expect(roomOf(undefined, words)).toEqual({ isFull: false });
    expect(roomOf(null, words)).toEqual({ isFull: false });
  });
});
