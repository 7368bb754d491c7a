import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuredPaymentProcessor } from '../../src/adapters/measured/measured-payment-processor.ts';
import { SandboxPaymentProcessor } from '../../src/adapters/sandbox/sandbox-payment-processor.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { noTelemetry } from '../../src/kernel/ports/telemetry.ts';
import { paymentProcessorContract } from './payment-processor.contract.ts';

let dataDir: string;
let vault: SqliteVault;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillbook-'));
  vault = new SqliteVault(dataDir);
});
afterAll(async () => {
  await vault.close();
  await rm(dataDir, { recursive: true });
});

paymentProcessorContract('The sandbox', async () => contracted(new SandboxPaymentProcessor(vault)));
paymentProcessorContract('The measured sandbox', async () =>
  contracted(measuredPaymentProcessor(new SandboxPaymentProcessor(vault), noTelemetry)),
);

function contracted(processor: SandboxPaymentProcessor) {
  return {
    processor,
    tokens: {
      ok: 'ctoken_ok',
      declined: 'ctoken_declined',
      pending: 'ctoken_pending',
      requiresAction: 'ctoken_requires_action',
      renewalDeclined: 'ctoken_renewal_declined',
    },
    settle: (chargeId: string, as: 'succeeded' | 'declined') => processor.settle(chargeId, as),
    dispute: async (chargeId: string) => (await processor.dispute(chargeId, 'fraudulent'))!,
  };
}

it('charges a token that an earlier release kept as a method', async () => {
  const charge = { amount: 700, currency: 'usd', customer: 'sandbox_cus_1' };
  const charged = async (method: string) =>
    (await new SandboxPaymentProcessor(vault).chargeOffSession({ ...charge, id: newUuid(), method })).outcome;
  expect(await Promise.all(['ctoken_ok', 'ctoken_renewal_declined'].map(charged))).toEqual(['succeeded', 'declined']);
});

it('treats a payment that an earlier release reversed as refunded', async () => {
  const id = newUuid();
  const outcome = { outcome: 'succeeded', reference: `sandbox_ch_${id}`, amount: 700, currency: 'usd' };
  const before = { amount: 700, currency: 'usd', outcome, calls: 1, reversed: true };
  await vault.put(`sandbox-charge/${id}`, JSON.stringify(before));
  const processor = new SandboxPaymentProcessor(vault);
  expect(await processor.callsOf(id)).toEqual({ calls: 1, reversed: true });
  const part = { amount: 100, currency: 'usd' };
  expect(await processor.refund({ id: newUuid(), chargeId: id, money: part })).toMatchObject({ outcome: 'failed' });
  expect(await processor.refund({ id: newUuid(), chargeId: id, money: 'all' })).toMatchObject({ outcome: 'succeeded' });
});
