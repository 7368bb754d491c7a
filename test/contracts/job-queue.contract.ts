import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobQueue } from '../../src/kernel/ports/job-queue.ts';
import { gate } from '../support/jobs.ts';
import { until } from '../support/until.ts';

/** What every job queue must do. Each test has its own kinds, since a shared queue may hold others' wake-ups. */
export function jobQueueContract(name: string, open: () => Promise<JobQueue>): void {
  describe(`${name} is a job queue`, () => {
    let queue: JobQueue;
    let kind: string;
    let handled: string[];

    const record = async (id: string) => void handled.push(id.slice(kind.length + 1));
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

    beforeEach(async () => {
      queue = await open();
      kind = `kind_${randomUUID().replaceAll('-', '')}`;
      handled = [];
    });

    afterEach(() => queue.close());

    it('wakes the worker of a kind with the whole id', async () => {
      const ids: string[] = [];
      queue.work(kind, async (id) => void ids.push(id));
      queue.work(`${kind}x`, async (id) => void ids.push(id));
      await queue.wake(`${kind}/a/b`);
      await until(() => ids.length > 0, 'the worker to wake');
      await Promise.all([queue.idle(kind), queue.idle(`${kind}x`)]);
      expect(ids).toEqual([`${kind}/a/b`]);
    });

    it('keeps a wake-up until its kind has a worker', async () => {
      await queue.wake(`${kind}/a`);
      queue.work(kind, record);
      await until(() => handled.length === 1, 'the worker to wake');
    });

    it('wakes at the given time, or at once if it is past', async () => {
      queue.work(kind, record);
      const due = inMs(150);
      await queue.wake(`${kind}/later`, due);
      await until(() => handled.length === 1, 'the later job to wake the worker');
      // Redis counts in milliseconds of its own.
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(due) - 5);
      await queue.wake(`${kind}/tomorrow`, inMs(86_400_000));
      await queue.wake(`${kind}/past`, inMs(-5_000));
      await until(() => handled.length === 2, 'the past job to wake the worker');
      expect(handled).toEqual(['later', 'past']);
    });

    it('does not wake for a time months ahead', async () => {
      queue.work(kind, record);
      await queue.wake(`${kind}/a`, inMs(2 ** 31 + 5_000));
      await queue.wake(`${kind}/b`, '9999-12-31T23:59:59.999Z');
      await queue.wake(`${kind}/soon`, inMs(60));
      await until(() => handled.length > 0, 'the worker to wake');
      await queue.idle(kind);
      expect(handled).toEqual(['soon']);
    });

    it('merges pending wake-ups of one id', async () => {
      for (let n = 0; n < 5; n++) await queue.wake(`${kind}/a`, inMs(60));
      await queue.wake(`${kind}/after`, inMs(80));
      queue.work(kind, record);
      await until(() => handled.includes('after'), 'the worker to wake');
      await queue.idle(kind);
      expect(handled).toEqual(['a', 'after']);
    });

    it('wakes again for a wake-up that arrives while its handler runs', async () => {
      let atOnce = 0;
      queue.work(
        kind,
        async (id) => {
          expect(++atOnce).toBe(1);
          await record(id);
          if (handled.length === 1) await queue.wake(id);
          await pause(30);
          atOnce--;
        },
        { concurrency: 4 },
      );
      await queue.wake(`${kind}/a`);
      await until(() => handled.length === 2 && atOnce === 0, 'the worker to wake again');
      await queue.idle(kind);
      expect(handled).toHaveLength(2);
    });

    it('handles a limited number at a time, and all in the end', async () => {
      let running = 0;
      let most = 0;
      const held = gate();
      queue.work(
        kind,
        async (id) => {
          most = Math.max(most, ++running);
          await held.opened;
          running--;
          await record(id);
        },
        { concurrency: 3 },
      );
      await Promise.all(Array.from({ length: 20 }, (_, n) => queue.wake(`${kind}/${n}`)));
      await until(() => running === 3, 'three jobs to be at work');
      // Time to begin more.
      await pause(30);
      held.open();
      await until(() => handled.length === 20, 'all jobs to be handled');
      expect(most).toBe(3);
      expect(new Set(handled).size).toBe(20);
    });

    it('continues after a handler throws', async () => {
      queue.work(kind, async (id) => {
        if (id.endsWith('bad')) throw new Error('no');
        await record(id);
      });
      await queue.wake(`${kind}/bad`);
      await queue.wake(`${kind}/good`);
      await until(() => handled.includes('good'), 'the good job to wake the worker');
    });

    it('retries what failed after the back-off of its kind, and counts the attempts', async () => {
      const attempts: number[] = [];
      const times: number[] = [];
      const handle = async (_id: string, attempt: number) => {
        attempts.push(attempt);
        times.push(Date.now());
        if (attempts.length < 4) throw new Error('no');
      };
      queue.work(kind, handle, { retryAfter: (attempt) => attempt * 60 });
      await queue.wake(`${kind}/a`);
      await until(() => attempts.length === 4, 'the third retry');
      const waited = times.slice(1).map((time, index) => time - times[index]!);
      expect(waited.map((ms, index) => ms >= (index + 1) * 60 - 5)).toEqual([true, true, true]);
      await queue.idle(kind);
      await queue.wake(`${kind}/a`);
      await until(() => attempts.length === 5, 'the next wake-up');
      expect(attempts).toEqual([1, 2, 3, 4, 1]);
    });

    it('retries at once when woken, and not when reminded', async () => {
      const attempts: number[] = [];
      const handle = async (_id: string, attempt: number) => {
        attempts.push(attempt);
        if (attempt === 1) throw new Error('no');
      };
      queue.work(kind, handle, { retryAfter: () => 60_000 });
      await queue.wake(`${kind}/a`);
      await until(() => attempts.length === 1, 'the first attempt');
      await queue.idle(kind);
      await queue.remind(`${kind}/a`);
      await queue.remind(`${kind}/b`);
      await until(() => attempts.length === 2, 'the other to be handled');
      expect(attempts).toEqual([1, 1]);
      await queue.wake(`${kind}/a`);
      await until(() => attempts.length === 3, 'the retry');
      expect(attempts).toEqual([1, 1, 2]);
    });

    it('reminds only of what has nothing to come, and is not being handled', async () => {
      const slow = gate();
      const handle = async (id: string) => {
        await record(id);
        if (id.endsWith('slow')) await slow.opened;
      };
      queue.work(kind, handle, { concurrency: 2 });
      await queue.wake(`${kind}/slow`);
      await queue.wake(`${kind}/later`, inMs(60_000));
      await until(() => handled.length === 1, 'the slow job to begin');
      for (const id of ['slow', 'later', 'lost']) await queue.remind(`${kind}/${id}`);
      await until(() => handled.includes('lost'), 'the lost job');
      slow.open();
      await queue.idle(kind);
      expect(handled).toEqual(['slow', 'lost']);
      await queue.remind(`${kind}/slow`);
      await until(() => handled.length === 3, 'the reminder of what has ended');
    });

    it('begins no more per time than its limit', async () => {
      const times: number[] = [];
      const handle = async () => void times.push(Date.now());
      // Not since the first was handled, which may be long after it was begun.
      const startedAt = Date.now();
      queue.work(kind, handle, { concurrency: 10, limit: { max: 3, perMs: 200 } });
      await Promise.all(Array.from({ length: 8 }, (_, n) => queue.wake(`${kind}/${n}`)));
      await until(() => times.length === 8, 'all jobs to be handled');
      expect([times[3]! - startedAt >= 190, times[6]! - startedAt >= 390]).toEqual([true, true]);
    });

    it('is idle once everything due is handled', async () => {
      await queue.idle(kind);
      queue.work(kind, async (id) => {
        await pause(20);
        await record(id);
        if (id.endsWith('first')) await queue.wake(`${kind}/caused`);
      });
      await queue.wake(`${kind}/later`, inMs(60_000));
      for (const id of ['first', 'second']) await queue.wake(`${kind}/${id}`);
      await queue.idle(kind);
      expect(handled.toSorted()).toEqual(['caused', 'first', 'second']);
    });

    it('waits for running handlers when it closes, and starts none after', async () => {
      const over: string[] = [];
      const held = gate();
      queue.work(kind, async (id) => {
        await record(id);
        await held.opened;
        over.push('handler');
      });
      await queue.wake(`${kind}/a`);
      await until(() => handled.length === 1, 'the handler to run');
      await queue.wake(`${kind}/b`);
      const closed = queue.close().then(() => over.push('queue'));
      // Time to close without it.
      await pause(30);
      held.open();
      await closed;
      expect(over).toEqual(['handler', 'queue']);
      await pause(30);
      expect(handled).toEqual(['a']);
    });
  });
}
