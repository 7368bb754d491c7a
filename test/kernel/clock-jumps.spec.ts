import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockJumps } from '../../src/kernel/reacting/clock-jumps.ts';
import { addDays, type Instant } from '../../src/kernel/ports/clock.ts';
import type { EventStore } from '../../src/kernel/ports/event-store.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';

const START = '2026-01-31T09:00:00.000Z';

let kernel: TestKernel;
let now: Instant;
/** When the newest event was recorded; null for an empty log. */
let newest: Instant | null;

beforeEach(() => {
  kernel = openKernel([]);
  now = START;
  newest = START;
});

/** As after a restart. */
function jumps(): ClockJumps {
  const { vault, log } = kernel;
  const clock = { now: () => now, machineNow: () => now };
  const store = {
    end: () => Promise.resolve(newest === null ? undefined : '1'),
    at: () => Promise.resolve({ metadata: { recordedAt: newest } }),
  } as unknown as EventStore;
  return new ClockJumps({ vault, log, clock, store });
}

describe('a clock', () => {
  it('is believed in an empty log, and 60 days after the newest event', async () => {
    now = addDays(START, 60);
    expect(await jumps().problem()).toBeUndefined();
    newest = null;
    now = addDays(START, 3_000);
    expect(await jumps().problem()).toBeUndefined();
  });

  it('is asked about when it starts much later, until somebody says that it is right', async () => {
    now = addDays(START, 61);
    const ours = jumps();
    const problem = `the clock says ${now}, 61 days after the last time that is known (${START})`;
    expect(await ours.problem()).toContain(problem);
    expect(await ours.problem()).toContain('tillbook clock accept');
    // Somebody signs in meanwhile, and the program is restarted.
    newest = now;
    expect(await ours.problem()).toContain(problem);
    expect(await jumps().problem()).toContain(problem);
    expect(await jumps().accept()).toBe(now);
    expect(await ours.problem()).toBeUndefined();
    expect(await jumps().problem()).toBeUndefined();
  });

  it('is believed at once after an answer, also where nothing has happened since the last event', async () => {
    now = addDays(START, 400);
    await jumps().accept();
    now = addDays(START, 450);
    expect(await jumps().problem()).toBeUndefined();
    now = addDays(START, 461);
    expect(await jumps().problem()).toContain('61 days after');
  });

  it('is asked about when it jumps while the program runs, and believed when it is set back', async () => {
    const ours = jumps();
    newest = null;
    expect(await ours.problem()).toBeUndefined();
    now = addDays(START, 1_000);
    expect(await ours.problem()).toContain('1000 days after');
    newest = now;
    now = addDays(START, 1);
    expect(await ours.problem()).toBeUndefined();
    expect(await jumps().problem()).toBeUndefined();
  });
});
