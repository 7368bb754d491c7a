import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { AccountEvent } from './account.events.ts';
import type { AccountState, Payable, TakenBack } from './account.rules.ts';

/** Applies the balance to an order before it is created. */
export class SettleOrder extends command('SettleOrder')<
  Payable & {
    customerId: string;
    organizationId: string;
    orderId: string;
    currency: string;
    takenBack: readonly TakenBack[];
  },
  Executed<AccountState, AccountEvent>
> {}
/** A refund has succeeded. Amounts in minor units: what went back through the processor, and what the customer gets as credit. */
export class SettleRefund extends command('SettleRefund')<{
  customerId: string;
  organizationId: string;
  orderId: string;
  refundId: string;
  paymentAmount: number;
  balanceAmount: number;
  currency: string;
}> {}
/** A refund that had succeeded has failed: what it did to the account is undone. */
export class UndoRefund extends command('UndoRefund')<{ customerId: string; refundId: string }> {}
/** Usage that an order has billed was voided. Amounts in minor units. */
export class SettleVoids extends command('SettleVoids')<{
  customerId: string;
  organizationId: string;
  orderId: string;
  currency: string;
  /** How many usage events: what fewer came to changes nothing any more. */
  voids: number;
  /** What the order would have cost less without all of them. */
  amount: number;
  /** What refunds of the order have left to credit. */
  most: number;
}> {}
/** The order will not be paid, or was created without what was applied to it: that is undone. */
export class ReturnApplied extends command('ReturnApplied')<{
  customerId: string;
  orderId: string;
  /** Nothing is returned if this much was applied: the order has it. */
  unless?: number;
}> {}
