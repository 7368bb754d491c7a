import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Product } from '../product.ts';
import { expect, modulesOf, serve, Walk } from './walk.ts';

type Make<H> = (options: Record<string, unknown>) => H;
interface Plugin<H> {
  Checkout: Make<H>;
  CustomerPortal: Make<H>;
  Webhooks: Make<H>;
}
interface Sdk {
  /** The plugins take no address, only the name of one of these. */
  ServerList: Record<string, string>;
}
type Express = RequestListener & {
  use(handler: unknown): void;
  get(path: string, handler: unknown): void;
  post(path: string, handler: unknown): void;
};

const SECRET = 'whsec_Y2xpZW50cyBvZiB0b2RheSwgc2FtZSBzZXJ2ZXI=';
const CONFIG = '@polar-sh/sdk/lib/config.js';

export async function walkExpress(product: Product): Promise<Walk> {
  const walk = new Walk('express', product);
  await walk.step('is installed and starts', async () => {
    const packages = ['@polar-sh/express@latest'];
    const names = { plugin: '@polar-sh/express', config: CONFIG, express: 'express' };
    const { plugin, config, express } = await modulesOf<{
      plugin: Plugin<unknown>;
      config: Sdk;
      express: { default: { (): Express; json(): unknown } };
    }>('express', packages, names);
    const { types, checkout, portal, webhooks } = handlersOf(walk, plugin, config);
    const app = express.default();
    app.use(express.default.json());
    app.get('/checkout', checkout);
    app.get('/portal', portal);
    app.post('/hook', webhooks);
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await walkHandlers(walk, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, types, '0.32');
    server.close();
  });
  return walk;
}

/** Its handlers are called as functions; its package can be required only, because `next/server` can't be imported by Node. */
export async function walkNextjs(product: Product): Promise<Walk> {
  const walk = new Walk('nextjs', product);
  await walk.step('is installed and starts', async () => {
    const { plugin, config } = await modulesOf<{
      plugin: Plugin<(request: Request) => Promise<Response>>;
      config: Sdk;
    }>('nextjs', ['@polar-sh/nextjs@latest'], { plugin: '@polar-sh/nextjs', config: CONFIG }, 'require');
    const { types, checkout, portal, webhooks } = handlersOf(walk, plugin, config);
    const site = await serve((request) => {
      const { pathname } = new URL(request.url);
      return (pathname === '/hook' ? webhooks : pathname === '/portal' ? portal : checkout)(request);
    });
    await walkHandlers(walk, site.url, types, '0.45', async (path) =>
      (path.startsWith('/portal') ? portal : checkout)(new Request(`${site.url}${path}`)),
    );
    site.close();
  });
  return walk;
}

function handlersOf<H>({ product }: Walk, plugin: Plugin<H>, config: Sdk) {
  const { url, seller, stock } = product;
  config.ServerList['production'] = url;
  const types: string[] = [];
  const access = { accessToken: seller.token };
  return {
    types,
    checkout: plugin.Checkout({ ...access, successUrl: 'https://shop.example/thanks' }),
    portal: plugin.CustomerPortal({ ...access, getCustomerId: async () => stock.customer.id }),
    webhooks: plugin.Webhooks({
      webhookSecret: SECRET,
      onPayload: async ({ type }: { type: string }) => void types.push(type),
    }),
  };
}

async function walkHandlers(
  walk: Walk,
  site: string,
  types: readonly string[],
  version: string,
  open = (path: string): Promise<Response> => fetch(site + path, { redirect: 'manual' }),
): Promise<void> {
  const { url, stock } = walk.product;
  const leadsTo = async (path: string, page: string) => {
    const answer = await open(path);
    const location = answer.headers.get('location');
    expect(location?.startsWith(`${url}${page}`) === true, `to be led to ${page}, not ${answer.status} ${location}`);
  };
  const query = `products=${stock.product}&customerExternalId=${stock.customer.external_id}`;
  await walk.step('opens a checkout', () => leadsTo(`/checkout?${query}`, '/checkout/'));
  await walk.step('opens the portal', () => leadsTo('/portal', '/nordlicht/portal'));
  await walk.receives(`${site}/hook`, SECRET, types, version);
}
