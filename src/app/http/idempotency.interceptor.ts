import {
  HttpException,
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { addSeconds } from '../../kernel/ports/clock.ts';
import type { Context } from '../../kernel/writing/command.ts';
import { DomainError, InvalidInput, isRefusal } from '../../kernel/errors.ts';
import { Keys } from '../../kernel/secrets/keys.ts';
import type { Vault } from '../../kernel/ports/vault.ts';
import { VAULT } from '../tokens.ts';
import { pathOf, stateOf, type RequestState } from './request-state.ts';

export const SHOWS_SECRET = 'shows-secret';

const KEPT_SECONDS = 86_400;

interface Kept {
  requestId: string;
  /** Keyed digest of the body. */
  body: string;
  /** Requests under the key that were not refused; at 0 the key is free again. */
  holders: number;
}

/**
 * A write that repeats an Idempotency-Key within 24 h is the same request: its commands have the same ids and do their work once
 * (docs/EVENTS_AND_STREAMS.md#command-ids). A refused request releases the key, so that a corrected body can use it.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    private readonly keys: Keys,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    const state = stateOf(request);
    if (typeof key !== 'string' || key === '' || request.method === 'GET' || state.caller.kind === 'anonymous')
      return next.handle();
    const showsSecret = this.reflector.get<boolean | undefined>(SHOWS_SECRET, context.getHandler()) ?? false;
    const entry = this.entryOf(request, state, key);
    const body = this.keys.digest('idempotency-body', JSON.stringify(request.body ?? null));
    const requestId = await this.hold(entry, body, state.context, showsSecret);
    state.context.requestId = state.context.correlationId = state.context.causationId = requestId;
    state.context.isRepeatable = true;
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (isRefused(error)) await this.release(entry, state.context);
        throw error;
      }),
    );
  }

  private entryOf(
    request: FastifyRequest,
    { caller: { kind, id, organizationIds } }: RequestState,
    key: string,
  ): string {
    const scope = [kind, id, kind === 'user' ? '' : organizationIds[0], request.method, pathOf(request), key];
    return `idempotency/${this.keys.digest('idempotency-key', JSON.stringify(scope))}`;
  }

  /**
   * The id of the first request with this key, which may be this one.
   * @throws InvalidInput the key was used with another body · DomainError 409 the response may be shown only once
   */
  private async hold(entry: string, body: string, context: Context, showsSecret: boolean): Promise<string> {
    for (;;) {
      const stored = await this.read(entry);
      const isMine = !stored || stored.kept.holders === 0;
      if (!isMine && stored.kept.body !== body)
        throw InvalidInput.at('body', 'This Idempotency-Key came with another body before', 'idempotency_key_reused');
      if (!isMine && showsSecret) throw shownBefore();
      const requestId = isMine ? context.requestId : stored.kept.requestId;
      const kept = { requestId, body, holders: isMine ? 1 : stored.kept.holders + 1 };
      if (await this.write(entry, kept, stored?.version, context)) return requestId;
    }
  }

  /** Removes one holder; a request that is not refused stays one until the entry expires. */
  private async release(entry: string, context: Context): Promise<void> {
    for (;;) {
      const stored = await this.read(entry);
      if (!stored) return;
      const kept = { ...stored.kept, holders: stored.kept.holders - 1 };
      if (await this.write(entry, kept, stored.version, context)) return;
    }
  }

  private async read(entry: string): Promise<{ kept: Kept; version: number } | undefined> {
    const stored = (await this.vault.getMany([entry])).get(entry);
    if (!stored) return undefined;
    return { kept: JSON.parse(stored.value) as Kept, version: stored.version };
  }

  /** @returns false if another request has changed the entry meanwhile */
  private async write(entry: string, kept: Kept, version: number | undefined, context: Context): Promise<boolean> {
    const expiresAt = addSeconds(context.machineNow, KEPT_SECONDS);
    const condition = version === undefined ? { ifAbsent: true } : { ifVersion: version };
    return (await this.vault.put(entry, JSON.stringify(kept), { ...condition, expiresAt })) !== undefined;
  }
}

/** Whether the request was refused for its content; after any other error the outcome may be unknown. */
function isRefused(error: unknown): boolean {
  return isRefusal(error) || (error instanceof HttpException && error.getStatus() < 500);
}

function shownBefore(): DomainError {
  return new DomainError(
    'ResourceAlreadyExists',
    'This request has been made, and its answer held a secret that is shown once. Make another with a new Idempotency-Key.',
    409,
  );
}
