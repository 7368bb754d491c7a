import { ApiProperty } from '@nestjs/swagger';
import { BALANCE_EVENTS, type BalanceEvent } from './account.events.ts';

export class AccountBalance {
  currency: string;
  /** In minor units: above 0 if the customer has credit, below 0 if they owe it. */
  amount: number;
}

export class AccountLine {
  at: string;
  @ApiProperty({ enum: BALANCE_EVENTS })
  type: BalanceEvent['type'];
  order_id: string;
  refund_id: string | null;
  /** In minor units, above 0 in the customer's favor. */
  amount: number;
  currency: string;
  /** After the line, in its currency. */
  balance: number;
}

/** What a customer has paid too much, above 0, or owes. */
export class CustomerBalance {
  /** In minor units. */
  balance: number;
  currency: string;
  balances: AccountBalance[];
}

/** What a customer has paid too much, or owes, and the lines that made it. */
export class CustomerAccount {
  balances: AccountBalance[];
  /** The 200 newest, newest first. */
  lines: AccountLine[];
}
