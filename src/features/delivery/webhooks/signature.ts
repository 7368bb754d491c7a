import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** `whsec_` and the base64 of 24 random bytes. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(24).toString('base64')}`;
}

/**
 * The headers of one attempt (docs/BILLING.md#messages-and-signatures). The SDK's `validateEvent` takes the whole secret's UTF-8 bytes as
 * the key, `standardwebhooks` the decoded part behind `whsec_`: a secret of that form gets a signature of each.
 * @param seconds machine time of the attempt, since 1970
 */
export function signedHeaders(id: string, seconds: number, body: string, secret: string): Record<string, string> {
  const keys = [Buffer.from(secret, 'utf8')];
  if (secret.startsWith(PREFIX)) keys.push(Buffer.from(secret.slice(PREFIX.length), 'base64'));
  const signatures = keys
    .filter((key) => key.length > 0)
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`);
  return {
    'content-type': 'application/json',
    'user-agent': 'tillbook webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
