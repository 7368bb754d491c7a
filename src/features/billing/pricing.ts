import { sum } from '../../kernel/money.ts';

/** What an order comes to, in minor units of its currency: subtotal − discount = net, net + tax = total. */
export interface OrderTotals {
  subtotalAmount: number;
  netAmount: number;
  totalAmount: number;
}

interface Billed {
  items: readonly { amount: number }[];
  discountAmount: number;
  taxAmount: number;
}

export function orderTotals({ items, discountAmount, taxAmount }: Billed): OrderTotals {
  const subtotalAmount = sum(items.map(({ amount }) => amount));
  const netAmount = subtotalAmount - discountAmount;
  return { subtotalAmount, netAmount, totalAmount: netAmount + taxAmount };
}
