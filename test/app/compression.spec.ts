import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { compress } from '../../src/app/http/bodies/compressed.ts';

describe('compression', () => {
  const SECRET = ['/api/auth/get-session', '/v1/checkouts/', '/v1/webhooks/endpoints', '/sandbox/outbox'];

  /** The encoding of a server's answer of 2000 bytes of a type. */
  async function encoding(method: 'GET' | 'POST', path: string, type: string) {
    const server = fastify();
    await compress(server);
    server.route({ method, url: path, handler: (_, reply) => reply.type(type).send('x'.repeat(2000)) });
    const url = await server.listen();
    const { headers } = await fetch(url + path, { method, headers: { 'accept-encoding': 'gzip' } });
    await server.close();
    return headers.get('content-encoding');
  }

  it('leaves writes, secrets and event streams as they are', async () => {
    expect(await encoding('GET', '/v1/orders', 'application/json')).toBe('gzip');
    expect(await encoding('POST', '/v1/orders', 'application/json')).toBeNull();
    for (const path of SECRET) expect([path, await encoding('GET', path, 'application/json')]).toEqual([path, null]);
    expect(await encoding('GET', '/v1/orders', 'text/event-stream')).toBeNull();
  });
});
