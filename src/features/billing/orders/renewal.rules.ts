import type { Instant } from '../../../kernel/ports/clock.ts';
import { itemLineId, lineAmountOf } from '../pricing/lines.ts';
import { decimalOf, isNegative, minus } from '../pricing/decimal.ts';
import { billedUnits, uncappedAmountOf, unitPriceText, unitsText } from '../pricing/metered-amount.ts';
import type { Period } from '../pricing/proration.ts';
import { isStatic } from '../products/product.events.ts';
import type { SubscriptionBill } from '../subscriptions/subscription-bill.rules.ts';
import type { BillingEntry, UsageEntry } from '../subscriptions/subscription.events.ts';
import type { OrderLine } from './order.events.ts';

/** `Jan 31, 2026`. */
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** The end of a renewal's label, in the contract's words. */
function periodSuffix(start: Instant, end: Instant): string {
  return ` — From ${DATE.format(new Date(start))} to ${DATE.format(new Date(end))}`;
}

/** Without the days at the end of a renewal's label, which are the line's period. */
export function labelWithoutDays(label: string, period: Period | null): string {
  const suffix = period && periodSuffix(period.start, period.end);
  return suffix && label.endsWith(suffix) ? label.slice(0, -suffix.length) : label;
}

type Billed = Pick<SubscriptionBill, 'items' | 'isTrial' | 'entries' | 'usage' | 'currency' | 'period'>;

/** Names of what lines are about, by id. */
export interface Names {
  product: (id: string) => string;
  meter: (id: string) => string;
}

/**
 * The lines of a subscription's order: what has waited for it, what its meters counted, and one for each static price of its period, free ones 0
 * (docs/BILLING.md#renewal).
 * @throws Unbillable a price of another currency, or one whose amount nobody has chosen
 */
export function subscriptionLines(
  orderId: string,
  { items, isTrial, entries, usage, currency, period }: Billed,
  { product: nameOf, meter }: Names,
): OrderLine[] {
  const charged = items.filter(({ price }) => isStatic(price));
  const lines = charged.map((item): OrderLine => {
    const { price, quantity, productId } = item;
    const id = itemLineId(orderId, price.id);
    if (isTrial) return trialLine({ id, label: nameOf(productId), priceId: price.id, quantity });
    const label = labelOf(nameOf(productId), period);
    return { id, label, priceId: price.id, quantity, amount: lineAmountOf(item, currency), proration: false };
  });
  const metered = usage.map((entry) => meteredLine(entry, meter(entry.meterId), currency));
  return [...entries.map((entry) => prorationLine(orderId, entry, nameOf)), ...lines, ...metered];
}

/** The only line of the order that a trial begins with. */
export function trialLine({ label, ...line }: Pick<OrderLine, 'id' | 'label' | 'priceId' | 'quantity'>): OrderLine {
  return { ...line, label: `Trial of ${label}`, amount: 0, proration: false };
}

function prorationLine(
  orderId: string,
  { id, productId, priceId, amount, period, prorated, takesBack }: BillingEntry,
  nameOf: (productId: string) => string,
): OrderLine {
  const label = (amount < 0 ? 'Remaining time on ' : '') + labelOf(nameOf(productId), period);
  const line = { id, label, priceId, quantity: 1, amount, proration: true, period, prorated };
  return takesBack ? { ...line, takesBack: { ...takesBack, orderId: takesBack.orderId ?? orderId } } : line;
}

/** `Requests — (1,250 consumed units) × $0.005`, in the contract's words: the units that are billed, and why they are not all or cost less. */
function meteredLine(entry: UsageEntry, meterName: string, currency: string): OrderLine {
  const { id, priceId, amount, period, meterId, periodId, consumed, credited, unitAmount, capAmount } = entry;
  const units = billedUnits({ consumed, credited });
  const label = `${meterName} — (${unitsText(units)} consumed units) × ${unitPriceText(unitAmount, currency)}`;
  const covered = minus(consumed, units);
  const credits = isNegative(covered)
    ? `${unitsText(minus('0', covered))} taken back`
    : `${unitsText(covered)} credited`;
  const used = covered === '0' ? '' : ` (${unitsText(consumed)} used, ${credits})`;
  const isCapped = uncappedAmountOf({ unitAmount, currency }, { consumed, credited }) > amount;
  const cap = isCapped ? `, capped at ${unitPriceText(decimalOf(amount), currency)}` : '';
  const metered = { meterId, periodId, consumed, credited, unitAmount, capAmount };
  return { id, label: label + used + cap, priceId, quantity: 1, amount, proration: false, period, metered };
}

function labelOf(productName: string, { start, end }: Period): string {
  return productName + periodSuffix(start, end);
}
