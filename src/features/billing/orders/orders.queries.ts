import { Injectable } from '@nestjs/common';
import type { OrganizationHold } from '../../../app/feature.ts';
import { Documents, resource } from '../../../app/reading/documents.ts';
import type { FilterRequest } from '../../../app/http/lists/list.ts';
import { sum } from '../../../kernel/money.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import type { Summed, Where } from '../../../kernel/ports/document-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { isUuid } from '../../../kernel/ids.ts';
import {
  CustomerPresenter,
  CustomerReader,
  customersByEmail,
  customersByExternalId,
  searchedCustomers,
} from '../customers/customers.queries.ts';
import { CustomFieldReader } from '../custom-fields/custom-fields.queries.ts';
import { DiscountPresenter, DiscountReader } from '../discounts/discounts.queries.ts';
import { documentNumberStart } from '../invoices/invoice.rules.ts';
import { ProductPresenter, ProductReader, productsByName, searchedProducts } from '../products/products.queries.ts';
import { UsageCreditReader } from '../customer-accounts/accounts.queries.ts';
import { refundableOf } from '../refunds/refund.rules.ts';
import { SubscriptionPresenter, SubscriptionReader } from '../subscriptions/subscriptions.queries.ts';
import { orderNumberStart } from './order-number.rules.ts';
import { PaymentQueries } from '../payments/payments.queries.ts';
import { orderStream, type OrderEvent } from './order.events.ts';
import { orderProjection, type OrderDocument } from './order.projection.ts';
import type { Order, OrderTotals, OrderPaymentList, OrderUsageCredit } from './orders.dto.ts';

/** Orders with their customer, product and subscription, on the wire. */
@Injectable()
export class OrderPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly customerPresenter: CustomerPresenter,
    private readonly products: ProductReader,
    private readonly productPresenter: ProductPresenter,
    private readonly discounts: DiscountReader,
    private readonly discountPresenter: DiscountPresenter,
    private readonly fields: CustomFieldReader,
    private readonly subscriptions: SubscriptionReader,
    private readonly subscriptionPresenter: SubscriptionPresenter,
  ) {}

  async present(document: OrderDocument): Promise<Order> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly OrderDocument[]): Promise<Order[]> {
    const [customers, products, subscriptions, discounts, dataOf] = await Promise.all([
      this.customers.named(documents.map(({ customer_id }) => customer_id)),
      this.products.named(documents.map(({ product_id }) => product_id)),
      this.subscriptions.named(documents.flatMap(({ subscription_id }) => subscription_id ?? [])),
      this.discounts.find(documents.flatMap(({ discount_id }) => discount_id ?? [])),
      this.fields.shown(documents.map(({ custom_field_values }) => custom_field_values)),
    ]);
    const [customerOf, subscriptionDataOf] = await Promise.all([
      this.customerPresenter.shown(customers.values()),
      this.fields.shown([...subscriptions.values()].map(({ custom_field_values }) => custom_field_values)),
    ]);
    return documents.map((document) => {
      const { organization_id, product_billing_type, custom_field_values, metadata_entries, subjects, ...order } =
        document;
      const discount = document.discount_id === null ? undefined : discounts.get(document.discount_id);
      const subscription = document.subscription_id === null ? undefined : subscriptions.get(document.subscription_id);
      return {
        ...order,
        is_invoice_generated: order.invoice_number !== null,
        from_balance_amount: paidFromBalance(order),
        ...refundableOf(order),
        ...{ receipt_number: null, seats: null, units: null },
        platform_fee_amount: 0,
        platform_fee_currency: null,
        description: products.get(document.product_id)!.name,
        // The contract has no word for void.
        status: order.status === 'void' ? 'pending' : order.status,
        custom_field_data: dataOf(custom_field_values),
        customer: customerOf(customers.get(document.customer_id)!),
        user_id: document.customer_id,
        product: this.productPresenter.presentBase(products.get(document.product_id)!),
        discount: discount ? this.discountPresenter.presentBase(discount) : null,
        subscription: subscription ? this.subscriptionPresenter.presentBase(subscription, subscriptionDataOf) : null,
      };
    });
  }
}

/** What a credit of the customer's account paid. */
export function paidFromBalance({ applied_balance_amount }: Pick<OrderDocument, 'applied_balance_amount'>): number {
  return Math.max(0, -applied_balance_amount);
}

@Injectable()
export class OrderReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  find(ids: Iterable<string>): Promise<Map<string, OrderDocument>> {
    return this.documents.getMany(orderProjection, ids, 'any');
  }

  /** One order, if it is within a scope. */
  within(id: string, scope: TenantScope): Promise<OrderDocument | undefined> {
    return this.documents.get(orderProjection, id, scope);
  }

  /** Ids of a subscription's orders that wait for their payment. */
  pendingOf(organizationId: string, subscriptionId: string): Promise<string[]> {
    const where: Where = { and: [{ eq: ['subscription_id', subscriptionId] }, { eq: ['status', 'pending'] }] };
    return this.documents.ids(orderProjection, where, { organizationIds: [organizationId] });
  }

  /** Folded from its own stream, for decisions. */
  async folded(orderId: string): Promise<OrderDocument | undefined> {
    return project(orderProjection, await this.executor.history<OrderEvent>(orderStream(orderId), 'any'));
  }
}

@Injectable()
export class OrderQueries extends resource(orderProjection, OrderPresenter, {
  related: { sortings: { customer: customersByEmail, product: productsByName }, within: 'created_at' },
  search: { own: ownMatches, related: [searchedCustomers, searchedProducts] },
  named: customersByExternalId,
}) {
  async totals(asked: FilterRequest, scope: TenantScope): Promise<OrderTotals> {
    const amounts = ['net_amount', 'total_amount', 'refunded_amount', 'discount_amount'] as const;
    const parts = await this.sums(asked, scope, amounts, [
      PAID,
      { eq: ['status', 'pending'] },
      { eq: ['status', 'void'] },
    ]);
    const totals = [...new Set(parts.flatMap((part) => [...part.keys()]))].sort().map((currency) => {
      const [paid, unpaid, ofVoid] = parts.map((part) => part.get(currency) ?? NONE) as [Summed, Summed, Summed];
      return {
        currency,
        count: paid.count + unpaid.count + ofVoid.count,
        net_amount: paid.sums['net_amount']!,
        refunded_amount: paid.sums['refunded_amount']!,
        discount_amount: paid.sums['discount_amount']!,
        unpaid_amount: unpaid.sums['total_amount']!,
      };
    });
    return { count: sum(totals.map(({ count }) => count)), totals };
  }
}

/** Paid, whatever was refunded since. */
const PAID: Where = { in: ['status', ['paid', 'partially_refunded', 'refunded']] };
const NONE: Summed = {
  count: 0,
  sums: { net_amount: 0, total_amount: 0, refunded_amount: 0, discount_amount: 0 },
};

@Injectable()
export class OrderPayments {
  constructor(
    private readonly documents: Documents,
    private readonly payments: PaymentQueries,
  ) {}

  /** @throws NotFound */
  async of(orderId: string, scope: TenantScope): Promise<OrderPaymentList> {
    const { organization_id, checkout_id } = await this.documents.demand(orderProjection, orderId, scope);
    return { items: await this.payments.ofOrder(orderId, checkout_id, { organizationIds: [organization_id] }) };
  }
}

@Injectable()
export class OrderUsageCredits {
  constructor(
    private readonly documents: Documents,
    private readonly credits: UsageCreditReader,
  ) {}

  /** @throws NotFound */
  async of(orderId: string, scope: TenantScope): Promise<OrderUsageCredit> {
    const { currency } = await this.documents.demand(orderProjection, orderId, scope);
    const { amount, entries } = (await this.credits.find([orderId])).get(orderId) ?? { amount: 0, entries: [] };
    return { amount, currency, entries: entries.toReversed() };
  }
}

/** An order that waits for its payment keeps its organization from being deleted. */
@Injectable()
export class OrderHold implements OrganizationHold {
  constructor(private readonly documents: Documents) {}

  holds(organizationId: string): Promise<boolean> {
    return this.documents.exists(orderProjection, { eq: ['status', 'pending'] }, { organizationIds: [organizationId] });
  }
}

/** By id, by its invoice's number, or by all or the beginning of its own. */
function ownMatches(text: string): Where[] {
  const id = text.toLowerCase();
  if (isUuid(id)) return [{ eq: ['id', id] }];
  const invoice = documentNumberStart(text);
  if (invoice !== undefined) return [{ eq: ['invoice_number', invoice] }];
  const start = orderNumberStart(text);
  return start === undefined ? [] : [{ contains: ['number', start] }];
}
