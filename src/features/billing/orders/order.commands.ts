import { command } from '../../../kernel/command.ts';
import type { Instant } from '../../../kernel/clock.ts';
import type { Address } from '../customers/customer.events.ts';
import type { Metadata } from '../products/product.events.ts';
import type { BillingReason, OrderItem } from './order.events.ts';

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
  metadata: Metadata;
}> {}
/** Makes the order of a renewal from its subscription: gathers product and customer, then creates and asks for the payment. */
export class BillRenewal extends command('BillRenewal')<{
  subscriptionId: string;
  orderId: string;
  period: { start: Instant; end: Instant };
}> {}
export class PayOrder extends command('PayOrder')<{ orderId: string; paymentId: string }> {}
export class FailOrderPayment extends command('FailOrderPayment')<{
  orderId: string;
  paymentId: string;
  code: string;
}> {}
