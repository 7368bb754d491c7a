import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../../config.ts';
import { msOf, type Clock } from '../../kernel/clock.ts';
import { CLOCK, CONFIG } from '../tokens.ts';
import { RequestCounts } from './request-counts.ts';

interface Rule {
  paths: RegExp;
  /** Admitted requests of one address: to one path, or together to all that the rule names. */
  max: number;
  per: 'path' | 'rule';
  /** Seconds. */
  window: number;
}

const AUTH = '/api/auth';

/** AUTH_FACTS §5, and stricter ones of our own where it is silent; the first that fits holds. */
const RULES: readonly Rule[] = [
  { paths: /^\/(sign-in|sign-up|change-password|change-email)/, max: 3, per: 'path', window: 10 },
  // What sends mails to whoever is named.
  { paths: /^\/(request-password-reset|forget-password|send-verification-email)$/, max: 3, per: 'rule', window: 60 },
  // What a token opens: also where it stands in the path.
  { paths: /^\/(reset-password|verify-email|delete-user\/callback)(\/|$)/, max: 20, per: 'rule', window: 60 },
  { paths: /^/, max: 100, per: 'path', window: 10 },
];

/** Limits requests to `/api/auth` per client address: that of the socket, or behind TRUST_PROXY the one the proxy names. */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly counts: RequestCounts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async check(request: Request, response: Response, next: NextFunction): Promise<void> {
    // Routes are matched whatever the case, and with or without a slash at the end.
    const path = request.path.toLowerCase().replace(/\/+$/, '');
    if (!this.config.auth.rateLimit || !path.startsWith(`${AUTH}/`)) return next();
    const waitMs = await this.waitOf(path.slice(AUTH.length), request.ip ?? '');
    if (waitMs === 0) return next();
    response.status(429);
    response.setHeader('X-Retry-After', Math.ceil(waitMs / 1000));
    response.setHeader('Content-Type', 'text/plain;charset=UTF-8');
    response.end(JSON.stringify({ message: 'Too many requests. Please try again later.' }));
  }

  private waitOf(path: string, address: string): Promise<number> {
    const rule = RULES.find(({ paths }) => paths.test(path))!;
    const key = `${address}|${rule.per === 'path' ? path : rule.paths.source}`;
    return this.counts.admit(key, rule, msOf(this.clock.machineNow()));
  }
}
