import { PNG, uploadFile } from '../support/uploads.ts';
import { until } from '../support/until.ts';
import type { Naming } from './naming.ts';

/** Anything that was created, by the names on the wire. */
export type Created = { id: string } & Record<string, never>;

/** A seller who prepares what the clients ask for, over plain HTTP. */
export class Seller {
  private names = 0;

  private constructor(
    readonly url: string,
    readonly organizationId: string,
    /** An organization access token with every scope. */
    readonly token: string,
    /** Of the session of the user who owns the organization. */
    private readonly cookie: string,
  ) {}

  /** @param scopes of the token */
  static async signedUp(url: string, scopes: readonly string[]): Promise<Seller> {
    const account = { email: 'seller@example.com', password: 'correct horse', name: 'Seller' };
    const signedUp = await postAs('', url, '/api/auth/sign-up/email', account);
    const cookies = signedUp.headers.getSetCookie().map((one) => one.split(';')[0]);
    const cookie = cookies.join('; ');
    const shop = { name: 'Nordlicht', slug: 'nordlicht' };
    const { id } = (await (await postAs(cookie, url, '/api/auth/organization/create', shop)).json()) as Created;
    const token = { organization_id: id, comment: 'clients', scopes };
    const answer = await postAs(cookie, url, '/v1/organization-access-tokens/', token);
    return new Seller(url, id, ((await answer.json()) as { token: string }).token, cookie);
  }

  /** A new API key of the user who owns the organization; each allows a few requests. */
  async userKey(): Promise<string> {
    const answer = await postAs(this.cookie, this.url, '/api/auth/api-key/create', { name: 'clients' });
    return ((await answer.json()) as { key: string }).key;
  }

  /** A name that was not used before. */
  fresh(prefix: string): string {
    return `${prefix}${(this.names += 1)}`;
  }

  /** @throws Error the answer is not a success */
  async send(method: string, path: string, body?: object, token = this.token, naming: Naming = {}): Promise<Created> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...naming },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Created;
  }

  /** The first of a list, once it has one. */
  async firstOf(path: string, token = this.token): Promise<Created> {
    let first: Created | undefined;
    await until(async () => {
      const { items } = (await this.send('GET', path, undefined, token)) as unknown as { items: Created[] };
      return (first = items[0]) !== undefined;
    }, path);
    return first!;
  }

  product(changes: object = {}): Promise<Created> {
    const prices = [{ amount_type: 'fixed', price_amount: 1_000, price_currency: 'usd' }];
    return this.send('POST', '/v1/products/', {
      name: this.fresh('Product '),
      recurring_interval: null,
      prices,
      ...changes,
    });
  }

  plan(changes: object = {}): Promise<Created> {
    return this.product({ recurring_interval: 'month', ...changes });
  }

  customer(changes: object = {}): Promise<Created & { external_id: string; email: string }> {
    const customer = { email: `${this.fresh('buyer')}@example.com`, external_id: this.fresh('ext'), name: 'Ada' };
    return this.send('POST', '/v1/customers/', { ...customer, ...changes }) as never;
  }

  benefit(type = 'custom', properties: object = { note: 'Hi' }): Promise<Created> {
    return this.send('POST', '/v1/benefits/', { type, description: 'Support', properties });
  }

  discount(changes: object = {}): Promise<Created> {
    const terms = { type: 'percentage', basis_points: 1_000, duration: 'once' };
    return this.send('POST', '/v1/discounts/', { name: this.fresh('Off '), ...terms, ...changes });
  }

  meter(name = 'call'): Promise<Created> {
    const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] };
    return this.send('POST', '/v1/meters/', { name: this.fresh('Meter '), filter, aggregation: { func: 'count' } });
  }

  customField(): Promise<Created> {
    const field = { type: 'text', slug: this.fresh('field'), name: 'Field', properties: {} };
    return this.send('POST', '/v1/custom-fields/', field);
  }

  file(service = 'downloadable'): Promise<Created> {
    const about = { service, name: 'cover.png', mime_type: 'image/png' };
    return uploadFile(this.url, { authorization: `Bearer ${this.token}` }, about, PNG) as never;
  }

  /** A file whose bytes are there, with what completes its upload. */
  async begunUpload(): Promise<{ fileId: string; completed: object }> {
    const about = { service: 'product_media', name: 'cover.png', mime_type: 'image/png', size: PNG.length };
    const parts = [{ number: 1, chunk_start: 0, chunk_end: PNG.length }];
    const { id: fileId, upload } = (await this.send('POST', '/v1/files', {
      ...about,
      upload: { parts },
    })) as unknown as {
      id: string;
      upload: { id: string; path: string; parts: { url: string }[] };
    };
    const put = await fetch(upload.parts[0]!.url, { method: 'PUT', body: PNG });
    const part = { number: 1, checksum_etag: put.headers.get('etag'), checksum_sha256_base64: null };
    return { fileId, completed: { id: upload.id, path: upload.path, parts: [part] } };
  }

  checkout(changes: object): Promise<Created & { client_secret: string }> {
    return this.send('POST', '/v1/checkouts/', changes) as never;
  }

  /** Buys a product, and waits until it is paid. */
  async buy(productId: string, customerId: string, changes: object = {}): Promise<Purchase> {
    const { id: checkoutId, client_secret: secret } = await this.checkout({
      ...{ products: [productId], customer_id: customerId },
      ...changes,
    });
    await this.send('POST', `/v1/checkouts/client/${secret}/confirm`, {
      ...{ confirmation_token_id: 'ctoken_ok', customer_name: 'Ada', customer_billing_address: { country: 'DE' } },
    });
    await until(async () => (await this.statusOf(checkoutId)) === 'succeeded', 'a checkout to succeed');
    const found = await this.firstOf(`/v1/orders/?checkout_id=${checkoutId}`);
    const order = found as unknown as { id: string; subscription_id: string };
    return { checkoutId, orderId: order.id, subscriptionId: order.subscription_id, customerId };
  }

  /** Moves business time, which renews subscriptions. */
  async passDays(days: number): Promise<void> {
    const { now } = (await this.send('GET', '/sandbox/clock')) as unknown as { now: string };
    const advance_to = new Date(Date.parse(now) + days * 86_400_000).toISOString();
    const headers = { 'content-type': 'application/json', origin: this.url };
    await fetch(`${this.url}/sandbox/clock`, { method: 'POST', headers, body: JSON.stringify({ advance_to }) });
  }

  /** A customer's session. */
  async session(customerId: string): Promise<string> {
    const { token } = (await this.send('POST', '/v1/customer-sessions/', { customer_id: customerId })) as unknown as {
      token: string;
    };
    return token;
  }

  private async statusOf(checkoutId: string): Promise<string> {
    return ((await this.send('GET', `/v1/checkouts/${checkoutId}`)) as unknown as { status: string }).status;
  }
}

async function postAs(cookie: string, url: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: url, cookie };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

export interface Purchase {
  checkoutId: string;
  orderId: string;
  subscriptionId: string;
  customerId: string;
}
