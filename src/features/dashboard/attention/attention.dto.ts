import { ApiProperty } from '@nestjs/swagger';

/** An endpoint with messages that were abandoned in the last seven days or wait for another attempt. */
export class FailingEndpoint {
  id: string;
  url: string;
  undelivered_messages: number;
  /** Rows of `GET /v1/webhooks/deliveries?succeeded=false` since `since`. */
  failed_attempts: number;
}

/** Money that was taken in another amount or currency than was asked for: not booked, and not refunded yet. */
export class PaymentInDoubt {
  id: string;
  @ApiProperty({ nullable: true, type: String })
  order_id: string | null;
  @ApiProperty({ nullable: true, type: String })
  checkout_id: string | null;
  /** In minor units, as asked for. */
  amount: number;
  currency: string;
  @ApiProperty({ nullable: true, type: Number })
  received_amount: number | null;
  @ApiProperty({ nullable: true, type: String })
  received_currency: string | null;
}

/** Orders that wait for their payment, by currency. */
export class UnpaidOrders {
  currency: string;
  count: number;
  /** In minor units, with tax. */
  total_amount: number;
}

/** What needs somebody; what the caller may not read is left out. */
export class Attention {
  /** Failed attempts are counted from this day on, in the organization's time zone and by the machine's clock. */
  @ApiProperty({ format: 'date' })
  since: string;
  endpoints: FailingEndpoint[];
  payments: PaymentInDoubt[];
  unpaid_orders: UnpaidOrders[];
}
