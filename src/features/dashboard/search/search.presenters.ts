import { Injectable } from '@nestjs/common';
import { moneyText } from '../../../kernel/money.ts';
import type { LedgerEntry } from '../../audit/ledger/ledger.projection.ts';
import type { CheckoutDocument } from '../../billing/checkouts/checkout.projection.ts';
import type { CustomerDocument } from '../../billing/customers/customer.projection.ts';
import { CustomerReader } from '../../billing/customers/customers.queries.ts';
import type { FinanceEntryDocument } from '../../billing/finance/finance-entry.projection.ts';
import type { OrderDocument } from '../../billing/orders/order.projection.ts';
import type { ProductDocument } from '../../billing/products/product.projection.ts';
import { ProductReader } from '../../billing/products/products.queries.ts';
import type { SubscriptionDocument } from '../../billing/subscriptions/subscription.projection.ts';
import type { SearchHit } from './search.dto.ts';
import { typeWords } from './search.rules.ts';

export interface Found {
  customers: readonly CustomerDocument[];
  orders: readonly OrderDocument[];
  /** Invoices and credit notes. */
  documents: readonly FinanceEntryDocument[];
  products: readonly ProductDocument[];
  subscriptions: readonly SubscriptionDocument[];
  checkouts: readonly CheckoutDocument[];
  events: readonly LedgerEntry[];
}

interface Related {
  customerOf(id: string | null): string | undefined;
  productOf(id: string): string;
}

/** Presents each found entity as one line: what it is, and what distinguishes it. */
@Injectable()
export class SearchPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
  ) {}

  /** @param people whether the caller may read customers: otherwise no line names one */
  async present(found: Found, people: boolean): Promise<SearchHit[]> {
    const related = await this.related(found, people);
    return [
      ...found.customers.map(customerHit),
      ...found.orders.map((order) => orderHit(order, related)),
      ...found.documents.map((document) => documentHit(document, related)),
      ...found.products.map(productHit),
      ...found.subscriptions.map((subscription) => subscriptionHit(subscription, related)),
      ...found.checkouts.map((checkout) => checkoutHit(checkout, related, people)),
      ...found.events.map(eventHit),
    ];
  }

  private async related({ orders, documents, subscriptions, checkouts }: Found, people: boolean): Promise<Related> {
    const sold = [...orders, ...subscriptions];
    const [customers, products] = await Promise.all([
      this.customers.find(people ? [...sold, ...documents].map(({ customer_id }) => customer_id) : []),
      this.products.find([...sold, ...checkouts].map(({ product_id }) => product_id)),
    ]);
    return {
      customerOf: (id) => nameOf(id === null ? undefined : customers.get(id)),
      productOf: (id) => products.get(id)?.name ?? '',
    };
  }
}

function nameOf(customer: CustomerDocument | undefined): string | undefined {
  return customer && (customer.name ?? customer.email);
}

function customerHit({ id, name, email, created_at }: CustomerDocument): SearchHit {
  return { kind: 'customer', id, title: name ?? email, note: name === null ? null : email, at: created_at };
}

function orderHit(order: OrderDocument, { customerOf, productOf }: Related): SearchHit {
  const { id, number, status, net_amount, currency, customer_id, product_id, created_at } = order;
  const amount = moneyText({ amount: net_amount, currency });
  const unpaid = status === 'paid' ? undefined : status.replace('_', ' ');
  return {
    kind: 'order',
    id,
    title: `Order ${number}`,
    note: noteOf(amount, customerOf(customer_id), productOf(product_id), unpaid),
    at: created_at,
  };
}

const DOCUMENT_WORDS = { sale: 'invoice', refund: 'credit note', refund_reversal: 'credit note canceled' } as const;

function documentHit(document: FinanceEntryDocument, { customerOf }: Related): SearchHit {
  const { kind, order_id, number, document_number, total_amount, currency, customer_id, booked_at } = document;
  const amount = moneyText({ amount: total_amount, currency });
  return {
    kind: 'document',
    id: order_id,
    title: document_number ?? '',
    note: noteOf(DOCUMENT_WORDS[kind], amount, customerOf(customer_id), `order ${number}`),
    at: booked_at ?? '',
  };
}

function productHit(product: ProductDocument): SearchHit {
  const { id, name, is_archived, visibility, recurring_interval, prices, created_at } = product;
  const price = prices.find((one) => !one.is_archived);
  const amount =
    price?.amount_type === 'fixed' ? moneyText({ amount: price.price_amount, currency: price.price_currency }) : 'free';
  const charged = recurring_interval === null ? amount : `${amount} a ${recurring_interval}`;
  const unsold = is_archived ? 'archived' : visibility === 'draft' && 'draft';
  return { kind: 'product', id, title: name, note: noteOf(charged, unsold), at: created_at };
}

function subscriptionHit(subscription: SubscriptionDocument, { customerOf, productOf }: Related): SearchHit {
  const { id, status, amount, currency, recurring_interval, customer_id, product_id, started_at } = subscription;
  const charged = `${moneyText({ amount, currency })} a ${recurring_interval}`;
  const standing = status === 'active' ? undefined : status.replace('_', ' ');
  return {
    kind: 'subscription',
    id,
    title: productOf(product_id),
    note: noteOf(charged, customerOf(customer_id), standing),
    at: started_at,
  };
}

function checkoutHit(checkout: CheckoutDocument, { productOf }: Related, people: boolean): SearchHit {
  const { id, status, product_id, customer_name, customer_email, created_at } = checkout;
  const buyer = people && (customer_name ?? customer_email);
  return { kind: 'checkout', id, title: productOf(product_id), note: noteOf(status, buyer), at: created_at };
}

function eventHit({ id, type, category, occurred_at }: LedgerEntry): SearchHit {
  return { kind: 'event', id, title: typeWords(type), note: category, at: occurred_at };
}

function noteOf(...parts: readonly (string | false | null | undefined)[]): string | null {
  return parts.filter(Boolean).join(' · ') || null;
}
