import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

type Sold = Pick<Extract<SubscriptionEvent, { type: 'SubscriptionCreated' }>['data'], 'discount' | 'recurringInterval'>;

/** Sellers who cancel subscriptions, change their mind, or end them at once. */
export class SimulatedSubscriptions implements Cast {
  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [
    { name: 'cancel a subscription', weight: 1, run: () => this.change({ cancel_at_period_end: true }) },
    { name: 'undo a cancellation', weight: 1, run: () => this.change({ cancel_at_period_end: false }) },
    { name: 'revoke a subscription', weight: 0.5, run: () => this.change({ revoke: true }) },
  ];

  readonly invariants = [() => this.checkPeriods(), () => this.checkActive(), () => this.checkDiscounts()];

  private async change(body: object): Promise<void> {
    const seller = this.organizations.anySeller();
    const list = await seller?.api.get<{ items: { id: string }[] }>('/v1/subscriptions/?limit=100');
    if (!seller || !list || list.items.length === 0) return;
    const { id } = this.world.random.pick(list.items);
    const answer = await seller.api.call('PATCH', `/v1/subscriptions/${id}`, body);
    // It may have ended, or be canceled already.
    demand(answer, 'a change of a subscription', 200, 400, 403, 404, 409, 410, 422);
  }

  private async checkPeriods(): Promise<void> {
    const events = await this.world.events<OrderEvent | SubscriptionEvent>();
    const ends = new Map<string, string>();
    const billed = new Map<string, number>();
    const wrong: unknown[] = [];
    for (const { type, data } of events) {
      if (type === 'SubscriptionCreated') ends.set(data.subscriptionId, data.currentPeriodEnd);
      if (type === 'OrderCreated') billed.set(data.orderId, (billed.get(data.orderId) ?? 0) + 1);
      if (type !== 'SubscriptionRenewed') continue;
      if (ends.get(data.subscriptionId) !== data.periodStart) wrong.push(data);
      ends.set(data.subscriptionId, data.periodEnd);
    }
    demandNone('each period of a subscription begins where the last one ended', wrong);
    const renewals = events.flatMap((event) => (event.type === 'SubscriptionRenewed' ? [event.data] : []));
    demandNone(
      'each renewal has one order',
      renewals.filter(({ orderId }) => billed.get(orderId) !== 1),
    );
    const now = this.world.now();
    const over = new Set(
      events.flatMap(({ type, data }) =>
        type === 'SubscriptionRevoked' || type === 'SubscriptionEnded' ? [data.subscriptionId] : [],
      ),
    );
    const late = [...ends].filter(([id, end]) => !over.has(id) && end < now);
    demandNone('every subscription whose period is over was renewed or has ended', late);
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
    const sold = new Map<string, Sold & { renewals: string[] }>();
    const billed = new Map<string, string | undefined>();
    for (const { type, data } of await this.world.events<OrderEvent | SubscriptionEvent>()) {
      if (type === 'SubscriptionCreated') sold.set(data.subscriptionId, { ...data, renewals: [] });
      if (type === 'SubscriptionRenewed') sold.get(data.subscriptionId)?.renewals.push(data.orderId);
      if (type === 'OrderCreated') billed.set(data.orderId, data.discount?.discountId);
    }
    const wrong: unknown[] = [];
    for (const [subscriptionId, { discount, recurringInterval, renewals }] of sold) {
      const months = recurringInterval === 'year' ? 12 : 1;
      for (const [index, orderId] of renewals.entries()) {
        const wanted = discount && lastsFor(discount.duration) > (index + 1) * months ? discount.discountId : undefined;
        if (billed.get(orderId) !== wanted) wrong.push({ subscriptionId, discount, index, was: billed.get(orderId) });
      }
    }
    demandNone('renewals keep their discount as long as it lasts, and no longer', wrong);
  }
}

/** In months from the start. */
function lastsFor(duration: NonNullable<Sold['discount']>['duration']): number {
  if (typeof duration === 'object') return duration.months;
  return duration === 'once' ? 1 : Infinity;
}
