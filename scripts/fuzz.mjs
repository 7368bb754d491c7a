import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer, install, root } from './prepare.mjs';

/**
 * `npm run fuzz [-- --minutes 5 --seed 1]`: sends requests generated from docs/openapi.json (Schemathesis) to the built program on a temporary
 * folder, with a token like a program and with a cookie like a browser. Fails on an undocumented status, a response that does not match its schema,
 * or a server error. Needs Python 3 with venv; the tool is installed in node_modules/.cache.
 */
const VERSION = '4.32.5';
const VENV = join(root, `node_modules/.cache/schemathesis-${VERSION}`);
const DOCUMENT = join(root, 'docs/openapi.json');

/** The tool's checks that contradict the contracts or the product, each with the reason. */
const EXCLUDED_CHECKS = {
  positive_data_acceptance: 'a schema cannot say that a referenced product exists, or that a slug is free',
  unsupported_method: 'the identity contract answers a wrong method with 404, not 405',
};
/** Routes that end the caller's session: fuzzed separately, with a new user for each request. */
const ENDS_SESSION =
  '^/api/auth/(sign-out|sign-in/.*|sign-up/.*|revoke-.*|delete-user.*|change-password|reset-password|organization/(leave|delete|set-active))$';
/** Business time never goes back, and moving it runs all due items on the way, which takes minutes. */
const MOVES_CLOCK = '^/sandbox/clock$';

const { values: asked } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: '' } },
});
const seconds = Math.max(60, Number(asked.minutes) * 60);

install();
buildServer();
installTool();

const folder = mkdtempSync(join(tmpdir(), 'tillbook-fuzz-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const program = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
  env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder, SANDBOX: '1' },
  stdio: ['ignore', 'pipe', 'pipe'],
});
const passed = [];
try {
  await listening();
  const { cookie, token } = await seed();
  const bearer = ['-H', `Authorization: Bearer ${token}`];
  const browser = ['-H', `Cookie: ${cookie}`, '-H', `Origin: ${url}`];
  passed.push(
    await fuzz('with a token', 0.4, [...bearer, '--include-path-regex', '^/(v1|api/ledger)/']),
    await fuzz('with a cookie', 0.5, [...browser, '--exclude-path-regex', `${ENDS_SESSION}|${MOVES_CLOCK}`]),
    await isSignedIn(cookie),
    await fuzz('routes that end the session', 0.1, ['-H', `Origin: ${url}`, '--include-path-regex', ENDS_SESSION], {
      FUZZ_NEW_USERS: '1',
    }),
  );
} finally {
  const ended = program.exitCode === null && once(program, 'exit');
  program.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true });
}
const failed = passed.includes(false);
console.log(failed ? 'The fuzz test found problems, see above' : 'The fuzz test found no problems');
process.exit(failed ? 1 : 0);

function installTool() {
  if (existsSync(join(VENV, 'bin/schemathesis'))) return;
  console.log(`Installing Schemathesis ${VERSION} …`);
  rmSync(VENV, { recursive: true, force: true });
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', VENV],
    [join(VENV, 'bin/pip'), 'install', '--quiet', `schemathesis==${VERSION}`],
  ]) {
    const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
    if (status === 0) continue;
    console.error(
      `${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}; install Python 3 with venv`,
    );
    rmSync(VENV, { recursive: true, force: true });
    process.exit(1);
  }
}

/** @returns whether no problem was found */
async function fuzz(title, share, args, env = {}) {
  console.log(`\n== ${title}`);
  const child = spawn(
    join(VENV, 'bin/schemathesis'),
    [
      ...[
        '--config-file',
        join(root, 'scripts/fuzz.toml'),
        'run',
        DOCUMENT,
        '--url',
        url,
        '--max-time',
        String(Math.round(seconds * share)),
      ],
      ...['--exclude-checks', Object.keys(EXCLUDED_CHECKS).join(',')],
      ...['--phases', 'examples,coverage,fuzzing,stateful', '--continue-on-failure', '--warnings', 'off', '--no-color'],
      ...(asked.seed ? ['--seed', asked.seed] : []),
      ...args,
    ],
    {
      cwd: folder,
      env: { ...process.env, SCHEMATHESIS_HOOKS: 'fuzz', PYTHONPATH: join(root, 'scripts'), FUZZ_URL: url, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [status] = await once(child, 'exit');
  return status === 0;
}

/** If the session has ended, most requests were refused for that reason alone. */
async function isSignedIn(cookie) {
  const session = await (await fetch(`${url}/api/auth/get-session`, { headers: { cookie } })).json();
  if (session === null) console.log('The session ended: add the route that ends it to ENDS_SESSION');
  return session !== null;
}

/** A signed-in user, whose organization has sold a product, and an access token of that organization. */
async function seed() {
  const person = { email: 'fuzz@example.com', password: 'correct horse', name: 'Fuzz' };
  const signedUp = await post('/api/auth/sign-up/email', person);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const create = async (path, body) => (await post(path, body, cookie)).json();
  const { id: organization_id } = await create('/api/auth/organization/create', { name: 'Fuzz', slug: 'fuzz' });
  const prices = [{ amount_type: 'fixed', price_amount: 1_000 }];
  const product = { organization_id, name: 'Plan', recurring_interval: 'month', prices };
  const { id } = await create('/v1/products/', product);
  const { client_secret } = await create('/v1/checkouts/', { products: [id], customer_email: 'ann@example.com' });
  const card = { customer_billing_address: { country: 'DE' }, confirmation_token_id: 'ctoken_ok' };
  await create(`/v1/checkouts/client/${client_secret}/confirm`, { customer_name: 'Ann', ...card });
  const { components } = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const scopes = components.schemas.OrganizationAccessTokenCreate.properties.scopes.items.enum;
  const { token } = await create('/v1/organization-access-tokens/', { organization_id, comment: 'fuzz', scopes });
  return { cookie, token };
}

async function post(path, body, cookie) {
  const headers = { 'content-type': 'application/json', origin: url, ...(cookie && { cookie }) };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function listening() {
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => (said = (said + chunk).slice(-10_000)));
  while (!said.includes('Tillbook is at')) {
    if (program.exitCode !== null) throw new Error(`The program did not start: ${said}`);
    await Promise.race([once(program.stdout, 'data'), once(program, 'exit')]);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  await once(server, 'close');
  return free;
}
