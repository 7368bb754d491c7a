import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PageScripts, scriptsOf, type BuildManifest } from '../../../src/app/http/web/page-scripts.ts';
import { isVisitorPage } from '../../../src/app/http/web/visitor-pages.rules.ts';

const root = join(import.meta.dirname, '../../..');
const built = join(root, 'dist/web');

/** In bytes after gzip; the dashboard's is for Home. */
const BUDGET = { visitor: 90_000, dashboard: 150_000 };

function manifestOf(name: string): BuildManifest {
  return JSON.parse(readFileSync(join(built, '.vite', name), 'utf8')) as BuildManifest;
}

/** Every script that a page waits for: its entry and the chunks of its route, with what they import. */
function scriptsAt(manifest: BuildManifest, entry: string, path: string): string[] {
  return [...scriptsOf(manifest, [entry]), ...new PageScripts(manifest, entry).of(path)];
}

function weightOf(scripts: readonly string[]): number {
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0);
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
      const scripts = scriptsAt(manifest, 'visitor.html', pathOf(route));
      expect(scripts.length).toBeGreaterThan(2);
      expect([route, Math.max(weightOf(scripts), BUDGET.visitor)]).toEqual([route, BUDGET.visitor]);
    }
  });

  it('weigh at most 150 kB on Home', () => {
    const scripts = scriptsAt(manifestOf('manifest.json'), 'index.html', '/acme');
    expect(scripts.length).toBeGreaterThan(2);
    expect(Math.max(weightOf(scripts), BUDGET.dashboard)).toBe(BUDGET.dashboard);
  });

  it('are compressed by the build', () => {
    const scripts = scriptsOf(manifestOf('manifest.json'), ['index.html']);
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
