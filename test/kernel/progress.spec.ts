import { describe, expect, it } from '@jest/globals';
import { Progress, progressText } from '../../src/kernel/reading/progress.ts';

const at = (sequence: number) => String(sequence).padStart(20, '0');

describe('progress through the log', () => {
  it('is the share of the way, with the time left at this speed', () => {
    let now = 0;
    const progress = new Progress(at(1_000), at(11_000), () => now);
    expect(progress.report).toEqual({ events: 0, share: 0, eventsPerSecond: 0, secondsLeft: undefined });
    now += 2_000;
    progress.passed(at(3_000), 2_000);
    expect(progress.report).toEqual({ events: 2_000, share: 0.2, eventsPerSecond: 1_000, secondsLeft: 8 });
    expect(progressText(progress.report)).toBe('20 % of the log, 1,000 events/s, 8 s left');
  });

  it('follows the speed of the last seconds', () => {
    let now = 0;
    const progress = new Progress(undefined, at(100_000), () => now);
    for (let n = 1; n <= 5; n++) {
      now += 1_000;
      progress.passed(at(n * 10_000), 10_000);
    }
    for (let n = 1; n <= 20; n++) {
      now += 1_000;
      progress.passed(at(50_000 + n * 100), 100);
    }
    expect(progress.report).toMatchObject({ eventsPerSecond: 100, secondsLeft: 480 });
    expect(progressText(progress.report)).toBe('52 % of the log, 100 events/s, 8 min left');
  });

  it('compares the positions of a server by their commits, and counts the events read', () => {
    let now = 0;
    const serverPosition = (commit: number) => at(commit) + at(commit - 1);
    const progress = new Progress(undefined, serverPosition(4_000_000), () => now);
    now += 1_000;
    progress.passed(serverPosition(1_000_000), 500);
    expect(progress.report).toEqual({ events: 500, share: 0.25, eventsPerSecond: 500, secondsLeft: 3 });
  });
});
