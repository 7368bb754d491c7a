import { ABSENT, money, shortId, word } from './format';
import { exact } from './time';

/** "SubscriptionRenewalFailed" → "Subscription renewal failed"; with `subject` "subscription" → "Renewal failed". */
export function eventWords(type: string, subject?: string): string {
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const short = subject && words.startsWith(`${subject} `) ? words.slice(subject.length + 1) : words;
  return short.charAt(0).toUpperCase() + short.slice(1);
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
  visitor: 'Visitor',
  demo: 'Demo',
};

/** Who caused an event: their name, if known. */
export function actorWords({ kind, id, name }: Actor): string {
  if (kind === 'system') return automatic[id] ?? 'Automatic';
  return `by ${name ?? `${actorKinds[kind] ?? kind} ${shortId(id)}`}`;
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

/** "currentPeriodEnd", "current_period_end" → "Current period end". */
export function fieldWords(key: string): string {
  return word(key.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase());
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function valueWords(key: string, value: unknown, around: Data): string {
  if (value === null || value === undefined || value === '') return ABSENT;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    return /amount$/i.test(key) && typeof around.currency === 'string' ? money(value, around.currency) : String(value);
  }
  if (typeof value === 'string') return INSTANT.test(value) ? exact(value) : UUID.test(value) ? shortId(value) : value;
  if (Array.isArray(value)) return value.map((part) => valueWords(key, part, around)).join(', ');
  return Object.entries(value)
    .filter(([, part]) => !isNothing(part))
    .map(([name, part]) => `${fieldWords(name).toLowerCase()} ${valueWords(name, part, value as Data)}`)
    .join(', ');
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
