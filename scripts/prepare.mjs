import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Shared by all commands: installs missing packages and builds stale output. Uses only Node's built-ins, because nothing may be installed yet. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const SERVER = {
  name: 'server',
  sources: ['src', 'scripts/bundle.mjs', 'tsconfig.json', 'package-lock.json'],
  result: 'dist/server/main.js',
  commands: [['-e', "import('./scripts/bundle.mjs').then(({ bundleServer }) => bundleServer())"]],
};
/** With what @nestjs/swagger reads from comments and types, which takes the compiler: only the OpenAPI document needs it. */
const DOCUMENTED = {
  name: 'documented server',
  sources: ['src', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'],
  result: 'dist/documented/main.js',
  commands: [['node_modules/@nestjs/cli/bin/nest.js', 'build']],
};
const WEB = {
  name: 'web',
  sources: ['web', 'package-lock.json'],
  result: 'dist/web/visitor.html',
  commands: [vite(), vite('--mode', 'visitor')],
};

/** The dashboard, or with `--mode visitor` the pages outside it, which are added to its output. */
function vite(...options) {
  return ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn', ...options];
}

/** `npm ci` if node_modules is missing or was installed from another package-lock.json. */
export function install() {
  const stamp = join(root, 'node_modules/.tillbook-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (existsSync(stamp) || !isNewer('node_modules/.package-lock.json', 'package-lock.json')) {
    console.log('Installing packages (npm ci) …');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], 'npm ci failed');
  }
  writeFileSync(stamp, lock);
}

export function buildServer() {
  build(SERVER);
}

export function buildDocumented() {
  build(DOCUMENTED);
}

export function buildWeb() {
  build(WEB);
}

/** Loads `.env` into the environment; variables that are already set stay. */
export function loadEnvironment() {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
}

function build({ name, sources, result, commands }) {
  const stamp = join(root, `dist/.${name.replaceAll(' ', '-')}-stamp`);
  const newest = Math.max(...sources.map((source) => newestIn(join(root, source))));
  const made = existsSync(join(root, result)) && existsSync(stamp) ? Number(readFileSync(stamp, 'utf8')) : 0;
  if (newest <= made) return;
  console.log(`Building the ${name} …`);
  // Taken before the build, so that a change during the build counts as newer.
  const began = Date.now();
  for (const command of commands) run(process.execPath, command, `Building the ${name} failed`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, String(began));
}

function run(command, args, failed) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  console.error(`${failed}${error ? `: ${error.message}` : '; see above'}`);
  process.exit(1);
}

/** Time of the latest change below a path, in milliseconds; files that a build generates do not count. */
function newestIn(path) {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return /\.gen\.[jt]s$/.test(path) ? 0 : mtimeMs;
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((newest, { name }) => Math.max(newest, newestIn(join(path, name))), 0);
}

function isNewer(path, than) {
  const [a, b] = [join(root, path), join(root, than)];
  return existsSync(a) && statSync(a).mtimeMs >= statSync(b).mtimeMs;
}
