import { expect, it } from '@jest/globals';
import { PaymentMethods } from '../../../src/features/billing/payments/payment-methods.service.ts';
import type { VaultEntry } from '../../../src/kernel/ports/vault.ts';
import { MemoryVault } from '../../simulation/memory/memory-vault.ts';

const METHOD = { token: 't1', isReused: true };
const SAVED = { customer: 'cus_1', method: 'pm_1' };

/** Does something between the next read and what follows it. */
class InterruptedVault extends MemoryVault {
  meanwhile: (() => Promise<void>) | undefined;

  override async getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>> {
    const found = await super.getMany(keys);
    const { meanwhile } = this;
    this.meanwhile = undefined;
    await meanwhile?.();
    return found;
  }
}

async function open() {
  const vault = new InterruptedVault(Date.now);
  const rows = { put: (key: string, value: string) => vault.put(key, value) };
  const methods = new PaymentMethods(vault, rows as never, null);
  await methods.keep('m1', METHOD, 'payment-p1');
  return { vault, methods };
}

it('keeps what the processor saved a payment method under', async () => {
  const { methods } = await open();
  await methods.save('m1', METHOD, SAVED);
  expect(await methods.find('m1')).toEqual({ ...METHOD, saved: SAVED });
});

it('does not bring back a payment method that was removed while it was charged', async () => {
  const { vault, methods } = await open();
  vault.meanwhile = () => methods.forget('m1');
  await methods.save('m1', METHOD, SAVED);
  expect(await methods.find('m1')).toBeUndefined();
  await methods.save('m1', METHOD, SAVED);
  expect(await methods.find('m1')).toBeUndefined();
});
