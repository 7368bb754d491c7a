import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { BALANCE_EVENTS, changeOf, type BalanceEvent } from './account.events.ts';

const NEWEST = 200;

/** A line of an account. Amounts in minor units; above 0 in the customer's favor. */
export interface AccountLine {
  at: Instant;
  type: BalanceEvent['type'];
  order_id: string;
  refund_id: string | null;
  amount: number;
  currency: string;
  /** After the line, in its currency. */
  balance: number;
}

/** A customer's account, under the customer's id. */
export interface AccountDocument extends Document {
  organization_id: string;
  /** One for each currency that was ever booked in. */
  balances: { currency: string; amount: number }[];
  /** The newest, oldest first. */
  lines: AccountLine[];
}

export const accountProjection: Projection<AccountDocument, BalanceEvent> = {
  name: 'customer_accounts',
  version: 1,
  indexes: [['organization_id']],
  handles: BALANCE_EVENTS,
  targets: (event) => [event.data.customerId],

  evolve(document, event, id) {
    const { organizationId, orderId: order_id, currency } = event.data;
    const { balances, lines } = document ?? { balances: [], lines: [] };
    const amount = changeOf(event);
    if (amount === 0) return document;
    const balance = (balances.find((one) => one.currency === currency)?.amount ?? 0) + amount;
    const others = balances.filter((one) => one.currency !== currency);
    const refund_id = 'refundId' in event.data ? event.data.refundId : null;
    const line = { at: event.metadata.occurredAt, type: event.type, order_id, refund_id, amount, currency, balance };
    return {
      id,
      organization_id: organizationId,
      balances: [...others, { currency, amount: balance }],
      lines: [...lines, line].slice(-NEWEST),
    };
  },
};
