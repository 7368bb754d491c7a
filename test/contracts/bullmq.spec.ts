import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BullMqJobQueue } from '../../src/adapters/bullmq/bullmq-job-queue.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { until } from '../support/until.ts';
import { missingRedis, RedisServer } from '../support/redis/server.ts';
import { given, type Server } from '../support/given-servers.ts';
import { describeWith } from '../support/servers.ts';
import { jobQueueContract } from './job-queue.contract.ts';

describeWith(missingRedis(), 'on Redis', () => {
  const prefix = newUuid();
  let server: Server;
  const open = () => new BullMqJobQueue({ url: server.url, prefix, onError: () => undefined, onLost: () => undefined });

  beforeAll(async () => {
    server = given('REDIS_URL') ?? (await RedisServer.start());
  });

  afterAll(() => server.stop());

  jobQueueContract('BullMqJobQueue', async () => open());

  it('wakes one of two processes', async () => {
    const woken: string[] = [];
    const [a, b] = [open(), open()];
    for (const queue of [a, b]) queue.work('shared', async (id) => void woken.push(id), { concurrency: 4 });
    await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? a : b).wake(`shared/${n}`)));
    await until(() => woken.length >= 30, 'all jobs to be handled');
    expect(new Set(woken).size).toBe(30);
    await Promise.all([a.close(), b.close()]);
  });

  it('moves a wake-up earlier, and never later', async () => {
    const woken: string[] = [];
    const queue = open();
    const later = new Date(Date.now() + 60_000).toISOString();
    await queue.wake('forward/1', later);
    await queue.wake('forward/1');
    await queue.wake('forward/1', later);
    queue.work('forward', async (id) => void woken.push(id));
    await until(() => woken.length === 1, 'the worker to wake');
    await queue.close();
  });

  it('loses only wake-ups while Redis is unavailable, and works again when it is back', async () => {
    const woken: string[] = [];
    const lost: Error[] = [];
    const own = await RedisServer.start();
    const queue = new BullMqJobQueue({
      url: own.url,
      prefix,
      onError: () => undefined,
      onLost: (error) => lost.push(error),
    });
    queue.work('away', async (id) => void woken.push(id));
    await queue.wake('away/1');
    await until(() => woken.length === 1, 'the worker to wake');
    await own.stop();
    await queue.wake('away/2');
    expect(lost.length).toBeGreaterThan(0);
    await own.run();
    await until(
      () => woken.includes('away/3') || (void queue.wake('away/3'), false),
      'the worker to wake again',
      15_000,
    );
    await own.flush();
    await until(
      () => woken.includes('away/4') || (void queue.wake('away/4'), false),
      'the worker to wake after a flush',
      15_000,
    );
    await queue.close();
    await own.stop();
  });

  it('closes while Redis is unavailable', async () => {
    const own = await RedisServer.start();
    const queue = new BullMqJobQueue({ url: own.url, prefix, onError: () => undefined, onLost: () => undefined });
    const woken: string[] = [];
    queue.work('closing', async (id) => void woken.push(id));
    await queue.wake('closing/1');
    await until(() => woken.length === 1, 'the worker to wake');
    await own.stop();
    await queue.wake('closing/2');
    const startedAt = performance.now();
    await queue.close();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
