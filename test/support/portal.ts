import type { BenefitCreate } from '@polar-sh/sdk/models/components/benefitcreate.js';
import { organizationStream } from '../../src/features/accounts/organizations/organization.events.ts';
import { happen } from './sellers.ts';
import { somebody, type Shop } from './shop.ts';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}
export interface Mail {
  token: string;
  text: string;
}
interface Customer {
  customerId: string;
  email: string;
  /** A session of the whole customer. */
  session: string;
  subscriptionId: string;
  orderId: string;
  checkoutId: string;
}

export const ADDRESS = {
  ...{ line1: '1 Main St', line2: null, postalCode: '10115', city: 'Berlin' },
  ...{ state: null, country: 'DE' },
};
/** Where an answer says that the request is wrong. */
export const placeOf = ({ status, body }: Answer) => [
  status,
  (body['detail'] as { loc: string[] }[])[0]!.loc.join('.'),
];
export const refusal = ({ status, body }: Answer) => [status, body['error']];

/** The customer portal of a shop that is yet to be opened, and its customers. */
export function portalOf(shop: () => Shop) {
  async function ask(bearer: string | null, method: string, path: string, body?: object): Promise<Answer> {
    const headers = {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(shop().url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  }

  const portal = (session: string, path: string, method = 'GET', body?: object) =>
    ask(session, method, `/v1/customer-portal/${path}`, body);

  /** Somebody who has bought a monthly product, and a session of theirs. */
  async function customer(productId?: string, token = 'ctoken_ok'): Promise<Customer> {
    const email = somebody();
    const id = productId ?? (await shop().product({ interval: 'month' })).id;
    const checkoutId = await shop().buy(id, { email, token });
    const [order] = (await shop().seller.orders.list({ checkoutId })).result.items;
    const { customerId, subscriptionId } = order!;
    const { token: session } = await shop().seller.customerSessions.create({ customerId });
    return { customerId, email, session, subscriptionId: subscriptionId!, orderId: order!.id, checkoutId };
  }

  /** Somebody who buys with the e-mail of a customer whom they do not prove to be. */
  async function boundSession(of: { email: string }, productId: string) {
    const { id: checkoutId, clientSecret } = await shop().seller.checkouts.create({ products: [productId] });
    const { customerSessionToken: session } = await shop().confirm(clientSecret, { email: of.email });
    await shop().settled();
    return { session, checkoutId };
  }

  /** A product whose buyers get a new benefit. */
  async function productWith(benefit: BenefitCreate): Promise<{ productId: string; benefitId: string }> {
    const { id: benefitId } = await shop().seller.benefits.create(benefit);
    const { id: productId } = await shop().product({ interval: 'month' });
    await shop().seller.products.updateBenefits({ id: productId, productBenefitsUpdate: { benefits: [benefitId] } });
    return { productId, benefitId };
  }

  const withLicenseKey = () =>
    productWith({
      type: 'license_keys',
      description: 'Desktop app',
      properties: { activations: { limit: 1, enableCustomerAdmin: true } },
    });

  /** One unit of a new meter. */
  async function use(customerId: string): Promise<void> {
    const name = somebody();
    await shop().seller.meters.create({
      name: 'Calls',
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] },
      aggregation: { func: 'count' },
    });
    await shop().seller.events.ingest({ events: [{ name, customerId }] });
    await shop().settled();
  }

  async function allowUpdates(allow: boolean): Promise<void> {
    const { organizationId } = shop();
    await happen(shop(), organizationStream(organizationId), {
      type: 'OrganizationUpdated',
      data: {
        organizationId,
        subscriptionSettings: {
          allowMultipleSubscriptions: true,
          allowCustomerUpdates: allow,
          prorationBehavior: 'prorate',
        },
      },
    });
    await shop().settled();
  }

  async function mailsTo(to: string, kind: string): Promise<Mail[]> {
    await shop().settled();
    return (await (await fetch(`${shop().url}/sandbox/outbox?${new URLSearchParams({ to, kind })}`)).json()) as Mail[];
  }

  return { ask, portal, customer, boundSession, productWith, withLicenseKey, use, allowUpdates, mailsTo };
}
