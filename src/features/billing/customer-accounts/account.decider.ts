import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { ReturnApplied, SettleOrder, SettleRefund, SettleVoids, UndoRefund } from './account.commands.ts';
import { changeOf, type AccountEvent } from './account.events.ts';
import { dueOf, overdrawnIn, type AccountState, type RefundSettlement, type Settled } from './account.rules.ts';

type AccountIntent = IntentOf<SettleOrder | ReturnApplied | SettleRefund | UndoRefund | SettleVoids>;

/** The balance is always the sum of its events (docs/BILLING.md#customer-account). */
export const accountDecider: Decider<AccountIntent, AccountState, AccountEvent> = {
  category: 'account',
  snapshot: { version: 3 },
  initial: { balances: {}, settled: {}, refunded: {}, credited: {}, voided: {} },

  decide(intent, state) {
    const events = booked(intent, state);
    const after = events.reduce((folded, event) => accountDecider.evolve(folded, event), state);
    return [...events, ...settleOverdrawn(intent.data.customerId, after)];
  },

  evolve(state, event) {
    const { balances: balancesBefore, settled, refunded, credited, voided } = state;
    const { orderId, organizationId, currency } = event.data;
    const change = changeOf(event);
    const balances = { ...balancesBefore, [currency]: (balancesBefore[currency] ?? 0) + change };
    if ('refundId' in event.data) {
      const { refundId } = event.data;
      const before = refunded[refundId] ?? { organizationId, orderId, currency, amount: 0, settled: 0, change: 0 };
      const refund = { ...refundAfter(before, event), change: before.change + change };
      return { ...state, balances, refunded: { ...refunded, [refundId]: refund } };
    }
    if (event.type === 'OrderCredited') {
      const { creditedBy, billed, amount } = event.data;
      const credit = { organizationId, currency, billed, amount: (credited[orderId]?.amount ?? 0) + amount };
      const order = settled[creditedBy] ?? { organizationId, currency, applied: 0, carried: 0 };
      return { ...state, credited: { ...credited, [orderId]: credit }, settled: { ...settled, [creditedBy]: order } };
    }
    if (event.type === 'UsageCredited' || event.type === 'UsageCreditCanceled') {
      const { voids } = event.data;
      const order = { organizationId, currency, voids, amount: (voided[orderId]?.amount ?? 0) + change };
      return { ...state, balances, voided: { ...voided, [orderId]: order } };
    }
    const order = settled[orderId] ?? { organizationId, currency, applied: 0, carried: 0 };
    return { ...state, balances, settled: { ...settled, [orderId]: settledAfter(order, event) } };
  },
};

function booked(intent: AccountIntent, state: AccountState): AccountEvent[] {
  switch (intent.type) {
    case 'SettleOrder':
      return settle(intent.data, state);
    case 'ReturnApplied':
      return giveBack(intent.data, state);
    case 'SettleRefund':
      return settleRefund(intent.data, state);
    case 'UndoRefund':
      return undoRefund(intent.data, state);
    case 'SettleVoids':
      return settleVoids(intent.data, state);
  }
}

/** Nobody has a credit for what was refunded, too: whatever is credited settles that first. */
function settleOverdrawn(customerId: string, state: AccountState): AccountEvent[] {
  return Object.entries(state.balances).flatMap(([currency, balance]) => {
    let left = balance;
    return overdrawnIn(state, currency).flatMap(({ refundId, amount: over }): AccountEvent[] => {
      const amount = Math.min(left, over);
      if (amount <= 0) return [];
      left -= amount;
      const { organizationId, orderId } = state.refunded[refundId]!;
      return [{ type: 'CreditRefunded', data: { customerId, organizationId, orderId, refundId, currency, amount } }];
    });
  });
}

/** An order is settled once. */
function settle(data: SettleOrder['data'], state: AccountState): AccountEvent[] {
  const { customerId, organizationId, orderId, currency } = data;
  if (state.settled[orderId]) return [];
  const about = { customerId, organizationId, orderId, currency };
  const { applied, due, credit, isCarried } = dueOf(data, state.balances[currency] ?? 0);
  const events = data.takenBack.map((part): AccountEvent => ({
    type: 'OrderCredited',
    data: { ...about, ...part, creditedBy: orderId },
  }));
  if (credit > 0) events.push({ type: 'CreditBooked', data: { ...about, amount: credit } });
  if (applied < 0) events.push({ type: 'CreditApplied', data: { ...about, amount: -applied } });
  if (applied > 0) events.push({ type: 'DebtApplied', data: { ...about, amount: applied } });
  if (isCarried) events.push({ type: 'DebtBooked', data: { ...about, amount: due } });
  return events;
}

function giveBack({ customerId, orderId, unless }: ReturnApplied['data'], state: AccountState): AccountEvent[] {
  const settled = state.settled[orderId];
  const voided = state.voided[orderId];
  const events: AccountEvent[] = [];
  if (unless !== undefined && (settled?.applied ?? 0) === unless) return [];
  if (settled) {
    const { organizationId, currency, applied, carried } = settled;
    const about = { customerId, organizationId, orderId, currency };
    if (applied < 0) events.push({ type: 'CreditReturned', data: { ...about, amount: -applied } });
    if (applied > 0) events.push({ type: 'DebtReturned', data: { ...about, amount: applied } });
    if (carried > 0) events.push({ type: 'DebtCanceled', data: { ...about, amount: carried } });
  }
  if (voided && voided.amount > 0)
    events.push({ type: 'UsageCreditCanceled', data: { customerId, orderId, ...voided } });
  return events;
}

/** Once, even if it changes nothing. What was paid back settles the customer's credit first: they cannot have it twice. */
function settleRefund(data: SettleRefund['data'], state: AccountState): AccountEvent[] {
  const { customerId, organizationId, orderId, refundId, paymentAmount, balanceAmount, currency } = data;
  if (state.refunded[refundId]) return [];
  const about = { customerId, organizationId, orderId, refundId, currency };
  const credit = Math.min(Math.max(state.balances[currency] ?? 0, 0), paymentAmount);
  const events: AccountEvent[] = [{ type: 'RefundSettled', data: { ...about, amount: paymentAmount + balanceAmount } }];
  if (credit > 0) events.push({ type: 'CreditRefunded', data: { ...about, amount: credit } });
  if (balanceAmount > 0) events.push({ type: 'RefundCredited', data: { ...about, amount: balanceAmount } });
  return events;
}

function undoRefund({ customerId, refundId }: UndoRefund['data'], state: AccountState): AccountEvent[] {
  const refund = state.refunded[refundId];
  if (!refund || refund.amount === 0) return [];
  const { organizationId, orderId, currency, change, amount } = refund;
  const about = { customerId, organizationId, orderId, refundId, currency };
  const undone: AccountEvent = { type: 'RefundUndone', data: { ...about, amount } };
  if (change === 0) return [undone];
  const type = change > 0 ? 'CreditRefunded' : 'RefundCredited';
  return [{ type, data: { ...about, amount: Math.abs(change) } }, undone];
}

/** What was credited before a refund stays: the refund has settled it. Once for so many voids, also if they change nothing. */
function settleVoids(data: SettleVoids['data'], state: AccountState): AccountEvent[] {
  const { most, amount, ...about } = data;
  const { amount: credited, voids } = state.voided[data.orderId] ?? { amount: 0, voids: 0 };
  if (about.voids <= voids) return [];
  const change = Math.max(0, Math.min(amount, Math.max(most, credited))) - credited;
  const type = change >= 0 ? 'UsageCredited' : 'UsageCreditCanceled';
  return [{ type, data: { ...about, amount: Math.abs(change) } }];
}

function refundAfter(refund: RefundSettlement, { type, data: { amount } }: AccountEvent): RefundSettlement {
  switch (type) {
    case 'RefundSettled':
      return { ...refund, amount };
    case 'CreditRefunded':
      return { ...refund, settled: refund.settled + amount };
    case 'RefundUndone':
      return { ...refund, amount: 0, settled: 0 };
    default:
      return refund;
  }
}

function settledAfter(settled: Settled, { type, data: { amount } }: AccountEvent): Settled {
  switch (type) {
    case 'CreditApplied':
      return { ...settled, applied: 0 - amount };
    case 'DebtApplied':
      return { ...settled, applied: amount };
    case 'DebtBooked':
      return { ...settled, carried: amount };
    case 'CreditReturned':
    case 'DebtReturned':
      return { ...settled, applied: 0 };
    case 'DebtCanceled':
      return { ...settled, carried: 0 };
    default:
      return settled;
  }
}
