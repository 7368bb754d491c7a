import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { Readable } from 'node:stream';
import type { Schema } from '../../src/app/http/openapi/openapi-schemas.ts';
import { Conformance, recordAnswers, type Answer, type Document } from '../support/answers.ts';

describe('the test of every answer', () => {
  const thing: Schema = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] };
  const json = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  const tiny = {
    paths: {
      '/v1/things/{id}': {
        get: { responses: { 200: { content: json }, 404: { $ref: '#/components/responses/gone' } } },
      },
      '/v1/things/none': { get: { responses: { 204: {} } } },
    },
    components: { schemas: { Thing: thing }, responses: { gone: { content: json } } },
  } as unknown as Document;
  const conformance = new Conformance(tiny);
  const good = { id: '01930000-0000-7000-8000-00000000000a' };
  const check = (answer: Partial<Answer> & { json?: unknown }) =>
    conformance.violation({
      method: 'GET',
      path: '/v1/things/1',
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(answer.json ?? good),
      ...answer,
    });

  it('accepts an answer that the document describes', () => {
    expect(check({})).toBeUndefined();
    expect(check({ status: 404 })).toBeUndefined();
    expect(check({ path: '/V1/things/1/' })).toBeUndefined();
    expect(check({ path: '/v1/things/none', status: 204, body: '' })).toBeUndefined();
    expect(check({ method: 'HEAD', body: '' })).toBeUndefined();
  });

  it('names what the document does not describe', () => {
    expect(check({ status: 418 })).toBe('GET /v1/things/{id} 418 is not in the document');
    expect(check({ method: 'POST' })).toBe('POST /v1/things/1 is not in the document');
    expect(check({ path: '/v1/things/none' })).toBe('GET /v1/things/none 200 is not in the document');
    expect(check({ json: { id: 'x' } })).toContain('must match format "uuid"');
    expect(check({ json: {} })).toContain("must have required property 'id'");
    expect(check({ json: { ...good, more: 1 } })).toContain('must NOT have additional properties');
    expect(check({ contentType: 'text/plain' })).toContain('is text/plain, not application/json');
    expect(check({ body: '' })).toContain('has no body');
    expect(check({ path: '/v1/things/none', status: 204 })).toContain('has a body');
  });

  it('fails on close when an application answered otherwise', async () => {
    const server = fastify();
    const answers = recordAnswers(server, { isWhole: true, provokes: [] });
    server.get('/v1/products', (_, reply) =>
      reply.type('application/json').send(Readable.from([Buffer.from('{"items":'), Buffer.from('7}')])),
    );
    const answer = await fetch(`${await server.listen({ port: 0, host: '127.0.0.1' })}/v1/products?page=1`);
    expect(await answer.json()).toEqual({ items: 7 });
    await server.close();
    expect(() => answers.demandNone()).toThrow('GET /v1/products 200: body');
  });
});
