import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { UsageVoided } from '../usage/usage.events.ts';
import { CreditVoidedUsage } from './order.commands.ts';
import type { OrderEvent } from './order.events.ts';

type VoidCause = UsageVoided | Extract<OrderEvent, { type: 'OrderCreated' }>;

/** Credits customers for usage that is voided after it was billed, or while its order was being made (docs/BILLING.md#voided-usage). */
export const voidedUsageProcess: ProcessManager<VoidCause> = {
  name: 'voided-usage',
  from: 'beginning',
  handles: ['OrderCreated', 'UsageVoided'],

  react({ type, data }) {
    const periods =
      type === 'UsageVoided'
        ? data.measures.flatMap(({ billed }) => billed?.periodId ?? [])
        : data.items.flatMap(({ metered }) => metered?.periodId ?? []);
    return [...new Set(periods)].map((periodId) => send(CreditVoidedUsage, { periodId }, periodId));
  },
};
