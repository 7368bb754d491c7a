import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../../config.ts';
import { msOf, type Clock } from '../../kernel/ports/clock.ts';
import { CLOCK, CONFIG } from '../tokens.ts';
import { tooManyRequests } from './errors.ts';
import { RequestCounts } from './request-counts.ts';

interface Rule {
  paths: RegExp;
  /** Admitted requests per address: to each path, or to all paths of the rule together. */
  max: number;
  per: 'path' | 'rule';
  /** Seconds. */
  window: number;
}

const AUTH = '/api/auth';

/** The first matching rule applies (docs/IDENTITY.md#rate-limits). */
const RULES: readonly Rule[] = [
  { paths: /^\/(sign-in|sign-up|change-password|change-email)/, max: 3, per: 'path', window: 10 },
  // Routes that send mail to a given address.
  { paths: /^\/(request-password-reset|forget-password|send-verification-email)$/, max: 3, per: 'rule', window: 60 },
  // Routes that accept a token, also in the path.
  { paths: /^\/(reset-password|verify-email|delete-user\/callback)(\/|$)/, max: 20, per: 'rule', window: 60 },
  { paths: /^/, max: 100, per: 'path', window: 10 },
];

/** Limits requests to `/api/auth` per client address: the socket's, or with TRUST_PROXY the one that the proxy reports. */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly counts: RequestCounts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async check(request: Request, response: Response, next: NextFunction): Promise<void> {
    // Routes match with and without a trailing slash; unmatched paths are counted regardless of case.
    const path = request.path.toLowerCase().replace(/\/+$/, '');
    if (!this.config.auth.rateLimit || !path.startsWith(`${AUTH}/`)) return next();
    const waitMs = await this.waitOf(path.slice(AUTH.length), request.ip ?? '');
    if (waitMs === 0) return next();
    const { status, headers, body } = tooManyRequests(waitMs);
    response.status(status).set(headers).end(JSON.stringify(body));
  }

  private waitOf(path: string, address: string): Promise<number> {
    const rule = RULES.find(({ paths }) => paths.test(path))!;
    const key = `${address}|${rule.per === 'path' ? path : rule.paths.source}`;
    return this.counts.admit(key, rule, msOf(this.clock.machineNow()));
  }
}
