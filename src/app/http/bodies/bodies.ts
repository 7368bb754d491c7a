import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import getRawBody from 'raw-body';
import type { Arrivals } from './arrivals.ts';
import { BodyExcess, mostBytes, parseJson } from './body-bounds.ts';
import { discardRest } from './discard-rest.ts';
import type { Capacity } from '../sharing/capacity.ts';
import { rawBodyLimit } from './raw-bodies.ts';
import { stateOf, type BodyError } from '../request-state.ts';

/** RFC 9110 §8.3.1 */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

const DECOMPRESSORS = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Reads bodies of JSON and forms, and leaves others unread. What is wrong with one is for the guard to report, once it has identified the caller. */
export function readBodies(instance: FastifyInstance, arrivals: Arrivals, capacity: Capacity): void {
  const reading = (parse: Parse) => readingWith(parse, arrivals, capacity);
  instance.addHook('onRequest', readableType);
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', reading(parseJson));
  instance.addContentTypeParser(
    'application/x-www-form-urlencoded',
    reading((text) => parseForm(text)),
  );
  instance.addContentTypeParser('*', (_, __, done) => done(null, undefined));
}

/** A type that is none counts as unknown: Fastify itself would refuse it, before the guard. */
function readableType({ headers }: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction): void {
  const type = headers['content-type'];
  if (type !== undefined && !MEDIA_TYPE.test(type)) headers['content-type'] = 'application/octet-stream';
  done();
}

type Parse = (text: string, request: FastifyRequest) => unknown;

function readingWith(parse: Parse, arrivals: Arrivals, { requestMs }: Capacity) {
  return async (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
    const state = stateOf(request);
    try {
      const arriving = getRawBody(decompressed(payload), { limit: mostBytes(request), encoding: true });
      const text = await arrivals.wait(request, arriving);
      if (rawBodyLimit(request) !== undefined) state.rawBody = text;
      return text === '' ? undefined : parse(text, request);
    } catch (error) {
      state.bodyError = bodyErrorOf(error);
      if (!payload.complete) discardRest(payload, requestMs);
      return undefined;
    }
  };
}

/** @throws Error the encoding is unknown */
function decompressed(payload: IncomingMessage): NodeJS.ReadableStream {
  const encoding = payload.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return payload;
  const create = DECOMPRESSORS.get(encoding);
  if (!create) throw new Error('Unknown encoding');
  // Its reader learns of a failure, unless it has given up already: then nobody need know.
  const ignore = (): void => undefined;
  return pipeline(payload, create().on('error', ignore), ignore);
}

function bodyErrorOf(error: unknown): BodyError {
  if (error instanceof BodyExcess) return error.kind;
  return (error as { status?: number }).status === 413 ? 'too-large' : 'unreadable';
}
