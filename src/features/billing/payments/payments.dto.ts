import { ApiProperty } from '@nestjs/swagger';
import type { PaymentStatus } from './payment.events.ts';

const STATUSES: readonly PaymentStatus[] = [
  'requested',
  'pending',
  'succeeded',
  'declined',
  'mismatched',
  'reversing',
  'reversed',
];

/** One attempt to charge a customer. Amounts in minor units. */
export class Payment {
  id: string;
  created_at: string;
  /** When the processor reported the outcome; null until then. */
  settled_at: string | null;
  @ApiProperty({ enum: STATUSES })
  status: PaymentStatus;
  amount: number;
  currency: string;
  /** The processor's code, such as `insufficient_funds`; null unless it was declined. */
  decline_code: string | null;
}
