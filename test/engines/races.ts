import { beforeAll, describe, expect, it } from '@jest/globals';
import { createOrganization, signUp, tokenOf } from '../support/accounts.ts';
import { until } from '../support/until.ts';
import type { Deployment } from '../support/deployment.ts';

const WITHIN_MS = 60_000;
const TEST_MS = 2 * WITHIN_MS;
const SCOPES = ['products', 'customers', 'checkouts', 'subscriptions', 'orders', 'events'].flatMap((of) => [
  ...(of === 'orders' ? [] : [`${of}:write`]),
  `${of}:read`,
]);

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Checked rules, under concurrent requests to two api processes, while two workers process the events. */
export function describeRaces(deployed: () => Deployment): void {
  describe('under concurrent requests,', () => {
    let deployment: Deployment;
    let urls: string[];
    let cookie: string;
    let token: string;
    let once: string;
    let monthly: string;
    let numbered = 0;

    const next = () => ++numbered;
    const times = <T>(count: number, task: (url: string, n: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: count }, (_, n) => task(urls[n % urls.length]!, n)));
    const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
    const so = (count: number, status: number) => Array.from({ length: count }, () => status);

    beforeAll(async () => {
      deployment = deployed();
      const apis = deployment.withRole('api');
      urls = apis.map(({ url }) => url);
      ({ cookie } = await signUp(apis[0]!));
      const { id } = await createOrganization(apis[1]!, cookie);
      ({ token } = await tokenOf(apis[0]!, cookie, id, ...SCOPES));
      [once, monthly] = await Promise.all([product(null), product('month')]);
    }, TEST_MS);

    it(
      'register an e-mail once',
      async () => {
        const account = { email: 'one@example.com', password: 'correct horse', name: 'Ada' };
        const answers = await times(10, (url) => asPage(url, '/api/auth/sign-up/email', account));
        expect(statuses(answers)).toEqual([200, ...so(9, 422)]);
      },
      TEST_MS,
    );

    it(
      'give a slug to one organization',
      async () => {
        const answers = await times(20, (url) =>
          asPage(url, '/api/auth/organization/create', { name: 'x', slug: 'same' }),
        );
        expect(statuses(answers)).toEqual([200, ...so(19, 400)]);
      },
      TEST_MS,
    );

    it(
      'give an e-mail to one customer, whoever takes it from whom',
      async () => {
        const email = `customer-${next()}@example.com`;
        const made = await times(30, (url) => asSeller('POST', url, '/v1/customers/', { email }));
        expect(statuses(made)).toEqual([201, ...so(29, 422)]);
        const { id } = made.find(({ status }) => status === 201)!.body as { id: string };
        const other = `customer-${next()}@example.com`;
        for (let round = 0; round < 5; round++) {
          const addresses = round % 2 === 0 ? [other, email] : [email, other];
          const changed = addresses.map((address, n) =>
            asSeller('PATCH', urls[n]!, `/v1/customers/${id}`, { email: address }),
          );
          const wanted = times(4, (url) => asSeller('POST', url, '/v1/customers/', { email }));
          await Promise.all([...changed, wanted]);
        }
        const customers = await asSeller('GET', urls[0]!, '/v1/customers/?limit=100');
        const addresses = (customers.body.items as { email: string }[]).map((customer) => customer.email);
        expect(addresses.filter((address, n) => addresses.indexOf(address) !== n)).toEqual([]);
      },
      TEST_MS,
    );

    it(
      'confirm a checkout once',
      async () => {
        const checkouts = await times(8, () => checkout(once));
        const confirmed = await Promise.all(
          checkouts.map(({ secret }) => times(4, (url, n) => confirm(url, secret, `buyer-${next()}-${n}@example.com`))),
        );
        for (const answers of confirmed) expect(statuses(answers)[0]).toBe(200);
        for (const answers of confirmed) expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        await until(
          async () => (await orderCount(checkouts)) >= checkouts.length,
          'an order for every checkout',
          WITHIN_MS,
        );
        expect(await orderCount(checkouts)).toBe(checkouts.length);
      },
      TEST_MS,
    );

    it(
      'report a declined card to every buyer, and leave their checkouts open',
      async () => {
        const checkouts = await times(12, () => checkout(once));
        const answers = await Promise.all(
          checkouts.map(({ secret }, n) =>
            confirm(urls[n % 2]!, secret, `buyer-${next()}@example.com`, 'ctoken_declined'),
          ),
        );
        expect(statuses(answers)).toEqual(so(12, 400));
        for (const { id } of checkouts)
          expect((await asSeller('GET', urls[0]!, `/v1/checkouts/${id}`)).body).toMatchObject({ status: 'open' });
      },
      TEST_MS,
    );

    it(
      'start one subscription per customer',
      async () => {
        const email = `subscriber-${next()}@example.com`;
        const checkouts = await times(6, () => checkout(monthly));
        const answers = await Promise.all(checkouts.map(({ secret }, n) => confirm(urls[n % 2]!, secret, email)));
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        await until(async () => (await subscriptionsOf(email)).length > 0, 'the subscription', WITHIN_MS);
        await deployment.caughtUp(WITHIN_MS);
        expect(await subscriptionsOf(email)).toHaveLength(1);
      },
      TEST_MS,
    );

    it(
      'count a usage event once that is reported to both at the same time, on its own or among others',
      async () => {
        for (const count of [1, 30]) {
          const name = `call ${next()}`;
          const events = Array.from({ length: count }, (_, n) => ({
            ...{ name, external_id: `${name} ${n}`, external_customer_id: 'reported' },
          }));
          // As when a call is repeated while it is still under way; the order of its events is another one's.
          const answers = await times(4, (url, n) =>
            asSeller('POST', url, '/v1/events/ingest', { events: n % 2 ? events : [...events].reverse() }),
          );
          expect(statuses(answers)).toEqual(so(4, 200));
          const sum = (field: string) => answers.reduce((total, { body }) => total + Number(body[field]), 0);
          expect([sum('inserted'), sum('duplicates')]).toEqual([count, 3 * count]);
          const list = `/v1/events/?name=${encodeURIComponent(name)}`;
          const listed = async () => (await asSeller('GET', urls[0]!, list)).body.pagination as { total_count: number };
          await until(async () => (await listed()).total_count >= count, 'the events in the list', WITHIN_MS);
          expect((await listed()).total_count).toBe(count);
        }
      },
      TEST_MS,
    );

    it(
      'leave read models that match the log, and no waiting work',
      async () => {
        await deployment.caughtUp(WITHIN_MS);
        const { code, output } = await deployment.programs[0]!.operate('projections', 'compare');
        expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(': 0 differ') });
        const events = await deployment.events();
        expect(events.filter(({ type }) => type === 'PaymentReversalRequested')).toEqual([]);
      },
      TEST_MS,
    );

    async function product(recurring_interval: 'month' | null): Promise<string> {
      const prices = [{ amount_type: 'fixed', price_amount: 1_000 }];
      const made = await asSeller('POST', urls[0]!, '/v1/products/', { name: 'Paper', recurring_interval, prices });
      return made.body.id as string;
    }

    async function checkout(productId: string): Promise<{ id: string; secret: string }> {
      const { body } = await asSeller('POST', urls[0]!, '/v1/checkouts/', { products: [productId] });
      return { id: body.id as string, secret: body.client_secret as string };
    }

    function confirm(url: string, secret: string, email: string, card = 'ctoken_ok'): Promise<Answer> {
      return ask('POST', `${url}/v1/checkouts/client/${secret}/confirm`, {
        customer_name: 'Ada',
        customer_email: email,
        customer_billing_address: { country: 'DE' },
        confirmation_token_id: card,
      });
    }

    async function orderCount(checkouts: readonly { id: string }[]): Promise<number> {
      const events = await deployment.events();
      const ids = new Set(checkouts.map(({ id }) => id));
      return events.filter(({ type, data }) => type === 'OrderCreated' && ids.has(String(data.checkoutId))).length;
    }

    async function subscriptionsOf(email: string): Promise<unknown[]> {
      const { body } = await asSeller('GET', urls[1]!, '/v1/subscriptions/?limit=100');
      return (body.items as { customer: { email: string } }[]).filter(({ customer }) => customer.email === email);
    }

    function asSeller(method: string, url: string, path: string, body?: object): Promise<Answer> {
      return ask(method, url + path, body, { authorization: `Bearer ${token}` });
    }

    function asPage(url: string, path: string, body: object): Promise<Answer> {
      return ask('POST', url + path, body, { origin: url, cookie });
    }
  });
}

async function ask(method: string, url: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse((await response.text()) || '{}') as Answer['body'] };
}
