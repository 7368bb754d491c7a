import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newSecret, signedHeaders } from '../../../src/features/delivery/webhooks/messages/signature.ts';
import {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookHeaders,
} from '../../../src/features/delivery/webhooks/messages/verify-webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"test": 2432232314, "name": "Zoë 漢 🎉"}';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const NOW = Date.parse('2026-01-31T10:00:00.900Z');
const SECONDS = Math.floor(NOW / 1000);

/** As `standardwebhooks` signs. */
function signed(seconds = SECONDS, secret = SECRET, body = BODY) {
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(seconds),
    'webhook-signature': new Webhook(secret).sign(ID, new Date(seconds * 1000), body),
  };
}

function refused(headers: WebhookHeaders, { body = BODY, secret = SECRET, now = NOW } = {}): string | undefined {
  try {
    verifyWebhook(body, headers, secret, now);
    return undefined;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message;
    throw error;
  }
}

describe('verifyWebhook', () => {
  it('accepts messages signed by standardwebhooks', () => {
    expect(verifyWebhook(BODY, signed(), SECRET, NOW)).toEqual(JSON.parse(BODY));
  });

  it('accepts the body as bytes, and headers as Node, Express and fetch provide them', () => {
    const { 'webhook-id': id, ...others } = signed();
    const content = JSON.parse(BODY) as unknown;
    expect(verifyWebhook(Buffer.from(BODY), new Headers(signed()), SECRET, NOW)).toEqual(content);
    expect(verifyWebhook(BODY, { 'Webhook-Id': [id], ...others }, SECRET, NOW)).toEqual(content);
  });

  it('accepts a secret without its prefix', () => {
    expect(refused(signed(), { secret: SECRET.slice('whsec_'.length) })).toBeUndefined();
  });

  it('accepts the messages that this program sends', () => {
    const secret = newSecret();
    expect(refused(signedHeaders(ID, SECONDS, BODY, [secret]), { secret })).toBeUndefined();
  });

  it('accepts one matching signature among others', () => {
    const headers = signed();
    const own = headers['webhook-signature'];
    const many = `v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc= v2,${own.slice(3)} ${own}`;
    expect(refused({ ...headers, 'webhook-signature': many })).toBeUndefined();
  });

  it('requires each header', () => {
    for (const name of Object.keys(signed()))
      expect(refused({ ...signed(), [name]: undefined })).toBe('Missing required headers');
    expect(refused({})).toBe('Missing required headers');
  });

  it('rejects a malformed timestamp', () => {
    for (const timestamp of ['hello', '1.5', '-5', `${SECONDS}x`])
      expect(refused({ ...signed(), 'webhook-timestamp': timestamp })).toBe('Invalid Signature Headers');
  });

  it('tolerates 300 seconds either way', () => {
    expect(refused(signed(SECONDS - 300))).toBeUndefined();
    expect(refused(signed(SECONDS + 300))).toBeUndefined();
    expect(refused(signed(SECONDS - 301))).toBe('Message timestamp too old');
    expect(refused(signed(SECONDS + 301))).toBe('Message timestamp too new');
  });

  it('rejects signatures of another secret, body, id, time or version', () => {
    const headers = signed();
    const own = headers['webhook-signature'];
    const none = 'No matching signature found';
    expect(refused(signed(SECONDS, 'whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw'))).toBe(none);
    expect(refused(headers, { body: `${BODY} ` })).toBe(none);
    expect(refused({ ...headers, 'webhook-id': 'msg_other' })).toBe(none);
    expect(refused({ ...headers, 'webhook-timestamp': String(SECONDS - 1) })).toBe(none);
    for (const wrong of [own.slice(3), own.slice(0, 20), `v1a,${own.slice(3)}`, 'v1,', ','])
      expect(refused({ ...headers, 'webhook-signature': wrong })).toBe(none);
  });

  it('rejects an empty secret', () => {
    for (const secret of ['', 'whsec_']) expect(() => verifyWebhook(BODY, signed(), secret, NOW)).toThrow(TypeError);
  });
});
