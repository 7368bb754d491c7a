import { expect, jest } from '@jest/globals';
import { validateEvent } from '@polar-sh/sdk/webhooks.js';
import type { EndpointEvent } from '../../src/features/delivery/webhooks/webhook.events.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { msOf } from '../../src/kernel/ports/clock.ts';
import { organizationToken } from './accounts.ts';
import type { TestApp } from './app.ts';
import type { Receiver } from './receiver.ts';
import { happen, polar } from './sellers.ts';

interface Site {
  url: string;
}
export interface Endpoint {
  id: string;
  url: string;
  secret: string | null;
  former_secret_until: string | null;
  events: string[];
  enabled: boolean;
  disabled_at: string | null;
  /** Messages that are not delivered yet. */
  waiting: number;
  replay: { status: string; events: number; events_read: number; messages: number } | null;
}
export interface Delivery {
  id: string;
  http_code: number | null;
  succeeded: boolean;
  created_at: string;
  response: string | null;
  duration_ms: number | null;
  request_headers: Record<string, string> | null;
  webhook_event: {
    id: string;
    type: string;
    is_test: boolean;
    payload: string | null;
    succeeded: boolean | null;
    last_http_code: number | null;
  };
}
const SCOPES = [
  'webhooks:read',
  'webhooks:write',
  'products:read',
  'products:write',
  'benefits:write',
  'organizations:write',
  'customers:write',
  'checkouts:write',
  'subscriptions:write',
  'orders:read',
  'refunds:write',
  'meters:write',
  'events:write',
];

/** A new organization, and what its token can do. */
export async function seller(site: Site) {
  const { token, organizationId, cookie } = await organizationToken(site, ...SCOPES);
  return { ...webhooksOf(site, token), token, organizationId, cookie };
}

export type Seller = Awaited<ReturnType<typeof seller>>;

/** The webhooks of a token's organization, and what causes them. */
export function webhooksOf(site: Site, token: string) {
  const client = polar(site.url, token);

  async function call<T = never>(method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
    const answer = await fetch(`${site.url}/v1/webhooks/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  async function listen(url: string, events: readonly string[], secret?: string): Promise<Endpoint> {
    const { status, body } = await call<Endpoint>('POST', 'endpoints', { url, format: 'raw', events, secret });
    expect(status).toBe(201);
    return body;
  }

  /** The newest first. */
  async function deliveriesOf(endpointId: string): Promise<Delivery[]> {
    const list = await call<{ items: Delivery[] }>('GET', `deliveries?limit=100&endpoint_id=${endpointId}`);
    return list.body.items;
  }

  const product = (name = 'Ledger Pro') =>
    client.products.create({
      name,
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount: 1000, priceCurrency: 'usd' }],
    });

  async function buy(productId: string, customerEmail: string, confirmationTokenId = 'ctoken_ok') {
    const { clientSecret } = await client.checkouts.create({ products: [productId] });
    return client.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerEmail,
        customerName: 'Ann',
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId,
      },
    });
  }

  return { client, call, listen, deliveriesOf, product, buy };
}

/** An endpoint, past the limit of an organization. */
export async function endpointOf(app: TestApp, organizationId: string): Promise<void> {
  const [endpointId, secretId] = [newUuid(), newUuid()];
  const data = { endpointId, organizationId, url: 'http://127.0.0.1:9/', format: 'raw', events: ['product.created'] };
  const created = { type: 'WebhookEndpointCreated', data: { ...data, secretId } } as EndpointEvent;
  await happen(app, `webhookendpoint-${endpointId}`, created);
}

/**
 * A webhook as the official client takes it, which demands the present as its time: here that is the program's, whose machine time may be ahead.
 * @throws WebhookVerificationError a wrong signature or time
 */
export function validated({ clock }: TestApp, { headers, body }: Receiver['received'][number], secret: string) {
  const now = jest.spyOn(Date, 'now').mockReturnValue(msOf(clock.machineNow()));
  try {
    return validateEvent(body, headers as Record<string, string>, secret);
  } finally {
    now.mockRestore();
  }
}
