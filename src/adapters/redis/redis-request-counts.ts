import { Redis } from 'ioredis';
import { ProcessRequestCounts, RequestCounts, type Limit } from '../../app/http/sharing/request-counts.ts';

/** Maximum time that a request waits for Redis. */
const PATIENCE_MS = 1_000;

/**
 * KEYS: the count. ARGV: max, window and now in milliseconds. Returns milliseconds to wait, 0 if admitted. Stores a hash of `count` and `at`,
 * the last admission, and `before`, the one before, which expires one window later.
 */
const ADMIT = `
  local max, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local known = redis.call('HMGET', KEYS[1], 'count', 'at')
  local count, at = tonumber(known[1]), tonumber(known[2])
  local over = not count or now - at > window
  if not over and count >= max and now - at < window then return at + window - now end
  redis.call('HSET', KEYS[1], 'count', over and 1 or count + 1, 'at', ARGV[3], 'before', at or ARGV[3])
  redis.call('PEXPIRE', KEYS[1], window + 1000)
  return 0`;

/** KEYS: the count. ARGV: when the request was admitted, in milliseconds. */
const WITHDRAW = `
  local known = redis.call('HMGET', KEYS[1], 'count', 'at', 'before')
  if not known[1] then return 0 end
  redis.call('HSET', KEYS[1], 'count', math.max(0, tonumber(known[1]) - 1))
  if tonumber(known[2]) == tonumber(ARGV[1]) then redis.call('HSET', KEYS[1], 'at', known[3]) end
  return 0`;

interface Counting extends Redis {
  withdrawRequest(key: string, at: number): Promise<number>;
  admitRequest(key: string, max: number, windowMs: number, now: number): Promise<number>;
}

export interface RedisRequestCountsOptions {
  /** URL, such as `redis://host:6379`. */
  url: string;
  /** Prefix of its keys. */
  prefix: string;
  /** Called while Redis is unavailable: until it returns, each process counts on its own. */
  onLost: (error: Error) => void;
}

/** Counts that several processes share, on Redis. */
export class RedisRequestCounts extends RequestCounts {
  private readonly redis: Counting;
  private readonly fallback = new ProcessRequestCounts();

  constructor(private readonly options: RedisRequestCountsOptions) {
    super();
    this.redis = new Redis(options.url, {
      commandTimeout: PATIENCE_MS,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
    }) as Counting;
    this.redis.on('error', options.onLost);
    this.redis.defineCommand('admitRequest', { numberOfKeys: 1, lua: ADMIT });
    this.redis.defineCommand('withdrawRequest', { numberOfKeys: 1, lua: WITHDRAW });
  }

  override async admit(key: string, limit: Limit, now: number): Promise<number> {
    try {
      return await this.redis.admitRequest(this.entryOf(key), limit.max, limit.window * 1000, now);
    } catch (error) {
      this.options.onLost(error as Error);
      return this.fallback.admit(key, limit, now);
    }
  }

  override async withdraw(key: string, limit: Limit, at: number): Promise<void> {
    try {
      await this.redis.withdrawRequest(this.entryOf(key), at);
    } catch (error) {
      this.options.onLost(error as Error);
      await this.fallback.withdraw(key, limit, at);
    }
  }

  override async close(): Promise<void> {
    this.redis.disconnect();
  }

  private entryOf(key: string): string {
    return `${this.options.prefix}:requests:${key}`;
  }
}
