import { IsIn, IsString } from 'class-validator';

export class ClockMove {
  /** ISO date-time with an offset, not before the present. */
  @IsString()
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
