import { usageCreditWords, type UsageCreditType } from './account-lines';
import { addressLines } from './address';
import { billingReason, cancellationReason, itemLabel } from './billing';
import { cardWords } from './cards';
import { declineWords } from './declines';
import { ABSENT, money, shortId, word } from './format';
import { exact } from './time';

/** "SubscriptionRenewalFailed" → "Subscription renewal failed"; with `subject` "subscription" → "Renewal failed". */
export function eventWords(type: string, subject?: string): string {
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const short = subject && words.startsWith(`${subject} `) ? words.slice(subject.length + 1) : words;
  return (short.charAt(0).toUpperCase() + short.slice(1)).replace('Oauth', 'OAuth');
}

export interface Actor {
  kind: string;
  id: string;
  via?: string | null;
  impersonator?: string | null;
  /** The person's name, if the server knows it. */
  name?: string | null;
}

const actorKinds: Record<string, string> = {
  user: 'user',
  token: 'access token',
  customer: 'customer',
  operator: 'operator',
};

/** Names of the automatic actors. */
const automatic: Record<string, string> = {
  ticker: 'Scheduled',
  renewal: 'Scheduled renewal',
  checkout: 'Checkout',
  stripe: 'Stripe',
  visitor: 'Visitor',
  demo: 'Demo',
};

/** The streams of an order's refunds, invoice and credit notes, of those that have events. */
export function orderStreams(
  { id, invoice_number }: { id: string; invoice_number: string | null },
  refunds: readonly { id: string; payment_id: string; credit_note_number: string | null }[],
): string[] {
  return [
    ...new Set(refunds.map(({ payment_id }) => `refunds-${payment_id}`)),
    ...(invoice_number === null ? [] : [`invoice-${id}`]),
    ...refunds.flatMap((refund) => (refund.credit_note_number === null ? [] : [`creditnote-${refund.id}`])),
  ];
}

interface UsageCredit {
  currency: string;
  /** Newest first. */
  entries: readonly {
    event_id: string;
    type: UsageCreditType;
    at: string;
    amount: number;
    voids: number;
  }[];
}

/** What was credited of an order for voided usage, as entries of its history, oldest first. Nobody books it by hand. */
export function usageCreditEvents({ currency, entries }: UsageCredit) {
  return entries.toReversed().map(({ event_id: id, type, at: occurred_at, amount, voids }) => {
    const actor: Actor = { kind: 'system', id: 'account' };
    const data = { voided_usage_events: voids };
    return { id, type, words: usageCreditWords(type), occurred_at, actor, amount, currency, data, state: null };
  });
}

/** Who caused an event: their name, if known. */
export function actorWords({ kind, id, name }: Actor): string {
  if (kind === 'system') return automatic[id] ?? 'Automatic';
  return `by ${name ?? `${actorKinds[kind] ?? kind} ${shortId(id)}`}`;
}

/** What an entry of the ledger is about; `name` is null for callers who may not read it. */
export interface AboutEntry {
  category: string;
  stream: string;
  amount: number | null;
  currency: string | null;
  about: readonly { kind: string; id: string; name: string | null }[];
}

/** The kinds that say best what an entry is about, the best first. */
const TELLING = [
  'customer',
  'product',
  'benefit',
  'discount',
  'taxRate',
  'customField',
  'meter',
  'file',
  'endpoint',
  'order',
  'email',
  'checkoutlink',
];

/** Who or what it concerns: the customer's address, else the product's name and so on, else the stream's id. */
export function aboutWords({ stream, about }: AboutEntry): string {
  const named = TELLING.map((kind) => about.find((entity) => entity.kind === kind && entity.name)?.name);
  const name = named.find((one) => one !== undefined && one !== null);
  return name ? name.replace(/^https?:\/\//, '') : shortId(stream.slice(stream.indexOf('-') + 1));
}

/** All that it is about, for hovering: "order K7Q2-M9PX, customer jasmine@example.com". */
export function aboutTitle({ stream, about }: AboutEntry): string {
  return [...about.map(({ kind, id, name }) => `${kind} ${name ?? id}`), stream].join(', ');
}

/** "$24.00"; undefined if the event is not about money. */
export function amountWords({ amount, currency }: Pick<AboutEntry, 'amount' | 'currency'>): string | undefined {
  return amount === null || currency === null ? undefined : money(amount, currency);
}

type Data = Record<string, unknown>;

/** The fields of an event or a state as lines, without empty ones. */
export function dataLines(data: Data): { key: string; name: string; value: string }[] {
  return Object.entries(data)
    .filter(([, value]) => !isNothing(value))
    .map(([key, value]) => ({ key, name: fieldWords(key), value: valueWords(key, value, data) }));
}

/** The fields of a state that changed. */
export function changedFields(before: Data | null, after: Data): Data {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before?.[key])),
  );
}

/** Fields whose names say nothing outside the program. */
const fieldNames: Record<string, string> = {
  wire_status: 'Status in the API',
  mismatched: 'Another amount received',
  last4: 'Card',
};

/** "currentPeriodEnd", "current_period_end" → "Current period end". */
export function fieldWords(key: string): string {
  return fieldNames[snake(key)] ?? word(snake(key)).replace(/\bid(s?)$/i, 'ID$1');
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Fields whose words are codes of the contract. */
const coded: Record<string, (code: string) => string> = {
  billing_reason: billingReason,
  customer_cancellation_reason: cancellationReason,
  currency: (code) => code.toUpperCase(),
  code: declineWords,
  decline_code: declineWords,
  recurring_interval: (interval) => (interval === 'year' ? 'yearly' : 'monthly'),
  status: (status) => status.replaceAll('_', ' '),
};

function snake(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
}

function isAddress(value: object): value is Data & { country: string } {
  return 'country' in value && ('line1' in value || 'city' in value || 'postal_code' in value || 'postalCode' in value);
}

function addressWords(value: Data & { country: string }): string {
  const { postalCode, ...rest } = value;
  return addressLines({ ...(postalCode ? { postal_code: postalCode as string } : {}), ...rest }).join('\n');
}

/** "Reader, $18.00": a line of an order, a price, a part of a subscription. */
function lineWords(value: Data, around: Data): string | undefined {
  const currency = typeof value.currency === 'string' ? value.currency : around.currency;
  if (typeof value.amount !== 'number' || typeof currency !== 'string') {
    return value.price && typeof value.price === 'object' ? lineWords(value.price as Data, around) : undefined;
  }
  const { label, name, percent } = value as Record<string, unknown>;
  const rate = typeof name === 'string' && typeof percent === 'string' && `${name} ${percent}%`;
  const words = typeof label === 'string' ? itemLabel(label) : rate;
  return (words ? `${words}, ` : '') + money(value.amount, currency);
}

/** "Visa ending in 4242", "order 0198f2…4c1d": a card, or what something is for. */
function thingWords(value: Data): string | undefined {
  const { brand, last4, kind } = value;
  if (typeof brand === 'string' && typeof last4 === 'string') return cardWords({ brand, last4 });
  const id = typeof kind === 'string' && value[`${kind}Id`];
  return typeof id === 'string' ? `${String(kind)} ${shortId(id)}` : undefined;
}

function valueWords(key: string, value: unknown, around: Data): string {
  if (value === null || value === undefined || value === '') return ABSENT;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    return /(amount|price)$/i.test(key) && typeof around.currency === 'string'
      ? money(value, around.currency)
      : String(value);
  }
  const code = coded[snake(key)];
  if (typeof value === 'string' && code) return code(value);
  if (typeof value === 'string') return INSTANT.test(value) ? exact(value) : UUID.test(value) ? shortId(value) : value;
  if (Array.isArray(value)) {
    const lines = value.some((part) => typeof part === 'object');
    return value.map((part) => valueWords(key, part, around)).join(lines ? '\n' : ', ');
  }
  if (isAddress(value)) return addressWords(value);
  const thing = thingWords(value as Data);
  if (thing) return thing;
  const line = lineWords(value as Data, around);
  if (line) return line;
  const inside = { currency: around.currency, ...value };
  return Object.entries(value)
    .filter(([, part]) => !isNothing(part))
    .map(([name, part]) => `${fieldWords(name).toLowerCase()} ${valueWords(name, part, inside)}`)
    .join(', ');
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
