import { decimalsOf } from '../../../kernel/currencies.ts';
import { dayText } from '../../../kernel/day-text.ts';
import { sum, type Money } from '../../../kernel/money.ts';
import { UTC, type Instant } from '../../../kernel/ports/clock.ts';
import type { Address } from '../address.ts';
import { postalLines } from '../postal-lines.ts';
import { orderNumber } from '../orders/order-number.rules.ts';
import type { OrderCreated, OrderItem } from '../orders/order.events.ts';
import { labelWithoutDays } from '../orders/renewal.rules.ts';
import { cardText } from '../payments/card.rules.ts';
import { taxedPartsOf, type BilledRate, type TaxedPart } from '../pricing/bill.ts';
import { billedUnits, uncappedAmountOf, unitPriceText, unitsText } from '../pricing/metered-amount.ts';
import type { Period } from '../pricing/proration.ts';
import type { Refunded, RefundedMoney } from '../refunds/refund.events.ts';
import type { Buyer, CreditNoteEvent, Day, InvoiceEvent, Seller } from './invoice.events.ts';

type Order = OrderCreated['data'];
type Invoice = InvoiceEvent['data'];
type CreditNote = Extract<CreditNoteEvent, { type: 'CreditNoteIssued' }>['data'];

/** An invoice or a credit note as it is printed: texts alone. Amounts have no currency, which stands above their column. */
export interface PrintedDocument {
  title: 'Invoice' | 'Credit note';
  number: string;
  issuedOn: Day;
  facts: Fact[];
  seller: Party;
  buyer: Party;
  /** Such as `USD`. */
  currency: string;
  lines: PrintedLine[];
  totals: PrintedTotal[];
  notes: string[];
  footer: string | null;
}

interface Fact {
  label: string;
  text: string;
}

interface Party {
  name: string;
  lines: string[];
}

export interface PrintedLine {
  description: string;
  /** The period that it is for. */
  detail: string | null;
  quantity: string;
  unitPrice: string;
  amount: string;
}

export interface PrintedTotal {
  label: string;
  amount: string;
  isStrong?: true;
}

/** What an order's own event and its invoice's say: neither ever changes. */
export function printedInvoice(order: Order, invoice: Invoice): PrintedDocument {
  const { seller, number, issuedOn } = invoice;
  const { totals, currency } = order;
  const parts = taxedPartsOf(order);
  const text = (amount: number) => amountText({ amount, currency });
  const days = (period: Period) => periodText(period, seller.timeZone);
  const discount = totals.discountAmount;
  return {
    title: 'Invoice',
    number,
    issuedOn,
    facts: [
      { label: 'Invoice number', text: number },
      { label: 'Date of issue', text: dayOfText(issuedOn) },
      { label: 'Order', text: orderNumber(order.orderId) },
      ...(order.period ? [{ label: 'Period', text: days(order.period) }] : []),
    ],
    ...partiesOf(invoice),
    currency: currency.toUpperCase(),
    lines: order.items.map((item) => lineOf(item, order.period, currency, days)),
    totals: [
      { label: 'Subtotal', amount: text(totals.subtotalAmount) },
      ...(discount === 0 ? [] : [{ label: discountLabel(order), amount: text(-discount) }]),
      ...(discount === 0 && totals.taxAmount === 0
        ? []
        : [{ label: 'Total excluding tax', amount: text(totals.netAmount) }]),
      ...ratesIn(parts, text),
      { label: 'Total', amount: text(totals.totalAmount), isStrong: true },
      ...settlementOf(order, invoice, text),
    ],
    notes: reverseChargeNotes(parts),
    footer: seller.footer,
  };
}

/** Takes back what was refunded, with its share of the tax. Amounts below 0 are the buyer's. */
export function printedCreditNote(
  order: Order,
  invoice: Invoice,
  {
    refund,
    creditNote,
    canceledOn,
  }: { refund: RefundedMoney & Pick<Refunded, 'parts'>; creditNote: CreditNote; canceledOn: Day | null },
): PrintedDocument {
  const { number, issuedOn } = creditNote;
  const { currency } = order;
  const text = (amount: number) => amountText({ amount: 0 - amount, currency });
  const total = refund.amount + refund.taxAmount;
  const { paymentAmount, balanceAmount } = refund;
  const description = `Refund of ${order.items.map((item) => labelWithoutDays(item.label, item.period ?? order.period)).join(', ')}`;
  const line = {
    description,
    detail: null,
    quantity: '1',
    unitPrice: text(refund.amount),
    amount: text(refund.amount),
  };
  return {
    title: 'Credit note',
    number,
    issuedOn,
    facts: [
      { label: 'Credit note number', text: number },
      { label: 'Date of issue', text: dayOfText(issuedOn) },
      { label: 'Corrects invoice', text: `${invoice.number} of ${dayOfText(invoice.issuedOn)}` },
      { label: 'Order', text: orderNumber(order.orderId) },
    ],
    ...partiesOf(invoice),
    currency: currency.toUpperCase(),
    lines: [line],
    totals: [
      { label: 'Total excluding tax', amount: text(refund.amount) },
      ...ratesIn(refund.parts, text),
      { label: 'Total credited', amount: text(total), isStrong: true },
      ...(paymentAmount > 0 ? [{ label: 'Refunded to the payment method', amount: text(paymentAmount) }] : []),
      ...(balanceAmount > 0 ? [{ label: 'Credited to the customer’s account', amount: text(balanceAmount) }] : []),
    ],
    notes: [
      ...reverseChargeNotes(refund.parts),
      ...(canceledOn === null
        ? []
        : [
            `Canceled on ${dayOfText(canceledOn)}: the refund failed, so this credit note is void and the invoice stands.`,
          ]),
    ],
    footer: invoice.seller.footer,
  };
}

function partiesOf({ seller, buyer }: Invoice): { seller: Party; buyer: Party } {
  return { seller: sellerParty(seller), buyer: buyerParty(buyer) };
}

function sellerParty({ name, address, taxId, email }: Seller): Party {
  const lines = address?.split(/\r\n|\r|\n/) ?? [];
  return { name, lines: filled([...lines, taxId && `Tax ID ${taxId}`, email]) };
}

function buyerParty(buyer: Buyer | null): Party {
  const { name = null, email = null, address = null, taxId = null } = buyer ?? {};
  const lines = filled([...addressLines(address), taxId && `Tax ID ${taxId[0]}`, name === null ? null : email]);
  return { name: name ?? email ?? 'Customer', lines };
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

function addressLines(address: Address | null): string[] {
  if (address === null) return [];
  return [...postalLines(address), COUNTRY_NAMES.of(address.country) ?? address.country];
}

function filled(lines: readonly (string | null)[]): string[] {
  return lines.filter((line): line is string => line !== null && line.trim() !== '');
}

function lineOf(
  item: OrderItem,
  whole: Period | null,
  currency: string,
  days: (period: Period) => string,
): PrintedLine {
  const period = item.period ?? whole;
  return {
    description: labelWithoutDays(item.label, period),
    detail: period && days(period),
    ...pricedUnits(item, currency),
    amount: amountText({ amount: item.amount, currency }),
  };
}

/** A price stands only where it holds for all units: not where they cost less because of a cap. */
function pricedUnits(
  { amount, quantity, metered }: OrderItem,
  currency: string,
): Pick<PrintedLine, 'quantity' | 'unitPrice'> {
  if (!metered) {
    const isWhole = amount % quantity === 0;
    return {
      quantity: String(quantity),
      unitPrice: isWhole ? amountText({ amount: amount / quantity, currency }) : '',
    };
  }
  const { unitAmount } = metered;
  const isCapped = uncappedAmountOf({ unitAmount, currency }, metered) > amount;
  return {
    quantity: unitsText(billedUnits(metered)),
    unitPrice: isCapped ? '' : unitPriceText(unitAmount, currency, 'decimal'),
  };
}

function discountLabel({ discount }: Order): string {
  return discount?.type === 'percentage' ? `Discount ${discount.basisPoints / 100} %` : 'Discount';
}

function rateText({ name, percent, state, country }: BilledRate): string {
  return `${name} ${percent} % (${state ?? country})`;
}

function ratesIn(parts: readonly TaxedPart[], text: (amount: number) => string): PrintedTotal[] {
  const rates = parts.flatMap(({ tax }) => tax?.rates ?? []);
  return rates.map((rate) => ({ label: rateText(rate), amount: text(rate.amount) }));
}

function reverseChargeNotes(parts: readonly TaxedPart[]): string[] {
  return parts.flatMap(({ tax }) => (tax?.reverseCharge ? [reverseChargeNote(tax.rates)] : []));
}

function reverseChargeNote(rates: readonly BilledRate[]): string {
  const owed = rates.map(({ name, percent }) => `${name} ${percent} %`).join(', ');
  return `Reverse charge: the buyer accounts for the tax (${owed}) to the authorities. No tax was charged.`;
}

/** From the total to what is left to pay: the customer's account, and the payment. */
function settlementOf(
  order: Order,
  { paidAt, card, seller }: Invoice,
  text: (amount: number) => string,
): PrintedTotal[] {
  const { totals, appliedBalanceAmount: applied, dueAmount: due, paymentId } = order;
  const rows: PrintedTotal[] = [];
  if (applied < 0) rows.push({ label: 'Customer credit applied', amount: text(applied) });
  if (applied > 0) rows.push({ label: 'Owed from earlier orders', amount: text(applied) });
  const credit = due - totals.totalAmount - applied;
  if (credit > 0) rows.push({ label: 'Credited to the customer’s account', amount: text(credit) });
  // An order of less than the minimum charge is carried to the next one.
  if (due > 0 && paymentId === null) rows.push({ label: 'Carried to the next order', amount: text(-due) });
  else if (due > 0) {
    const how = card ? ` by ${cardText(card)}` : '';
    rows.push({ label: `Paid on ${dayText(paidAt, seller.timeZone)}${how}`, amount: text(-due) });
  }
  return sum([totals.totalAmount, applied]) === 0 && rows.length === 0 ? rows : [...rows, amountDue(0, text)];
}

function amountDue(amount: number, text: (amount: number) => string): PrintedTotal {
  return { label: 'Amount due', amount: text(amount), isStrong: true };
}

function periodText({ start, end }: { start: Instant; end: Instant }, zone: string): string {
  return `${dayText(start, zone)} – ${dayText(end, zone)}`;
}

/** `2026-11-25` → `25 Nov 2026`. */
function dayOfText(day: Day): string {
  return dayText(`${day}T12:00:00.000Z`, UTC);
}

const amounts = new Map<number, Intl.NumberFormat>();

/** 123456 usd → `1,234.56`, with a true minus sign. */
function amountText({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency);
  let format = amounts.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    amounts.set(decimals, format);
  }
  const text = format.format(Math.abs(amount) / 10 ** decimals);
  return amount < 0 ? `−${text}` : text;
}
