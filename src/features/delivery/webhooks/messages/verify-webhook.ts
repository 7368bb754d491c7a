import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
/** Seconds that a message's timestamp may differ from now. */
const TOLERANCE = 300;

type Reason =
  | 'Missing required headers'
  | 'Invalid Signature Headers'
  | 'Message timestamp too old'
  | 'Message timestamp too new'
  | 'No matching signature found';

/** The message is not signed with the secret, or not recent. */
export class WebhookVerificationError extends Error {
  constructor(override readonly message: Reason) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

/** As Node, Express and `fetch` provide them; names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a Standard Webhooks message (docs/BILLING.md#messages-and-signatures) and returns its parsed body. For receivers to copy: unlike
 * the `standardwebhooks` library it has no dependencies, and takes bytes, `Headers` and repeated headers.
 * @param body exactly as received, before any parsing
 * @param secret `whsec_` and base64, as the sender shows it; the prefix is optional
 * @param now milliseconds since 1970
 * @throws WebhookVerificationError · SyntaxError the body is genuine but not JSON
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  now: number = Date.now(),
): unknown {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('Missing required headers');
  checkTime(timestamp, now);
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  if (key.length === 0) throw new TypeError('The webhook secret is empty: pass it as the sender shows it');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  if (!signatures.split(' ').some((signature) => isSigned(signature, expected)))
    throw new WebhookVerificationError('No matching signature found');
  return JSON.parse(Buffer.from(body).toString('utf8'));
}

function checkTime(timestamp: string, now: number): void {
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('Invalid Signature Headers');
  const seconds = Math.floor(now / 1000);
  if (seconds - Number(timestamp) > TOLERANCE) throw new WebhookVerificationError('Message timestamp too old');
  if (Number(timestamp) - seconds > TOLERANCE) throw new WebhookVerificationError('Message timestamp too new');
}

/** Knows only the version with a shared secret; compares in constant time. */
function isSigned(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith('v1,')) return false;
  const given = Buffer.from(signature.slice('v1,'.length), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}
