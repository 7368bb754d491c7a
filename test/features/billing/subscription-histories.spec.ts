import { describe, expect, it } from '@jest/globals';
import { accountDecider } from '../../../src/features/billing/customer-accounts/account.decider.ts';
import { changeOf, type AccountEvent } from '../../../src/features/billing/customer-accounts/account.events.ts';
import { leftToPay, refundedOf } from '../../../src/features/billing/customer-accounts/account.rules.ts';
import { creditedLines, originsIn, takenBackBy } from '../../../src/features/billing/orders/credit.rules.ts';
import type { OrderCreated, OrderItem, OrderLine } from '../../../src/features/billing/orders/order.events.ts';
import { subscriptionLines } from '../../../src/features/billing/orders/renewal.rules.ts';
import { billOf, discountOf, taxedPartsOf, type Bill } from '../../../src/features/billing/pricing/bill.ts';
import { itemLineId } from '../../../src/features/billing/pricing/lines.ts';
import type { Discount, Tax } from '../../../src/features/billing/pricing/terms.ts';
import type { Price } from '../../../src/features/billing/products/product.events.ts';
import { refundDecider, type PaidOrder } from '../../../src/features/billing/refunds/refund.decider.ts';
import type { RefundEvent } from '../../../src/features/billing/refunds/refund.events.ts';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { billedBy } from '../../../src/features/billing/subscriptions/subscription-bill.rules.ts';
import {
  orderCausedBy,
  withChange,
  withRenewal,
} from '../../../src/features/billing/subscriptions/subscription-preview.rules.ts';
import {
  isLive,
  type SubscriptionState,
} from '../../../src/features/billing/subscriptions/subscription-state.rules.ts';
import { chargeStepOf, minimumChargeOf } from '../../../src/kernel/currencies.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import { addDays, addSeconds, msOf, type Instant } from '../../../src/kernel/ports/clock.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { recorded } from '../../support/given.ts';
import { seedOf, sized } from '../../support/seed.ts';
import { SeededRandom } from '../../simulation/random.ts';

const HISTORIES = sized({ gate: 500, soak: 4_000 });
const FIRST = seedOf(0);
const YEARS = 3;
const DAY_MS = 86_400_000;
const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };

interface Order {
  id: string;
  reason: string;
  period: { start: Instant; end: Instant };
  lines: readonly OrderItem[];
  bill: Bill<OrderLine>;
  net: number;
  tax: number;
  total: number;
  due: number;
  status: 'paid' | 'pending' | 'void';
  /** The charge that has paid it. */
  paymentId: string | null;
}

/** A subscription, what it is billed and its customer's account, folded in memory: everything that decides amounts, and nothing else. */
class Life {
  now: Instant = '2027-01-31T10:00:00.000Z';
  moves = 0;
  readonly events: Recorded<SubscriptionEvent>[] = [];
  readonly orders = new Map<string, Order>();
  readonly account: AccountEvent[] = [];
  readonly refunds = new Map<string, RefundEvent[]>();
  readonly wrong: string[] = [];
  /** What contradicts a rule about money, when it does. */
  readonly unfair: string[] = [];
  /** No charge of it fails. */
  readonly isSolvent: boolean;
  readonly currency: string;
  private state: SubscriptionState = subscriptionDecider.initial;
  /** What the next renewal will be, until something happens. */
  private promised: string | null = null;
  private readonly idle = new Set<string>();
  private tax: Tax | null = null;
  /** What its customer has had and what is paid for until the end of its period, as its prices say. */
  private readonly uses: Use[] = [];
  private readonly dunning: { graceDays: number; finalAction: 'cancel' | 'unpaid' };
  /** What was refunded for a while, and may have taken a credit away: it can be refunded again. */
  private reversed = 0;
  private ids = 0;

  constructor(private readonly random: SeededRandom) {
    this.currency = random.pick(['eur', 'usd', 'jpy', 'kwd', 'huf']);
    this.isSolvent = random.chance(0.5);
    this.moveAway();
    this.dunning = { graceDays: random.pick([0, 0, 5]), finalAction: random.pick(['cancel', 'unpaid'] as const) };
    this.now = addSeconds(addDays(this.now, random.int(60)), random.int(86_400));
    this.begin();
  }

  /** Three years of moves, each some days after the last, or right after a renewal. */
  play(): this {
    const end = addDays(this.now, YEARS * 365);
    while (this.now < end && isLive(this.state)) {
      const { periodEnd } = this.state;
      const later = addSeconds(addDays(this.now, this.random.int(30)), this.random.int(86_400));
      this.passUntil(this.random.chance(0.1) && periodEnd > this.now ? addSeconds(periodEnd, 1) : later);
      if (isLive(this.state)) this.move();
      this.audit();
      this.moves += 1;
      this.promised = this.nextRenewal();
    }
    if (isLive(this.state))
      this.decide({ type: 'RevokeSubscription', data: { subscriptionId: 's1', reason: null, comment: null } });
    return this;
  }

  private begin(): void {
    const { random } = this;
    const product = this.product();
    const trial = random.chance(0.2) ? { interval: 'day', count: 1 + random.int(40) } : null;
    this.decide({
      type: 'CreateSubscription',
      data: {
        ...about,
        ...product,
        discount: this.discount(),
        trial,
        checkoutId: 'k1',
        billedBy: 'o0',
        paymentMethodId: 'good',
        activeClaim: null,
        billingAddress: null,
        billingName: null,
        customFieldData: {},
        metadata: {},
      },
    });
    this.sell();
  }

  /** The order of its checkout, which is paid when it is created. */
  private sell(): void {
    if (!isLive(this.state) || this.state.status === 'trialing') return;
    const { sold, discount, periodStart: start, periodEnd: end } = this.state;
    const { price } = sold.items[0];
    const amount = price.amountType === 'fixed' ? price.amount : 0;
    const line = {
      id: itemLineId('o0', price.id),
      label: 'x',
      priceId: price.id,
      quantity: 1,
      amount,
      proration: false,
    };
    const bill = billOf<OrderLine>([line], this.currency, { discount, tax: this.tax });
    const { netAmount: net, taxAmount: tax, totalAmount: total } = bill.totals;
    const draft = {
      id: 'o0',
      reason: 'subscription_create',
      period: { start, end },
      lines: bill.items,
      bill,
      net,
      tax,
    };
    this.orders.set('o0', { ...draft, total, due: total, status: 'paid', paymentId: total > 0 ? 'p0' : null });
    this.use(bill);
  }

  /** To where another tax applies, or none: also to where a business owes it itself. */
  private moveAway(): void {
    const rate = (country: string, name: string, percent: string) => ({ name, percent, country, state: null });
    this.tax = this.random.pick([
      null,
      { rates: [], reverseCharge: false, calculator: 'table' },
      { rates: [rate('DE', 'USt', '19')], reverseCharge: false, calculator: 'table' },
      { rates: [rate('DE', 'USt', '19')], reverseCharge: true, calculator: 'table' },
      { rates: [rate('HU', 'ÁFA', '27')], reverseCharge: false, calculator: 'table' },
      { rates: [rate('CA', 'GST', '5'), rate('CA', 'QST', '9.975')], reverseCharge: false, calculator: 'table' },
    ]);
  }

  /** What an order bills begins to be used, in place of what was before. */
  private use({ tax }: Pick<Bill<OrderLine>, 'tax'>): void {
    if (!isLive(this.state)) return;
    const percent = tax?.reverseCharge ? 0 : total((tax?.rates ?? []).map((one) => Number(one.percent)));
    for (const use of this.uses) use.percent ??= percent;
  }

  /** A product begins to be used, in place of what was before; what it costs in tax is known once it is billed. */
  private begins(): void {
    if (!isLive(this.state)) return;
    const { sold, discount, periodStart, periodEnd, status } = this.state;
    const { price } = sold.items[0];
    const full = price.amountType === 'fixed' && status !== 'trialing' ? price.amount : 0;
    const last = this.uses.at(-1);
    if (last && msOf(last.until) > msOf(this.now)) last.until = this.now;
    const period = { start: periodStart, end: periodEnd };
    const amount = full - discountOf(discount, full, this.currency);
    this.uses.push({ amount, percent: undefined, period, from: this.now, until: periodEnd });
  }

  /** No action of a customer makes money, and what they paid and did not get back is what they owe for what they had. */
  private audit(): void {
    const account = fold(accountDecider, this.account);
    const balance = account.balances[this.currency] ?? 0;
    const orders = [...this.orders.values()];
    const paid = total(orders.map(({ status, paymentId, due }) => (status === 'paid' && paymentId ? due : 0)));
    const given = [...this.refunds.values()]
      .flatMap((events) => Object.values(fold(refundDecider, events).refunds))
      .filter(({ status }) => status === 'succeeded');
    const refunds = total(given.map(({ paymentAmount }) => paymentAmount));
    if (balance + refunds > paid) this.unfair.push(`paid ${paid}, but got ${refunds} back and has ${balance}`);
    if (!this.isSolvent || !isLive(this.state) || this.state.status === 'trialing' || this.state.entries.length > 0)
      return;
    const kept = paid - refunds - balance;
    const gifts = total(Object.values(account.refunded).map(({ amount, settled }) => amount - settled));
    const used = total(this.uses.map(costOf));
    // Each amount of an order is rounded once, each rate for itself.
    const rounded = 2 * chargeStepOf(this.currency) * total(orders.map(({ lines }) => lines.length));
    if (kept > used + this.reversed + rounded || kept < used - gifts - rounded)
      this.unfair.push(`had ${used} and refunds of ${gifts}, but ${kept} was kept`);
  }

  private move(): void {
    const { random } = this;
    const id = { subscriptionId: 's1' };
    random.pick<() => void>([
      () => this.change(),
      () => this.change(),
      () => this.change(),
      () => this.decide({ type: 'CancelSubscription', data: { ...id, reason: null, comment: null } }),
      () => this.decide({ type: 'UncancelSubscription', data: id }),
      () => this.decide({ type: 'UncancelSubscription', data: id }),
      () => this.decide({ type: 'WithdrawSubscriptionChange', data: id }),
      () =>
        this.decide({
          type: 'ChangePaymentMethod',
          data: { ...id, paymentMethodId: random.pick(['good', 'bad', 'other']) },
        }),
      () => this.decide({ type: 'ChangePaymentMethod', data: { ...id, paymentMethodId: `good${(this.ids += 1)}` } }),
      () => this.refund(),
      () => this.refund(),
      () => this.moveAway(),
      () => this.moveAway(),
      () => this.failRefund(),
      () =>
        random.chance(0.02) &&
        this.decide({ type: 'RevokeSubscription', data: { ...id, reason: null, comment: null } }),
    ])();
  }

  private product() {
    const { random, currency } = this;
    const step = chargeStepOf(currency);
    const amount = minimumChargeOf(currency) + step * random.int(random.pick([40, 5_000]));
    const id = `p${(this.ids += 1)}`;
    const price: Price = random.chance(0.05)
      ? { id, amountType: 'free' }
      : { id, amountType: 'fixed', amount, currency };
    const recurringInterval = random.chance(0.2) ? ('year' as const) : ('month' as const);
    return { items: [{ productId: `x${id}`, price, quantity: 1 }] as const, currency, recurringInterval };
  }

  private discount(): (Discount & { duration: unknown }) | null {
    const { random } = this;
    const duration = random.pick(['once', 'forever', { months: 1 + random.int(14) }]);
    if (random.chance(0.4)) return null;
    if (random.chance(0.5))
      return {
        discountId: 'd1',
        type: 'percentage',
        basisPoints: random.pick([1_000, 3_333, 10_000]),
        duration,
      } as never;
    const amount = chargeStepOf(this.currency) * (1 + random.int(200));
    return { discountId: 'd1', type: 'fixed', amount, currency: this.currency, duration } as never;
  }

  private change(): void {
    if (!isLive(this.state)) return;
    const behavior = this.random.pick(['invoice', 'prorate', 'next_period'] as const);
    const data = {
      ...this.product(),
      subscriptionId: 's1',
      keepsDiscount: this.random.chance(0.5),
      behavior,
      seenChanges: this.state.changes,
      unpaidOrderIds: [...this.orders.values()].flatMap(({ id, status }) => (status === 'paid' ? [] : [id])),
    };
    const previewed = this.trying(() => withChange(this.events, data, this.now));
    const orderId = previewed && orderCausedBy(previewed);
    const promised = orderId && shown(this.draft(previewed, orderId));
    this.decide({ type: 'ChangeSubscriptionProduct', data });
    if (orderId) this.compare(promised!, this.orders.get(orderId));
  }

  private refund(): void {
    const paid = [...this.orders.values()].filter(({ paymentId, net }) => paymentId !== null && net > 0);
    if (paid.length === 0) return;
    const order = this.random.pick(paid);
    const step = chargeStepOf(this.currency);
    const amount = this.random.pick([order.net, step * (1 + this.random.int(Math.ceil(order.net / step)))]);
    const refundId = `r${(this.ids += 1)}`;
    const past = this.refunds.get(order.id) ?? [];
    const request = {
      refundId,
      orderId: order.id,
      amount,
      reason: 'other',
      comment: null,
      metadata: {},
      revokeBenefits: false,
    };
    const events = this.trying(() =>
      this.decideRefund(past, { type: 'RequestRefund', data: { ...request, order: this.paidOrder(order) } }),
    );
    if (!events) return;
    const outcome = this.random.pick(['succeeded', 'succeeded', 'failed'] as const);
    this.settleRefund(order, [...past, ...events], refundId, outcome);
  }

  /** After it had succeeded. */
  private failRefund(): void {
    const succeeded = [...this.refunds].flatMap(([orderId, events]) =>
      Object.values(fold(refundDecider, events).refunds).flatMap(({ refundId, status }) =>
        status === 'succeeded' ? [{ orderId, refundId }] : [],
      ),
    );
    if (succeeded.length === 0) return;
    const { orderId, refundId } = this.random.pick(succeeded);
    this.settleRefund(this.orders.get(orderId)!, this.refunds.get(orderId)!, refundId, 'failed');
  }

  private settleRefund(
    { id, paymentId }: Order,
    past: readonly RefundEvent[],
    refundId: string,
    outcome: 'succeeded' | 'failed',
  ): void {
    const reference = { reference: null };
    const settled = this.decideRefund(past, {
      type: 'RecordRefundOutcome',
      data: { paymentId: paymentId!, refundId, outcome, ...reference },
    });
    this.refunds.set(id, [...past, ...settled]);
    for (const event of settled) {
      if (event.type === 'RefundSucceeded') {
        const { paymentAmount, balanceAmount, currency } = event.data;
        this.book({
          type: 'SettleRefund',
          data: { ...about, orderId: id, refundId, paymentAmount, balanceAmount, currency },
        });
      }
      if (event.type === 'RefundReversed') {
        this.reversed += event.data.amount + event.data.taxAmount;
        this.book({ type: 'UndoRefund', data: { customerId: 'c1', refundId } });
      }
    }
  }

  private decideRefund(past: readonly RefundEvent[], intent: object): readonly RefundEvent[] {
    return refundDecider.decide({ now: this.now, machineNow: this.now, ...intent } as never, fold(refundDecider, past));
  }

  private paidOrder({ id, net, tax, due, paymentId, bill }: Order): PaidOrder {
    const ids = { ...about, orderId: id, productId: 'x1', paymentId: paymentId!, paidAt: this.now };
    return {
      ...ids,
      billingReason: 'subscription_cycle',
      currency: this.currency,
      netAmount: net,
      taxAmount: tax,
      paidAmount: due,
      parts: taxedPartsOf({ ...bill, place: null }),
    };
  }

  /** Everything that is due until then, in order. */
  private passUntil(then: Instant): void {
    for (let due = this.nextDue(); due && due.at <= then && isLive(this.state); due = this.nextDue()) {
      this.now = due.at > this.now ? due.at : this.now;
      const promised = this.promised;
      const before = this.events.length;
      this.decide({ type: due.type, data: { id: 's1', dueAt: due.at } });
      if (this.events.length === before) this.idle.add(`${due.type} ${due.at}`);
      else if (due.type === 'RenewSubscription' && promised) this.compareRenewal(promised, before);
    }
    this.now = then;
  }

  private nextDue(): { type: string; at: Instant } | undefined {
    if (!isLive(this.state)) return undefined;
    const { periodEnd, failed } = this.state;
    const items = [
      { type: 'RenewSubscription', at: periodEnd },
      ...(failed?.nextAttemptAt ? [{ type: 'RetryPayment', at: failed.nextAttemptAt }] : []),
      ...(failed?.graceEndsAt ? [{ type: 'EndGrace', at: failed.graceEndsAt }] : []),
    ].filter(({ type, at }) => !this.idle.has(`${type} ${at}`));
    return items.sort((one, other) => (one.at < other.at ? -1 : 1))[0];
  }

  private decide(intent: object): void {
    const decided = this.trying(() =>
      subscriptionDecider.decide({ now: this.now, machineNow: this.now, ...intent } as never, this.state),
    );
    for (const event of decided ?? []) this.happen(event);
  }

  private happen(event: SubscriptionEvent): void {
    this.promised = null;
    const stored = recorded(event);
    this.events.push({ ...stored, metadata: { ...stored.metadata, occurredAt: this.now } });
    this.state = subscriptionDecider.evolve(this.state, event);
    const { type } = event;
    if (type === 'SubscriptionCreated' || type === 'SubscriptionRenewed' || type === 'SubscriptionProductChanged')
      this.begins();
    const orderId = orderCausedBy(this.events);
    if (orderId) this.bill(orderId);
    if (event.type === 'SubscriptionPaymentRetried')
      this.charge(this.orders.get(event.data.orderId)!, event.data.paymentId);
    if (event.type === 'SubscriptionRecovered') this.idle.clear();
    if (event.type === 'SubscriptionRevoked' || event.type === 'SubscriptionEnded') this.voidOrders();
  }

  private bill(orderId: string): void {
    if (this.orders.has(orderId)) this.wrong.push(`billed twice: ${orderId}`);
    const { draft, settlement } = this.drafted(this.events, orderId);
    this.book({ type: 'SettleOrder', data: settlement });
    const applied = fold(accountDecider, this.account).settled[orderId]?.applied ?? 0;
    const { due, isCarried } = leftToPay(settlement, applied);
    const isDue = due > 0 && !isCarried;
    const order: Order = { ...draft, due, status: isDue ? 'pending' : 'paid', paymentId: null };
    this.orders.set(orderId, order);
    this.use(draft.bill);
    if (isDue) this.charge(order, `${orderId}:1`);
  }

  private draft(events: readonly Recorded<SubscriptionEvent>[], orderId: string) {
    const { draft, settlement } = this.drafted(events, orderId);
    const settled = accountDecider.decide(
      { type: 'SettleOrder', data: settlement, now: this.now, machineNow: this.now },
      fold(accountDecider, this.account),
    );
    const applied = fold(accountDecider, [...this.account, ...settled]).settled[orderId]?.applied ?? 0;
    return { ...draft, due: leftToPay(settlement, applied).due };
  }

  private drafted(events: readonly Recorded<SubscriptionEvent>[], orderId: string) {
    const bill = billedBy(events, orderId)!;
    const planned = subscriptionLines(orderId, bill, { product: (id) => id, meter: (id) => id });
    const origins = new Map(originsIn(orderId, planned).map((id) => [id, this.originOf(id)]));
    const lines = creditedLines(planned, origins);
    const billed = billOf(lines, bill.currency, { discount: bill.discount, tax: this.tax });
    const { totals, items } = billed;
    const { netAmount: net, taxAmount: tax, totalAmount: total } = totals;
    const { reason, period } = bill;
    const draft = { id: orderId, reason, period, lines: items, bill: billed, net, tax, total };
    const terms = { minimum: minimumChargeOf(this.currency), canCharge: bill.paymentMethodId !== null };
    const takenBack = takenBackBy(items, origins);
    return { draft, settlement: { ...about, orderId, total, currency: this.currency, takenBack, ...terms } };
  }

  private originOf(orderId: string) {
    const { bill, status } = this.orders.get(orderId)!;
    const order = { ...bill, orderId } as OrderCreated['data'];
    return { order, isPaid: status === 'paid', refunded: refundedOf(fold(accountDecider, this.account), orderId) };
  }

  private charge(order: Order, paymentId: string): void {
    const method = isLive(this.state) ? this.state.paymentMethodId : null;
    const { random } = this;
    if (this.isSolvent || (method !== 'bad' && random.chance(0.85))) {
      order.status = 'paid';
      order.paymentId = paymentId;
      this.decide({ type: 'RecoverSubscription', data: { subscriptionId: 's1', orderId: order.id } });
      return;
    }
    const paidOrderIds = [...this.orders.values()].flatMap(({ id, status }) => (status === 'paid' ? [id] : []));
    this.decide({
      type: 'FailRenewal',
      data: { subscriptionId: 's1', orderId: order.id, paymentId, paidOrderIds, dunning: this.dunning },
    });
  }

  private voidOrders(): void {
    for (const order of this.orders.values()) {
      if (order.status !== 'pending') continue;
      order.status = 'void';
      this.book({ type: 'ReturnApplied', data: { customerId: 'c1', orderId: order.id } });
    }
  }

  private book(intent: object): void {
    this.promised = null;
    const state = fold(accountDecider, this.account);
    this.account.push(...accountDecider.decide({ now: this.now, machineNow: this.now, ...intent } as never, state));
  }

  private nextRenewal(): string | null {
    const previewed = withRenewal(this.events);
    const orderId = previewed && orderCausedBy(previewed);
    return orderId ? shown(this.draft(previewed, orderId)) : null;
  }

  private compareRenewal(promised: string, from: number): void {
    const renewed = this.events
      .slice(from)
      .find((event) => event.type === 'SubscriptionRenewed' || event.type === 'SubscriptionEnded');
    const orderId = renewed && (renewed.data as { orderId?: string }).orderId;
    this.compare(promised, orderId ? this.orders.get(orderId) : undefined);
  }

  private compare(promised: string, order: Order | undefined): void {
    const billed = order && shown(order);
    if (billed !== promised) this.wrong.push(`previewed ${promised}, billed ${billed}`);
  }

  private trying<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      if (error instanceof DomainError && error.status < 500) return undefined;
      throw error;
    }
  }
}

function shown({ reason, lines, total, due }: Pick<Order, 'reason' | 'lines' | 'total' | 'due'>): string {
  return [reason, ...lines.map(({ label, amount }) => `${label}: ${amount}`), total, due].join(', ');
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** A product at the price of a period, for a part of it. */
interface Use {
  /** Of the whole period, without tax. */
  amount: number;
  /** Of its tax; undefined until it is billed. */
  percent: number | undefined;
  period: { start: Instant; end: Instant };
  from: Instant;
  until: Instant;
}

function costOf({ amount, percent = 0, period, from, until }: Use): number {
  const share = (msOf(until) - msOf(from)) / (msOf(period.end) - msOf(period.start));
  return amount * share * (1 + percent / 100);
}

/** Each adds what contradicts it. */
const RULES: Readonly<Record<string, (life: Life) => unknown[]>> = {
  'a preview is the order, and nothing is billed twice': ({ wrong }) => wrong,

  'payments − refunds = what paid orders owed ± the balance': ({ orders, account, refunds }) => {
    const paid = [...orders.values()].filter(({ status }) => status === 'paid');
    const payments = total(paid.map(({ paymentId, due }) => (paymentId === null ? 0 : due)));
    const given = [...refunds.values()]
      .flatMap((events) => Object.values(fold(refundDecider, events).refunds))
      .filter(({ status }) => status === 'succeeded');
    const toCards = total(given.map(({ paymentAmount }) => paymentAmount));
    const ofOrders = total(given.map(({ amount, taxAmount }) => amount + taxAmount));
    // What a refund has settled was owed by a credit, and not by the order that was refunded.
    const { refunded } = fold(accountDecider, account);
    const settled = total(
      given.map(({ refundId, balanceAmount }) => balanceAmount - (refunded[refundId]?.change ?? 0)),
    );
    const owed = total(paid.map((order) => order.total)) - ofOrders + settled;
    const balance = total(account.map(changeOf));
    return payments - toCards === owed + balance ? [] : [{ payments, toCards, owed, balance }];
  },

  'no action of a customer makes money, and they pay what they owe for what they had': ({ unfair }) => unfair,

  'cards and accounts move what their currency is charged in': ({ orders, account, refunds, currency }) => {
    const amounts = [
      // Each line, which may be taken back whole
      ...[...orders.values()].flatMap(({ due, bill }) => [
        due,
        ...bill.items.flatMap(({ amount, discountAmount, taxAmount }) => [amount - discountAmount, taxAmount]),
        ...(bill.tax?.rates ?? []).map((rate) => rate.amount),
      ]),
      ...account.map(changeOf),
      ...[...refunds.values()].flat().flatMap((event) => {
        return event.type === 'RefundRequested' ? [event.data.paymentAmount, event.data.balanceAmount] : [];
      }),
    ];
    return amounts.filter((amount) => amount % chargeStepOf(currency) !== 0);
  },

  'no place takes back more tax than it had': ({ orders, currency }) => {
    const taxes = new Map<string, number>();
    for (const { bill } of orders.values())
      for (const { tax } of taxedPartsOf({ ...bill, place: null }))
        for (const { country, name, amount } of tax?.rates ?? [])
          taxes.set(`${country} ${name}`, (taxes.get(`${country} ${name}`) ?? 0) + amount);
    const rounded = chargeStepOf(currency);
    return [...taxes].filter(([, amount]) => amount < 0 - rounded);
  },

  'parts never exceed their price': ({ events }) =>
    events.flatMap((event) =>
      event.type === 'SubscriptionProductChanged'
        ? event.data.entries.filter(
            ({ amount, prorated }) => !prorated || Math.abs(amount) > prorated.price - prorated.discount,
          )
        : [],
    ),

  'refunds never exceed what was paid': ({ orders, refunds }) =>
    [...refunds].flatMap(([orderId, events]) => {
      const { due, net, tax } = orders.get(orderId)!;
      const counted = Object.values(fold(refundDecider, events).refunds).filter(({ status }) => status === 'succeeded');
      const [cards, nets, taxes] = [
        total(counted.map(({ paymentAmount }) => paymentAmount)),
        total(counted.map(({ amount }) => amount)),
        total(counted.map(({ taxAmount }) => taxAmount)),
      ];
      return cards <= due && nets <= net && Math.abs(taxes) <= Math.abs(tax)
        ? []
        : [{ orderId, cards, due, nets, net, taxes, tax }];
    }),

  // What waits when a canceled subscription ends is on an order of its own, which is for no period.
  'no period has two orders': ({ orders }) => {
    const cycles = [...orders.values()].filter(
      ({ reason, lines }) => reason === 'subscription_cycle' && lines.some(({ proration }) => !proration),
    );
    const starts = cycles.map(({ period }) => period.start);
    return starts.filter((start, index) => starts.indexOf(start) !== index);
  },

  'periods tile time, and are as long as they are called': ({ events }) => {
    const wrong: unknown[] = [];
    let end: Instant = '';
    for (const { type, data, metadata } of events) {
      const began = type === 'SubscriptionRenewed' || (type === 'SubscriptionProductChanged' && data.beginsPeriod);
      if (type === 'SubscriptionCreated') end = data.currentPeriodEnd;
      // A change to another interval, and a payment that comes late, end the period in which they are.
      if (type === 'SubscriptionProductChanged' && data.beginsPeriod) end = metadata.occurredAt;
      if (type === 'SubscriptionRecovered' && data.periodEnd !== end) {
        if (data.periodEnd !== metadata.occurredAt) wrong.push(data);
        end = data.periodEnd;
      }
      if (!began) continue;
      const days = (msOf(data.periodEnd) - msOf(data.periodStart)) / DAY_MS;
      const isWhole = (days >= 28 && days <= 31) || days === 365 || days === 366;
      if (data.periodStart !== end || !isWhole) wrong.push({ type, end, data, days });
      end = data.periodEnd;
    }
    return wrong;
  },
};

describe(`${HISTORIES} random histories of ${YEARS} years`, () => {
  const lives = Array.from({ length: HISTORIES }, (_, n) => new Life(new SeededRandom(`life ${FIRST + n}`)).play());

  it.each(Object.keys(RULES))('%s', (rule) => {
    for (const [n, life] of lives.entries())
      expect({ seed: FIRST + n, wrong: RULES[rule]!(life) }).toEqual({ seed: FIRST + n, wrong: [] });
  });

  it('do everything that there is to do', () => {
    const types = new Set(lives.flatMap(({ events, account }) => [...events, ...account].map(({ type }) => type)));
    for (const type of [
      'SubscriptionRecovered',
      'SubscriptionMarkedUnpaid',
      'SubscriptionEnded',
      'SubscriptionChangeScheduled',
      'SubscriptionGraceEnded',
    ])
      expect(types).toContain(type);
    for (const type of [
      'CreditApplied',
      'DebtBooked',
      'DebtApplied',
      'CreditReturned',
      'CreditRefunded',
      'RefundCredited',
    ])
      expect(types).toContain(type);
    expect(total(lives.map(({ moves }) => moves))).toBeGreaterThan(15 * HISTORIES);
  });
});
