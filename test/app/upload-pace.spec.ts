import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { Pace } from '../../src/app/http/bodies/upload-pace.ts';

const LIMITS = { uploadWindowMs: 400, uploadBytes: 1_000 };

describe('the pace of an upload', () => {
  let tooSlow: jest.Mock<() => void>;
  let pace: Pace;
  let isCrowded: boolean;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate'] });
    tooSlow = jest.fn();
    isCrowded = false;
    pace = new Pace(LIMITS, () => isCrowded, tooSlow);
  });
  afterEach(() => {
    pace.end();
    jest.useRealTimers();
  });

  /** Bytes that somebody waits for, and then for more. */
  const arrives = (bytes: number) => {
    pace.arrived(bytes);
    pace.waits();
  };
  const windowEnds = async (times = 1) => {
    jest.advanceTimersByTime(times * LIMITS.uploadWindowMs);
    await turn();
  };

  it('is enough with as many bytes in each window', async () => {
    for (let n = 0; n < 3; n++) {
      arrives(400);
      arrives(600);
      await windowEnds();
    }
    expect(tooSlow).not.toHaveBeenCalled();
  });

  it('is too slow with fewer, whatever has arrived before', async () => {
    arrives(5_000);
    await windowEnds();
    arrives(999);
    await windowEnds();
    expect(tooSlow).toHaveBeenCalledTimes(1);
  });

  it('must be four times as fast while uploads crowd', async () => {
    isCrowded = true;
    arrives(4_000);
    await windowEnds();
    arrives(3_999);
    await windowEnds();
    expect(tooSlow).toHaveBeenCalledTimes(1);
  });

  it('does not count while nobody waits, as for a slow disk', async () => {
    pace.arrived(10);
    await windowEnds();
    expect(tooSlow).not.toHaveBeenCalled();
  });

  it('is judged once after a pause of the whole process, with what has arrived meanwhile', async () => {
    jest.advanceTimersByTime(3 * LIMITS.uploadWindowMs);
    arrives(1_000);
    await turn();
    expect(tooSlow).not.toHaveBeenCalled();
    await windowEnds(3);
    expect(tooSlow).toHaveBeenCalledTimes(1);
  });

  it('does not matter any more at its end', async () => {
    jest.advanceTimersByTime(LIMITS.uploadWindowMs);
    pace.end();
    await turn();
    await windowEnds();
    expect(tooSlow).not.toHaveBeenCalled();
  });
});
