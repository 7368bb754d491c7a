import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const root = join(import.meta.dirname, '../..');

describe('early requests', () => {
  const early = readFileSync(join(root, 'web/public/early.js'), 'utf8');

  beforeAll(() => {
    const window = { location: { origin: 'https://billing.example.com' }, addEventListener: () => undefined };
    Object.assign(globalThis, { window });
  });
  afterAll(() => {
    delete (globalThis as Record<string, unknown>).window;
  });

  /** What `early.js` requests at an address, in a browser that has opened the organization "acme" before. */
  function requestedAt(pathname: string, search = ''): string[] {
    const requested: string[] = [];
    const createElement = () => ({
      set href(path: string) {
        requested.push(path);
      },
    });
    const document = { documentElement: { dataset: {} }, createElement, head: { append: () => undefined } };
    const localStorage = { getItem: (key: string) => (key === 'id of acme' ? 'ACME-ID' : null) };
    runInNewContext(early, { document, localStorage, location: { pathname, search } });
    return requested;
  }

  it('are for organizations that the browser knows', () => {
    expect(requestedAt('/other')).toEqual([]);
    expect(requestedAt('/acme/orders')).toHaveLength(4);
  });

  it('include exactly what Home asks for', async () => {
    const asked: string[] = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation((request) => {
      const { pathname, search } = new URL((request as Request).url);
      asked.push(pathname + search);
      return Promise.resolve(Response.json({}));
    });
    // The client keeps the fetch of its time.
    const { attentionQuery, figuresQuery } = await import('@/api/figures');
    const { recentOrdersQuery } = await import('@/api/latest-orders');
    const { queryClient } = await import('@/api/query-client');
    await queryClient.fetchQuery(figuresQuery('ACME-ID', { from: '', to: '' }, '2026-11-21'));
    await queryClient.fetchQuery(attentionQuery('ACME-ID'));
    await queryClient.fetchQuery(recentOrdersQuery('ACME-ID'));
    queryClient.clear();
    const onAnyPage = requestedAt('/acme/orders');
    expect(requestedAt('/acme/')).toEqual([...onAnyPage, ...asked]);
    expect(requestedAt('/acme', '?range=7d')).toEqual(onAnyPage);
  });
});
