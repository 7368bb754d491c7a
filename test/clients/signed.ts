import { Webhook } from 'standardwebhooks';

const SECRET = 'whsec_Y2xpZW50cyBvZiB0b2RheSwgc2FtZSBzZXJ2ZXI=';

/** A body that was received earlier, signed as if it came now, since clients refuse old messages. */
export function signed(body: string): { headers: Record<string, string>; secret: string } {
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    // The clients take the secret's text as the key.
    'webhook-signature': new Webhook(Buffer.from(SECRET).toString('base64')).sign('msg_1', now, body),
  };
  return { headers, secret: SECRET };
}
