import { createHmac, randomBytes } from 'node:crypto';
import { msOf, type Instant } from '../../../../kernel/ports/clock.ts';

const PREFIX = 'whsec_';

/** `whsec_` and the base64 of 24 random bytes. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(24).toString('base64')}`;
}

/**
 * The headers of one attempt (docs/BILLING.md#messages-and-signatures). The SDK's `validateEvent` takes the whole secret's UTF-8 bytes as
 * the key, `standardwebhooks` the decoded part behind `whsec_`: a secret of that form gets a signature by each.
 * @param secrets the current one, then rotated ones that are still valid
 * @param seconds machine time of the attempt, since 1970
 */
export function signedHeaders(
  id: string,
  seconds: number,
  body: string | Buffer,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets
    .flatMap(keysOf)
    .filter((key) => key.length > 0)
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`);
  return headersOf(id, seconds, signatures.join(' '));
}

/** The headers of a past attempt, with no more of its signature than the scheme. */
export function maskedHeaders(id: string, seconds: number): Record<string, string> {
  return headersOf(id, seconds, 'v1,…');
}

function headersOf(id: string, seconds: number, signature: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'tillbook webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature,
  };
}

export function secondsOf(at: Instant): number {
  return Math.floor(msOf(at) / 1000);
}

function keysOf(secret: string): Buffer[] {
  const whole = Buffer.from(secret, 'utf8');
  // Decoded by Node, which takes any secret that a seller has set; the library throws at what is not strict base64.
  return secret.startsWith(PREFIX) ? [whole, Buffer.from(secret.slice(PREFIX.length), 'base64')] : [whole];
}
