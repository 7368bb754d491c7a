import { Inject, Injectable } from '@nestjs/common';
import { TAX_CALCULATOR } from '../../../app/tokens.ts';
import { minimumChargeOf } from '../../../kernel/currencies.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { addressOf, type Address } from '../address.ts';
import type { SettleOrder } from '../customer-accounts/account.commands.ts';
import { leftToPay, refundedOf } from '../customer-accounts/account.rules.ts';
import { AccountReader } from '../customer-accounts/accounts.queries.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { billOf, type Bill, type Line } from '../pricing/bill.ts';
import type { TaxCalculator, TaxedSale } from '../pricing/tax-calculator.ts';
import type { Tax } from '../pricing/terms.ts';
import { ProductReader } from '../products/products.queries.ts';
import type { BilledSubscription, SubscriptionDocument } from '../subscriptions/subscriptions.queries.ts';
import { creditedLines, originsIn, takenBackBy, type Origins } from './credit.rules.ts';
import { isPaid } from './order-status.rules.ts';
import type { CreateOrder } from './order.commands.ts';
import { orderStream, type OrderEvent, type OrderLine } from './order.events.ts';
import { subscriptionLines } from './renewal.rules.ts';

/** An order before the customer's account is applied to it. */
export type OrderDraft = Omit<CreateOrder['data'], 'status' | 'appliedBalanceAmount' | 'dueAmount' | 'paymentId'> &
  Pick<SettleOrder['data'], 'takenBack'>;

/** What subscriptions owe, as their orders will say it: computed for the order and for its preview alike (docs/BILLING.md#previews). */
@Injectable()
export class OrderDrafts {
  constructor(
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
    private readonly meters: MeterReader,
    private readonly accounts: AccountReader,
    private readonly executor: Executor,
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
    const planned = subscriptionLines(orderId, billed, {
      product: (productId) => products.get(productId)?.name ?? productId,
      meter: (meterId) => meters.get(meterId)?.name ?? meterId,
    });
    const origins = await this.originsOf(customerId, originsIn(orderId, planned));
    const lines = creditedLines(planned, origins);
    const { billingAddress, billingName, taxId } = buyer;
    const sale = { organizationId, at: period.start, address: billingAddress, taxId };
    const tax = await this.taxOf(sale, billOf<OrderLine>(lines, currency, { discount, tax: null }));
    const bill = billOf(lines, currency, { discount, tax });
    return {
      orderId,
      organizationId,
      customerId,
      subscriptionId: subscription.id,
      productId: subscription.product_id,
      checkoutId: null,
      billingReason: reason,
      ...bill,
      takenBack: takenBackBy(bill.items, origins),
      period,
      paymentMethodId,
      billingAddress,
      billingName,
      metadata: subscription.metadata,
      customFieldData: subscription.custom_field_values,
    };
  }

  private async originsOf(customerId: string, orderIds: readonly string[]): Promise<Origins> {
    if (orderIds.length === 0) return new Map();
    const account = await this.accounts.state(customerId);
    const found = orderIds.map(async (orderId) => {
      const events = await this.executor.load<OrderEvent>(orderStream(orderId), 'any');
      const created = events[0];
      if (created?.type !== 'OrderCreated') throw new NotFound();
      return [
        orderId,
        { order: created.data, isPaid: isPaid(events), refunded: refundedOf(account, orderId) },
      ] as const;
    });
    return new Map(await Promise.all(found));
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
    const sold = items.filter(({ takesBack }) => takesBack?.tax === undefined);
    const lines = sold.map(({ amount, discountAmount }) => ({ amount: amount - discountAmount }));
    const tax = await this.taxes.determine({ ...sale, isBusiness: sale.taxId !== null, currency, lines });
    return tax === 'unknown_location' ? null : tax;
  }
}

/** What the customer's account needs to know of an order. */
export function settlementOf(draft: OrderDraft): SettleOrder['data'] {
  const { customerId, organizationId, orderId, totals, currency, paymentMethodId, takenBack } = draft;
  const terms = { minimum: minimumChargeOf(currency), canCharge: paymentMethodId !== null };
  return { customerId, organizationId, orderId, total: totals.totalAmount, currency, takenBack, ...terms };
}

/** @param applied what the customer's account adds to its total */
export function orderOf(draft: OrderDraft, applied: number): CreateOrder['data'] {
  const { due, isCarried } = leftToPay(settlementOf(draft), applied);
  const isDue = due > 0 && !isCarried;
  const { takenBack, ...order } = draft;
  return {
    ...order,
    status: isDue ? 'pending' : 'paid',
    appliedBalanceAmount: applied,
    dueAmount: due,
    paymentId: isDue ? deriveUuid(draft.orderId, 'payment') : null,
  };
}
