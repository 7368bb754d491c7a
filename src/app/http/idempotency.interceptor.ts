import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { addSeconds } from '../../kernel/clock.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import { Keys } from '../../kernel/keys.ts';
import { readVault, type Vault } from '../../kernel/vault.ts';
import { VAULT } from '../tokens.ts';
import { stateOf, type RequestState } from './request-state.ts';

export const SHOWS_SECRET = 'shows-secret';

const KEPT_SECONDS = 86_400;

interface Kept {
  requestId: string;
  /** Keyed digest of the body. */
  body: string;
}

/**
 * A write that repeats an Idempotency-Key within 24 h is the same request: its commands have the same ids and do their work once
 * (DESIGN §3, Command ids).
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    private readonly keys: Keys,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const key = request.headers['idempotency-key'];
    const state = stateOf(request);
    if (typeof key === 'string' && key !== '' && request.method !== 'GET' && state.caller.kind !== 'anonymous') {
      const showsSecret = this.reflector.get<boolean | undefined>(SHOWS_SECRET, context.getHandler()) ?? false;
      await this.recall(request, state, key, showsSecret);
    }
    return next.handle();
  }

  /** @throws InvalidInput the key came with another body · DomainError 409 the answer may be shown once only */
  private async recall(request: Request, state: RequestState, key: string, showsSecret: boolean): Promise<void> {
    const { kind, id, organizationIds } = state.caller;
    const scope = [kind, id, kind === 'user' ? '' : organizationIds[0], request.method, request.path, key];
    const entry = `idempotency/${this.keys.digest('idempotency-key', JSON.stringify(scope))}`;
    const body = this.keys.digest('idempotency-body', JSON.stringify(request.body ?? null));
    const mine: Kept = { requestId: state.context.requestId, body };
    const expiresAt = addSeconds(state.context.machineNow, KEPT_SECONDS);
    if ((await this.vault.put(entry, JSON.stringify(mine), { ifAbsent: true, expiresAt })) !== undefined) return;
    const stored = await readVault(this.vault, entry);
    const kept = stored ? (JSON.parse(stored) as Kept) : mine;
    if (kept.body !== body)
      throw InvalidInput.at('body', 'This Idempotency-Key came with another body before', 'idempotency_key_reused');
    if (showsSecret)
      throw new DomainError(
        'ResourceAlreadyExists',
        'This request has been made, and its answer held a secret that is shown once. Make another with a new Idempotency-Key.',
        409,
      );
    state.context.requestId = state.context.correlationId = state.context.causationId = kept.requestId;
  }
}
