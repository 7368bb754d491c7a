import { parseArgs } from 'node:util';
import type { Call, Client } from './client.ts';
import { datedClients } from './dated-client.ts';
import { cleanUp, EXAMPLES } from './examples.ts';
import { generatedClient } from './generated-client.ts';
import { namingsOf, type Naming } from './naming.ts';
import { walkPlugins } from './plugins/main.ts';
import { startProduct, type Messages, type Product } from './product.ts';
import { installed, releases } from './releases.ts';
import { detailsOf, newerCalls, tableOf, type Outcome, type Result } from './report.ts';

/** OAuth clients and what follows a user's consent in a browser (oauth.spec.ts has them), and access tokens: neither tokens nor keys may change these. */
const NEEDS_BROWSER = /^(organizationAccessTokens|oauth2)\.(?!authorize)/i;

const { values: asked } = parseArgs({
  options: {
    version: { type: 'string', multiple: true, default: [] },
    verbose: { type: 'boolean', default: false },
    plugins: { type: 'boolean', default: false },
  },
});

const walkedReleases = releases().filter(isAsked);
const namings = await Promise.all(walkedReleases.map((release) => namingsOf(release, installed(release))));
const product = await startProduct(Object.assign({}, ...namings) as Record<string, Naming>);
try {
  if (asked.plugins) console.log(await walkPlugins(product));
  const results: Result[] = [];
  for (const release of walkedReleases)
    for (const client of await clientsOf(release, product)) {
      const result = await walked(client, product);
      results.push(result);
      if (asked.verbose) console.log(detailsOf(result));
    }
  if (results.length > 0) console.log(`\n${tableOf(results)}`, newerCalls(results));
} finally {
  await product.stop();
}
// The clients' agents keep their connections.
process.exit(0);

function isAsked(release: string): boolean {
  if (asked.version.length === 0) return !asked.plugins;
  return asked.version.some((one) => `${release}.`.startsWith(`${one}.`));
}

async function clientsOf(release: string, { url, seller }: Product): Promise<Client[]> {
  const folder = installed(release);
  if (release.startsWith('0.')) return [await generatedClient(release, folder, url, seller.token)];
  return datedClients(release, folder, url, seller.token);
}

async function walked(client: Client, { routes, sentTo, testsOf, seller, stock }: Product): Promise<Result> {
  const calls: Outcome[] = [];
  for (const call of client.calls) if (!NEEDS_BROWSER.test(call.name)) calls.push(await outcomeOf(call));
  await cleanUp(seller, stock);
  const [bodies, tests] = [await eventsOf(sentTo(client.name)), await eventsOf(testsOf(client.name))];
  return { client: client.name, calls, bodies, tests };

  async function eventsOf(messages: Messages): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const [name, body] of messages)
      outcomes.push({ name, isAnswered: true, refused: await client.readEvent(body), lost: [] });
    return outcomes;
  }

  async function outcomeOf({ name, route, sends, run }: Call): Promise<Outcome> {
    const answered = routes.get(route);
    if (!answered) return { name, route, isAnswered: false, refused: [], lost: [] };
    const example = EXAMPLES[answered.name];
    if (!example) throw new Error(`${name} needs an example of ${answered.name}`);
    const refused = await Promise.resolve(example(seller, stock)).then(run, (error: Error) => [error.message]);
    return { name, route, isAnswered: true, refused, lost: sends.filter((one) => !answered.takes.has(one)) };
  }
}
