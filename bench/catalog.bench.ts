import { fastify } from 'fastify';
import { CONNECTIONS, load } from './load.ts';
import { compare, rate, type Row } from './measure.ts';
import { spawnProgram } from './program.ts';
import { Seller } from './seller.ts';

const ROUNDS = 3;
/** Calls of one kind in a round. */
const CALLS = 300;
const PRODUCTS = 10_000;
const PAGE = 25;
/** Products that are created at the same time. */
const AT_ONCE = 20;

type Call = (secret: string, number: number) => [method: string, path: string, body?: object];

const client = (secret: string) => `/v1/checkouts/client/${secret}`;
/** What the page of a checkout calls, with what the goal of each is. */
const CALLS_OF_THE_PAGE: { name: string; aim: number; call: Call }[] = [
  { name: 'get', aim: 0.2, call: (secret) => ['GET', client(secret)] },
  {
    name: 'update',
    aim: 0.05,
    call: (secret, number) => ['PATCH', client(secret), { customer_name: `Ada ${number}` }],
  },
  {
    name: 'confirm',
    aim: 0.02,
    call: (secret, number) => [
      'POST',
      `${client(secret)}/confirm`,
      {
        customer_email: `buyer-${number}-${secret.slice(-8)}@example.com`,
        customer_name: 'Ada',
        customer_billing_address: { country: 'DE' },
        confirmation_token_id: 'ctoken_ok',
      },
    ],
  },
];

/** The client's calls of the hosted checkout, and a long catalog, against bare routes that answer the same bytes in the same run. */
export async function benchCatalog(): Promise<Row[]> {
  const program = await spawnProgram();
  const seller = await Seller.signedUp(program.url);
  const bare = await bareServer();
  const rows: Row[] = [];
  for (const { name, aim, call } of CALLS_OF_THE_PAGE) {
    const ask = async (url: string, secrets: readonly string[]) =>
      rate(secrets.length, () =>
        inTurns(secrets, async (secret, number) => {
          const [method, path, body] = call(secret, number);
          const answer = await fetch(url + path, {
            method,
            headers: { 'content-type': 'application/json' },
            ...(body && { body: JSON.stringify(body) }),
          });
          const text = await answer.text();
          if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
          bare.says(text);
        }),
      );
    let secrets: string[] = [];
    const ours = async () => {
      secrets = await checkouts(seller, CALLS);
      return ask(program.url, secrets);
    };
    rows.push(
      await compare({
        name: `hosted checkout, ${CONNECTIONS} connections: ${name} ÷ a bare route with the same bytes`,
        unit: 'calls/s',
        aim,
        ours,
        baseline: () => ask(bare.url, secrets),
        rounds: ROUNDS,
      }),
    );
  }
  rows.push(await catalog(seller, bare));
  await bare.close();
  await program.close();
  return rows;
}

/** A page of a long catalog. */
async function catalog(seller: Seller, bare: BareServer): Promise<Row> {
  const numbers = Array.from({ length: PRODUCTS }, (_, number) => String(number));
  await inTurns(numbers, (number) => seller.product(`Edition ${number}`), AT_ONCE);
  const path = `/v1/products/?limit=${PAGE}&sorting=name`;
  bare.says(JSON.stringify(await seller.send<object>('GET', path)));
  const { cookie } = seller;
  const [asked, memory] = [seller.url + path, `${bare.url}/memory`];
  await Promise.all([load(asked, { cookie }, 1), load(memory, { cookie }, 1)]);
  return compare({
    name: `HTTP, ${CONNECTIONS} connections: a page of ${PAGE} of ${PRODUCTS} products ÷ the same bytes from memory`,
    unit: 'requests/s',
    aim: 0.1,
    ours: () => load(asked, { cookie }),
    baseline: () => load(memory, { cookie }),
    rounds: ROUNDS,
  });
}

interface BareServer {
  url: string;
  /** What it answers from now on, to everything. */
  says(text: string): void;
  close(): Promise<void>;
}

async function bareServer(): Promise<BareServer> {
  let said = '{}';
  const server = fastify();
  server.all('/*', (_, reply) => reply.type('application/json; charset=utf-8').send(said));
  return {
    url: await server.listen({ port: 0, host: '127.0.0.1' }),
    says: (text) => (said = text),
    close: () => server.close(),
  };
}

async function checkouts(seller: Seller, count: number): Promise<string[]> {
  const secrets: string[] = [];
  await inTurns(Array.from({ length: count }, String), async () => void secrets.push(await seller.checkout()));
  return secrets;
}

/** Runs a task for each item, so many at the same time. */
async function inTurns<T>(
  items: readonly T[],
  task: (item: T, number: number) => Promise<void>,
  atOnce = CONNECTIONS,
): Promise<void> {
  const rest = [...items.entries()].reverse();
  const worker = async () => {
    for (let next = rest.pop(); next; next = rest.pop()) await task(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
