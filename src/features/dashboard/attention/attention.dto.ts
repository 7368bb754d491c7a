import { ApiProperty } from '@nestjs/swagger';

/** An endpoint that is disabled, or has messages that were abandoned in the last seven days or are waiting for another attempt. */
export class FailingEndpoint {
  id: string;
  url: string;
  /** Since when nothing is sent to it: ten messages in a row were given up. null: it is enabled. */
  @ApiProperty({ nullable: true, type: String })
  disabled_at: string | null;
  undelivered_messages: number;
  /** Rows of `GET /v1/webhooks/deliveries?succeeded=false` since `since`. */
  failed_attempts: number;
}

/** Money that was taken in another amount or currency than requested: not booked, and not refunded yet. */
export class PaymentInDoubt {
  id: string;
  @ApiProperty({ nullable: true, type: String })
  order_id: string | null;
  @ApiProperty({ nullable: true, type: String })
  checkout_id: string | null;
  /** The requested amount, in minor units. */
  amount: number;
  currency: string;
  @ApiProperty({ nullable: true, type: Number })
  received_amount: number | null;
  @ApiProperty({ nullable: true, type: String })
  received_currency: string | null;
}

/** Orders awaiting payment, by currency. */
export class UnpaidOrders {
  currency: string;
  count: number;
  /** In minor units, with tax. */
  total_amount: number;
  /** Those of them that renew subscriptions. */
  renewals: number;
}

/** A customer who asks to be erased; deleting them confirms it. */
export class ErasureRequest {
  customer_id: string;
  email: string;
  requested_at: string;
}

/** Of a benefit that Discord or GitHub does not give or take, until somebody retries. */
export class FailedGrants {
  benefit_id: string;
  description: string;
  /** Customers. */
  count: number;
}

/** What needs attention; without what the caller may not read. */
export class Attention {
  /** Failed attempts are counted from this day on, in the organization's time zone by the machine's clock. */
  @ApiProperty({ format: 'date' })
  since: string;
  endpoints: FailingEndpoint[];
  payments: PaymentInDoubt[];
  unpaid_orders: UnpaidOrders[];
  /** The oldest first. */
  erasure_requests: ErasureRequest[];
  failed_grants: FailedGrants[];
}
