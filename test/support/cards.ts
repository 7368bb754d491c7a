import type { PaymentMethod } from '../../src/features/billing/payments/payment-methods.service.ts';

/** A method that the sandbox has saved, by its test token. */
export function savedCard(token: string): PaymentMethod {
  return { token, isReused: true, saved: { customer: 'sandbox_cus_1', method: `sandbox_pm_${token}` } };
}
