import { format, type Row } from './measure.ts';
import { spawnProgram } from './program.ts';
import { Seller } from './seller.ts';

const ROUNDS = 5;
/** For which one request may hold the thread that all share. */
const MOST_MS = 20;
const PORTAL = '/v1/customer-portal/license-keys/validate';
const EVENTS = 1_000;
const KEYS = 30;
/** As many as an organization can have, with as many clauses in their filters. */
const METERS = 50;
const SEARCHING = 5;
const CLAUSES = 100;
const PARTS = 10_000;

interface Hostile {
  name: string;
  path: string;
  body: string;
  /** Of a seller; of nobody without it. */
  isSeller?: boolean;
  /** What must exist. */
  given?: () => Promise<void>;
}

/** How long one request, the worst of its kind, keeps everybody else waiting. */
export async function benchHostile(): Promise<Row[]> {
  const program = await spawnProgram();
  const seller = await Seller.signedUp(program.url);
  const rows: Row[] = [];
  for (const { name, path, body, isSeller, given } of hostile(seller)) {
    await given?.();
    const send = async () => {
      const headers = {
        'content-type': 'application/json',
        origin: program.url,
        ...(isSeller && { cookie: seller.cookie }),
      };
      const answer = await fetch(program.url + path, { method: 'POST', headers, body });
      const { length } = await answer.text();
      if (!answer.ok && length > body.length + 16_384)
        throw new Error(`${name}: ${length} bytes are answered to ${body.length}`);
      status = answer.status;
    };
    let status = 0;
    // The least: others on the machine may keep it waiting, too.
    const ms = Math.min(...(await times(() => held(program.url, send))));
    rows.push({
      name: `${name} (${format(body.length / 1_024)} KiB)`,
      figures: `${format(ms)} ms, answered ${status}`,
      aim: `< ${MOST_MS} ms`,
      met: ms < MOST_MS,
    });
  }
  await program.close();
  return rows;
}

/** The longest that a health check took during a task, in milliseconds. */
async function held(url: string, task: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      longest = Math.max(longest, performance.now() - began);
    }
  })();
  await task();
  isOver = true;
  await watching;
  return longest;
}

async function times(run: () => Promise<number>): Promise<number[]> {
  await run();
  const found: number[] = [];
  for (let n = 0; n < ROUNDS; n++) found.push(await run());
  return found;
}

function hostile(of: Seller): Hostile[] {
  const own = { organization_id: of.organizationId };
  const many = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));
  const keys = (length: number) => JSON.stringify(Object.fromEntries(many(length, (n) => [`k${n}`, 1])));
  const emptyObjects = many(200_000, () => ({}));
  const seller = (name: string, path: string, body: object): Hostile => ({
    name,
    path,
    body: JSON.stringify({ ...own, ...body }),
    isSeller: true,
  });
  const part = (n: number) => ({ number: n + 1, chunk_start: 5_242_880 * n, chunk_end: 5_242_880 * (n + 1) });
  const upload = { parts: many(PARTS, part) };
  const size = PARTS * 5_242_880;
  const metadata = Object.fromEntries(many(KEYS, (n) => [`k${n}`, n]));
  const events = (details: object) =>
    many(EVENTS, (n) => ({ ...own, name: 'call', external_customer_id: `c${n % 10}`, metadata: details }));
  const search = many(CLAUSES, () => ({ property: 'text', operator: 'like', value: '_a'.repeat(16) }));
  const meters = async () => {
    for (let n = 0; n < METERS; n++) {
      const filter = { conjunction: 'or', clauses: n < SEARCHING ? search : [] };
      const aggregation = { func: 'sum', property: 'units' };
      await of.send('POST', '/v1/meters/', { ...own, name: `Meter ${n}`, filter, aggregation });
    }
  };
  return [
    { name: '80,000 keys', path: PORTAL, body: keys(80_000) },
    { name: '9,000 unknown keys', path: PORTAL, body: keys(9_000) },
    { name: '80,000 keys to sign up', path: '/api/auth/sign-up/email', body: keys(80_000) },
    { name: 'a text of a megabyte', path: PORTAL, body: JSON.stringify({ key: 'x'.repeat(1_000_000) }) },
    { name: 'a text of backslashes', path: PORTAL, body: JSON.stringify({ key: '\\'.repeat(500_000) }) },
    { name: 'a megabyte of spaces', path: PORTAL, body: `[${' '.repeat(1_000_000)}]` },
    { name: '500,000 levels', path: PORTAL, body: '['.repeat(500_000) },
    { name: '49 levels of 9,000 values', path: PORTAL, body: `${'{"a":'.repeat(49)}${keys(9_000)}${'}'.repeat(49)}` },
    seller('200,000 options', '/v1/custom-fields/', {
      ...{ type: 'select', slug: 'size', name: 'Size' },
      properties: { options: emptyObjects },
    }),
    seller('9,000 options', '/v1/custom-fields/', {
      ...{ type: 'select', slug: 'size', name: 'Size' },
      properties: { options: emptyObjects.slice(0, 9_000) },
    }),
    seller('200,000 prices', '/v1/products/', { name: 'Many', prices: emptyObjects }),
    seller('9,000 wrong texts in a list', '/v1/organization-access-tokens/', {
      comment: 'x',
      scopes: many(9_000, (n) => `scope-${n}`),
    }),
    seller(`${PARTS} parts that are none`, '/v1/files/', {
      ...{ service: 'downloadable', name: 'a', mime_type: 'text/plain', size },
      upload: { parts: emptyObjects.slice(0, PARTS) },
    }),
    seller(`${PARTS} parts`, '/v1/files/', {
      ...{ service: 'downloadable', name: 'a', mime_type: 'text/plain', size },
      upload,
    }),
    seller(`${EVENTS} events of ${KEYS} keys`, '/v1/events/ingest', { events: events(metadata) }),
    {
      ...seller(`${EVENTS} events that ${METERS} meters measure`, '/v1/events/ingest', {
        events: events({ units: 1.25, text: 'a'.repeat(32) }),
      }),
      given: meters,
    },
    seller(`${EVENTS} events that ${SEARCHING * CLAUSES} clauses search`, '/v1/events/ingest', {
      events: events({ units: 1.25, text: 'a'.repeat(250) }),
    }),
  ];
}
