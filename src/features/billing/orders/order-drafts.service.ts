import { Inject, Injectable } from '@nestjs/common';
import { TAX_CALCULATOR } from '../../../app/tokens.ts';
import { minimumChargeOf } from '../../../kernel/currencies.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { addressOf, type Address } from '../address.ts';
import type { SettleOrder } from '../customer-accounts/account.commands.ts';
import { leftToPay } from '../customer-accounts/account.rules.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { billOf, type Bill, type Line } from '../pricing/bill.ts';
import type { TaxCalculator, TaxedSale } from '../pricing/tax-calculator.ts';
import type { Tax } from '../pricing/terms.ts';
import { ProductReader } from '../products/products.queries.ts';
import type { BilledSubscription, SubscriptionDocument } from '../subscriptions/subscriptions.queries.ts';
import type { CreateOrder } from './order.commands.ts';
import type { OrderLine } from './order.events.ts';
import { subscriptionLines } from './renewal.rules.ts';

/** An order before the customer's account is applied to it. */
export type OrderDraft = Omit<CreateOrder['data'], 'status' | 'appliedBalanceAmount' | 'dueAmount' | 'paymentId'>;

/** What subscriptions owe, as their orders will say it: computed for the order and for its preview alike (docs/BILLING.md#previews). */
@Injectable()
export class OrderDrafts {
  constructor(
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
    private readonly meters: MeterReader,
    @Inject(TAX_CALCULATOR) private readonly taxes: TaxCalculator,
  ) {}

  async of(orderId: string, { subscription, bill: billed }: BilledSubscription): Promise<OrderDraft> {
    const { customer_id: customerId, organization_id: organizationId } = subscription;
    const { reason, currency, period, discount, paymentMethodId } = billed;
    const productIds = [...billed.items, ...billed.entries].map(({ productId }) => productId);
    const [buyer, products, meters] = await Promise.all([
      this.buyerOf(subscription),
      this.products.find(productIds),
      this.meters.named(billed.usage.map(({ meterId }) => meterId)),
    ]);
    const lines = subscriptionLines(orderId, billed, {
      product: (productId) => products.get(productId)?.name ?? productId,
      meter: (meterId) => meters.get(meterId)?.name ?? meterId,
    });
    const { billingAddress, billingName, taxId } = buyer;
    const sale = { organizationId, at: period.start, address: billingAddress, taxId };
    const tax = await this.taxOf(sale, billOf<OrderLine>(lines, currency, { discount, tax: null }));
    return {
      orderId,
      organizationId,
      customerId,
      subscriptionId: subscription.id,
      productId: subscription.product_id,
      checkoutId: null,
      billingReason: reason,
      ...billOf(lines, currency, { discount, tax }),
      period,
      paymentMethodId,
      billingAddress,
      billingName,
      metadata: subscription.metadata,
      customFieldData: subscription.custom_field_values,
    };
  }

  /** What the customer has changed since the checkout comes first, then what the checkout said. */
  private async buyerOf(subscription: SubscriptionDocument) {
    const { customer_id: customerId, started_at: startedAt } = subscription;
    const [customers, edited] = await Promise.all([
      this.customers.find([customerId]),
      this.customers.billingSetSince(customerId, startedAt),
    ]);
    const customer = customers.get(customerId);
    const known = subscription.billing_address ?? customer?.billing_address;
    const billingAddress: Address | null = edited.address ?? (known ? addressOf(known) : null);
    const billingName = edited.name ?? subscription.billing_name ?? customer?.name ?? null;
    return { billingAddress, billingName, taxId: customer?.tax_id ?? null };
  }

  /** Nobody can be asked for a missing part of an address any more: then nothing is added. */
  private async taxOf(
    sale: Pick<TaxedSale, 'organizationId' | 'at' | 'address' | 'taxId'>,
    { items, currency }: Bill<Line>,
  ): Promise<Tax | null> {
    const lines = items.map(({ amount, discountAmount }) => ({ amount: amount - discountAmount }));
    const tax = await this.taxes.determine({ ...sale, isBusiness: sale.taxId !== null, currency, lines });
    return tax === 'unknown_location' ? null : tax;
  }
}

/** What the customer's account needs to know of an order. */
export function settlementOf(draft: OrderDraft): SettleOrder['data'] {
  const { customerId, organizationId, orderId, totals, currency, paymentMethodId } = draft;
  const terms = { minimum: minimumChargeOf(currency), canCharge: paymentMethodId !== null };
  return { customerId, organizationId, orderId, total: totals.totalAmount, currency, ...terms };
}

/** @param applied what the customer's account adds to its total */
export function orderOf(draft: OrderDraft, applied: number): CreateOrder['data'] {
  const { due, isCarried } = leftToPay(settlementOf(draft), applied);
  const isDue = due > 0 && !isCarried;
  return {
    ...draft,
    status: isDue ? 'pending' : 'paid',
    appliedBalanceAmount: applied,
    dueAmount: due,
    paymentId: isDue ? deriveUuid(draft.orderId, 'payment') : null,
  };
}
