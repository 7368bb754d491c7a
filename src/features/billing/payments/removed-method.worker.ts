import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { VAULT } from '../../../app/tokens.ts';
import { jobOf, Workers, type Work } from '../../../app/work/workers.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { PaymentMethods } from './payment-methods.service.ts';

const REMOVED_METHOD = 'removed-payment-method';
const PAGE = 500;
const FIRST_RETRY_MS = 2_000;
const MOST_RETRY_MS = 3_600_000;

export const removedMethodEntry = (paymentMethodId: string): string => `${REMOVED_METHOD}/${paymentMethodId}`;

/** Wakes the worker of one method. */
export function removedMethodJob(paymentMethodId: string): string {
  return jobOf(REMOVED_METHOD, paymentMethodId);
}

/** Has the processor forget the methods that customers have removed, then forgets what it called them. */
@Injectable()
export class RemovedMethodWorker implements Work, OnApplicationBootstrap {
  readonly kind = REMOVED_METHOD;
  readonly atOnce = 4;
  readonly isAwaited = true;

  constructor(
    private readonly workers: Workers,
    private readonly methods: PaymentMethods,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  async due(): Promise<string[]> {
    const keys = await this.vault.list(`${REMOVED_METHOD}/`, `${REMOVED_METHOD}/~`, PAGE);
    return keys.map((key) => key.slice(REMOVED_METHOD.length + 1));
  }

  async handle(paymentMethodId: string): Promise<void> {
    await this.methods.forget(paymentMethodId);
    await this.vault.delete(removedMethodEntry(paymentMethodId));
  }

  retryAfter(attempt: number): number {
    return Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), MOST_RETRY_MS);
  }
}
