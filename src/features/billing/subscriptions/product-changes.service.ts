import { Injectable } from '@nestjs/common';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { OrganizationReader } from '../../accounts/organizations/organizations.queries.ts';
import { appliesTo, isInCurrency } from '../discounts/discount.rules.ts';
import { DiscountReader } from '../discounts/discounts.queries.ts';
import { isPaid } from '../orders/order-status.rules.ts';
import { orderStream, type OrderEvent } from '../orders/order.events.ts';
import { recurringAmountOf } from '../pricing/lines.ts';
import { currencyOf } from '../products/product.rules.ts';
import { ProductReader } from '../products/products.queries.ts';
import { ENDED, type ProductChange } from './product-change.rules.ts';
import { AlreadyCanceledSubscription } from './subscription.errors.ts';
import { refuseProduct, subscribable } from './subscribable.rules.ts';
import type { ChangeBehavior, SubscriptionItems } from './subscription.events.ts';
import { isLive, known, type Live, type SubscriptionState } from './subscription-state.rules.ts';

/** What a change of product depends on, gathered for the decider: for the change itself, and for its preview. */
@Injectable()
export class ProductChanges {
  constructor(
    private readonly products: ProductReader,
    private readonly discounts: DiscountReader,
    private readonly organizations: OrganizationReader,
    private readonly executor: Executor,
  ) {}

  /** @throws NotFound · AlreadyCanceledSubscription · InvalidInput the product cannot be subscribed to, or not in this currency */
  async to(
    productId: string,
    behavior: ChangeBehavior | null,
    subscription: SubscriptionState,
    scope: TenantScope,
  ): Promise<Omit<ProductChange, 'subscriptionId'>> {
    const state = known(subscription);
    if (!isLive(state)) throw new AlreadyCanceledSubscription(ENDED);
    const product = await this.products.folded(productId, scope);
    const { items, recurringInterval, ...sold } = subscribable(product, state.about.organizationId);
    const currency = sold.currency ?? state.sold.currency;
    refuseUncharged(state, items, currency);
    const to = {
      items,
      currency,
      recurringInterval,
      keepsDiscount: await this.keepsDiscount(state, productId, currency),
    };
    const facts = { seenChanges: state.changes, unpaidOrderIds: await this.unpaid(state) };
    return { ...to, behavior: behavior ?? (await this.usual(state, to)), ...facts };
  }

  private async unpaid({ billed }: Live): Promise<string[]> {
    const orderIds = new Set(Object.values(billed).flatMap(({ orderId }) => orderId ?? []));
    const found = [...orderIds].map(async (orderId) => {
      const events = await this.executor.load<OrderEvent>(orderStream(orderId), 'any');
      return isPaid(events) ? [] : [orderId];
    });
    return (await Promise.all(found)).flat();
  }

  private async keepsDiscount({ discount }: Live, productId: string, currency: string): Promise<boolean> {
    if (discount === null) return false;
    const found = await this.discounts.folded(discount.discountId, 'any');
    return found !== undefined && appliesTo(found, productId) && isInCurrency(found, currency);
  }

  /** As the organization's settings say, by whether a month costs more than before. */
  private async usual(
    { about, sold }: Live,
    to: Pick<ProductChange, 'items' | 'recurringInterval'>,
  ): Promise<ChangeBehavior> {
    const organization = (await this.organizations.find([about.organizationId])).get(about.organizationId);
    const { upgrade_behavior: up = null, downgrade_behavior: down = null } = organization?.billing_settings ?? {};
    const chosen = yearly(to) > yearly(sold) ? up : down;
    return chosen ?? organization?.subscription_settings.proration_behavior ?? 'prorate';
  }
}

function yearly({ items, recurringInterval }: Pick<ProductChange, 'items' | 'recurringInterval'>): number {
  return recurringAmountOf(items) * (recurringInterval === 'month' ? 12 : 1);
}

/** Amounts of two currencies are never on one order, and nobody is present to give a payment method. */
function refuseUncharged(state: Live, items: SubscriptionItems, currency: string): void {
  const { sold, entries, paymentMethodId } = state;
  const wasCharged = currencyOf(sold.items.map(({ price }) => price)) !== undefined || entries.length > 0;
  if (wasCharged && currency !== sold.currency) refuseProduct('Product is priced in another currency.');
  const isCharged = items.some(({ price }) => price.amountType !== 'free');
  if (isCharged && paymentMethodId === null)
    refuseProduct('The customer has no payment method: upgrade the subscription with a checkout.');
}
