import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isVisitorPage } from '../../src/app/http/web.ts';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'dist/web');

/** A source file in the build's manifest: its output file, and what that imports. */
type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>;

/** In bytes after gzip; the dashboard's is for Home. */
const BUDGET = { visitor: 90_000, dashboard: 150_000 };

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(built, '.vite', name), 'utf8')) as Manifest;
}

/** Every script that a page waits for: its entry and the chunks of its routes, with what they import. */
function scriptsOf(manifest: Manifest, entry: string, routes: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (key: string) => {
    const { file, imports = [] } = manifest[key]!;
    if (found.has(file)) return;
    if (file.endsWith('.js')) found.add(file);
    imports.forEach(visit);
  };
  const parts = Object.keys(manifest).filter((key) =>
    routes.some((route) => key === `src/routes/${route}.tsx?tsr-split=component`),
  );
  expect(parts).toHaveLength(routes.length);
  [entry, ...parts].forEach(visit);
  return found;
}

function weightOf(scripts: ReadonlySet<string>): number {
  return [...scripts].reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0);
}

const visitorRoutes = readdirSync(join(root, 'web/src/routes'))
  .filter((name) => name.endsWith('.tsx') && !/^(_|index)/.test(name))
  .map((name) => name.replace(/\.tsx$/, ''));

/** sign-in → /sign-in, checkout.$clientSecret.index → /checkout/x. */
function pathOf(route: string): string {
  return `/${route
    .replaceAll('.', '/')
    .replace(/\/index$/, '')
    .replace(/\$\w+/g, 'x')}`;
}

describe('the scripts of a page', () => {
  it('weigh at most 90 kB outside the dashboard', () => {
    const manifest = manifestOf('visitor.json');
    for (const route of visitorRoutes) {
      const around = visitorRoutes.filter((other) => route.startsWith(`${other}.`));
      const scripts = scriptsOf(manifest, 'visitor.html', [...around, route]);
      expect(scripts.size).toBeGreaterThan(2);
      expect([route, Math.max(weightOf(scripts), BUDGET.visitor)]).toEqual([route, BUDGET.visitor]);
    }
  });

  it('weigh at most 150 kB on Home', () => {
    const scripts = scriptsOf(manifestOf('manifest.json'), 'index.html', ['_in/$org/index']);
    expect(scripts.size).toBeGreaterThan(4);
    expect(Math.max(weightOf(scripts), BUDGET.dashboard)).toBe(BUDGET.dashboard);
  });

  it('are compressed by the build', () => {
    const scripts = scriptsOf(manifestOf('manifest.json'), 'index.html', []);
    for (const file of scripts) {
      const isShort = readFileSync(join(built, file)).length < 1024;
      for (const ending of ['.br', '.gz'])
        expect([file, isShort || existsSync(join(built, file + ending))]).toEqual([file, true]);
    }
  });
});

describe('the light build', () => {
  it('is served only for pages outside the dashboard', () => {
    expect(visitorRoutes).toContain('sign-in');
    for (const route of visitorRoutes) expect([route, isVisitorPage(pathOf(route))]).toEqual([route, true]);
    for (const path of ['/', '/organizations', '/acme', '/acme/checkouts', '/account', '/checkout/x/y', '/sign-in/x'])
      expect([path, isVisitorPage(path)]).toEqual([path, false]);
  });
});
