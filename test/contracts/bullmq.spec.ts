import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { BullMqJobQueue } from '../../src/adapters/bullmq/bullmq-job-queue.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { gate } from '../support/jobs.ts';
import { Proxy } from '../support/proxy.ts';
import { until, within } from '../support/until.ts';
import { missingRedis, RedisServer } from '../support/redis/server.ts';
import { given, type Server } from '../support/given-servers.ts';
import { describeWith } from '../support/servers.ts';
import { jobQueueContract } from './job-queue.contract.ts';

/** A lock, two looks at it, and some time on a busy machine; BullMQ's own 30 s would take a minute. */
const TAKEN_OVER_MS = 45_000;

describeWith(missingRedis(), 'on Redis', () => {
  const prefix = newUuid();
  let server: Server;
  const open = (url = server.url) =>
    new BullMqJobQueue({ url, prefix, onError: () => undefined, onLost: () => undefined });

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

  it('gives what a process had begun to another within seconds of its death, however often that happens', async () => {
    const begun: number[] = [];
    const held = gate();
    const handling = async (url: string, n: number) => {
      const queue = open(url);
      queue.work('dying', async () => {
        begun.push(n);
        await held.opened;
      });
      await until(() => begun.includes(n), `process ${n} to begin`, TAKEN_OVER_MS);
      return queue;
    };
    const waking = open();
    await waking.wake('dying/1');
    const dead: BullMqJobQueue[] = [];
    for (const n of [1, 2]) {
      const connections = await new Proxy(new URL(server.url)).start();
      dead.push(await handling(`redis://127.0.0.1:${connections.port}`, n));
      await connections.stop();
    }
    const alive = await handling(server.url, 3);
    held.open();
    await alive.idle('dying');
    expect(begun).toEqual([1, 2, 3]);
    await Promise.all([alive, waking, ...dead].map((queue) => queue.close()));
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
    const timers = jest.spyOn(globalThis, 'setTimeout');
    await within(queue.close(), 'the queue to close');
    const waits = timers.mock.calls.map(([, ms]) => ms);
    expect(waits).toContain(2_000);
    // What running handlers have while Redis is available.
    expect(waits).not.toContain(8_000);
    timers.mockRestore();
  });
});
