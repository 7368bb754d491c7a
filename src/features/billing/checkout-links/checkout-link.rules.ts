import type { FilledIn } from '../checkouts/checkout.commands.ts';
import type { Metadata } from '../metadata.ts';
import { metadataError } from '../metadata.ts';

/** The parameters of a visit: several values if a key is repeated. */
export type VisitQuery = Readonly<Record<string, string | string[] | undefined>>;

/** What the parameters of a visit say. Invalid ones are ignored: whoever wrote the address is not there to read an error. */
export interface Visit {
  /** The product to select. */
  productId: string | undefined;
  embedOrigin: string | undefined;
  prefilled: Partial<FilledIn>;
  /** `reference_id` and `utm_*`. */
  metadata: Metadata;
  /** What the checkout's page fills in itself. */
  forPage: [name: string, value: string][];
}

/** How parameters are checked that only libraries can check. */
export interface Checks {
  isEmail(text: string): boolean;
  /** @returns undefined if it may not embed a checkout */
  embedOrigin(text: string): string | undefined;
}

const MAX_TEXT = 500;
const MAX_METADATA = 50;
const UTM = /^utm_[a-z0-9_]{1,36}$/;
/** By parameter: what the checkout's page takes from its own address. */
const FOR_PAGE: Readonly<Record<string, RegExp>> = {
  amount: /^\d{1,12}$/,
  discount_code: /^[\p{L}\p{N}_-]{1,256}$/u,
  embed: /^(true|false)$/,
  theme: /^(light|dark)$/,
};
const FIELD = /^custom_field_data\.[a-z0-9_-]{1,100}$/;
const MAX_FIELDS = 50;

/** Reads the parameters of a visit (docs/BILLING.md#checkout-links). Of a repeated one the last counts. */
export function visitOf(query: VisitQuery, checks: Checks): Visit {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const text = Array.isArray(value) ? value.at(-1) : value;
    return text === undefined || text.trim() === '' ? [] : [[name, text.trim()]];
  });
  const one = (name: string) => given.find(([key]) => key === name)?.[1];
  const email = one('customer_email');
  const [name, billingName] = [short(one('customer_name')), short(one('customer_billing_name'))];
  const origin = one('embed_origin');
  return {
    productId: one('product_id')?.toLowerCase(),
    embedOrigin: origin === undefined ? undefined : checks.embedOrigin(origin),
    prefilled: {
      ...(email !== undefined && checks.isEmail(email) && { customerEmail: email }),
      ...(name !== undefined && { customerName: name }),
      ...(billingName !== undefined && { customerBillingName: billingName }),
    },
    metadata: Object.fromEntries(given.filter(([key, value]) => isTracking(key) && short(value) !== undefined)),
    forPage: [
      ...given.filter(([key, value]) => Object.hasOwn(FOR_PAGE, key) && FOR_PAGE[key]!.test(value)),
      ...given.filter(([key, value]) => FIELD.test(key) && short(value) !== undefined).slice(0, MAX_FIELDS),
    ],
  };
}

/** The metadata of a visit's checkout: the seller's own keys win, and what does not fit is left out. */
export function metadataOf(link: Metadata, visit: Metadata): Metadata {
  const added = Object.entries(visit).filter(([key]) => !Object.hasOwn(link, key));
  const room = MAX_METADATA - Object.keys(link).length;
  return { ...link, ...Object.fromEntries(added.slice(0, Math.max(room, 0))) };
}

/** The offered products, with the wanted one in front, where it is selected. */
export function selected(productIds: readonly string[], wanted: string | undefined): string[] {
  if (wanted === undefined || !productIds.includes(wanted)) return [...productIds];
  return [wanted, ...productIds.filter((id) => id !== wanted)];
}

/** The headers of a request that only looks at a link. */
export interface Looking {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Robots that fetch links to index them or to show a preview, by what they call themselves. */
const ROBOT =
  /(google|bing|slack|twitter|discord|telegram|linkedin|apple|pinterest|yandex|duckduck|baidu|ahrefs|semrush|mj12|petal|gpt|claude|cc)bot|slackbot|baiduspider|facebookexternalhit|whatsapp\/|skypeuripreview|embedly|bitlybot|google-safety|googleother/i;

/** Whether nobody is about to buy: a HEAD request, a browser that loads ahead, or a robot. */
export function isOnlyLooking({ method, headers }: Looking): boolean {
  const ahead = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(String(headers[name] ?? '')),
  );
  return method === 'HEAD' || ahead || ROBOT.test(String(headers['user-agent'] ?? ''));
}

function isTracking(name: string): boolean {
  return name === 'reference_id' || UTM.test(name);
}

/** A text that fits and that a log can hold, or none. */
function short(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_TEXT || /\p{Cc}/u.test(text)) return undefined;
  return metadataError({ text }) === undefined ? text : undefined;
}
