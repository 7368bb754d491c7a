import { ApiError } from '@/api/error';
import type { CheckoutProduct, CheckoutPublic, ProductPrice } from '@/api/types';
import { notAnAmount, stepError, type TypedAmount } from '@/lib/amounts';
import { leastCharge, mostCharge } from '@/lib/charges';
import { minorDigits } from '@/lib/currencies';
import { money } from '@/lib/format';
import { day } from '@/lib/time';
import { trialLength } from '@/lib/trials';

type Seller = CheckoutPublic['organization'];
type MeteredPrice = Extract<ProductPrice, { amount_type: 'metered_unit' }>;
type Discount = NonNullable<CheckoutPublic['discount']>;

/** After a decline: nothing was charged, the reason, and what to try. `reason` comes from the server. */
export function declineWords(reason: string): string {
  const why = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `You were not charged. ${why} ${adviceOn(reason)}`;
}

function adviceOn(reason: string): string {
  if (/insufficient/i.test(reason)) return 'Try another card, or try again once there is enough money.';
  if (/expired/i.test(reason)) return 'Check the date on it, or try another card.';
  if (/confirm|authenticat/i.test(reason)) return 'Approve the payment when your bank asks, or try another card.';
  if (/not set up/i.test(reason)) return 'Ask the seller how to pay.';
  if (/card|bank|declined/i.test(reason)) return 'Try another card, or ask your bank.';
  return 'Try again in a moment.';
}

/** The seller's page to go back to: the checkout's success address, else their website. */
export function shopOf({ website }: Pick<Seller, 'website'>, page: string | undefined): string | undefined {
  if (page !== undefined) return page;
  const url = website && URL.canParse(website) ? new URL(website) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** At most two letters for a seller without a picture: "Field Notes Press" → "FN". */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}'’]+/u).map((word) => word.replace(/^['’]+/, ''));
  return words
    .filter(Boolean)
    .slice(0, 2)
    .map(([first = '']) => first.toUpperCase())
    .join('');
}

export function meteredPrices({ prices }: Pick<CheckoutProduct, 'prices'>): MeteredPrice[] {
  return prices.filter((price): price is MeteredPrice => price.amount_type === 'metered_unit');
}

/** What a product costs, to its buyer: "$19.00 a month + API calls at $0.02 each", "You choose the price". */
export function priceWords({
  prices,
  recurring_interval: interval,
}: Pick<CheckoutProduct, 'prices' | 'recurring_interval'>): string {
  const every = interval ? ` a ${interval}` : '';
  const fixed = prices.filter(({ amount_type }) => amount_type !== 'metered_unit');
  const metered = meteredPrices({ prices }).map((price) => `${price.meter.name} at ${unitWords(price)} each`);
  const parts = [...fixed.map((price) => staticWords(price) + (price.amount_type === 'free' ? '' : every)), ...metered];
  return parts.join(' + ') + (fixed.length === 0 && interval ? `, charged every ${interval}` : '');
}

function staticWords(price: ProductPrice): string {
  switch (price.amount_type) {
    case 'fixed':
      return money(price.price_amount, price.price_currency);
    case 'custom':
      return 'You choose the price';
    default:
      return 'Free';
  }
}

/** A unit's price, which may be a fraction of a cent: "0.05" → "$0.0005". */
export function unitWords({
  unit_amount,
  price_currency,
}: Pick<MeteredPrice, 'unit_amount' | 'price_currency'>): string {
  const exact = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: price_currency,
    minimumFractionDigits: minorDigits(price_currency),
    maximumFractionDigits: 14,
  });
  return exact.format(Number(unit_amount) / 10 ** minorDigits(price_currency));
}

/** The limits of an amount that the buyer chooses: "At least $5.00, at most $50.00."; undefined without any. */
export function limitWords({ minimum_amount: min, maximum_amount: max }: Limits, currency: string): string | undefined {
  const least = min === null ? undefined : `at least ${money(min, currency)}`;
  const most = max === null ? undefined : `at most ${money(max, currency)}`;
  const text = [least, most].filter(Boolean).join(', ');
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : undefined;
}

type Limits = Pick<Extract<ProductPrice, { amount_type: 'custom' }>, 'minimum_amount' | 'maximum_amount'>;

/** Why an amount can't be paid, undefined if it can: what the contract takes at least, and the price's own limits. */
export function amountError(amount: TypedAmount, { minimum_amount, maximum_amount }: Limits, currency: string) {
  const least = minimum_amount ?? leastCharge(currency);
  const most = maximum_amount ?? mostCharge(currency);
  if (typeof amount !== 'number') return notAnAmount(currency);
  if (amount < least) return `Enter at least ${money(least, currency)}.`;
  return amount > most ? `Enter at most ${money(most, currency)}.` : stepError(amount, currency);
}

/** "PAPER20, 20% off", "Friends, $5.00 off". */
export function discountWords(discount: Discount | null): string {
  if (!discount) return 'Discount';
  const off =
    'basis_points' in discount ? `${discount.basis_points / 100}%` : money(discount.amount, discount.currency);
  return `${discount.code ?? discount.name}, ${off} off`;
}

type InTrial = Pick<CheckoutPublic, 'active_trial_interval' | 'active_trial_interval_count'>;
type Renewed = InTrial &
  Pick<
    CheckoutPublic,
    'product' | 'product_price' | 'discount' | 'amount' | 'tax_amount' | 'total_amount' | 'currency'
  >;

/** "14 days", "1 month"; undefined without a trial. */
export function trialWords({ active_trial_interval, active_trial_interval_count }: InTrial): string | undefined {
  return trialLength(active_trial_interval, active_trial_interval_count);
}

/** "Free trial until 12 Dec 2026", with what it takes off today's bill, so that the bill adds up; undefined without one. */
export function trialLine(checkout: InCourse): { name: string; amount: number } | undefined {
  const trial = trialWords(checkout);
  const off = checkout.total_amount - dueToday(checkout);
  if (trial === undefined || off === 0) return undefined;
  const end = checkout.trial_end ?? checkout.next_charge?.at;
  return { name: end ? `Free trial until ${day(end)}` : `Free for ${trial}`, amount: 0 - off };
}

/** What is charged when the trial ends and later: "12 Dec 2026: $9.00, then $12.00 from 12 Mar 2027"; undefined without a trial. */
export function courseWords(checkout: InCourse): string | undefined {
  const { next_charge: next, total_amount, tax_amount, currency, product } = checkout;
  const { recurring_interval: interval } = product;
  if (trialWords(checkout) === undefined || interval === null) return undefined;
  const hasUsage = meteredPrices(product).length > 0;
  if (!next)
    return `Free for ${trialWords(checkout)}. ${hasUsage ? `Then usage is charged every ${interval}` : `Then it costs nothing`}`;
  const plusTax = tax_amount === 0 ? '' : ' plus tax';
  // What is charged first is what the bill comes to, unless its discount has ended by then.
  const isBill = next.amount === total_amount - (tax_amount ?? 0);
  const first = isBill
    ? money(total_amount, currency) + (tax_amount === null ? plusTax : '')
    : money(next.amount, currency) + plusTax;
  return `${day(next.at)}: ${first}, ${laterWords(checkout)}`;
}

/** "then $12.00 every month from 12 Mar 2027, plus usage", "then every month". */
export function laterWords({ next_charge: next, currency, tax_amount, product }: Later): string {
  const every = `every ${product.recurring_interval}`;
  const full = next?.then && `${money(next.then.amount, currency)}${tax_amount === 0 ? '' : ' plus tax'}`;
  const usage = meteredPrices(product).length > 0 ? ', plus usage' : '';
  return `${full ? `then ${full} ${every} from ${day(next!.then!.at)}` : `then ${every}`}${usage}`;
}

type Later = Pick<CheckoutPublic, 'next_charge' | 'currency' | 'tax_amount' | 'product'>;

type InCourse = Renewed & Pick<CheckoutPublic, 'next_charge' | 'trial_end' | 'is_payment_required'>;

/** What is charged today. */
export function dueToday({
  is_payment_required,
  total_amount,
}: Pick<CheckoutPublic, 'is_payment_required' | 'total_amount'>): number {
  return is_payment_required ? total_amount : 0;
}

/** What a subscription costs after today, without its full stop; undefined if nothing is charged again. */
export function renewalWords(checkout: Renewed): string | undefined {
  const { product, product_price, discount, amount, tax_amount, total_amount, currency } = checkout;
  const { recurring_interval: interval } = product;
  if (interval === null) return undefined;
  const usage = meteredPrices(product).length > 0;
  const plusUsage = usage ? ', plus usage' : '';
  if (product_price.amount_type === 'metered_unit') return `Usage is charged every ${interval}`;
  if (amount === 0) return usage ? `Then usage is charged every ${interval}` : `Renews every ${interval} at no charge`;
  const lasts = discount === null || discount.duration === 'forever';
  if (lasts)
    return `Then ${money(total_amount, currency)}${tax_amount === null ? ' plus tax' : ''} every ${interval}${plusUsage}`;
  const months = 'duration_in_months' in discount ? discount.duration_in_months : 0;
  const until = months > 0 ? `Discounted for ${months === 1 ? 'a month' : `${months} months`}, then` : 'Then';
  return `${until} ${money(amount, currency)}${tax_amount === 0 ? '' : ' plus tax'} every ${interval}${plusUsage}`;
}

/** What the button does. */
export function payLabel(checkout: Payable): string {
  const { total_amount, currency, product, discount, is_payment_form_required } = checkout;
  const interval = product.recurring_interval;
  if (trialWords(checkout) !== undefined) return 'Start trial';
  if (!is_payment_form_required) return interval ? 'Start for free' : 'Get it for free';
  const amount = money(total_amount, currency);
  if (!interval) return `Pay ${amount}`;
  if (total_amount === 0) return 'Subscribe';
  const isPassing = discount !== null && discount.duration !== 'forever';
  return isPassing ? `Subscribe and pay ${amount} today` : `Subscribe for ${amount} a ${interval}`;
}

type Payable = InTrial &
  Pick<CheckoutPublic, 'total_amount' | 'currency' | 'product' | 'discount' | 'is_payment_form_required'>;

/** The server's refusal of a change at its fields, by the contract's names; '' is the whole form. */
export function refusalAt(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) throw error;
  if (Object.keys(error.fields).length > 0) return error.fields;
  return { [error.code === 'AlreadyActiveSubscriptionError' ? 'customer_email' : '']: error.message };
}
