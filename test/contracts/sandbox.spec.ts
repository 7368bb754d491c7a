import { afterAll, beforeAll } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuredPaymentProcessor } from '../../src/adapters/measured/measured-payment-processor.ts';
import { SandboxPaymentProcessor } from '../../src/adapters/sandbox/sandbox-payment-processor.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
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
