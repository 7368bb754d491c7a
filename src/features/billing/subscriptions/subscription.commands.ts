import type { Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Address } from '../address.ts';
import type { CustomFieldValues } from '../custom-fields/custom-field-values.rules.ts';
import type { Metadata } from '../metadata.ts';
import type { LastingDiscount } from '../pricing/terms.ts';
import type { RecurringInterval } from '../products/product.events.ts';
import type { CancellationReason, SubscriptionEvent, SubscriptionItems } from './subscription.events.ts';

type Changed = Executed<unknown, SubscriptionEvent>;

/** What a checkout subscribes to, and with what. */
export interface Subscribed {
  subscriptionId: string;
  items: SubscriptionItems;
  currency: string;
  /** It lasts from the start of the period. */
  discount: LastingDiscount | null;
  recurringInterval: RecurringInterval;
  checkoutId: string;
  paymentMethodId: string | null;
  billingAddress: Address | null;
  billingName: string | null;
  customFieldData: CustomFieldValues;
  metadata: Metadata;
}

export class CreateSubscription extends command('CreateSubscription')<
  Subscribed & {
    organizationId: string;
    customerId: string;
    trial: { endsAt: Instant } | null;
    activeClaim: Claim | null;
  },
  Changed
> {}
/** Gives a free subscription the product that a checkout has bought for it. */
export class UpgradeSubscription extends command('UpgradeSubscription')<Subscribed, Changed> {}
/** Sent by the ticker at a period's end: begins the next period, or ends what was canceled. */
export class RenewSubscription extends command('RenewSubscription')<{ id: string; dueAt: Instant }> {}
/** The payment of a renewal's order has failed. */
export class FailRenewal extends command('FailRenewal')<{
  subscriptionId: string;
  orderId: string;
  paymentId: string;
}> {}
/** Always refused: changing the product is not built yet. */
export class ChangeSubscriptionProduct extends command('ChangeSubscriptionProduct')<
  {
    subscriptionId: string;
    productId: string;
  },
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
/** Revokes every live subscription of a customer, after their deletion. */
export class RevokeCustomerSubscriptions extends command('RevokeCustomerSubscriptions')<{ customerId: string }> {}
