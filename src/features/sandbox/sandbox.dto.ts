import { IsIn, IsString, MaxLength } from 'class-validator';

export class ClockMove {
  /** ISO date-time with an offset, at most 400 days ahead; before now only while the log is empty. */
  @IsString()
  @MaxLength(100)
  advance_to: string;
}

export class ClockState {
  /** Business time. */
  now: string;
}

export class PaymentSettlement {
  @IsIn(['succeeded', 'declined'])
  outcome: 'succeeded' | 'declined';
}

export class SettledPayment {
  id: string;
  status: string;
}

export class RefundSettlement {
  @IsIn(['succeeded', 'failed', 'canceled'])
  outcome: 'succeeded' | 'failed' | 'canceled';
}

export class SettledRefund {
  id: string;
  status: string;
}
