import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { Address } from '../address.ts';
import type { CustomFieldValues } from '../custom-fields/custom-field-values.rules.ts';
import type { Metadata } from '../metadata.ts';
import type { Bill } from '../pricing/bill.ts';
import type { Period } from '../pricing/proration.ts';
import type { BillingReason, OrderLine, VoidReason } from './order.events.ts';

export class CreateOrder extends command('CreateOrder')<
  Bill<OrderLine> & {
    orderId: string;
    organizationId: string;
    customerId: string;
    subscriptionId: string | null;
    productId: string;
    checkoutId: string | null;
    billingReason: BillingReason;
    status: 'pending' | 'paid';
    appliedBalanceAmount: number;
    dueAmount: number;
    period: Period | null;
    paymentId: string | null;
    paymentMethodId: string | null;
    billingAddress: Address | null;
    billingName: string | null;
    customFieldData: CustomFieldValues;
    metadata: Metadata;
  }
> {}
/** Creates an order from the subscription as it was when an event caused it, and requests its payment. */
export class BillSubscription extends command('BillSubscription')<{ subscriptionId: string; orderId: string }> {}
/** Requests another payment of an order that failed. */
export class RetryOrderPayment extends command('RetryOrderPayment')<{
  orderId: string;
  paymentId: string;
  paymentMethodId: string;
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
/** Mails the customer, unless they are erased. */
export class SendReceipt extends command('SendReceipt')<{ orderId: string }> {}
export class SendPaymentFailedMail extends command('SendPaymentFailedMail')<{
  orderId: string;
  /** null if it is not charged again by itself. */
  nextAttemptAt: Instant | null;
  /** Until when the benefits stay; null: they have ended. */
  graceEndsAt: Instant | null;
}> {}
/** Mails the customer what ends their trial, unless they are erased. */
export class SendTrialEndingMail extends command('SendTrialEndingMail')<{ subscriptionId: string }> {}
/** Mails the customer what the next year costs, unless they are erased or it costs nothing. */
export class SendRenewalUpcomingMail extends command('SendRenewalUpcomingMail')<{ subscriptionId: string }> {}
/** Credits the customer for what was voided of a period that an order has billed. */
export class CreditVoidedUsage extends command('CreditVoidedUsage')<{ periodId: string }> {}
/** Ends an order that will not be paid. */
export class VoidOrder extends command('VoidOrder')<{ orderId: string; reason: VoidReason }> {}
/** Voids the orders of an ended subscription that will not be paid; changes nothing while it is live. */
export class VoidUnpaidOrders extends command('VoidUnpaidOrders')<{
  subscriptionId: string;
  reason: VoidReason;
  /** Its last order, which it still owes. */
  except?: string;
}> {}
