import { Inject, Injectable } from '@nestjs/common';
import { PAYMENT_PROCESSOR, VAULT } from '../../../app/tokens.ts';
import { VaultRows } from '../../../app/vault-rows.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { paymentMethodEntry } from './payment.events.ts';
import type { MethodDetails, PaymentProcessor } from './payment-processor.ts';

/** A payment method as the Vault keeps it: never in an event. */
export interface PaymentMethod {
  /** The confirmation token from the customer's browser, good for one charge on session. */
  token: string;
  /** Whether it will be charged again. */
  isReused: boolean;
  /** The processor's references, once it has saved the method. */
  saved?: { customer: string; method: string };
}

/** Payment methods by our ids. */
@Injectable()
export class PaymentMethods {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    private readonly rows: VaultRows,
    @Inject(PAYMENT_PROCESSOR) private readonly processor: PaymentProcessor | null,
  ) {}

  /** Keeps a new one, before the event of `stream` that names it. */
  async keep(paymentMethodId: string, method: PaymentMethod, stream: string): Promise<void> {
    const namedBy = { stream, name: paymentMethodId };
    await this.rows.put(paymentMethodEntry(paymentMethodId), JSON.stringify(method), namedBy);
  }

  async find(paymentMethodId: string): Promise<PaymentMethod | undefined> {
    const kept = await readVault(this.vault, paymentMethodEntry(paymentMethodId));
    return kept === undefined ? undefined : (JSON.parse(kept) as PaymentMethod);
  }

  /** Adds the references that the processor saved it under, unless it was removed or changed meanwhile: what was removed must not come back. */
  async save(paymentMethodId: string, method: PaymentMethod, saved: PaymentMethod['saved']): Promise<void> {
    const entry = paymentMethodEntry(paymentMethodId);
    const row = (await this.vault.getMany([entry])).get(entry);
    if (row) await this.vault.put(entry, JSON.stringify({ ...method, saved }), { ifVersion: row.version });
  }

  /** What the processor knows of it now; undefined if it does not know it. */
  async detailsOf(paymentMethodId: string): Promise<MethodDetails | undefined> {
    const method = await this.find(paymentMethodId);
    return method?.saved && this.processor?.methodOf(method.saved.method);
  }

  /** Has the processor forget it, then forgets it. */
  async forget(paymentMethodId: string): Promise<void> {
    const method = await this.find(paymentMethodId);
    if (method?.saved) await this.processor?.forgetMethod(method.saved.method);
    await this.vault.delete(paymentMethodEntry(paymentMethodId));
  }
}
