import type { NewUsageEvent } from '@/api/usage-events';
import { metadataOf, type Metadata, type MetadataLine } from '@/lib/metadata';
import { numberIn, questionOf, readNumber } from '@/lib/typed-number';

export interface TestEventFields {
  name: string;
  /** An id, or '' for the customer of `externalId`. */
  customer: string;
  externalId: string;
  metadata: MetadataLine[];
}

export const blank: TestEventFields = { name: 'test', customer: '', externalId: '', metadata: [] };

export function eventOf({ name, customer, externalId, metadata }: TestEventFields): NewUsageEvent {
  const typed = Object.entries(metadataOf(metadata, undefined)).map(([key, value]) => [key, typedAs(value)] as const);
  return {
    name: name.trim(),
    ...(customer ? { customer_id: customer } : { external_customer_id: externalId.trim() }),
    ...(typed.length > 0 && { metadata: Object.fromEntries(typed) }),
  };
}

const ALLOWED = { decimals: 15, signed: true };
/** So that doubles hold all digits. */
const MOST_CHARACTERS = 15;
/** No number, or not surely one: a code such as 007, a version or an address such as 192.168.100.200. */
const TEXT = /^[-\u2212]?0\d|([.,' ])\d+\1/;

/** Meters add up numbers alone, so a number is sent as one. */
function typedAs(value: Metadata[string]): Metadata[string] {
  if (value === 'true' || value === 'false') return value === 'true';
  if (typeof value !== 'string' || TEXT.test(value) || value.length > MOST_CHARACTERS) return value;
  const number = numberIn(value, ALLOWED);
  return number === undefined ? value : Number(number);
}

/** Asks which number a value is; undefined if it is clear, or text. */
export function valueQuestion(value: string): string | undefined {
  return TEXT.test(value) ? undefined : questionOf(value, readNumber(value, ALLOWED));
}

export const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
] as const;

export type Language = (typeof languages)[number]['value'];

const TOKEN = 'YOUR_ACCESS_TOKEN';
const CUSTOMER = 'YOUR_CUSTOMER_ID';

/** A program that sends the event to this server, with placeholders for the token and for a customer that is not named yet. */
export function requestIn(language: Language, origin: string, event: NewUsageEvent): string {
  const sent = event.external_customer_id === '' ? { ...event, external_customer_id: CUSTOMER } : event;
  return requests[language](origin, sent);
}

const requests: Record<Language, (origin: string, event: NewUsageEvent) => string> = {
  curl: (origin, event) => `curl ${origin}/v1/events/ingest \\
  -H 'Authorization: Bearer ${TOKEN}' \\
  -H 'Content-Type: application/json' \\
  -d '${json({ events: [event] }).replaceAll("'", String.raw`'\''`)}'`,

  typescript: (
    origin,
    { name, customer_id: customerId, external_customer_id: externalCustomerId, metadata },
  ) => `import { Polar } from '@polar-sh/sdk';

const polar = new Polar({ accessToken: '${TOKEN}', serverURL: '${origin}' });

await polar.events.ingest(${withBareKeys(json({ events: [{ name, customerId, externalCustomerId, metadata }] }))});`,

  python: (origin, event) => `import requests

response = requests.post(
    "${origin}/v1/events/ingest",
    headers={"Authorization": "Bearer ${TOKEN}"},
    json=${withPythonsBooleans(json({ events: [event] })).replaceAll('\n', '\n    ')},
)
response.raise_for_status()`,
};

/** With each key on a line of its own. */
function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

function withBareKeys(text: string): string {
  return text.replace(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

function withPythonsBooleans(text: string): string {
  return text.replace(
    /": (true|false)(,?)$/gm,
    (_, value, comma) => `": ${value === 'true' ? 'True' : 'False'}${comma}`,
  );
}
