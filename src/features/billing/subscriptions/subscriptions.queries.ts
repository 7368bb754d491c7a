import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo, resource } from '../../../app/reading/documents.ts';
import type { OrganizationHold } from '../../../app/feature.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import type { FilterRequest } from '../../../app/http/lists/list.ts';
import { csvLine } from '../../../app/http/lists/csv.ts';
import { roundHalfAwayFromZero, sum } from '../../../kernel/money.ts';
import type { Summed, Where } from '../../../kernel/ports/document-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { isUuid } from '../../../kernel/ids.ts';
import {
  CustomerPresenter,
  CustomerReader,
  customersByEmail,
  customersByExternalId,
  searchedCustomers,
} from '../customers/customers.queries.ts';
import { SubscriptionMeters, type MeteredSubscription } from '../customer-meters/subscription-meters.queries.ts';
import type { RecurringInterval } from '../products/product.events.ts';
import { CustomFieldReader, type ShownValues } from '../custom-fields/custom-fields.queries.ts';
import { DiscountPresenter, DiscountReader } from '../discounts/discounts.queries.ts';
import { ProductPresenter, ProductReader, productsByName, searchedProducts } from '../products/products.queries.ts';
import { SavedMethodReader } from '../saved-methods/saved-methods.queries.ts';
import { discountEnd } from './next-charge.rules.ts';
import { billedBy, causeOf, type SubscriptionBill } from './subscription-bill.rules.ts';
import {
  meteredIn,
  subscriptionStream,
  type CancellationReason,
  type SubscriptionEvent,
} from './subscription.events.ts';
import { subscriptionProjection, type PendingChange, type SubscriptionDocument } from './subscription.projection.ts';
import type {
  CancellationReasons,
  PendingSubscriptionUpdate,
  Subscription,
  SubscriptionBase,
  SubscriptionTotals,
} from './subscriptions.dto.ts';

export type { SubscriptionDocument } from './subscription.projection.ts';

/** Subscriptions with their customer, product and prices, on the wire. */
@Injectable()
export class SubscriptionPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly customerPresenter: CustomerPresenter,
    private readonly products: ProductReader,
    private readonly productPresenter: ProductPresenter,
    private readonly discounts: DiscountReader,
    private readonly discountPresenter: DiscountPresenter,
    private readonly fields: CustomFieldReader,
    private readonly subscriptionMeters: SubscriptionMeters,
  ) {}

  async present(document: SubscriptionDocument): Promise<Subscription> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly SubscriptionDocument[]): Promise<Subscription[]> {
    const [customers, products, discounts, dataOf, metersOf] = await Promise.all([
      this.customers.named(documents.map(({ customer_id }) => customer_id)),
      this.products.sold(documents.flatMap(purchasesOf)),
      this.discounts.find(documents.flatMap(({ discount_id }) => discount_id ?? [])),
      this.fields.shown(documents.map(({ custom_field_values }) => custom_field_values)),
      this.subscriptionMeters.linesOf(documents.map(metered)),
    ]);
    const productList = [...products.values()];
    const [customerOf, presented, priced] = await Promise.all([
      this.customerPresenter.shown(customers.values()),
      this.productPresenter.presentAll(productList),
      this.productPresenter.relatedToPrices(productList),
    ]);
    const wireProducts = new Map(presented.map((product) => [product.id, product]));
    return documents.map((document) => {
      const product = products.get(document.product_id)!;
      const discount = document.discount_id === null ? undefined : discounts.get(document.discount_id);
      return {
        ...this.presentBase(document, dataOf),
        customer: customerOf(customers.get(document.customer_id)!),
        product: wireProducts.get(document.product_id)!,
        discount: discount ? this.discountPresenter.presentBase(discount) : null,
        prices: document.items.flatMap(
          ({ price }) => this.productPresenter.presentPrice(product, price.id, priced) ?? [],
        ),
        meters: metersOf.get(document.id)!,
      };
    });
  }

  /** Without related entities, as orders show it. */
  presentBase(document: SubscriptionDocument, dataOf: ShownValues): SubscriptionBase {
    const { organization_id, items, payment_method_id, billing_address, billing_name, ...rest } = document;
    const { active, discount_terms, custom_field_values, metadata_entries, subjects, pending_change, ...base } = rest;
    const change = pending_change && {
      product_id: pending_change.product_id,
      takes_effect_at: pending_change.takes_effect_at,
    };
    return {
      ...base,
      ...NEVER,
      recurring_interval_count: 1,
      pending_change: change,
      pending_update: pending_change && pendingUpdateOf(pending_change),
      after_discount: discountEnd(document),
      custom_field_data: dataOf(custom_field_values),
    };
  }
}

/** What newer clients know of subscriptions and the product does not have: seats, units, pauses, and meters with periods of their own. */
const NEVER = {
  seats: null,
  units: null,
  current_meter_period_start: null,
  current_meter_period_end: null,
  pause_at_period_end: false,
  paused_at: null,
  resumes_at: null,
} as const;

function pendingUpdateOf({ id, created_at, product_id, takes_effect_at }: PendingChange): PendingSubscriptionUpdate {
  return { id, created_at, modified_at: null, applies_at: takes_effect_at, product_id, seats: null, units: null };
}

/** A subscription when an order was created for it, and what that order bills. */
export interface BilledSubscription {
  subscription: SubscriptionDocument;
  bill: SubscriptionBill;
}

/** Once it has ended; a period that begins has an order in any case. */
export function owesNothing({
  bill: { reason, items, entries, usage },
  subscription: { status },
}: BilledSubscription): boolean {
  const isLast = status === 'canceled' || reason === 'subscription_update';
  return isLast && items.length + entries.length + usage.length === 0;
}

/** @param events of the subscription, up to the one that caused the order or further */
export function billedIn(
  events: readonly Recorded<SubscriptionEvent>[],
  orderId: string,
): BilledSubscription | undefined {
  const bill = billedBy(events, orderId);
  const subscription = bill && project(subscriptionProjection, events.slice(0, causeOf(events, orderId) + 1));
  return subscription && { subscription, bill };
}

@Injectable()
export class SubscriptionReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
    private readonly savedMethods: SavedMethodReader,
  ) {}

  find(ids: Iterable<string>): Promise<Map<string, SubscriptionDocument>> {
    return this.documents.getMany(subscriptionProjection, ids, 'any');
  }

  /** The same; those that the read model lacks are folded. */
  named(ids: Iterable<string>): Promise<Map<string, SubscriptionDocument>> {
    return this.documents.named(subscriptionProjection, ids, (id) => this.folded(id));
  }

  /** Folded from its own stream, for decisions. */
  async folded(subscriptionId: string): Promise<SubscriptionDocument | undefined> {
    const events = await this.executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId), 'any');
    return project(subscriptionProjection, events);
  }

  /** What an order bills, and the subscription as it was then, whatever happened since; undefined if it bills no such order. */
  async billed(subscriptionId: string, orderId: string): Promise<BilledSubscription | undefined> {
    return billedIn(await this.executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId), 'any'), orderId);
  }

  /** Whether a customer has an active subscription; past due does not count (docs/BILLING.md#subscription-states). */
  hasActive(customerId: string): Promise<boolean> {
    const where: Where = { and: [{ eq: ['customer_id', customerId] }, { eq: ['active', true] }] };
    return this.documents.exists(subscriptionProjection, where, 'any');
  }

  /** What the customer's latest subscription whose card they have not removed is charged with; else their default. */
  async latestMethodOf(customerId: string): Promise<string | undefined> {
    const [all, saved] = await Promise.all([this.ofCustomer(customerId), this.savedMethods.current(customerId, 'any')]);
    const charged = all
      .sort((a, b) => (a.started_at < b.started_at ? -1 : 1))
      .flatMap(({ payment_method_id }) => payment_method_id ?? []);
    return charged.findLast((id) => saved.methods[id] !== 'removed') ?? saved.defaultId ?? undefined;
  }

  /** A customer's subscriptions that have not ended. */
  async liveOf(customerId: string): Promise<SubscriptionDocument[]> {
    return (await this.ofCustomer(customerId)).filter(({ status }) => !ENDED.includes(status));
  }

  private ofCustomer(customerId: string): Promise<SubscriptionDocument[]> {
    return this.documents.all(subscriptionProjection, { where: { eq: ['customer_id', customerId] } }, 'any');
  }
}

@Injectable()
export class SubscriptionQueries extends resource(subscriptionProjection, SubscriptionPresenter, {
  related: { sortings: { customer: customersByEmail, product: productsByName }, within: 'started_at' },
  search: { own: ownMatches, related: [searchedCustomers, searchedProducts] },
  named: customersByExternalId,
}) {
  async cancellationReasons(asked: FilterRequest, scope: TenantScope): Promise<CancellationReasons> {
    const [where, within] = [await this.whereOf(asked, scope), narrowedTo(asked.organizationIds, scope)];
    const found = await this.documents.sumBy(subscriptionProjection, where, 'customer_cancellation_reason', [], within);
    const items = [...found].map(([reason, { count }]) => ({ reason: reason as CancellationReason, count }));
    return { items: items.sort((one, other) => other.count - one.count) };
  }

  async totals(asked: FilterRequest, scope: TenantScope): Promise<SubscriptionTotals> {
    const per = (interval: RecurringInterval, status: Where): Where => ({
      and: [{ eq: ['recurring_interval', interval] }, status],
    });
    const parts = await this.sums(
      asked,
      scope,
      ['amount'],
      [...[per('month', CHARGED), per('year', CHARGED)], ...[per('month', NOT_CHARGED), per('year', NOT_CHARGED)]],
    );
    const totals = [...new Set(parts.flatMap((part) => [...part.keys()]))].sort().map((currency) => {
      const found = parts.map((part) => part.get(currency) ?? NONE);
      const [month, year, otherMonth, otherYear] = found.map(({ sums }) => sums['amount']!) as [
        number,
        number,
        number,
        number,
      ];
      return {
        currency,
        count: sum(found.map(({ count }) => count)),
        amount: month + year + otherMonth + otherYear,
        monthly_amount: perMonth(month + otherMonth, year + otherYear),
        monthly_recurring_revenue: perMonth(month, year),
      };
    });
    return { count: sum(totals.map(({ count }) => count)), totals };
  }
}

const ENDED: readonly SubscriptionDocument['status'][] = ['canceled', 'incomplete_expired'];
const NONE: Summed = { count: 0, sums: { amount: 0 } };
/** What counts to MRR. */
const CHARGED: Where = { eq: ['status', 'active'] };
const NOT_CHARGED: Where = {
  in: ['status', ['incomplete', 'incomplete_expired', 'trialing', 'past_due', 'canceled', 'unpaid']],
};

function perMonth(monthly: number, yearly: number): number {
  return roundHalfAwayFromZero((monthly * 12 + yearly) / 12);
}

/** A subscription that has not ended keeps its organization from being deleted. */
@Injectable()
export class SubscriptionHold implements OrganizationHold {
  constructor(private readonly documents: Documents) {}

  holds(organizationId: string): Promise<boolean> {
    const live: Where = { in: ['status', ['incomplete', 'trialing', 'active', 'past_due', 'unpaid']] };
    return this.documents.exists(subscriptionProjection, live, { organizationIds: [organizationId] });
  }
}

const COLUMNS = [
  'started_at',
  'status',
  'amount',
  'currency',
  'recurring_interval',
  'current_period_end',
  'ended_at',
] as const;

/** A caller's subscriptions as CSV, oldest first, in parts; amounts in minor units, as everywhere in the API. */
@Injectable()
export class SubscriptionExport {
  constructor(
    private readonly documents: Documents,
    private readonly customers: CustomerReader,
    private readonly products: ProductReader,
  ) {}

  async *parts(scope: TenantScope): AsyncIterable<string> {
    yield csvLine(['id', 'email', 'name', 'product', ...COLUMNS]);
    const sort = [{ field: 'started_at', direction: 'asc' }] as const;
    for await (const page of this.documents.pages(subscriptionProjection, { sort }, scope))
      yield await this.linesOf(page);
  }

  private async linesOf(page: readonly SubscriptionDocument[]): Promise<string> {
    const [customers, products] = await Promise.all([
      this.customers.find(page.map(({ customer_id }) => customer_id)),
      this.products.find(page.map(({ product_id }) => product_id)),
    ]);
    const lines = page.map((document) => {
      const customer = customers.get(document.customer_id);
      const name = products.get(document.product_id)?.name ?? null;
      const own = COLUMNS.map((column) => document[column]);
      return csvLine([document.id, customer?.email ?? null, customer?.name ?? null, name, ...own]);
    });
    return lines.join('');
  }
}

/** The meters that it has a price for. */
export function metered({ items, ...document }: SubscriptionDocument): MeteredSubscription {
  return { ...document, meterIds: meteredIn(items).map(({ price }) => price.meterId) };
}

function purchasesOf({ product_id, items }: SubscriptionDocument) {
  return items.map(({ price }) => ({ product_ids: [product_id], product_id, product_price_id: price.id }));
}

function ownMatches(text: string): Where[] {
  const id = text.toLowerCase();
  return isUuid(id) ? [{ eq: ['id', id] }] : [];
}
