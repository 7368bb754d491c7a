import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Config } from '../../config.ts';
import { InvalidInput, NotFound } from '../../kernel/errors.ts';
import { CONFIG } from '../tokens.ts';
import { stateOf } from './request-state.ts';

const LOOPBACK_PEER = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** The sandbox answers everybody where SANDBOX=1 is said, only this machine where it is on by default (DESIGN §11). */
@Injectable()
export class SandboxGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { sandbox } = this.config;
    if (sandbox === 'off' || (sandbox === 'local' && !isLocal(request))) throw new NotFound('Not Found');
    if (stateOf(request).bodyError) throw InvalidInput.at('body', 'The body is not valid JSON', 'json_invalid');
    return true;
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
