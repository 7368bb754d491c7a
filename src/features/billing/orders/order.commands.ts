import { command } from '../../../kernel/writing/command.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Address } from '../address.ts';
import type { Metadata } from '../metadata.ts';
import type { BillingReason, OrderItem, VoidReason } from './order.events.ts';

export class CreateOrder extends command('CreateOrder')<{
  orderId: string;
  organizationId: string;
  customerId: string;
  subscriptionId: string | null;
  productId: string;
  checkoutId: string | null;
  billingReason: BillingReason;
  status: 'pending' | 'paid';
  items: OrderItem[];
  discountAmount: number;
  taxAmount: number;
  currency: string;
  period: { start: Instant; end: Instant } | null;
  paymentId: string | null;
  paymentMethodId: string | null;
  billingAddress: Address | null;
  billingName: string | null;
  metadata: Metadata;
}> {}
/** Creates the order of a renewal from its subscription as it was then, and requests the payment of that order. */
export class BillRenewal extends command('BillRenewal')<{
  subscriptionId: string;
  orderId: string;
  period: { start: Instant; end: Instant };
}> {}
/** Books a payment that succeeded. Money that the order refuses is refunded. Amount in minor units. */
export class PayOrder extends command('PayOrder')<{
  orderId: string;
  paymentId: string;
  amount: number;
  currency: string;
}> {}
export class FailOrderPayment extends command('FailOrderPayment')<{
  orderId: string;
  paymentId: string;
  code: string;
}> {}
/** Mails the customer; nothing where they are erased. */
export class SendReceipt extends command('SendReceipt')<{ orderId: string }> {}
export class SendPaymentFailedMail extends command('SendPaymentFailedMail')<{ orderId: string }> {}
/** Nobody will pay it any more. */
export class VoidOrder extends command('VoidOrder')<{ orderId: string; reason: VoidReason }> {}
/** Voids what nobody will pay any more of a subscription that has ended; changes nothing while it has not. */
export class VoidUnpaidOrders extends command('VoidUnpaidOrders')<{ subscriptionId: string; reason: VoidReason }> {}
