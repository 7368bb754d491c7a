import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { ReturnApplied, SettleOrder } from './account.commands.ts';
import { changeOf, type AccountEvent } from './account.events.ts';
import { dueOf, type AccountState, type Settled } from './account.rules.ts';

type AccountIntent = IntentOf<SettleOrder | ReturnApplied>;

/** The balance is always the sum of its events (docs/BILLING.md#customer-account). */
export const accountDecider: Decider<AccountIntent, AccountState, AccountEvent> = {
  category: 'account',
  initial: { balances: {}, settled: {} },

  decide(intent, state) {
    switch (intent.type) {
      case 'SettleOrder':
        return settle(intent.data, state);
      case 'ReturnApplied':
        return giveBack(intent.data, state);
    }
  },

  evolve({ balances, settled }, event) {
    const { orderId, organizationId, currency } = event.data;
    const before = settled[orderId] ?? { organizationId, currency, applied: 0, carried: 0 };
    return {
      balances: { ...balances, [currency]: (balances[currency] ?? 0) + changeOf(event) },
      settled: { ...settled, [orderId]: settledAfter(before, event) },
    };
  },
};

/** An order is settled once. */
function settle(data: SettleOrder['data'], state: AccountState): AccountEvent[] {
  const { customerId, organizationId, orderId, total, currency } = data;
  if (state.settled[orderId]) return [];
  const about = { customerId, organizationId, orderId, currency };
  const { applied, due, isCarried } = dueOf(data, state.balances[currency] ?? 0);
  const events: AccountEvent[] = [];
  if (total < 0) events.push({ type: 'CreditBooked', data: { ...about, amount: -total } });
  if (applied < 0) events.push({ type: 'CreditApplied', data: { ...about, amount: -applied } });
  if (applied > 0) events.push({ type: 'DebtApplied', data: { ...about, amount: applied } });
  if (isCarried) events.push({ type: 'DebtBooked', data: { ...about, amount: due } });
  return events;
}

function giveBack({ customerId, orderId }: ReturnApplied['data'], state: AccountState): AccountEvent[] {
  const settled = state.settled[orderId];
  if (!settled) return [];
  const { organizationId, currency, applied, carried } = settled;
  const about = { customerId, organizationId, orderId, currency };
  const events: AccountEvent[] = [];
  if (applied < 0) events.push({ type: 'CreditReturned', data: { ...about, amount: -applied } });
  if (applied > 0) events.push({ type: 'DebtReturned', data: { ...about, amount: applied } });
  if (carried > 0) events.push({ type: 'DebtCanceled', data: { ...about, amount: carried } });
  return events;
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
