import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../config.ts';
import { CONFIG } from '../tokens.ts';

interface Rule {
  prefixes: readonly string[];
  /** Requests per window, for one address and one path. */
  points: number;
  /** Seconds. */
  duration: number;
}

const AUTH = '/api/auth';

/** AUTH_FACTS §5; the first rule that fits holds. */
const RULES: readonly Rule[] = [
  { prefixes: ['/sign-in', '/sign-up', '/change-password', '/change-email'], points: 3, duration: 10 },
  { prefixes: [''], points: 100, duration: 10 },
];

/** Limits requests to `/api/auth` per client address and path. Counts lie in this process. */
@Injectable()
export class RateLimiter {
  private readonly rules = RULES.map((rule) => ({
    ...rule,
    limiter: new RateLimiterMemory({ points: rule.points, duration: rule.duration }),
  }));

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async check(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (!this.config.auth.rateLimit || !request.path.startsWith(`${AUTH}/`)) return next();
    const path = request.path.slice(AUTH.length);
    const { limiter } = this.rules.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix)))!;
    try {
      await limiter.consume(`${request.ip}|${path}`);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) return next(refused);
      response.status(429);
      response.setHeader('X-Retry-After', Math.ceil(refused.msBeforeNext / 1000));
      response.setHeader('Content-Type', 'text/plain;charset=UTF-8');
      response.end(JSON.stringify({ message: 'Too many requests. Please try again later.' }));
      return;
    }
    next();
  }
}
