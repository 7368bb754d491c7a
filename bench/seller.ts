import { newUuid } from '../src/kernel/ids.ts';
import { signedUp } from './load.ts';

/** A signed-in user with an organization that sells one product. */
export class Seller {
  private productId = '';
  private organizationId = '';

  private constructor(
    private readonly url: string,
    private readonly cookie: string,
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

  /** @throws Error the answer is not a success */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: this.url, cookie: this.cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
