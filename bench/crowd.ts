import { Agent, request } from 'node:http';
import { newUuid } from '../src/kernel/ids.ts';

/**
 * `node crowd.js {url} {seconds} {where nobody answers} {organizations as JSON}`: organizations and strangers that do their worst at once
 * (docs/LIMITS.md). Every address is reported as a proxy reports it. Prints how many answers of each kind and status they got.
 */
export interface Attacker {
  id: string;
  cookie: string;
}

const [url, seconds, silence, given] = process.argv.slice(2) as [string, string, string, string];
const attackers = JSON.parse(given) as Attacker[];
const STRANGERS = 1_000;
const STREAMS = 60;
const UPLOADS = 8;
const UPLOADED_BYTES = 20 * 1_048_576;
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
const answers: Record<string, number> = {};

const networkOf = (n: number) => `2001:db8:${(n % STRANGERS).toString(16)}::1`;
let asked = 0;
let until = Infinity;

interface Asked {
  kind: string;
  path: string;
  method?: string;
  from?: Attacker;
  body?: object;
}

/** Never fails, and resolves with the answer's text. */
function ask({ kind, path, method = 'GET', from, body }: Asked): Promise<string> {
  const text = body && JSON.stringify(body);
  const headers = {
    origin: url,
    'x-forwarded-for': from ? '198.51.100.7' : networkOf(asked++),
    ...(from && { cookie: from.cookie }),
    ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve) => {
    const count = (status: number | string) =>
      void (answers[`${kind} ${status}`] = (answers[`${kind} ${status}`] ?? 0) + 1);
    const failed = (error: NodeJS.ErrnoException) => (count(error.code ?? 'failed'), resolve(''));
    const sent = request(url + path, { method, headers, agent }, (answer) => {
      let said = '';
      answer.on('data', (chunk) => (said += String(chunk)));
      answer.once('end', () => (count(answer.statusCode!), resolve(said)));
      answer.once('error', failed);
    });
    sent.once('error', failed).end(text);
  });
}

/** Again and again, several at a time, until it is over. */
async function again(atOnce: number, task: () => Promise<unknown>): Promise<void> {
  const one = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      await task();
      // What is refused at once is asked again at a pace that a network allows.
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 10 - (performance.now() - began))));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Opens a stream, or sends a body slowly, and keeps it open. */
function hold(kind: string, path: string, from: Attacker | undefined, slowly?: number): void {
  const headers = {
    'x-forwarded-for': from ? '198.51.100.7' : networkOf(asked++),
    ...(from && { cookie: from.cookie }),
    ...(slowly !== undefined && { 'content-length': slowly }),
  };
  const sent = request(
    url + path,
    { method: slowly === undefined ? 'GET' : 'PUT', headers, agent: false },
    (answer) => {
      answers[`${kind} ${answer.statusCode}`] = (answers[`${kind} ${answer.statusCode}`] ?? 0) + 1;
      answer.resume().on('error', () => undefined);
    },
  );
  sent.on('error', () => undefined);
  if (slowly === undefined) return void sent.end();
  const writing = setInterval(() => sent.write(Buffer.alloc(1_024)), 100);
  sent.once('close', () => clearInterval(writing));
}

async function prepare(from: Attacker): Promise<void> {
  const own = { organization_id: from.id };
  for (let n = 0; n < 20; n++) {
    const host = n % 2 === 0 ? silence : `http://${newUuid()}.invalid`;
    const body = { url: `${host}/hook`, format: 'raw', events: ['customer.created'], ...own };
    await ask({ kind: 'endpoint', path: '/v1/webhooks/endpoints', method: 'POST', from, body });
  }
  for (let n = 0; n < 20; n++) {
    const clauses = Array.from({ length: 2 }, () => ({
      property: 'text',
      operator: 'like',
      value: `%${'_a'.repeat(60)}%`,
    }));
    const body = { name: `Meter ${n}`, filter: { conjunction: 'or', clauses }, aggregation: { func: 'count' }, ...own };
    await ask({ kind: 'meter', path: '/v1/meters/', method: 'POST', from, body });
  }
  for (let n = 0; n < UPLOADS; n++) {
    const part = { number: 1, chunk_start: 0, chunk_end: UPLOADED_BYTES };
    const about = {
      name: 'a.bin',
      mime_type: 'application/octet-stream',
      size: UPLOADED_BYTES,
      service: 'downloadable',
    };
    const body = { ...about, ...own, upload: { parts: [part] } };
    const said = await ask({ kind: 'file', path: '/v1/files/', method: 'POST', from, body });
    const link = /"url":"([^"]+)"/.exec(said)?.[1];
    if (link) hold('upload', link.slice(new URL(link).origin.length), undefined, UPLOADED_BYTES);
  }
  for (let n = 0; n < STREAMS; n++) hold('stream', `/api/dashboard/changes?organization_id=${from.id}`, from);
}

const filter = encodeURIComponent(
  JSON.stringify({
    conjunction: 'or',
    clauses: Array.from({ length: 25 }, (_, n) => ({
      property: 'text',
      operator: 'like',
      value: `%${n}${'_a'.repeat(60)}`,
    })),
  }),
);

/** What one organization does. */
function worst(from: Attacker): Promise<unknown>[] {
  const own = { organization_id: from.id };
  const event = () => ({ name: 'call', external_customer_id: newUuid(), metadata: { text: 'a'.repeat(250) }, ...own });
  const events = () => ({ events: Array.from({ length: 200 }, event) });
  const customer = () => ({ email: `${newUuid()}@example.com`, ...own });
  return [
    again(1, () => ask({ kind: 'ingest', path: '/v1/events/ingest', method: 'POST', from, body: events() })),
    again(2, () => ask({ kind: 'customer', path: '/v1/customers/', method: 'POST', from, body: customer() })),
    again(1, () => ask({ kind: 'export', path: `/v1/customers/export?organization_id=${from.id}`, from })),
    again(1, () => ask({ kind: 'filter', path: `/v1/events/?organization_id=${from.id}&filter=${filter}`, from })),
  ];
}

await Promise.all(attackers.map(prepare));
process.stdout.write('ready\n');
until = performance.now() + Number(seconds) * 1_000;
const wrong = () => ({ email: `${newUuid()}@example.com`, password: 'wrong password' });
await Promise.all([
  ...attackers.flatMap(worst),
  again(16, () => ask({ kind: 'sign-in', path: '/api/auth/sign-in/email', method: 'POST', body: wrong() })),
  again(8, () => ask({ kind: 'unknown', path: `/api/auth/${newUuid()}` })),
  again(8, () =>
    ask({
      kind: 'portal',
      path: '/v1/customer-portal/license-keys/validate',
      method: 'POST',
      body: { key: newUuid() },
    }),
  ),
]);
process.stdout.write(`${JSON.stringify(answers)}\n`);
process.exit(0);
