import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { Program } from '../support/program.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { routeOf } from './client.ts';
import type { Naming } from './naming.ts';
import { goodsOf, openedFor, type Goods, type Stock } from './stock.ts';
import { Seller } from './seller.ts';

/** The sandbox settles refunds at once. */
const NEVER_SENT = ['refund.updated'];
const ROOT = join(import.meta.dirname, '../..');

/** What the product's OpenAPI document says of one route. */
interface Route {
  /** As in the document. */
  name: string;
  /** Names that a request may have. */
  takes: ReadonlySet<string>;
}

/** Messages by their types. */
export type Messages = ReadonlyMap<string, string>;

/** The built program with a seller, something of everything, and all that it sent to the webhooks that each client has created. */
export interface Product {
  url: string;
  seller: Seller;
  stock: Stock;
  /** By `routeOf`. */
  routes: ReadonlyMap<string, Route>;
  /** The last message of each type, as it happened. */
  sentTo(client: string): Messages;
  /** The test message of each type. */
  testsOf(client: string): Messages;
  stop(): Promise<void>;
}

/** @param clients by name */
export async function startProduct(clients: Readonly<Record<string, Naming>>): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-clients-product-'));
  const env = { PORT: String(await freePort()), DATA_DIR: folder, SANDBOX: '1', AUTH_RATE_LIMIT: '0' };
  const program = new Program(env, join(ROOT, 'dist/server'));
  const hook = await startReceiver();
  const stop = async () => {
    await program.stop();
    await hook.close();
    rmSync(folder, { recursive: true });
  };
  try {
    await program.start();
    const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as Document;
    const seller = await Seller.signedUp(program.url, enumOf(document, 'OrganizationAccessTokenCreate', 'scopes'));
    const types = enumOf(document, 'WebhookEndpointCreate', 'events');
    const named = Object.entries(clients).map(([name, naming]) => ({ name, naming, path: encodeURIComponent(name) }));
    const listen = (path: string, naming: Naming) => {
      const endpoint = { url: `${hook.url}/${path}`, format: 'raw', events: types };
      return seller.send('POST', '/v1/webhooks/endpoints', endpoint, seller.token, naming);
    };
    for (const { path, naming } of named) await listen(path, naming);
    const goods = await goodsOf(seller);
    await changeEverything(seller, goods);
    const stock = { ...goods, ...(await openedFor(seller, goods)) };
    const happen = types.filter((type) => !NEVER_SENT.includes(type));
    for (const { path, naming } of named) {
      const { id } = await listen(`${path}/test`, naming);
      for (const type of types) await seller.send('POST', `/v1/webhooks/endpoints/${id}/test`, { type });
    }
    const messages = (place: string): Messages =>
      new Map(
        hook.received
          .filter(({ path }) => path.endsWith(`/hook/${place}`))
          .map(({ body }) => [(JSON.parse(body) as { type: string }).type, body]),
      );
    const sentTo = (name: string) => messages(encodeURIComponent(name));
    const testsOf = (name: string) => messages(`${encodeURIComponent(name)}/test`);
    for (const { name } of named) {
      await until(() => happen.every((type) => sentTo(name).has(type)), 'every webhook type').catch(() => {
        throw new Error(`Never sent: ${happen.filter((type) => !sentTo(name).has(type)).join(', ')}`);
      });
      await until(() => types.every((type) => testsOf(name).has(type)), 'every test message');
    }
    return { url: program.url, seller, stock, routes: routesOf(document), sentTo, testsOf, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes every type of message happen. */
async function changeEverything(seller: Seller, { product, benefit, downloads, purchase }: Goods): Promise<void> {
  const patch = (path: string, body: object) => seller.send('PATCH', path, body);
  await patch(`/v1/organizations/${seller.organizationId}`, { name: 'Nordlicht charts' });
  await patch(`/v1/products/${product}`, { description: 'By the month' });
  await patch(`/v1/benefits/${benefit}`, { type: 'custom', properties: { note: 'Hello' } });
  const files = [(await seller.file()).id];
  await patch(`/v1/benefits/${downloads}`, { type: 'downloadables', properties: { files } });
  const subscription = `/v1/subscriptions/${purchase.subscriptionId}`;
  for (const cancel_at_period_end of [true, false]) await patch(subscription, { cancel_at_period_end });
  const other = await seller.customer();
  await patch(`/v1/customers/${other.id}`, { name: 'Bea' });
  const { subscriptionId, orderId } = await seller.buy(product, other.id);
  await seller.send('POST', '/v1/refunds/', { order_id: orderId, amount: 10, reason: 'other' });
  await seller.passDays(32);
  await seller.send('DELETE', `/v1/subscriptions/${subscriptionId}`);
  await seller.send('DELETE', `/v1/customers/${(await seller.customer()).id}`);
}

interface Schema {
  $ref?: string;
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  [combined: string]: unknown;
}
interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

function enumOf(document: Document, schema: string, field: string): string[] {
  return document.components.schemas[schema]!.properties![field]!.items!.enum!;
}

function routesOf(document: Document): Map<string, Route> {
  return new Map(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { parameters = [], requestBody }]): [string, Route] => {
        const query = parameters.filter((one) => one.in === 'query');
        const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
        const takes = new Set([...query.map(({ name }) => name), ...placesIn(document, body)]);
        return [routeOf(method, path), { name: `${method.toUpperCase()} ${path}`, takes }];
      }),
    ),
  );
}

/** As `Declarations.places`, of a schema. */
function placesIn(document: Document, schema: Schema, at = '', within: readonly Schema[] = []): string[] {
  if (within.includes(schema)) return [];
  const inner = (of: Schema, place: string) => placesIn(document, of, place, [...within, schema]);
  if (schema.$ref) return inner(document.components.schemas[schema.$ref.split('/').at(-1)!]!, at);
  const alternatives = ['oneOf', 'anyOf', 'allOf'].flatMap((name) => (schema[name] as Schema[] | undefined) ?? []);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, of]) => {
    const place = at === '' ? name : `${at}.${name}`;
    return [place, ...inner(of, place)];
  });
  return [...alternatives, ...(schema.items ? [schema.items] : [])].flatMap((one) => inner(one, at)).concat(fields);
}
