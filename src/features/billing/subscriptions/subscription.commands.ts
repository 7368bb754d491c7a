import type { Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Address } from '../address.ts';
import type { CustomFieldValues } from '../custom-fields/custom-field-values.rules.ts';
import type { Metadata } from '../metadata.ts';
import type { LastingDiscount } from '../pricing/terms.ts';
import type { RecurringInterval, Trial } from '../products/product.events.ts';
import type {
  CancellationReason,
  ChangeBehavior,
  SubscriptionEvent,
  SubscriptionItems,
  UsageEntry,
} from './subscription.events.ts';

type Changed = Executed<unknown, SubscriptionEvent>;

interface Sold {
  subscriptionId: string;
  items: SubscriptionItems;
  currency: string;
  recurringInterval: RecurringInterval;
  paymentMethodId: string | null;
  billingAddress: Address | null;
  billingName: string | null;
  customFieldData: CustomFieldValues;
  metadata: Metadata;
}

/** What a checkout subscribes to, and with what. */
export interface Subscribed extends Sold {
  /** It lasts from the start of the period. */
  discount: LastingDiscount | null;
  checkoutId: string;
  /** The checkout's order. */
  billedBy: string;
}

/** To whom something is sold, on which terms. */
interface Terms {
  organizationId: string;
  customerId: string;
  trial: Trial | null;
  activeClaim: Claim | null;
}

/** What a seller subscribes a customer to, once its facts are gathered. */
export type Requested = Sold & Terms & { orderId: string };

export class CreateSubscription extends command('CreateSubscription')<Subscribed & Terms, Changed> {}
/** By the seller, with the card that the customer's latest subscription is charged with. */
export class RequestSubscription extends command('RequestSubscription')<
  {
    subscriptionId: string;
    /** Of its first order. */
    orderId: string;
    productId: string;
    customer: { id: string } | { externalId: string };
    /** undefined: as the product says. */
    trial?: Trial | null;
    metadata: Metadata;
  },
  Changed
> {}
/** Sent by the ticker when a first order was not paid in time. */
export class ExpireSubscription extends command('ExpireSubscription')<{ id: string; dueAt: Instant }> {}
/** Ends an incomplete subscription whose order is void. */
export class AbandonSubscription extends command('AbandonSubscription')<{ subscriptionId: string }, Changed> {}
/** Gives a free subscription the product that a checkout has bought for it. */
export class UpgradeSubscription extends command('UpgradeSubscription')<Subscribed, Changed> {}
/** Sent by the ticker at a period's end: begins the next period, or ends what was canceled. */
export class RenewSubscription extends command('RenewSubscription')<{ id: string; dueAt: Instant }> {}
/** Sent by the ticker some days before a trial ends, or a year renews. */
export class AnnounceRenewal extends command('AnnounceRenewal')<{ id: string; dueAt: Instant }> {}
/** The payment of a renewal's order has failed. */
export class FailRenewal extends command('FailRenewal')<{
  subscriptionId: string;
  orderId: string;
  paymentId: string;
}> {}
/** Sent by the ticker when an order that failed is charged again. */
export class RetryPayment extends command('RetryPayment')<{ id: string; dueAt: Instant }> {}
/** Sent by the ticker when benefits end that have outlived a failed payment. */
export class EndGrace extends command('EndGrace')<{ id: string; dueAt: Instant }> {}
/** An order of it has been paid. */
export class RecoverSubscription extends command('RecoverSubscription')<{ subscriptionId: string; orderId: string }> {}
/** `paymentMethodId` names the Vault entry of the payment method. */
export class ChangePaymentMethod extends command('ChangePaymentMethod')<
  { subscriptionId: string; paymentMethodId: string },
  Changed
> {}
/** To the prices that the product has on sale. */
export class ChangeSubscriptionProduct extends command('ChangeSubscriptionProduct')<
  {
    subscriptionId: string;
    productId: string;
    /** null: as the organization's settings say. */
    behavior: ChangeBehavior | null;
  },
  Changed
> {}
export class WithdrawSubscriptionChange extends command('WithdrawSubscriptionChange')<
  { subscriptionId: string },
  Changed
> {}
export class CancelSubscription extends command('CancelSubscription')<
  {
    subscriptionId: string;
    reason: CancellationReason | null;
    comment: string | null;
  },
  Changed
> {}
export class UncancelSubscription extends command('UncancelSubscription')<
  {
    subscriptionId: string;
  },
  Changed
> {}
export class RevokeSubscription extends command('RevokeSubscription')<
  {
    subscriptionId: string;
    /** Changes nothing, instead of refusing, if it has ended already. */
    evenIfEnded?: boolean;
    reason: CancellationReason | null;
    comment: string | null;
  },
  Changed
> {}
/** What the meters have measured whose periods one of its events has ended. */
export class RecordUsage extends command('RecordUsage')<
  {
    subscriptionId: string;
    organizationId: string;
    customerId: string;
    cause: number;
    orderId: string | null;
    usage: UsageEntry[];
  },
  Changed
> {}
/** Revokes every live subscription of a customer, after their deletion. */
export class RevokeCustomerSubscriptions extends command('RevokeCustomerSubscriptions')<{ customerId: string }> {}
