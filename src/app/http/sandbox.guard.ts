import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Config } from '../../config.ts';
import { DomainError, NotFound } from '../../kernel/errors.ts';
import { CONFIG } from '../tokens.ts';
import { stateOf } from './request-state.ts';
import { bodyRefusal, demandJson } from './validation.ts';

const LOOPBACK_PEER = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * The sandbox answers everybody where SANDBOX=1 is set, only this machine where it is on by default (docs/SANDBOX.md#who-may-use-it). It has no
 * sessions, so that any page open on this machine could reach it: other sites are refused, and so are bodies that a browser sends without a
 * preflight.
 */
@Injectable()
export class SandboxGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { sandbox } = this.config;
    if (sandbox === 'off' || (sandbox === 'local' && !isLocal(request))) throw new NotFound('Not Found');
    if (!this.isOurs(request))
      throw new DomainError('NotPermitted', 'The sandbox takes requests from its own pages, not from other sites', 403);
    const { bodyError, context: asked } = stateOf(request);
    asked.scope = 'any';
    if (bodyError) throw bodyRefusal(bodyError);
    demandJson(request);
    return true;
  }

  /** Programs other than browsers send neither header. */
  private isOurs({ headers }: Request): boolean {
    const { origin } = headers;
    if (origin !== undefined) return this.config.ownOrigins.includes(origin);
    return headers['sec-fetch-site'] !== 'cross-site';
  }
}

/** A loopback peer that names a loopback host, with nobody in between: neither a proxy nor a page that rebinds a name. */
export function isLocal({ socket, headers }: Request): boolean {
  return (
    LOOPBACK_PEER.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    !FORWARDING.some((name) => headers[name] !== undefined)
  );
}
