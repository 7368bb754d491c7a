import { reactingTo, send, type Step } from '../../../../kernel/reacting/process.ts';
import type { UsageVoided } from '../../usage/usage.events.ts';
import { CreditVoidedUsage } from '../order.commands.ts';
import type { OrderCreated } from '../order.events.ts';
import { periodsOf } from './voided-usage.rules.ts';

/** Credits customers for usage that is voided after it was billed, or while its order was being made (docs/BILLING.md#voided-usage). */
export const voidedUsageProcess = reactingTo<OrderCreated | UsageVoided>()({
  name: 'voided-usage',
  on: { OrderCreated: credit, UsageVoided: credit },
});

function credit(_: unknown, event: OrderCreated | UsageVoided): Step[] {
  return periodsOf(event).map((periodId) => send(CreditVoidedUsage, { periodId }, periodId));
}
