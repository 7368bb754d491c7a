import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SDK = '@polar-sh/sdk';
/** Outside the source tree: the clients are never dependencies of the project. */
const CACHE = join(tmpdir(), 'tillbook-clients');
const OLDEST: Version = [0, 32, 0];

type Version = [major: number, minor: number, patch: number];

/** The last release of each minor from the oldest that is supported, oldest first. */
export function releases(): string[] {
  const all = JSON.parse(npm('view', SDK, 'versions', '--json')) as string[];
  const released = all.flatMap((one) => (/^\d+\.\d+\.\d+$/.test(one) ? [one.split('.').map(Number) as Version] : []));
  const supported = released.filter((one) => compare(one, OLDEST) >= 0).sort(compare);
  const last = new Map(supported.map((one) => [`${one[0]}.${one[1]}`, one.join('.')]));
  return [...last.values()];
}

/** Installs a release in a folder of its own, unless it is there. @returns the package's folder */
export function installed(release: string): string {
  const folder = installedIn(release, (install) => {
    install('--legacy-peer-deps', `${SDK}@${release}`);
    const { peerDependencies = {} } = JSON.parse(
      readFileSync(join(CACHE, release, 'node_modules', SDK, 'package.json'), 'utf8'),
    ) as { peerDependencies?: Record<string, string> };
    // Those that leave zod to their users were written for its third version, and accept any.
    if ('zod' in peerDependencies) install('--legacy-peer-deps', 'zod@3');
  });
  return join(folder, 'node_modules', SDK);
}

/** A folder of packages, which is filled unless it is there. */
export function installedIn(name: string, fill: (install: (...packages: string[]) => void) => void): string {
  const folder = join(CACHE, name);
  const complete = join(folder, '.complete');
  if (existsSync(complete)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  fill((...packages) => npmIn(folder, 'install', ...packages));
  writeFileSync(complete, '');
  return folder;
}

function npmIn(folder: string, ...args: string[]): void {
  npm('--prefix', folder, ...args, '--no-audit', '--no-fund', '--loglevel', 'error');
}

function npm(...args: string[]): string {
  return execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
