import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import { withoutTrailing } from '../../../kernel/text.ts';
import { LIMITS, type Rate } from '../../../limits.ts';
import { CLOCK, CONFIG } from '../../tokens.ts';
import { tooManyRequests } from '../errors.ts';
import { RequestCounts } from '../sharing/request-counts.ts';
import { pathOf } from '../request-state.ts';

interface Rule {
  paths: RegExp;
  /** Requests of one address: to each path, or to all paths of the rule together. */
  rate: Rate;
  per: 'path' | 'rule';
}

const AUTH = '/api/auth';
/** All paths without a route. */
const UNKNOWN = 'unknown';

const { address } = LIMITS;

/** The first matching rule applies (docs/IDENTITY.md#rate-limits). */
const RULES: readonly Rule[] = [
  { paths: /^\/(sign-in|sign-up|change-password|change-email)/, rate: address.passwords, per: 'path' },
  // Routes that send mail to a given address.
  {
    paths: /^\/(request-password-reset|forget-password|send-verification-email)$/,
    rate: address.authMails,
    per: 'rule',
  },
  // Routes that accept a token, also in the path.
  { paths: /^\/(reset-password|verify-email|delete-user\/callback)(\/|$)/, rate: address.authTokens, per: 'rule' },
  { paths: /^/, rate: address.authRequests, per: 'path' },
];

/** Limits requests to `/api/auth` per client address: the socket's, or with TRUST_PROXY the one that the proxy reports. */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly counts: RequestCounts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @returns the reply, if it refuses */
  async check(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    // Routes match with and without a trailing slash; unmatched paths are counted regardless of case.
    const path = withoutTrailing('/', pathOf(request).toLowerCase());
    if (!this.config.auth.rateLimit || !path.startsWith(`${AUTH}/`)) return undefined;
    const waitMs = await this.waitOf(path.slice(AUTH.length), request);
    if (waitMs === 0) return undefined;
    const { status, headers, body } = tooManyRequests(waitMs);
    return reply.status(status).headers(headers).send(JSON.stringify(body));
  }

  private waitOf(path: string, { ip, is404, routeOptions }: FastifyRequest): Promise<number> {
    const rule = RULES.find(({ paths }) => paths.test(path))!;
    // By the route, since there are as many other paths as somebody cares to think of.
    const what = rule.per === 'rule' ? rule.paths.source : is404 ? UNKNOWN : withoutTrailing('/', routeOptions.url!);
    return this.counts.admitFrom(ip, what, rule.rate, msOf(this.clock.machineNow()));
  }
}
