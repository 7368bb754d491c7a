import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
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

export class CardMetadata {
  /** Such as `visa`. */
  brand: string;
  last4: string;
}

/** One attempt to charge a customer, in the contract's form. Amounts in minor units. */
export class Payment {
  created_at: string;
  modified_at: string | null;
  id: string;
  @ApiProperty({ enum: ['stripe'] })
  processor: 'stripe';
  @ApiProperty({ enum: ['pending', 'succeeded', 'failed'] })
  status: 'pending' | 'succeeded' | 'failed';
  amount: number;
  currency: string;
  /** `card`. */
  method: string;
  /** `purchase` in a checkout; null for any other, which does not name its cause. */
  @ApiProperty({ enum: ['purchase'], nullable: true })
  trigger: 'purchase' | null;
  /** The processor's code, such as `insufficient_funds`; null unless it failed. */
  decline_reason: string | null;
  decline_message: string | null;
  organization_id: string;
  checkout_id: string | null;
  /** Of a payment in a checkout: once the order exists. */
  order_id: string | null;
  /** Missing while the card is not known, and once its customer is erased. */
  @ApiPropertyOptional({ type: () => CardMetadata })
  method_metadata?: CardMetadata;
  /** Not in the contract, like all that follows. */
  customer_id: string;
  customer_name: string | null;
  customer_email: string | null;
}

export class PaymentList {
  items: Payment[];
  pagination: Pagination;
}

class PaymentCurrencyTotal {
  currency: string;
  count: number;
  amount: number;
}

/** Sums over exactly the rows of the list with the same filters, one per currency, in minor units. */
export class PaymentTotals {
  count: number;
  totals: PaymentCurrencyTotal[];
}

/** One attempt to charge a customer, as the dashboard shows it with an order. Amounts in minor units. */
export class OrderPayment {
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
  /** For the customer. */
  decline_message: string | null;
  /** null where it is not known. */
  @ApiProperty({ type: () => CardMetadata, nullable: true })
  card: CardMetadata | null;
}

/** What takes the payments of this installation. */
export class InstalledProcessor {
  /** null: nothing, and only what is free can be bought. */
  @ApiProperty({ enum: ['sandbox', 'stripe'], nullable: true })
  processor: 'sandbox' | 'stripe' | null;
  /** Whether real money moves. */
  is_live: boolean;
  /** Whether a signing secret for the processor's webhooks is set. */
  verifies_webhooks: boolean;
}

/** An event of the payment processor was accepted. */
export class ReportReceived {
  received: boolean;
}
