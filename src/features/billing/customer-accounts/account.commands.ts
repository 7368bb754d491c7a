import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { AccountEvent } from './account.events.ts';
import type { AccountState, Payable } from './account.rules.ts';

/** Applies the balance to an order before it is created. */
export class SettleOrder extends command('SettleOrder')<
  Payable & { customerId: string; organizationId: string; orderId: string; currency: string },
  Executed<AccountState, AccountEvent>
> {}
/** The order will not be paid, or was created without what was applied to it: that is undone. */
export class ReturnApplied extends command('ReturnApplied')<{ customerId: string; orderId: string }> {}
