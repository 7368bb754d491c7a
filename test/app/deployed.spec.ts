import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { EmbedOrigins } from '../../src/app/http/callers/embed-origins.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { withReplaced } from '../support/replaced.ts';
import { edgeFeature } from '../support/edge-feature.ts';

/** As it runs in production behind one proxy, with its web. */
const env = {
  NODE_ENV: 'production',
  BASE_URL: 'https://billing.example.com',
  TRUST_PROXY: '1',
  SIGNING_KEY: 's'.repeat(32),
  MASTER_KEY: 'm'.repeat(32),
  LOOKUP_KEY: 'l'.repeat(32),
};
const webFolder = mkdtempSync(join(tmpdir(), 'tillbook-web-'));
let running: TestApp;

beforeAll(async () => {
  mkdirSync(join(webFolder, 'assets'));
  mkdirSync(join(webFolder, '.vite'));
  const route = 'src/routes/_in/$org/orders.index.tsx?tsr-split=component';
  const manifest = { 'index.html': { file: 'assets/app-abc.js' }, [route]: { file: 'assets/orders-abc.js' } };
  writeFileSync(join(webFolder, '.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(webFolder, '.vite/visitor.json'), JSON.stringify({ 'visitor.html': { file: 'assets/v-abc.js' } }));
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Tillbook</title>');
  writeFileSync(join(webFolder, 'visitor.html'), '<!doctype html><title>Visitor</title>');
  writeFileSync(join(webFolder, 'favicon.svg'), '<svg/>');
  copyFileSync(join(import.meta.dirname, '../../web/public/embed.js'), join(webFolder, 'embed.js'));
  writeFileSync(join(webFolder, 'assets/index-abc.js'), 'export {};');
  for (const ending of ['', '.br', '.gz']) writeFileSync(join(webFolder, `assets/app-abc.js${ending}`), packed(ending));
  running = await startApp({ features: [edgeFeature], env, webFolder });
});
afterAll(async () => {
  await running.close();
  rmSync(webFolder, { recursive: true });
});

/** A script of the build, as it is and compressed. */
function packed(ending: string): Buffer {
  const script = Buffer.from('export const text = 1;');
  return ending === '.br' ? brotliCompressSync(script) : ending === '.gz' ? gzipSync(script) : script;
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(running.url + path, { headers });
/** fetch would decompress the body. */
const sent = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; length: number }>((resolve, reject) => {
    request(running.url + path, { headers }, (answer) => {
      let length = 0;
      answer.on('data', (chunk: Buffer) => (length += chunk.length));
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, length }));
    })
      .on('error', reject)
      .end();
  });
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the web', () => {
  it('names the scripts of a page with it, so that browsers load them at once', async () => {
    const page = await get('/acme/orders', html);
    expect(page.headers.get('link')).toBe('</assets/orders-abc.js>; rel=modulepreload; fetchpriority=low');
    expect((await get('/acme', html)).headers.has('link')).toBe(false);
    expect((await get('/sign-in', html)).headers.has('link')).toBe(false);
  });

  it('is served uncached with strict headers at every path outside the APIs', async () => {
    for (const path of ['/', '/acme/products?page=2', '/checkout/tb_c_x/more', '/sign-in/more']) {
      const page = await get(path, html);
      expect([page.status, await page.text()]).toEqual([200, '<!doctype html><title>Tillbook</title>']);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none';");
      expect(policy).not.toContain('unsafe');
      expect(page.headers.get('strict-transport-security')).toBeTruthy();
    }
  });

  it('serves the light build outside the dashboard', async () => {
    for (const path of ['/sign-in?next=/acme', '/checkout/tb_c_x', '/checkout/tb_c_x/confirmation', '/outbox'])
      expect([path, await (await get(path, html)).text()]).toEqual([path, '<!doctype html><title>Visitor</title>']);
  });

  it('lets assets be cached for ever, and answers 404 for missing assets and API paths', async () => {
    const asset = await get('/assets/index-abc.js');
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
    for (const path of ['/assets/index-old.js', '/api/nothing', '/v1/nothing', '/sandbox/nothing'])
      expect([path, (await get(path, html)).status]).toEqual([path, 404]);
    expect((await get('/acme/products', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/../../package.json', html)).headers.get('content-type')).toContain('text/html');
    expect((await get('/%E0%A4%A', html)).status).toBeLessThan(500);
  });

  it('lets pages of every origin load the script that embeds checkouts, and nothing else', async () => {
    const script = await get('/embed.js');
    expect(script.status).toBe(200);
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect((await sent('/embed.js', { 'if-none-match': script.headers.get('etag')! })).status).toBe(304);
    for (const path of ['/favicon.svg', '/checkout/tb_c_x'])
      expect([path, (await get(path, html)).headers.get('cross-origin-resource-policy')]).toEqual([
        path,
        'same-origin',
      ]);
  });

  it('sends assets as the build compressed them, each with its own length and tag', async () => {
    const tags = new Set<string>();
    for (const [accepted, encoding, length] of [
      ['gzip, deflate, br, zstd', 'br', packed('.br').length],
      ['gzip', 'gzip', packed('.gz').length],
      ['identity', null, packed('').length],
      ['br;q=0', null, packed('').length],
    ] as const) {
      const { status, headers, ...asset } = await sent('/assets/app-abc.js', { 'accept-encoding': accepted });
      expect([status, headers['content-encoding'] ?? null, asset.length]).toEqual([200, encoding, length]);
      expect([headers['content-type'], headers.vary]).toEqual(['text/javascript; charset=utf-8', 'Accept-Encoding']);
      tags.add(headers.etag!);
    }
    expect(tags.size).toBe(3);
    const { headers } = await sent('/assets/app-abc.js', { 'accept-encoding': 'br' });
    const again = await sent('/assets/app-abc.js', { 'accept-encoding': 'br', 'if-none-match': headers.etag! });
    expect([again.status, again.length]).toEqual([304, 0]);
    expect((await get('/assets/app-abc.js.map')).status).toBe(404);
  });

  it('lets no cache keep a refusal in the place of an asset', async () => {
    const whole = await sent('/assets/app-abc.js', { range: 'bytes=9999-' });
    expect([whole.status, whole.length]).toEqual([200, packed('').length]);
    for (const [name, value] of [
      ['if-match', '"x"'],
      ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ] as const) {
      const asked = { 'accept-encoding': 'br', [name]: value };
      const { status, headers, length } = await sent('/assets/app-abc.js', asked);
      expect([status, length, headers['cache-control']]).toEqual([412, 0, 'no-store']);
      expect([headers['content-encoding'], headers.etag]).toEqual([undefined, undefined]);
    }
  });

  it('serves pages to clients that accept anything, and files or JSON only if they exist', async () => {
    for (const path of ['/', '/acme/products'])
      expect([path, (await get(path, { accept: '*/*' })).headers.get('content-type')]).toEqual([
        path,
        'text/html; charset=utf-8',
      ]);
    for (const path of ['/favicon.ico', '/V1/orders', '/API/auth/ok', '/v1', '/api'])
      expect([path, (await get(path, { accept: '*/*' })).status]).toEqual([path, 404]);
    expect((await get('/acme', { accept: 'application/json, */*' })).status).toBe(404);
    // Longer than any file may be named.
    expect((await get(`/${'a'.repeat(300)}`, { accept: 'application/json' })).status).toBe(404);
  });

  it("lets the site that a checkout names frame the checkout's pages, and no other page", async () => {
    const stored: Record<string, string> = {
      tb_c_x: 'https://shop.example.com:8443',
      tb_c_path: 'https://shop.example.com/a',
      tb_c_any: 'https://*.example.com',
      tb_c_directive: 'https://shop.example.com;sandbox',
      tb_c_list: 'https://shop.example.com,https://other.example.com',
    };
    running.app.get(EmbedOrigins).register((secret) => {
      if (secret === 'tb_c_away') throw new Error('The log is unavailable');
      return Promise.resolve(stored[secret] ?? null);
    });
    const framedBy = async (path: string) => {
      const page = await get(path, html);
      expect([path, page.status, page.headers.get('x-frame-options')]).toEqual([path, 200, null]);
      return /frame-ancestors ([^;]*);/.exec(page.headers.get('content-security-policy')!)![1];
    };
    for (const path of ['/checkout/tb_c_x', '/checkout/tb_c_x/confirmation'])
      expect(await framedBy(path)).toBe('https://shop.example.com:8443');
    const refused = ['tb_c_path', 'tb_c_any', 'tb_c_directive', 'tb_c_list', 'tb_c_away', 'tb_c_y', 'tb_c_x/more'];
    for (const page of refused) expect([page, await framedBy(`/checkout/${page}`)]).toEqual([page, "'none'"]);
    expect(await framedBy('/acme/checkout/tb_c_x')).toBe("'none'");
  });
});

describe('the rate limit', () => {
  const attempt = (from: string, path = '/api/auth/sign-in/probe') =>
    fetch(running.url + path, { method: 'POST', headers: { 'x-forwarded-for': from } });

  it('admits three sign-ins per ten seconds, and tells the fourth how long to wait', async () => {
    for (let n = 0; n < 3; n++) expect((await attempt('203.0.113.1')).status).toBe(200);
    const refused = await attempt('203.0.113.1');
    expect([refused.status, await refused.text()]).toEqual([
      429,
      '{"message":"Too many requests. Please try again later."}',
    ]);
    expect(refused.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
    expect(refused.headers.get('x-retry-after')).toBe('10');
  });

  it('counts by the address that the proxy saw, whatever the client claims', async () => {
    for (let n = 0; n < 3; n++) expect((await attempt(`10.0.0.${n}, 203.0.113.2`)).status).toBe(200);
    expect((await attempt('10.0.0.9, 203.0.113.2')).status).toBe(429);
    expect((await attempt('203.0.113.2, 203.0.113.3')).status).toBe(200);
  });

  it('does not limit other clients', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () => attempt('203.0.113.4', '/api/auth/probe/open')),
    );
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([400]));
  });
});

describe('without a sandbox', () => {
  it('has none of its routes', async () => {
    expect((await get('/sandbox/probe')).status).toBe(404);
  });
});

describe('with SANDBOX=1', () => {
  it('answers every caller', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    const answer = await withReplaced(running.config, { sandbox: 'open' }, () => get('/sandbox/probe', headers));
    expect(answer.status).toBe(200);
  });
});
