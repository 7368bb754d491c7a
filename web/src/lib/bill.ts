import { itemLabel } from './billing';
import { leastCharge } from './charges';
import { money } from './format';
import { rateLabel } from './tax-words';

interface BillItem {
  id?: string;
  label: string;
  amount: number;
  proration: boolean;
}

interface TaxedBy {
  rates: readonly { name: string; percent: string; country: string; state: string | null; amount: number }[];
  reverse_charge: boolean;
}

/** An order, or a preview of one. Amounts in minor units. */
export interface Bill {
  currency: string;
  items: readonly BillItem[];
  subtotal_amount: number;
  discount_amount: number;
  net_amount: number;
  tax_amount: number;
  /** Its rates, where they are known. */
  tax?: TaxedBy | null;
  total_amount: number;
  applied_balance_amount: number;
  due_amount: number;
  discount?: { name: string } | null;
  /** Of an order; a preview is not paid. */
  paid?: boolean;
  checkout_id?: string | null;
}

export type BillLineKind = 'item' | 'subtotal' | 'discount' | 'net' | 'tax' | 'total' | 'balance' | 'due';

export interface BillLine {
  key: string;
  kind: BillLineKind;
  label: string;
  /** In minor units; below 0 for what is taken off. */
  amount: number;
  /** Only of an item. */
  itemId?: string;
  /** It is for a part of a period. */
  isProration?: boolean;
  /** The sum that ends the bill. */
  isTotal?: boolean;
}

/** A bill from its items to what is charged; sums that would repeat the line above them are left out. */
export function billLines(bill: Bill): BillLine[] {
  const { items, subtotal_amount, discount_amount, net_amount, tax_amount, total_amount } = bill;
  const line = (kind: BillLineKind, label: string, amount: number): BillLine => ({ key: kind, kind, label, amount });
  const total = line('total', 'Total', total_amount);
  const settled = accountLines(bill);
  return [
    ...items.map((item, at) => ({
      ...line('item', itemLabel(item.label), item.amount),
      key: item.id ?? `item ${at}`,
      ...(item.id !== undefined && { itemId: item.id }),
      isProration: item.proration,
    })),
    ...(items.length > 0 && subtotal_amount !== total_amount ? [line('subtotal', 'Subtotal', subtotal_amount)] : []),
    ...(discount_amount > 0
      ? [line('discount', bill.discount ? `Discount: ${bill.discount.name}` : 'Discount', -discount_amount)]
      : []),
    ...(discount_amount > 0 && tax_amount !== 0 ? [line('net', 'Net', net_amount)] : []),
    ...taxLines(bill),
    settled.length === 0 ? { ...total, isTotal: true } : total,
    ...settled,
  ];
}

/** A line for each rate; one for all of the tax where the rates are not known. */
export function taxLines({ tax, tax_amount }: Pick<Bill, 'tax' | 'tax_amount'>): BillLine[] {
  if (tax && tax.rates.length > 0)
    return tax.rates.map((rate, at) => ({
      key: `tax ${at}`,
      kind: 'tax',
      label: rateLabel(rate, tax.reverse_charge),
      amount: rate.amount,
    }));
  return tax_amount === 0 ? [] : [{ key: 'tax 0', kind: 'tax', label: 'Tax', amount: tax_amount }];
}

/** What the customer's account adds or pays, and what is left to charge; none if all of the total is charged. */
function accountLines(bill: Bill): BillLine[] {
  const { total_amount: total, applied_balance_amount: applied, due_amount: due, currency } = bill;
  const isCarried = isCarriedOver(bill);
  if (applied === 0 && due === Math.max(0, total) && total >= 0 && !isCarried) return [];
  const balance: BillLine = {
    key: 'balance',
    kind: 'balance',
    label: applied < 0 ? 'Credit applied' : 'Debt carried over',
    amount: applied,
  };
  const words =
    total < 0 ? `${money(-total, currency)} is credited to the customer’s account` : dueWords(bill, isCarried);
  return [...(applied === 0 ? [] : [balance]), { key: 'due', kind: 'due', label: words, amount: due, isTotal: true }];
}

/** Whether an order came to too little to charge, so that a later one charges it too; what is sold in a checkout is charged there. */
export function isCarriedOver({ paid, due_amount: due = 0, currency, checkout_id }: Partial<Bill>): boolean {
  return paid === true && !checkout_id && due > 0 && due < leastCharge(currency ?? '');
}

function dueWords({ paid }: Bill, isCarried: boolean): string {
  if (isCarried) return 'Too little to charge: carried to the next order';
  return paid ? 'Charged' : 'To be charged';
}

interface Explained {
  kind: BillLineKind;
  item_id: string | null;
}

/** The explanation of a bill's line; undefined if the server gives none. */
export function explanationOf<E extends Explained>(
  { kind, itemId, key }: BillLine,
  amounts: readonly E[],
): E | undefined {
  if (kind === 'item') return amounts.find((amount) => amount.item_id === itemId);
  const same = amounts.filter((amount) => amount.kind === kind);
  return kind === 'tax' ? same[Number(key.slice('tax '.length))] : same[0];
}
