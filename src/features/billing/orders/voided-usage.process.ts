import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { UsageVoided } from '../usage/usage.events.ts';
import { CreditVoidedUsage } from './order.commands.ts';
import type { OrderCreated } from './order.events.ts';
import { periodsOf } from './voided-usage.rules.ts';

/** Credits customers for usage that is voided after it was billed, or while its order was being made (docs/BILLING.md#voided-usage). */
export const voidedUsageProcess: ProcessManager<OrderCreated | UsageVoided> = {
  name: 'voided-usage',
  handles: ['OrderCreated', 'UsageVoided'],

  react: (event) => periodsOf(event).map((periodId) => send(CreditVoidedUsage, { periodId }, periodId)),
};
