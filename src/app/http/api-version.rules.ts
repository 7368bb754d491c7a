import { minimumChargeOf } from '../../kernel/currencies.ts';

/**
 * The versions of the contract, oldest first: each names the release of the client, or the dated version of the API, whose answers cannot be read by
 * everybody who reads earlier ones, or that clients name themselves (docs/CLIENTS.md#where-releases-contradict-each-other). Fields that were only
 * added are in the answers of all versions.
 */
export const API_VERSIONS = ['0.32', '0.35', '0.42', '0.43', '0.45', '0.49', '2026-04', '2026-10', '2027-01'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** What presenters answer, and what clients get that do not name their version. */
export const DEFAULT_VERSION: ApiVersion = '0.32';

const RELEASE = /^speakeasy-sdk\/typescript (\d{1,3}\.\d{1,3})\.\d{1,4}\b/;
const NUMBERED = /^\d{1,3}\.\d{1,3}$/;
const DATED = /^\d{4}-\d{2}$/;

/** By what a client says of itself; anything else that these headers say is ignored. */
export function apiVersionOf(headers: Readonly<Record<string, unknown>>): ApiVersion {
  return (
    latestUpTo(headers['polar-version'], DATED) ??
    latestUpTo(RELEASE.exec(textOf(headers['user-agent']))?.[1], NUMBERED) ??
    DEFAULT_VERSION
  );
}

export function isSince(version: ApiVersion, first: ApiVersion): boolean {
  return API_VERSIONS.indexOf(version) >= API_VERSIONS.indexOf(first);
}

/** The fields of an order that depend on the version. */
interface VersionedOrder {
  status: string;
  invoice_number: string | null;
  voided_at: string | null;
}

interface Change {
  first: ApiVersion;
  /** The first version to which it does not apply any more. */
  until?: ApiVersion;
  change: (order: VersionedOrder) => Partial<VersionedOrder>;
}

const ORDERS: readonly Change[] = [
  // These demand a text of every order, and have no other for one without an invoice.
  { first: '0.35', until: '0.49', change: ({ invoice_number }) => ({ invoice_number: invoice_number ?? '' }) },
  // Earlier ones know no such status.
  { first: '0.45', change: ({ status, voided_at }) => ({ status: typeof voided_at === 'string' ? 'void' : status }) },
];

/** What an order looks like in a version. @param order as presenters answer, in the default version */
export function orderIn<T extends object>(version: ApiVersion, order: T): T {
  return ORDERS.filter(
    ({ first, until }) => isSince(version, first) && (until === undefined || !isSince(version, until)),
  ).reduce((changed, { change }) => ({ ...changed, ...change(changed as unknown as VersionedOrder) }), order);
}

/** What callers name themselves is no part of the contract. */
const NAMED_BY_CALLERS: ReadonlySet<string> = new Set(['metadata', 'customer_metadata', 'custom_field_data']);

interface Priced extends Record<string, unknown> {
  amount_type: unknown;
}

/** What a price looks like since a version. */
const PRICES: readonly { first: ApiVersion; change: (price: Priced) => Record<string, unknown> }[] = [
  // These demand a number of every price that buyers choose: without the seller's own limit, the least that can be charged.
  {
    first: '0.42',
    change: ({ amount_type, minimum_amount, price_currency }) =>
      amount_type === 'custom' ? { minimum_amount: minimum_amount ?? minimumChargeOf(String(price_currency)) } : {},
  },
  // These have no free prices.
  {
    first: '0.49',
    change: ({ amount_type }) => (amount_type === 'free' ? { amount_type: 'fixed', price_amount: 0 } : {}),
  },
];

/** What has prices in it, in a version. @param answer as presenters answer, in the default version */
export function pricesIn<T>(version: ApiVersion, answer: T): T {
  const changes = PRICES.filter(({ first }) => isSince(version, first));
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown);
    if (!isPlain(value)) return value;
    if (isPrice(value)) return changes.reduce<Priced>((price, { change }) => ({ ...price, ...change(price) }), value);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, NAMED_BY_CALLERS.has(key) ? inner : shown(inner)]),
    );
  };
  return changes.length === 0 ? answer : (shown(answer) as T);
}

function isPrice(value: Record<string, unknown>): value is Priced {
  return 'amount_type' in value;
}

/** A file that is answered is not. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The body of a webhook in a version. @param raw as presenters built it, in the default version, which stays as it is byte for byte */
export function messageIn(version: ApiVersion, raw: string): string {
  if (version === DEFAULT_VERSION) return raw;
  const { type, timestamp, data } = JSON.parse(raw) as { type: string; timestamp: string; data: object };
  const shown = type.startsWith('order.') ? orderIn(version, data) : data;
  return JSON.stringify({ type, timestamp, api_version: version, data: pricesIn(version, shown) });
}

/** The latest version of a kind that is not later than a client's: releases between two versions of the list answer as the former. */
function latestUpTo(named: unknown, kind: RegExp): ApiVersion | undefined {
  const text = textOf(named);
  if (!kind.test(text)) return undefined;
  return API_VERSIONS.findLast((version) => kind.test(version) && compare(version, text) <= 0);
}

/** Of two versions of a kind. */
function compare(one: string, other: string): number {
  const [[a, b], [c, d]] = [partsOf(one), partsOf(other)] as const;
  return a - c || b - d;
}

function partsOf(version: string): [number, number] {
  return version.split(/[.-]/).map(Number) as [number, number];
}

function textOf(header: unknown): string {
  return typeof header === 'string' ? header : '';
}
