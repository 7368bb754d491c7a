import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { DomainError, NotFound } from '../../../kernel/errors.ts';
import { CONFIG } from '../../tokens.ts';
import { stateOf } from '../request-state.ts';
import { bodyRefusal, demandJson } from '../validation.ts';

const LOOPBACK_PEER = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * With SANDBOX=1 the sandbox answers everyone; if it is only on by default, it answers this machine (docs/SANDBOX.md#who-may-use-it). It has
 * no sessions, so any page open on this machine could reach it: it refuses other sites, and bodies that a browser sends without a preflight.
 */
@Injectable()
export class SandboxGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { sandbox } = this.config;
    if (sandbox === 'off' || (sandbox === 'local' && !isLocal(request))) throw new NotFound('Not Found');
    if (!this.isOurs(request))
      throw new DomainError('NotPermitted', 'The sandbox accepts requests from its own pages only', 403);
    const state = stateOf(request);
    state.controller = context.getClass();
    state.context.scope = 'any';
    if (state.bodyError) throw bodyRefusal(state.bodyError, request);
    demandJson(request);
    return true;
  }

  /** Clients other than browsers send neither header. */
  private isOurs({ headers }: FastifyRequest): boolean {
    const { origin } = headers;
    if (origin !== undefined) return this.config.ownOrigins.includes(origin);
    return headers['sec-fetch-site'] !== 'cross-site';
  }
}

/** A loopback peer that requests a loopback host directly: no proxy, and no page that uses DNS rebinding. */
export function isLocal({ socket, headers }: FastifyRequest): boolean {
  return (
    LOOPBACK_PEER.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    !FORWARDING.some((name) => headers[name] !== undefined)
  );
}
