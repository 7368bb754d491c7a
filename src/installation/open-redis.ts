import { InprocessJobQueue } from '../adapters/inprocess/inprocess-job-queue.ts';
import { ProcessRequestCounts } from '../app/http/sharing/request-counts.ts';
import type { Config } from '../config.ts';
import type { Log } from '../kernel/ports/log.ts';

const WARN_EVERY_MS = 10_000;

/** Job queue and request counts, which may be lost: in Redis where it is configured, else in this process. */
export async function openRedis(
  { engines: { redis: url, redisPrefix: prefix } }: Config,
  log: Log,
  now?: () => number,
) {
  const onError = (id: string, error: unknown) => log.error('A job failed', { id, error });
  if (url === undefined) return { jobs: new InprocessJobQueue({ onError, now }), counts: new ProcessRequestCounts() };
  const [{ BullMqJobQueue }, { RedisRequestCounts }] = await Promise.all([
    import('../adapters/bullmq/bullmq-job-queue.ts'),
    import('../adapters/redis/redis-request-counts.ts'),
  ]);
  let warnedAt = -Infinity;
  const onLost = (error: Error) => {
    // Every connection reports every attempt.
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn('Redis is unavailable: work is found by polling, and each process counts requests for itself', { error });
  };
  return {
    jobs: new BullMqJobQueue({ url, prefix, onError, onLost }),
    counts: new RedisRequestCounts({ url, prefix, onLost }),
  };
}
