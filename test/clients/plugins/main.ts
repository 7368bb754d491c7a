import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { until } from '../../support/until.ts';
import type { Product } from '../product.ts';
import { installedIn } from '../releases.ts';
import { markdown } from '../report.ts';
import { walkBetterAuth } from './better-auth.ts';
import { walkExpress, walkNextjs } from './handlers.ts';
import { expect, modulesOf, Walk } from './walk.ts';

/** Drives the published plugins, unmodified. @returns a table of what each was seen to do */
export async function walkPlugins(product: Product): Promise<string> {
  const walks = [
    ...(await walkBetterAuth(product)),
    await walkExpress(product),
    await walkNextjs(product),
    await walkIngestion(product),
    await walkCheckout(product),
  ];
  const rows = walks.flatMap(({ steps }) => steps.map((one) => [one.plugin, one.does, one.failed || 'done']));
  return markdown([['Plugin', 'Step', 'Seen'], ...rows]);
}

interface Strategy {
  ingest(name: string): Strategy;
  client(customer: object): () => () => number;
}
interface IngestionModules {
  plugin: {
    Ingestion(options: object): { strategy(one: Strategy): Strategy; ingest(events: object[]): Promise<object> };
  };
  time: { DeltaTimeStrategy: new (now: () => number) => Strategy };
}

async function walkIngestion(product: Product): Promise<Walk> {
  const walk = new Walk('ingestion', product);
  const { seller, url, stock } = product;
  await walk.step('is installed and starts', async () => {
    const names = { plugin: '@polar-sh/ingestion', time: '@polar-sh/ingestion/strategies/DeltaTime' };
    const { plugin, time } = await modulesOf<IngestionModules>('ingestion', ['@polar-sh/ingestion@latest'], names);
    const ingestion = plugin.Ingestion({ accessToken: seller.token, serverURL: url });
    await walk.step('ingests events', async () => {
      const event = { name: 'ingested', externalCustomerId: stock.customer.external_id, metadata: { pages: 2 } };
      await ingestion.ingest([event]);
      const found = (await seller.firstOf('/v1/events/?name=ingested')) as unknown as { customer_id: string };
      expect(found.customer_id === stock.customer.id, 'the event to be of the customer');
    });
    await walk.step('measures how long work takes', async () => {
      let now = 0;
      const strategy = ingestion.strategy(new time.DeltaTimeStrategy(() => (now += 40))).ingest('duration');
      strategy.client({ customerId: stock.customer.id })()();
      await until(async () => {
        const { items } = (await seller.send('GET', '/v1/events/?name=duration')) as unknown as {
          items: { metadata: { deltaTime: number } }[];
        };
        return items[0]?.metadata.deltaTime === 40;
      }, 'the measured time');
    });
  });
  return walk;
}

/** Its script takes messages of its own hosts only. `/embed.js` is to be used in its place, so that it has to have the same API. */
async function walkCheckout(product: Product): Promise<Walk> {
  const walk = new Walk('checkout', product);
  await walk.step('has the API of our /embed.js', async () => {
    const folder = installedIn('checkout', (install) => install('--legacy-peer-deps', '@polar-sh/checkout@latest'));
    const published = readFileSync(join(folder, 'node_modules/@polar-sh/checkout/dist/embed.global.js'), 'utf8');
    const ours = await (await fetch(`${product.url}/embed.js`)).text();
    const [wanted, had] = [apiOf(published), apiOf(ours)];
    const missing = wanted.filter((one) => !had.includes(one));
    expect(missing.length === 0, `it to have ${missing.join(', ')}`);
  });
  return walk;
}

/** What its users call: the methods that the published types do not declare private. */
function apiOf(script: string): string[] {
  const window: { Polar?: { EmbedCheckout: { prototype: object } }; addEventListener(): void } = {
    addEventListener() {},
  };
  const currentScript = { src: 'https://billing.example.com/embed.js', hasAttribute: () => false };
  const document = { currentScript, createElement: () => ({}), addEventListener() {} };
  runInNewContext(script, { window, document, URL, EventTarget, location: { origin: 'https://shop.example' } });
  const { EmbedCheckout } = window.Polar!;
  const own = Object.getOwnPropertyNames(EmbedCheckout).filter((name) => ['create', 'init'].includes(name));
  const methods = ['close', 'addEventListener', 'removeEventListener'].filter(
    (name) => name in EmbedCheckout.prototype,
  );
  return [...own, ...methods];
}
