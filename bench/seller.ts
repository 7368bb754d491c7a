import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { newUuid } from '../src/kernel/ids.ts';
import { signedUp } from './load.ts';

const LOOKED_AT_EVERY_MS = 2;

/** A signed-in user with an organization that sells one product. */
export class Seller {
  organizationId = '';
  private productId = '';

  private constructor(
    readonly url: string,
    /** Of their session. */
    readonly cookie: string,
  ) {}

  static async signedUp(url: string): Promise<Seller> {
    const seller = new Seller(url, await signedUp(url));
    const shop = { name: 'Bench', slug: 'bench' };
    const { id } = await seller.send<{ id: string }>('POST', '/api/auth/organization/create', shop);
    seller.organizationId = id;
    const prices = [{ amount_type: 'fixed', price_amount: 1_900 }];
    const product = { name: 'Monthly', recurring_interval: 'month', prices, organization_id: id };
    seller.productId = (await seller.send<{ id: string }>('POST', '/v1/products/', product)).id;
    return seller;
  }

  /** The same seller, after the program was started again. */
  at(url: string): Seller {
    const { organizationId, productId, cookie } = this;
    return Object.assign(new Seller(url, cookie), { organizationId, productId });
  }

  /** Creates another product, which costs the same once. */
  async product(name: string): Promise<void> {
    const prices = [{ amount_type: 'fixed', price_amount: 1_900 }];
    await this.send('POST', '/v1/products/', {
      name,
      recurring_interval: null,
      prices,
      organization_id: this.organizationId,
    });
  }

  /** @returns the id of a new benefit */
  async benefit(description: string): Promise<string> {
    const benefit = { type: 'custom', description, properties: { note: null }, organization_id: this.organizationId };
    return (await this.send<{ id: string }>('POST', '/v1/benefits/', benefit)).id;
  }

  /** Has the product they sell give a benefit, also to those who have it already. */
  async give(benefitId: string): Promise<void> {
    await this.send('POST', `/v1/products/${this.productId}/benefits`, { benefits: [benefitId] });
  }

  /** @returns the id of a new customer */
  async customer(): Promise<string> {
    const customer = { email: `${newUuid()}@example.com`, organization_id: this.organizationId };
    return (await this.send<{ id: string }>('POST', '/v1/customers/', customer)).id;
  }

  /** @returns the client secret of a new checkout */
  async checkout(): Promise<string> {
    const checkout = { products: [this.productId] };
    return (await this.send<{ client_secret: string }>('POST', '/v1/checkouts/', checkout)).client_secret;
  }

  async purchase(email: string): Promise<void> {
    await this.confirm(await this.checkout(), email);
  }

  /** Confirms a checkout, and waits until it has succeeded. @param secret from `checkout` */
  async confirm(secret: string, email: string): Promise<void> {
    await this.confirmed(secret, email);
    const path = `/v1/checkouts/client/${secret}`;
    while ((await this.send<{ status: string }>('GET', path)).status !== 'succeeded') await pause(LOOKED_AT_EVERY_MS);
  }

  /** Confirms a checkout, which need not have succeeded. */
  async confirmed(secret: string, email: string): Promise<void> {
    const card = { confirmation_token_id: 'ctoken_ok', customer_billing_address: { country: 'DE' } };
    const path = `/v1/checkouts/client/${secret}/confirm`;
    await this.send('POST', path, { customer_email: email, customer_name: 'Ada', ...card });
  }

  /** Waits longer for the answer than `fetch` does, which is five minutes. @throws Error the answer is not a success */
  async sendPatiently(method: string, path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json', origin: this.url, cookie: this.cookie };
    const sent = request(this.url + path, { method, headers });
    sent.end(JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode}`);
  }

  /** How many usage events a list shows. @param query of the list */
  async usageEvents(query = ''): Promise<number> {
    const path = `/v1/events/?limit=1&${query}`;
    return (await this.send<{ pagination: { total_count: number } }>('GET', path)).pagination.total_count;
  }

  /** @throws Error the answer is not a success */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: this.url, cookie: this.cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }
}
