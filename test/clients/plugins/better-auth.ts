import type { Product } from '../product.ts';
import { expect, modulesOf, serve, Walk } from './walk.ts';

type Options = Record<string, unknown>;
type Use = (options: Options) => unknown;
interface Modules {
  auth: { betterAuth(options: Options): { handler(request: Request): Promise<Response> } };
  memory: { memoryAdapter(tables: object): unknown };
  sdk: { Polar: new (options: Options) => unknown };
  plugin: { polar: Use; checkout: Use; portal: Use; usage: Use; webhooks: Use };
}

const SITE = 'http://localhost:3000';
const SECRET = 'whsec_Y2xpZW50cyBvZiB0b2RheSwgc2FtZSBzZXJ2ZXI=';

/** The packages that a release was made for. */
const RELEASES: Readonly<Record<string, readonly string[]>> = {
  '0.1.2': ['@polar-sh/better-auth@0.1.2', '@polar-sh/sdk@0.32.16', 'better-auth@1.2.12', 'zod@3'],
  '1.0.1': ['@polar-sh/better-auth@1.0.1', '@polar-sh/sdk@0.32.16', 'better-auth@1.2.12', 'zod@3'],
  latest: ['@polar-sh/better-auth@latest', '@polar-sh/sdk@0.47', 'better-auth@1', 'zod@4'],
};

/** A site of a seller whose users are customers: they sign up, buy, and see what they have. */
export async function walkBetterAuth(product: Product): Promise<Walk[]> {
  const walks: Walk[] = [];
  for (const [release, packages] of Object.entries(RELEASES)) {
    const walk = new Walk(`better-auth ${release}`, product);
    walks.push(walk);
    await walk.step('is installed and starts', () => walkRelease(walk, release, packages));
  }
  return walks;
}

async function walkRelease(walk: Walk, release: string, packages: readonly string[]): Promise<void> {
  const modules = await modulesOf<Modules>(`better-auth-${release}`, packages, {
    auth: 'better-auth',
    memory: 'better-auth/adapters/memory',
    sdk: '@polar-sh/sdk',
    plugin: '@polar-sh/better-auth',
  });
  const { product } = walk;
  const { seller } = product;
  const plan = await seller.plan();
  const types: string[] = [];
  const received = { onPayload: async ({ type }: { type: string }) => void types.push(type), secret: SECRET };
  const { auth, memory, sdk, plugin } = modules;
  const client = new sdk.Polar({ accessToken: seller.token, serverURL: product.url });
  const selling = { products: [{ productId: plan.id, slug: 'plan' }], successUrl: '/thanks' };
  const isOld = release.startsWith('0.');
  const { handler } = auth.betterAuth({
    ...{ baseURL: SITE, secret: 'the secret of a site that sells', emailAndPassword: { enabled: true } },
    database: memory.memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    plugins: [
      plugin.polar({
        ...{ client, createCustomerOnSignUp: true },
        ...(isOld
          ? { enableCustomerPortal: true, checkout: { enabled: true, ...selling }, webhooks: received }
          : {
              use: [plugin.checkout(selling), plugin.portal({}), plugin.usage({}), plugin.webhooks(received)],
            }),
      }),
    ],
  });

  let cookie = '';
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const headers = { origin: SITE, cookie, ...(body && { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await handler(new Request(`${SITE}/api/auth${path}`, init));
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const json = async <T>(method: string, path: string, body?: object) => (await ask(method, path, body)).json() as T;
  const email = `${seller.fresh('reader')}@example.com`;
  let customerId = '';

  await walk.step('creates a customer for a user who signs up', async () => {
    const signedUp = await ask('POST', '/sign-up/email', { email, password: 'correct horse', name: 'Ada' });
    cookie = signedUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const { user } = (await signedUp.json()) as { user: { id: string } };
    const found = await seller.send('GET', `/v1/customers/external/${user.id}`);
    const customer = found as unknown as { id: string; email: string };
    expect(customer.email === email, `the customer to have ${email}`);
    customerId = customer.id;
  });
  await walk.step('opens a checkout', async () => {
    const url = isOld
      ? (await ask('GET', '/checkout/plan')).headers.get('location')
      : (await json<{ url: string }>('POST', '/checkout', { slug: 'plan' })).url;
    expect(url?.startsWith(`${product.url}/checkout/`) === true, `the address of a checkout, not ${url}`);
    await seller.buy(plan.id, customerId);
  });
  await walk.step('opens the portal', async () => {
    const url = isOld
      ? (await ask('GET', '/portal')).headers.get('location')
      : (await json<{ url: string }>('GET', '/customer/portal')).url;
    expect(url?.startsWith(`${product.url}/nordlicht/portal`) === true, `the address of the portal, not ${url}`);
  });
  await walk.step('shows the state of the customer', async () => {
    const state = await json<{ activeSubscriptions: object[] }>('GET', isOld ? '/state' : '/customer/state');
    expect(state.activeSubscriptions.length === 1, 'one active subscription');
  });
  if (!isOld) {
    for (const list of ['subscriptions', 'orders', 'benefits'])
      await walk.step(`lists ${list}`, async () => {
        const { result } = await json<{ result: { items: object[] } }>('GET', `/customer/${list}/list`);
        const count = list === 'benefits' ? 0 : 1;
        expect(result.items.length === count, `${count} of them, not ${result.items.length}`);
      });
    await walk.step('ingests usage, and lists meters', async () => {
      const usage = { event: 'call', metadata: { pages: 3 } };
      const { inserted } = await json<{ inserted: number }>('POST', '/usage/ingest', usage);
      expect(inserted === 1, 'one event');
      await ask('GET', '/usage/meters/list');
    });
  }
  const site = await serve((request) => handler(request));
  await walk.receives(`${site.url}/api/auth/polar/webhooks`, SECRET, types, release === 'latest' ? '0.45' : '0.32');
  site.close();
}
