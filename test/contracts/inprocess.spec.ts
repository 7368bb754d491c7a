import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { InprocessJobQueue } from '../../src/adapters/inprocess/inprocess-job-queue.ts';
import { measuredJobQueue } from '../../src/adapters/measured/measured-job-queue.ts';
import { noTelemetry } from '../../src/kernel/ports/telemetry.ts';
import { until } from '../support/until.ts';
import { jobQueueContract } from './job-queue.contract.ts';

jobQueueContract('InprocessJobQueue', async () => new InprocessJobQueue({ onError: () => undefined }));
jobQueueContract('A measured job queue', async () =>
  measuredJobQueue(new InprocessJobQueue({ onError: () => undefined }), noTelemetry),
);

describe('InprocessJobQueue', () => {
  it("passes a handler's error to its callback, thrown at once or later", async () => {
    const errors: [string, unknown][] = [];
    const queue = new InprocessJobQueue({ onError: (id, error) => errors.push([id, error]) });
    queue.work('a', () => {
      throw 'at once';
    });
    queue.work('b', () => Promise.reject('later'));
    await queue.wake('a/1');
    await queue.wake('b/1');
    await until(() => errors.length === 2, 'both errors');
    expect(errors).toEqual([
      ['a/1', 'at once'],
      ['b/1', 'later'],
    ]);
    await queue.close();
  });

  it('wakes at the earlier of two times', async () => {
    const woken: string[] = [];
    const queue = new InprocessJobQueue({ onError: () => undefined });
    queue.work('a', async (id) => void woken.push(id));
    await queue.wake('a/1', new Date(Date.now() + 60_000).toISOString());
    await queue.wake('a/1');
    await queue.wake('a/1', new Date(Date.now() + 60_000).toISOString());
    await until(() => woken.length === 1, 'the worker to wake');
    await queue.close();
  });

  it('sets no timer longer than setTimeout accepts', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const queue = new InprocessJobQueue({ onError: () => undefined });
    await queue.wake('a/1', '9999-12-31T23:59:59.999Z');
    expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([2 ** 31 - 1]);
    timers.mockRestore();
    await queue.close();
  });

  it('checks its own clock when a timer fires', async () => {
    const start = Date.now();
    let slow = true;
    const woken: string[] = [];
    // A clock that stands still, as when a timer had to be capped.
    const queue = new InprocessJobQueue({ onError: () => undefined, now: () => (slow ? start : start + 20) });
    queue.work('a', async (id) => void woken.push(id));
    await queue.wake('a/1', new Date(start + 20).toISOString());
    await pause(50);
    expect(woken).toEqual([]);
    slow = false;
    await until(() => woken.length === 1, 'the worker to wake');
    await queue.close();
  });
});
