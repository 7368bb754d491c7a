import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../../support/until.ts';
import type { Product } from '../product.ts';
import { installedIn } from '../releases.ts';

export interface Step {
  plugin: string;
  does: string;
  /** Empty if it was done. */
  failed: string;
}

type Handler = (request: Request) => Promise<Response>;

/** What a plugin was seen to do. */
export class Walk {
  readonly steps: Step[] = [];

  constructor(
    readonly plugin: string,
    readonly product: Product,
  ) {}

  async step(does: string, work: () => Promise<void>): Promise<void> {
    const step = { plugin: this.plugin, does, failed: '' };
    this.steps.push(step);
    await work().catch((error: Error) => {
      step.failed = error.message.split('\n')[0]!.slice(0, 160);
    });
  }

  /**
   * Has the product send a test message to a plugin's handler, and then sends it one with another signature.
   * @param api_version that the plugin's own client reads
   */
  async receives(url: string, secret: string, types: readonly string[], api_version: string): Promise<void> {
    const { seller } = this.product;
    await this.step('verifies our webhooks', async () => {
      const endpoint = { url, format: 'raw', events: ['order.paid'], secret, api_version };
      const { id } = await seller.send('POST', '/v1/webhooks/endpoints', endpoint);
      await seller.send('POST', `/v1/webhooks/endpoints/${id}/test`, { type: 'order.paid' });
      await until(() => types.includes('order.paid'), 'its handler to be called');
    });
    await this.step('refuses messages with another signature', async () => {
      const headers = { 'webhook-id': 'm', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AA==' };
      const json = { ...headers, 'content-type': 'application/json' };
      const { status } = await fetch(url, { method: 'POST', headers: json, body: '{"type":"order.paid"}' });
      expect(status >= 400, `a status from 400, not ${status}`);
    });
  }
}

/** @throws Error if it does not hold */
export function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Expected ${what}`);
}

/** The modules of packages that are installed in a folder of their own, as code in that folder imports or requires them. */
export async function modulesOf<M>(
  folder: string,
  packages: readonly string[],
  modules: Record<string, string>,
  kind: 'import' | 'require' = 'import',
): Promise<M> {
  const path = installedIn(folder, (install) => install('--omit=optional', ...packages));
  const entry = join(path, 'entry.mjs');
  const lines = Object.entries(modules).map(([name, module]) =>
    kind === 'import' ? `export * as ${name} from '${module}';` : `export const ${name} = require('${module}');`,
  );
  const head = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";
  writeFileSync(entry, [...(kind === 'require' ? [head] : []), ...lines].join('\n'));
  return (await import(pathToFileURL(entry).href)) as M;
}

/** A server on loopback that answers with a handler of standard requests. */
export async function serve(handler: Handler): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = 'GET', url = '/', headers } = incoming;
      const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const body = method === 'GET' ? null : Buffer.concat(chunks);
      void handler(new Request(`http://${headers.host}${url}`, { method, headers: given, body }))
        .catch(() => new Response(null, { status: 500 }))
        .then(async (response) => outgoing.writeHead(response.status).end(await response.text()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
