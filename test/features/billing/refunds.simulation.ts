import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import type { RefundEvent } from '../../../src/features/billing/refunds/refund.events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

interface Listed {
  items: { id: string; net_amount: number; subscription_id: string | null }[];
}

/** Sellers who refund parts of orders, sometimes two at once, and banks that take their time. */
export class SimulatedRefunds implements Cast {
  /** By the bank: once each, because a later failure would be a reversal, whose report may be lost here. */
  private readonly settled = new Set<string>();

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [
    { name: 'refund part of an order', weight: 1.5, run: () => this.refund() },
    { name: 'refund an order twice at once', weight: 1, run: () => this.refund(2) },
    { name: 'settle a pending refund', weight: 1, run: () => this.settle() },
  ];

  readonly invariants = [() => this.checkLimits(), () => this.checkOrders()];

  private async refund(times = 1): Promise<void> {
    const { random } = this.world;
    const seller = this.organizations.anySeller();
    const list = await seller?.api.get<Listed>('/v1/orders/?limit=100');
    if (!seller || !list || list.items.length === 0) return;
    const order = random.pick(list.items);
    const amount = random.pick([1, Math.ceil(order.net_amount / 2) || 1, order.net_amount || 1]);
    const revoke_benefits = order.subscription_id === null && random.chance(0.5);
    const body = { order_id: order.id, amount, reason: 'other', revoke_benefits };
    const once = async () => {
      const answer = await seller.api.call('POST', '/v1/refunds/', body);
      // It may be free, not paid yet, or refunded already.
      demand(answer, 'a refund', 200, 400, 403, 404, 409, 422);
    };
    await Promise.all(Array.from({ length: times }, once));
  }

  /** The bank decides even if we do not get to know it. */
  private async settle(): Promise<void> {
    const { random } = this.world;
    const seller = this.organizations.anySeller();
    const list = await seller?.api.get<Listed>('/v1/refunds/?status=pending&limit=100');
    const pending = list?.items.filter(({ id }) => !this.settled.has(id)) ?? [];
    if (pending.length === 0) return;
    const { id } = random.pick(pending);
    this.settled.add(id);
    const outcome = random.pick(['succeeded', 'succeeded', 'failed', 'canceled'] as const);
    const path = `/sandbox/refunds/${id}/settle`;
    await this.world.request({ method: 'POST', path, headers: { host: 'localhost:3000' }, body: { outcome } });
  }

  private async checkLimits(): Promise<void> {
    const events = await this.world.events<PaymentEvent | RefundEvent>();
    const left = new Map<string, number>();
    const reserved = new Map<string, number>();
    const wrong: unknown[] = [];
    for (const { type, data } of events) {
      if (type === 'PaymentRequested') left.set(data.paymentId, data.amount);
      if (type === 'RefundRequested') {
        reserved.set(data.refundId, data.paymentAmount);
        left.set(data.paymentId, (left.get(data.paymentId) ?? 0) - data.paymentAmount);
        if (left.get(data.paymentId)! < 0) wrong.push(data);
      }
      if (type === 'RefundFailed' || type === 'RefundCanceled' || type === 'RefundReversed')
        left.set(data.paymentId, left.get(data.paymentId)! + reserved.get(data.refundId)!);
    }
    demandNone('refunds never exceed the payment', wrong);
  }

  private async checkOrders(): Promise<void> {
    const refunded = new Map<string, number>();
    for (const { type, data } of await this.world.events<RefundEvent>()) {
      const sign = type === 'RefundSucceeded' ? 1 : type === 'RefundReversed' ? -1 : 0;
      if (sign !== 0 && 'amount' in data)
        refunded.set(data.orderId, (refunded.get(data.orderId) ?? 0) + sign * data.amount);
    }
    const wrong: unknown[] = [];
    for (const seller of this.organizations.sellers) {
      const list = await seller.api.get<{ items: (Listed['items'][number] & Shown)[] }>('/v1/orders/?limit=100');
      for (const order of list?.items ?? []) if (!isShown(order, refunded.get(order.id) ?? 0)) wrong.push(order);
    }
    demandNone('an order shows what was refunded of it', wrong);
  }
}

interface Shown {
  status: string;
  refunded_amount: number;
}

function isShown(order: Shown & { net_amount: number }, refunded: number): boolean {
  if (order.refunded_amount !== refunded) return false;
  if (refunded === 0) return order.status === 'paid' || order.status === 'pending';
  return order.status === (refunded === order.net_amount ? 'refunded' : 'partially_refunded');
}
