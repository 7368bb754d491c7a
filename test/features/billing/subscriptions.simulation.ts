import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

type RecurringDiscount = Extract<SubscriptionEvent, { type: 'SubscriptionCreated' }>['data']['discount'];

/** Sellers who subscribe customers, and change the product of subscriptions, cancel them, change their mind, or end them at once. */
export class SimulatedSubscriptions implements Cast {
  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [
    { name: 'subscribe a customer', weight: 2, run: () => this.subscribe() },
    { name: 'cancel a subscription', weight: 1, run: () => this.change({ cancel_at_period_end: true }) },
    { name: 'undo a cancellation', weight: 1, run: () => this.change({ cancel_at_period_end: false }) },
    { name: 'revoke a subscription', weight: 0.5, run: () => this.change({ revoke: true }) },
    { name: 'change the product of a subscription', weight: 1.5, run: () => this.changeProduct() },
    { name: 'withdraw a scheduled change', weight: 0.5, run: () => this.withdraw() },
  ];

  readonly invariants = [
    () => this.checkPeriods(),
    () => this.checkActive(),
    () => this.checkDiscounts(),
    () => this.checkTrials(),
    () => this.checkRequested(),
  ];

  private async subscribe(): Promise<void> {
    const { random } = this.world;
    const seller = this.organizations.anySeller();
    const customers = await seller?.api.get<Listed>('/v1/customers/?limit=100');
    const products = await this.productsOf(seller);
    if (!customers || !products || customers.items.length === 0 || products.items.length === 0) return;
    const trial = random.chance(0.3) && random.pick([{ trial_interval: 'day', trial_interval_count: 3 }, NO_TRIAL]);
    const body = { product_id: random.pick(products.items).id, customer_id: random.pick(customers.items).id, ...trial };
    const answer = await seller!.api.call('POST', '/v1/subscriptions/', body);
    // Subscribed already, deleted meanwhile, without a card, or the buyer chooses the price.
    demand(answer, 'the subscription of a customer', 201, 400, 403, 404, 409, 422);
  }

  private async change(body: object, seller = this.organizations.anySeller()): Promise<void> {
    const id = await this.anyOf(seller);
    const answer = id === undefined ? undefined : await seller?.api.call('PATCH', `/v1/subscriptions/${id}`, body);
    // It may have ended, be canceled already, or not be for this product.
    if (answer) demand(answer, 'a change of a subscription', 200, 400, 403, 404, 409, 410, 422);
  }

  private async changeProduct(): Promise<void> {
    const seller = this.organizations.anySeller();
    const list = await this.productsOf(seller);
    if (!list || list.items.length === 0) return;
    const { id: product_id } = this.world.random.pick(list.items);
    const proration_behavior = this.world.random.pick(['invoice', 'prorate', 'next_period']);
    await this.change({ product_id, proration_behavior }, seller);
  }

  private productsOf(seller: Seller | undefined): Promise<Listed | undefined> {
    const path = '/v1/products/?is_recurring=true&is_archived=false&limit=100';
    return seller?.api.get<Listed>(path) ?? Promise.resolve(undefined);
  }

  private async withdraw(): Promise<void> {
    const seller = this.organizations.anySeller();
    const id = await this.anyOf(seller);
    if (id === undefined) return;
    const answer = await seller!.api.call('DELETE', `/v1/subscriptions/${id}/pending-change`);
    demand(answer, 'the withdrawal of a change', 200, 400, 403, 404, 409, 410);
  }

  private async anyOf(seller: Seller | undefined): Promise<string | undefined> {
    const list = await seller?.api.get<Listed>('/v1/subscriptions/?limit=100');
    return list && list.items.length > 0 ? this.world.random.pick(list.items).id : undefined;
  }

  private async checkPeriods(): Promise<void> {
    const events = await this.world.events<OrderEvent | SubscriptionEvent>();
    const ends = new Map<string, string>();
    const unpaid = new Set<string>();
    const billed = new Map<string, number>();
    const wrong: unknown[] = [];
    for (const { type, data } of events) {
      if (type === 'OrderCreated') billed.set(data.orderId, (billed.get(data.orderId) ?? 0) + 1);
      if (type === 'SubscriptionRenewed' && ends.get(data.subscriptionId) !== data.periodStart) wrong.push(data);
      if (type === 'SubscriptionRenewalFailed') unpaid.add(data.subscriptionId);
      if (type === 'SubscriptionRecovered') unpaid.delete(data.subscriptionId);
      if (type === 'SubscriptionRevoked' || type === 'SubscriptionEnded') ends.delete(data.subscriptionId);
      const end = periodEndAfter({ type, data } as SubscriptionEvent);
      if (end !== undefined) ends.set((data as { subscriptionId: string }).subscriptionId, end);
    }
    demandNone('each period of a subscription begins where the last one ended', wrong);
    const orders = events.flatMap(({ type, data }) =>
      (type === 'SubscriptionRenewed' || type === 'SubscriptionProductChanged') && data.orderId ? [data.orderId] : [],
    );
    demandNone(
      'each renewal and each change that is billed has one order',
      orders.filter((orderId) => billed.get(orderId) !== 1),
    );
    const now = this.world.now();
    // What is past due or unpaid is not renewed.
    const late = [...ends].filter(([id, end]) => !unpaid.has(id) && end < now);
    demandNone('every subscription whose period is over was renewed, has ended, or is past due', late);
  }

  private async checkActive(): Promise<void> {
    const active = new Map<string, Set<string>>();
    const twice: unknown[] = [];
    for (const event of await this.world.events<SubscriptionEvent>()) {
      const { type, data } = event;
      if (!type.startsWith('Subscription') || !('customerId' in data)) continue;
      const of = active.get(data.customerId) ?? new Set<string>();
      active.set(data.customerId, of);
      if (type === 'SubscriptionCreated') of.add(data.subscriptionId);
      // Past due, it does not keep the customer from subscribing to something else.
      const ends =
        type === 'SubscriptionRevoked' || type === 'SubscriptionEnded' || type === 'SubscriptionRenewalFailed';
      if (ends) of.delete(data.subscriptionId);
      if (of.size > 1) twice.push({ customer: data.customerId, subscriptions: [...of] });
    }
    demandNone('no customer has two active subscriptions', twice);
  }

  private async checkDiscounts(): Promise<void> {
    const sold = new Map<string, RecurringDiscount>();
    const renewals: { orderId: string; periodStart: string; discount: RecurringDiscount }[] = [];
    const billed = new Map<string, string | undefined>();
    for (const { type, data } of await this.world.events<OrderEvent | SubscriptionEvent>()) {
      if (type === 'SubscriptionCreated' || type === 'SubscriptionUpgraded' || type === 'SubscriptionProductChanged')
        sold.set(data.subscriptionId, data.discount);
      if (type === 'SubscriptionRenewed') renewals.push({ ...data, discount: sold.get(data.subscriptionId) ?? null });
      if (type === 'OrderCreated') billed.set(data.orderId, data.discount?.discountId);
    }
    const wrong = renewals.filter(({ orderId, periodStart, discount }) => {
      const lasts = discount && lastsFor(discount.duration) > monthsBetween(discount.startedAt, periodStart);
      return billed.get(orderId) !== (lasts ? discount.discountId : undefined);
    });
    demandNone('renewals keep their discount as long as it lasts, and no longer', wrong);
  }

  private async checkTrials(): Promise<void> {
    const ends = new Map<string, string>();
    const announced = new Set<string>();
    const wrong: unknown[] = [];
    for (const { type, data, metadata } of await this.world.events<OrderEvent | SubscriptionEvent>()) {
      if (type === 'SubscriptionCreated' && data.trial) ends.set(data.subscriptionId, data.trial.endsAt);
      if (type === 'SubscriptionUpgraded') ends.delete(data.subscriptionId);
      if (type === 'SubscriptionRenewalAnnounced') {
        const renewal = `${data.subscriptionId} ${data.renewsAt}`;
        if (announced.has(renewal) || (data.endsTrial && data.renewsAt !== ends.get(data.subscriptionId)))
          wrong.push(data);
        announced.add(renewal);
      }
      if (type === 'SubscriptionRenewed') {
        const end = ends.get(data.subscriptionId);
        if ((data.endsTrial !== undefined) !== (end !== undefined)) wrong.push({ data, end });
        if (end !== undefined && (data.periodStart !== end || metadata.occurredAt < end)) wrong.push({ data, end });
        ends.delete(data.subscriptionId);
      }
      // Also once it has ended: a trial that was canceled is never charged.
      if (type === 'OrderCreated' && data.totals.totalAmount > 0 && ends.has(data.subscriptionId ?? ''))
        wrong.push(data);
    }
    demandNone('a trial costs nothing until its first period begins, and a renewal is announced at most once', wrong);
  }

  private async checkRequested(): Promise<void> {
    const now = this.world.now();
    const requested = new Map<string, { orderId: string; expiresAt: string; outcome: string[] }>();
    const orders = new Map<string, string[]>();
    for (const { type, data } of await this.world.events<OrderEvent | SubscriptionEvent>()) {
      if (type === 'SubscriptionRequested') requested.set(data.subscriptionId, { ...data, outcome: [] });
      if (type === 'SubscriptionRequested') orders.set(data.orderId, []);
      if (type === 'SubscriptionCreated' || type === 'SubscriptionExpired')
        requested.get(data.subscriptionId)?.outcome.push(type);
      if (type === 'OrderCreated' || type === 'OrderPaid' || type === 'OrderVoided')
        orders.get(data.orderId)?.push(type);
      // Where nothing is due, it is paid from the beginning.
      if (type === 'OrderCreated' && data.status === 'paid') orders.get(data.orderId)?.push('OrderPaid');
    }
    const wrong = [...requested.values()].filter((one) => {
      const billed = orders.get(one.orderId)!.join();
      switch (one.outcome.join()) {
        case '':
          return one.expiresAt < now || billed !== 'OrderCreated';
        case 'SubscriptionCreated':
          return billed !== 'OrderCreated,OrderPaid';
        case 'SubscriptionExpired':
          return billed !== 'OrderCreated,OrderVoided';
        default:
          return true;
      }
    });
    demandNone('what a seller subscribes to begins once it is paid, or expires unpaid', wrong);
  }
}

const NO_TRIAL = { trial_interval: null, trial_interval_count: null };

interface Listed {
  items: { id: string }[];
}

/** Where the period ends from now on, if that is what an event says. */
function periodEndAfter({ type, data }: SubscriptionEvent): string | undefined {
  switch (type) {
    case 'SubscriptionCreated':
      return data.currentPeriodEnd;
    case 'SubscriptionRenewed':
    case 'SubscriptionUpgraded':
    case 'SubscriptionProductChanged':
    case 'SubscriptionRecovered':
      return data.periodEnd;
    default:
      return undefined;
  }
}

/** Begun months count: a month and a day are two. */
function monthsBetween(from: string, to: string): number {
  const [start, end] = [new Date(from), new Date(to)];
  const whole = 12 * (end.getUTCFullYear() - start.getUTCFullYear()) + end.getUTCMonth() - start.getUTCMonth();
  return whole + (to.slice(8) > from.slice(8) ? 1 : 0);
}

/** In months from the start. */
function lastsFor(duration: NonNullable<RecurringDiscount>['duration']): number {
  if (typeof duration === 'object') return duration.months;
  return duration === 'once' ? 1 : Infinity;
}
