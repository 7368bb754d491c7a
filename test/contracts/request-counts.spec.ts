import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RedisRequestCounts } from '../../src/adapters/redis/redis-request-counts.ts';
import { ProcessRequestCounts, RequestCounts } from '../../src/app/http/sharing/request-counts.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { startApp } from '../support/app.ts';
import { until, within } from '../support/until.ts';
import { given, type Server } from '../support/given-servers.ts';
import { missingRedis, RedisServer } from '../support/redis/server.ts';
import { describeWith } from '../support/servers.ts';
import { requestCountsContract } from './request-counts.contract.ts';

requestCountsContract('ProcessRequestCounts', async () => new ProcessRequestCounts());

describeWith(missingRedis(), 'on Redis', () => {
  const once = { max: 1, window: 60 };
  const prefix = newUuid();
  const lost: string[] = [];
  let server: Server;
  const open = (url = server.url) =>
    new RedisRequestCounts({ url, prefix, onLost: (error) => void lost.push(error.message) });

  beforeAll(async () => {
    server = given('REDIS_URL') ?? (await RedisServer.start());
  });
  afterAll(() => server.stop());

  /** Whether one process counts what the other admits. */
  async function share(one: RequestCounts, other: RequestCounts): Promise<boolean> {
    const key = newUuid();
    await one.admit(key, once, Date.now());
    return (await other.admit(key, once, Date.now())) > 0;
  }

  async function connected(): Promise<RedisRequestCounts> {
    const [counts, other] = [open(), open()];
    await until(() => share(counts, other), 'the counts to be shared');
    await other.close();
    return counts;
  }

  requestCountsContract('RedisRequestCounts', connected);

  it('admits three of fifty concurrent requests to several processes', async () => {
    const processes = await Promise.all([connected(), connected(), connected()]);
    const key = newUuid();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => processes[n % 3]!.admit(key, { max: 3, window: 60 }, Date.now())),
    );
    expect(answers.filter((wait) => wait === 0)).toHaveLength(3);
    await Promise.all(processes.map((counts) => counts.close()));
  });

  it('counts per process while Redis is unavailable, and together when it is back', async () => {
    const own = await RedisServer.start();
    const [one, other] = [open(own.url), open(own.url)];
    await until(() => share(one, other), 'the counts to be shared');
    await own.stop();
    lost.length = 0;
    const key = newUuid();
    const limited = async (counts: RedisRequestCounts) => [
      await counts.admit(key, once, Date.now()),
      (await counts.admit(key, once, Date.now())) > 0,
    ];
    const admitted = Promise.all([limited(one), limited(other)]);
    expect(await within(admitted, 'both to count on their own')).toEqual([
      [0, true],
      [0, true],
    ]);
    expect(lost.length).toBeGreaterThan(0);
    // No request has waited for Redis.
    expect(lost).not.toContain('Command timed out');
    await own.run();
    await until(() => share(one, other), 'the counts to be shared again');
    await Promise.all([one.close(), other.close()]);
    await own.stop();
  });

  it('limits sign-ins across two processes', async () => {
    const env = { REDIS_URL: server.url, REDIS_PREFIX: newUuid(), AUTH_RATE_LIMIT: '1' };
    const apps = await Promise.all([startApp({ own: true, env }), startApp({ own: true, env })]);
    const [one, other] = apps.map(({ app }) => app.get(RequestCounts));
    await until(() => share(one!, other!), 'the counts to be shared');
    const statuses: number[] = [];
    for (const { url } of [...apps, ...apps]) {
      const body = JSON.stringify({ email: 'nobody@example.com', password: 'correct horse' });
      const headers = { 'content-type': 'application/json', origin: url };
      statuses.push((await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    await Promise.all(apps.map((app) => app.close()));
  });
});
