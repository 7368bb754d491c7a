import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageScripts, type BuildManifest } from '../../../src/app/http/web/page-scripts.ts';

const built = join(import.meta.dirname, '../../../dist/web');

describe('the scripts named with a page', () => {
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as BuildManifest;
  const pages = new PageScripts(manifest, 'index.html');
  const at = (path: string) => pages.of(path).map((script) => /^assets\/(.+)-[\w-]{8}\.js$/.exec(script)?.[1]);

  it('are those of its route and of the routes around it', () => {
    expect(at('/acme')).toContain('_org');
    expect(at('/acme/orders')).toEqual(expect.arrayContaining(['orders.index', 'DataTable']));
    expect(at('/acme/customers/x/')).toContain('customers._id.index');
    expect(at('/account/sessions')).toEqual(expect.arrayContaining(['route', 'sessions']));
  });

  it('prefer a fixed segment to an id', () => {
    expect(at('/acme/customers/new')).toContain('customers.new');
    expect(at('/acme/customers/new')).not.toContain('customers._id.index');
  });

  it('are not those that every page names itself', () => {
    expect(at('/acme/orders')).not.toContain('vendor');
    expect(at('/acme/orders')).not.toContain('index');
  });

  it.each(['/acme/nothing', '/acme/orders/x/y', '//', '/..%2f/%2e%2e/orders/..'])('are none at %s', (path) => {
    expect(at(path)).toEqual([]);
  });
});
